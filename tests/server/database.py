"""Temporary PostgreSQL server for tests, from Debian's package, on a private socket and without a password."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
MISSING = "PostgreSQL is not installed; on Debian: apt install postgresql"


class PostgreSQL:
    """A cluster in a temporary folder, for one test run."""

    def __init__(self) -> None:
        if not FOLDERS and not shutil.which("initdb"):
            pytest.skip(MISSING)
        self._programs = FOLDERS[-1] if FOLDERS else Path(str(shutil.which("initdb"))).parent
        self._user: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix="naadam-postgresql-"))
        if os.geteuid() == 0:  # it does not run as root
            self._user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.folder, "postgres", "postgres")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._run("initdb", "--pgdata", str(self.folder / "data"), "--auth=trust", "--username=naadam", "--no-sync")
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._control("start", "-o", settings, "-l", str(self.folder / "log"))

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._user, str(self._programs / program), *arguments]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd="/")
        assert done.returncode == 0, done.stderr

    def _control(self, what: str, *arguments: str) -> None:
        self._run("pg_ctl", what, "--wait", "--pgdata", str(self.folder / "data"), *arguments)

    def url(self, name: str, port: int | None = None) -> str:
        return f"postgresql://naadam@127.0.0.1:{port or self.port}/{name}"

    def create(self, name: str) -> str:
        """A new database; its address."""
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", "--username=naadam", name)
        return self.url(name)

    def stop(self) -> None:
        self._control("stop", "--mode=immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
