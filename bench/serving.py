"""A server of its own for benchmarks: started, and open when it is given back."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

FILES = 16_384  # that this process and the server may have open


def raise_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if hard == resource.RLIM_INFINITY else min(FILES, hard), hard))


def started(database: Path | str, *options: str) -> tuple[subprocess.Popen[str], str]:
    """A server that answers, and its address."""
    command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--database", str(database), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the server did not start"
    while True:
        with suppress(OSError), urllib.request.urlopen(f"{found[0]}/healthz"):
            return process, found[0]
        time.sleep(0.02)


def memory(process: subprocess.Popen[str]) -> int:
    """The bytes of memory that a process holds."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * resource.getpagesize()


def processor_time(process: subprocess.Popen[str]) -> float:
    """The seconds that a process has computed for."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
