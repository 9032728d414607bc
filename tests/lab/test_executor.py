"""Work that splits has the same results with any workers, however often a worker dies or the run is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import naadam
from naadam.bots.arena import Contest
from naadam.lab import Done, Work, digest, pools, run
from naadam.lab.contests import contest_work
from naadam.lab.pools import Processes
from naadam.lab.work import read_line

NOTED = "note"  # one file per time that a job was begun


def cube(common: dict[str, Any], item: int) -> Done:
    """Item to the third, after the trouble that `common` has for it: die so many times first, sleep, fail."""
    folder = Path(common["folder"])
    (folder / f"{NOTED} {item} {time.monotonic_ns()}").touch()
    if len(list(folder.glob(f"{NOTED} {item} *"))) <= common.get("dies", {}).get(item, 0):
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(common.get("sleeps", 0.0))
    if item == common.get("fails"):
        raise naadam.SpecError(f"{item} is no number for this")
    return Done({"cube": item**3, "third": item / 3}, {"process": os.getpid()})


def work(folder: Path, count: int = 12, **common: Any) -> Work:
    folder.mkdir(exist_ok=True)
    return Work({"work": "cubes"}, cube, {"folder": str(folder), **common}, range(count))


def begun(folder: Path, item: int) -> int:
    return len(list(folder.glob(f"{NOTED} {item} *")))


def test_results_come_in_order_and_are_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    alone = list(run(work(tmp_path), 1))
    together = list(run(work(tmp_path, sleeps=0.02), 2))
    assert [done.result["cube"] for done in together] == [item**3 for item in range(12)]
    assert digest(alone) == digest(together)
    assert {done.measured["process"] for done in alone} == {os.getpid()}
    assert os.getpid() not in {done.measured["process"] for done in together}
    assert digest(alone) != digest(alone[:-1])


def test_a_worker_that_dies_is_replaced_and_its_job_done_anew(tmp_path: Path) -> None:
    file = tmp_path / "results"
    found = list(run(work(tmp_path, dies={0: 1, 5: 2}), 2, results=file))
    assert digest(found) == digest(run(work(tmp_path / "undisturbed"), 1))
    assert [begun(tmp_path, item) for item in (0, 1, 5, 11)] == [2, 1, 3, 1]
    assert sorted(read_line(line)[0] for line in file.read_bytes().splitlines()[1:]) == list(range(12))


def test_workers_that_are_killed_at_any_time_change_nothing(tmp_path: Path) -> None:
    """From outside, busy or idle, so that pipes break in the middle of whatever they carry."""
    with Processes(work(tmp_path, 40, sleeps=0.01), 2) as pool:
        done: dict[int, Any] = {}
        kills: list[threading.Timer] = []
        for first in range(0, 40, 2):
            pool.submit(first)
            pool.submit(first + 1)
            if first in (10, 22, 34):
                kills.append(threading.Timer(first / 1000, os.kill, (pool.pids[0], signal.SIGKILL)))
                kills[-1].start()
            while first not in done or first + 1 not in done:
                done.update(pool.wait())
        for kill in kills:  # the last may come when all is done, but not when its process has gone
            kill.join()
    assert digest(read_line(done[number])[1] for number in range(40)) == digest(run(work(tmp_path / "calm", 40), 1))
    assert len({read_line(line)[1].measured["process"] for line in done.values()}) > 2


def test_a_job_that_kills_all_its_workers_is_given_up_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_DEATHS", 3)
    with pytest.raises(naadam.NaadamError, match="job 3 was given up: 3 processes died of it"):
        list(run(work(tmp_path, 4, dies={3: 99}), 2))
    assert begun(tmp_path, 3) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_job_raises_is_raised(workers: int, tmp_path: Path) -> None:
    found = run(work(tmp_path, fails=3), workers)
    assert [next(found).result["cube"] for _ in range(3)] == [0, 1, 8]
    with pytest.raises(naadam.SpecError, match="3 is no number for this"):
        next(found)


def test_what_is_in_the_file_is_not_done_again_and_more_can_be_added(tmp_path: Path) -> None:
    file = tmp_path / "results"
    first = list(run(work(tmp_path, 5), 1, results=file))
    again = list(run(work(tmp_path, 5), 1, results=file))
    assert first == again
    assert [begun(tmp_path, item) for item in range(6)] == [1, 1, 1, 1, 1, 0]
    more = list(run(work(tmp_path, 9), 2, results=file))
    assert more[:5] == first
    assert begun(tmp_path, 4) == begun(tmp_path, 8) == 1
    assert digest(more) == digest(run(work(tmp_path, 9), 1))


@pytest.mark.parametrize("torn", [1, 5, 40])
def test_a_torn_last_line_is_dropped(torn: int, tmp_path: Path) -> None:
    file = tmp_path / "results"
    whole = digest(run(work(tmp_path), 1, results=file))
    data = file.read_bytes()
    file.write_bytes(data[:-torn])
    assert digest(run(work(tmp_path), 1, results=file)) == whole
    assert begun(tmp_path, 11) == 2
    assert begun(tmp_path, 10) == 1
    assert len(file.read_bytes().splitlines()) == 13
    file.write_bytes(data[:7])  # not even the title
    assert digest(run(work(tmp_path), 1, results=file)) == whole


def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "results"
    list(run(work(tmp_path), 1, results=file))
    before = file.read_bytes()
    other = Work({"work": "squares"}, cube, {"folder": str(tmp_path)}, range(3))
    with pytest.raises(naadam.NaadamError, match='other work: work is "cubes" there and "squares" here'):
        next(run(other, 1, results=file))
    assert file.read_bytes() == before
    file.write_bytes(b"notes of mine\n")
    with pytest.raises(naadam.NaadamError, match="its first line is no title"):
        next(run(other, 1, results=file))
    lines = before.splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:4], b'{"job":\n', *lines[5:]]))
    with pytest.raises(naadam.NaadamError, match="line 5 is damaged"):
        next(run(work(tmp_path), 1, results=file))
    with pytest.raises(naadam.NaadamError, match="cannot be written"):
        next(run(work(tmp_path), 1, results=tmp_path))


def test_two_runs_do_not_write_into_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    first = run(work(tmp_path), 1, results=tmp_path / "results")
    next(first)
    with pytest.raises(naadam.NaadamError, match="another run writes into"):
        next(run(work(tmp_path), 1, results=tmp_path / "results"))
    first.close()
    assert len(list(run(work(tmp_path), 1, results=tmp_path / "results"))) == 12


@pytest.mark.parametrize("workers", [0, -1, True, 1.5])
def test_workers_are_a_number_from_one_up(workers: Any, tmp_path: Path) -> None:
    with pytest.raises(naadam.SpecError, match="workers are a number from 1 up"):
        next(run(work(tmp_path), workers))


CONTEST = Contest("bagh-chal", ("alpha-beta:nodes=2000", "alpha-beta:depth=2"), games=40, seed=4)
ARENA = ["arena", CONTEST.spec, *map(str, CONTEST.bots), "--games", "40", "--workers", "2", "--seed", "4"]


def arena(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "naadam.cli.main", *ARENA, "--results", "games"]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also where the tests run in the background
    )


def test_a_contest_that_was_stopped_and_killed_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    for end, lines in ((signal.SIGINT, 3), (signal.SIGKILL, 6)):
        contest = arena(tmp_path)
        until = time.monotonic() + 300
        while not file.exists() or file.read_bytes().count(b"\n") < lines:
            assert contest.poll() is None, contest.communicate()[1]
            assert time.monotonic() < until
            time.sleep(0.02)
        contest.send_signal(end)
        contest.communicate(timeout=60)
    kept = file.read_bytes()
    assert 6 <= kept.count(b"\n") < 41
    shown, said = arena(tmp_path).communicate()
    assert "40 games" in shown, said
    assert file.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    found = dict(read_line(line) for line in file.read_bytes().splitlines()[1:])
    assert digest(found[number] for number in range(40)) == digest(run(contest_work(CONTEST), 1))
