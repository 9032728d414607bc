"""Ray gives the same results as processes of this machine, also when a machine of its cluster is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import naadam
from naadam.bots.arena import Contest
from naadam.cli.arguments import with_address
from naadam.core.compiling.compiled import COMPILING
from naadam.core.extras import MissingExtra
from naadam.lab import digest, run
from naadam.lab.cluster import ON_LOOPBACK, SETTINGS
from naadam.lab.contests import contest_work
from naadam.lab.work import read_line, write_line

sys.path.insert(0, str(Path(__file__).parent.parent / "solve"))

from small_boards import small_game

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: make test-lab")
CONTEST = Contest("bagh-chal", ("alpha-beta:nodes=4000", "alpha-beta:depth=2"), games=40, seed=4)
ARENA = ["arena", CONTEST.spec, *map(str, CONTEST.bots), "--games", "40", "--seed", "4"]


def test_an_address_is_a_host_with_a_port() -> None:
    work = contest_work(CONTEST)
    for address in ("", "somewhere", "1.2.3.4", "ray://1.2.3.4:10001", "a b:5", "host:999999"):
        with pytest.raises(naadam.SpecError, match="must be HOST:PORT or local"):
            next(run(work, ray=address))
    with pytest.raises(naadam.SpecError, match="leave out the number"):
        next(run(work, 2, ray="127.0.0.1:6379"))


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        (["arena", "--ray"], ["arena", "--ray", "local"]),
        (["--ray", "--games", "4"], ["--ray", "local", "--games", "4"]),
        (["--ray", "host:6379", "x"], ["--ray", "host:6379", "x"]),
        (["--ray", "local", "x"], ["--ray", "local", "x"]),
        (["--ray=host:6379"], ["--ray=host:6379"]),
        (["arena", "level5"], ["arena", "level5"]),
    ],
)
def test_ray_takes_an_address_or_none(typed: list[str], understood: list[str]) -> None:
    assert with_address(typed) == understood


def test_without_ray_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for name in SETTINGS | ON_LOOPBACK:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(MissingExtra, match=r"^--ray needs ray: pip install 'naadam\[lab\]'$"):
        next(run(contest_work(CONTEST), ray="local"))
    assert not [name for name in SETTINGS | ON_LOOPBACK if name in os.environ]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Settings of all processes of a cluster, with a fresh token."""
    token = tmp_path / "token"
    token.write_text("of this test only", encoding="utf-8")
    return os.environ | SETTINGS | {"RAY_AUTH_TOKEN_PATH": str(token)}


def arena(environment: dict[str, str], folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "naadam.cli.main", *ARENA, "--results", "games", *more]
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)


def results(file: Path) -> str:
    found = dict(read_line(line) for line in file.read_bytes().splitlines()[1:])
    return digest(found[number] for number in range(40))


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def listening(pids: set[int]) -> set[str]:
    """The addresses on which processes listen, in hexadecimal."""
    inodes = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").glob("*"):
            with contextlib.suppress(OSError):
                inodes.add(str(link.readlink()).removeprefix("socket:[").rstrip("]"))
    found = set()
    for table in ("tcp", "tcp6"):
        for row in Path(f"/proc/net/{table}").read_text(encoding="utf-8").splitlines()[1:]:
            fields = row.split()
            if fields[3] == "0A" and fields[9] in inodes:
                found.add(fields[1].split(":")[0])
    return found


def session_of(pid: int) -> set[int]:
    """The processes of a session, by its leader."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getsid(int(entry.name)) == pid:
                found.add(int(entry.name))
    return found


FIRST, SECOND = "127.0.0.2", "127.0.0.3"  # two addresses of this machine, which reach no other
IN_HEX = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}  # of this machine alone


@needs_ray
def test_a_local_ray_has_the_same_results_and_listens_on_this_machine_only(
    environment: dict[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "naadam.cli.main", *ARENA, "--results", "games", "--ray", "--workers", "2"]
    contest = subprocess.Popen(command, cwd=tmp_path, env=environment, start_new_session=True)
    addresses: set[str] = set()
    while contest.poll() is None:
        if lines(tmp_path / "games") > 5:
            addresses |= listening(session_of(contest.pid))
        time.sleep(0.2)
    assert contest.returncode == 0
    assert addresses
    assert addresses <= IN_HEX
    assert results(tmp_path / "games") == digest(run(contest_work(CONTEST), 1))


def solve(environment: dict[str, str], folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "naadam.cli.main", "solve", *arguments]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def checked(file: Path) -> list[bytes]:
    """The results of all jobs, in order, byte for byte."""
    found = dict(read_line(line) for line in file.read_bytes().splitlines()[1:])
    return [write_line({"result": found[number].result}) for number in range(len(found))]


@needs_ray
@pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")
def test_a_check_of_solved_tables_is_the_same_when_a_worker_of_ray_is_killed(
    environment: dict[str, str], tmp_path: Path
) -> None:
    environment |= {"XDG_DATA_HOME": str(tmp_path)}
    spec = small_game(tmp_path, goats=6).spec
    solving = solve(environment, tmp_path, spec)
    solving.communicate(timeout=300)
    assert solving.returncode == 0
    verify = (spec, "--verify", "--samples", "6000000", "--results")
    expected, _ = solve(environment, tmp_path, *verify, "alone", "--threads", "1").communicate(timeout=300)
    assert "placement phase: 6,000,000 positions follow" in expected
    check = solve(environment, tmp_path, *verify, "by ray", "--ray")
    killed: list[int] = []
    while check.poll() is None and not killed:
        if 4 < lines(tmp_path / "by ray") < 100:
            killed = [pid for pid in session_of(check.pid) if name_of(pid) == "ray::_do"][:1]
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
    shown, _ = check.communicate(timeout=300)
    assert killed
    assert shown == expected
    assert lines(tmp_path / "by ray") == lines(tmp_path / "alone") > 120
    assert checked(tmp_path / "by ray") == checked(tmp_path / "alone")


@contextlib.contextmanager
def node(environment: dict[str, str], host: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A machine of a cluster, for Ray."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1", *arguments]
    common = [f"--node-ip-address={host}", "--object-store-memory=100000000", "--disable-usage-stats"]
    process = subprocess.Popen([*command, *common], env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        for pid in session_of(process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind((FIRST, 0))
        port: int = found.getsockname()[1]
        return port


@needs_ray
@pytest.mark.timeout(900)
def test_a_node_that_is_killed_in_the_middle_changes_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    address = f"{FIRST}:{free_port()}"
    file = tmp_path / "games"
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # the names of its sockets must be short
        head = ["--head", f"--port={address.split(':')[1]}", "--include-dashboard=false", f"--temp-dir={folder}"]
        with node(environment, FIRST, *head) as first:
            until = time.monotonic() + 60
            while not can_connect(address):
                assert first.poll() is None
                assert time.monotonic() < until
                time.sleep(0.2)
            with node(environment, SECOND, f"--address={address}") as second:
                contest = arena(environment, tmp_path, "--ray", address)
                until = time.monotonic() + 300
                while lines(file) < 12 or "ray::_do" not in map(name_of, session_of(second.pid)):
                    assert contest.poll() is None, contest.communicate()[1]
                    assert time.monotonic() < until
                    time.sleep(0.05)
                raylets = [pid for pid in session_of(second.pid) if name_of(pid) == "raylet"]
                assert raylets
                for pid in raylets:
                    os.kill(pid, signal.SIGKILL)
                at_the_kill = lines(file)
                _, said = contest.communicate(timeout=600)
                assert contest.returncode == 0, said
    assert at_the_kill < 41
    assert results(file) == digest(run(contest_work(CONTEST), 1))


def can_connect(address: str) -> bool:
    host, _, port = address.partition(":")
    with socket.socket() as tried:
        return tried.connect_ex((host, int(port))) == 0


def name_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    return ""


@needs_ray
def test_another_token_is_refused(environment: dict[str, str], tmp_path: Path) -> None:
    address = f"{FIRST}:{free_port()}"
    other = tmp_path / "other"
    other.write_text("of somebody else", encoding="utf-8")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        head = ["--head", f"--port={address.split(':')[1]}", "--include-dashboard=false", f"--temp-dir={folder}"]
        with node(environment, FIRST, *head) as first:
            while not can_connect(address):
                assert first.poll() is None
                time.sleep(0.2)
            contest = arena(environment | {"RAY_AUTH_TOKEN_PATH": str(other)}, tmp_path, "--ray", address)
            _, said = contest.communicate(timeout=200)
    assert contest.returncode != 0
    assert "does not answer" in said or "token" in said.lower()
    assert lines(tmp_path / "games") <= 1
