"""Servers forked from a process that has loaded everything, so that a start costs little.

The first of them starts that process, which ends with the one that started it.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1  # of Linux
LONGEST = 1 << 16  # bytes of a command


class Forked:
    """A process of `naadam`, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str]) -> None:
        reading, writing = os.pipe()
        socket.send_fds(_loaded(), [json.dumps(list(arguments)).encode()], [writing])
        os.close(writing)
        self.pid = int(_loaded().recv(20))
        self.returncode: int | None = None
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self._process = os.pidfd_open(self.pid)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._process, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._process], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("naadam", timeout or 0)
            _loaded().send(json.dumps(self.pid).encode())
            self.returncode = int(_loaded().recv(20))
            os.close(self._process)
        return self.returncode


@functools.cache
def _loaded() -> socket.socket:
    """The socket to the process that has loaded everything: takes commands, returns process ids and exit codes."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=os.environ | {"PYTHONUNBUFFERED": "1"})
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)  # which comes first
    return ours


def main(asked: socket.socket) -> None:
    """Load everything, then fork a server for each command and report its exit code, until the socket is closed."""
    import naadam
    from naadam.cli import main as cli
    from naadam.cli import serve  # noqa: F401 (loaded)
    from naadam.core.compiling.bound import compile_elsewhere

    compile_elsewhere()
    for name in naadam.game_names():
        naadam.load(name).start().actions()
    while True:
        said, files, _, _ = socket.recv_fds(asked, LONGEST, 1)
        if not said:
            return
        command = json.loads(said)
        if isinstance(command, int):
            answer = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                break
            os.close(files[0])
        asked.send(str(answer).encode())
    asked.close()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # however the tests end
    os.dup2(files[0], 1)
    os.close(files[0])
    sys.argv = ["naadam", *command]
    cli.run()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
