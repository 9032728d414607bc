"""A separate server for benchmarks, open when it is returned."""

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
    wait_until_open(found[0])
    return process, found[0]


def wait_until_open(address: str) -> None:
    while True:
        with suppress(OSError), urllib.request.urlopen(f"{address}/healthz"):
            return
        time.sleep(0.02)


def serving(process: subprocess.Popen[str]) -> list[int]:
    """The processes that serve: this one, or with `--workers` those that it keeps."""
    words = list(map(str, process.args)) if isinstance(process.args, list) else []
    if "--workers" not in words or words[words.index("--workers") + 1] == "1":
        return [process.pid]
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def memory(process: subprocess.Popen[str]) -> int:
    """The bytes of memory that the processes of a server hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in serving(process))
    return pages * resource.getpagesize()


def processor_time(process: subprocess.Popen[str]) -> float:
    """The seconds that the processes of a server have computed for."""
    used = 0
    for pid in serving(process):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")
