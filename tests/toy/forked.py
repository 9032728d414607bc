"""`naadam ARGUMENTS` in a process that is forked from that of the tests, which has loaded everything already.

A new process would load Python's libraries again each time, for more than a second. That the program also starts by
itself is seen where the wheel, the engines and the server are tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import NoReturn

import naadam.cli.main


def run(
    *arguments: str, typed: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The output and exit code of the program, run in a folder, with more variables in its environment."""
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "naadam", *arguments]
        variables = os.environ | environment
        return subprocess.run(command, input=typed, capture_output=True, text=True, cwd=folder, env=variables)
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        files = (told, out, error)
        told.write(typed.encode())
        told.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # about threads: no other thread of ours runs here
            process = os.fork()
        if process == 0:
            be_the_program(list(arguments), [file.fileno() for file in files], folder, environment)
        _, status = os.waitpid(process, 0)
        for file in files:
            file.seek(0)
        code = os.waitstatus_to_exitcode(status)
        return subprocess.CompletedProcess(arguments, code, out.read().decode(), error.read().decode())


def be_the_program(
    arguments: list[str], files: list[int], folder: Path | None, environment: dict[str, str]
) -> NoReturn:
    code = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        os.environ.update(environment)
        os.chdir(folder or ".")
        sys.argv = ["naadam", *arguments]
        naadam.cli.main.run()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
