"""The processes of `naadam serve` where several share a database: they accept from one socket, and are replaced.

This one serves nothing. It renews the leases of those that do while they show that they run, so that a lease holds
though its server is busy, and is free immediately when its server has died.
"""

from __future__ import annotations

import logging
import multiprocessing
import multiprocessing.connection
import os
import secrets
import signal
import socket
import sys
import time
from dataclasses import dataclass
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from typing import Any

from naadam.bots.workers import count_cores, end_with_parent
from naadam.cli.serve import Serving, serve
from naadam.server.cluster.leases import SECONDS_OF_LEASE, Leases
from naadam.server.cluster.ownership import LETTERS_OF_SIBLINGS, SECONDS_BETWEEN_RENEWALS, Heartbeat, SharedOwnership
from naadam.server.ops.logs import write_log
from naadam.server.storage.store import Store

log = logging.getLogger(__name__)

SECONDS_OF_SILENCE = 6.0  # after which a server is taken for frozen, and its tables are free
SECONDS_AT_REST = 1.2  # the same for one that does not compute either: a busy process does
SECONDS_BETWEEN_STARTS = 1.0  # of a process that dies again and again
SECONDS_TO_STOP = 15.0
USER_TIME, SYSTEM_TIME = 11, 12  # fields of /proc/PID/stat, counted from the one after the name


@dataclass
class Worker:
    """A process that serves, its state in shared memory, and the name by which its lease is known."""

    process: SpawnProcess
    heartbeat: Heartbeat
    name: str
    started: float
    used: int | None = None  # of the processor's time, in ticks
    computed: float = 0.0  # when that was last seen to grow
    lost: bool = False  # whether it has died

    def is_frozen(self, now: float) -> bool:
        """Whether it shows no life: for long, or for a short time in which it does not even compute."""
        used = _processor_time(self.process.pid)
        if used is None or used != self.used:
            self.used, self.computed = used, now
        silence = now - self.heartbeat.beat
        return silence >= SECONDS_OF_SILENCE or min(silence, now - self.computed) >= SECONDS_AT_REST


def oversee(serving: Serving, store: Store, listening: socket.socket, count: int) -> None:
    """Keep so many processes serving until this one is stopped."""
    leases = Leases(store.engine)
    if not store.shared:
        leases.release("")  # the file is ours, so no living process has it open
    serving = serving._replace(pool=max(1, (count_cores() - 1) // count))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    siblings = secrets.token_hex(4)
    workers = [_start(serving, listening, siblings) for _ in range(count)]
    try:
        while True:
            alive = [worker for worker in workers if not worker.lost]
            multiprocessing.connection.wait([worker.process.sentinel for worker in alive], SECONDS_BETWEEN_RENEWALS)
            _replace_the_dead(leases, serving, listening, workers)
            _renew(leases, [worker for worker in workers if not worker.lost])
    finally:
        listening.close()  # an open copy would accept connections that no process answers
        _stop(workers)
        store.close()


def _renew(leases: Leases, workers: list[Worker]) -> None:
    """Renew the leases of those that run; one that is silent for too long is no longer trusted."""
    try:
        for worker in workers:
            begin, heartbeat = time.monotonic(), worker.heartbeat
            heartbeat.kept = begin
            if not worker.is_frozen(begin):
                if leases.renew(worker.name):
                    heartbeat.until = begin + SECONDS_OF_LEASE
            elif heartbeat.until:
                heartbeat.until = 0.0  # first: from now on it sends nothing
                leases.release(worker.name)
        leases.reap()
    except Exception as error:  # a database that is away comes back
        log.error("leases are not renewed: %s", error)


def _processor_time(pid: int | None) -> int | None:
    """The ticks that a process has computed for; None where the system does not show it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()  # after the name, in brackets
    except OSError:
        return None
    return int(fields[USER_TIME]) + int(fields[SYSTEM_TIME])


def _start(serving: Serving, listening: socket.socket, siblings: str) -> Worker:
    """A process whose name begins as those of all that accept from the same socket."""
    name, heartbeat = siblings + secrets.token_hex(4), RawValue(Heartbeat)
    arguments = (serving, listening, heartbeat, name)
    process = multiprocessing.get_context("spawn").Process(target=_work, args=arguments)
    process.start()
    return Worker(process, heartbeat, name, time.monotonic())


def _replace_the_dead(leases: Leases, serving: Serving, listening: socket.socket, workers: list[Worker]) -> None:
    """Free the tables of processes that have died, and start others in their places; not too often, and never waiting.

    The leases of those that live are renewed between two calls.
    """
    for place, worker in enumerate(workers):
        if not worker.lost and not worker.process.is_alive():
            worker.lost = True
            log.error("a worker has died (%s) and is replaced", worker.process.exitcode)
            try:
                leases.release(worker.name)
            except Exception as error:
                log.error("a lease runs out by itself: %s", error)
        if worker.lost and time.monotonic() >= worker.started + SECONDS_BETWEEN_STARTS:
            workers[place] = _start(serving, listening, worker.name[:LETTERS_OF_SIBLINGS])


def _stop(workers: list[Worker]) -> None:
    until = time.monotonic() + SECONDS_TO_STOP
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()


def _work(serving: Serving, listening: socket.socket, heartbeat: Any, name: str) -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and says when to stop
    write_log()
    store = Store(serving.url)
    serve(serving, store, listening, SharedOwnership(store, heartbeat, name, serving.inside))
    os._exit(0)
