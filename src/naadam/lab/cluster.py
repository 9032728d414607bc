"""Ray does the jobs: on this machine alone, or on a cluster that runs already."""

from __future__ import annotations

import os
import re
from types import TracebackType
from typing import Any, Self

import naadam
from naadam.bots.workers import count_cores
from naadam.core.errors import NaadamError, SpecError
from naadam.core.extras import need
from naadam.lab.pools import MOST_DEATHS, JobAnswer
from naadam.lab.work import Work, carry_out

QUEUED = 2  # jobs per processor of the cluster that are handed to Ray, so that none waits for the next
LOCAL = "local"
LOOPBACK = "127.0.0.1"
SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # as Ray warns that it will
}
# Without this Ray replaces 127.0.0.1 by the address of the machine in its network, and listens there. It is named after
# the systems where Ray does not do so.
ON_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


class Cluster:
    """A pool by Ray, which replaces workers and repeats jobs when a process or a whole machine is lost.

    Connections carry a token unless RAY_AUTH_MODE says otherwise; a cluster begun here listens on this machine only.
    """

    def __init__(self, work: Work, address: str, workers: int | None = None) -> None:
        if address != LOCAL and not re.fullmatch(r"(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}", address):
            raise SpecError(f"the address of a Ray cluster must be HOST:PORT or {LOCAL}, not {address!r}")
        if address != LOCAL and workers is not None:
            raise SpecError("a Ray cluster has as many workers as its machines have processors; leave out the number")
        self._work = work
        self._under_way: dict[Any, int] = {}
        here = address == LOCAL
        settings = SETTINGS | ON_LOOPBACK if here else SETTINGS
        self._set = [name for name in settings if name not in os.environ]
        os.environ.update({name: settings[name] for name in self._set})  # before Ray is loaded, which reads them then
        try:
            self._ray: Any = need("ray", "--ray", "lab")
            self._connect(address, workers or count_cores() if here else None)
        except BaseException:
            self._unset()
            raise
        self._do = self._ray.remote(num_cpus=1, max_retries=MOST_DEATHS, retry_exceptions=False)(_do)
        self._common = self._ray.put((work.function, work.common))

    def _connect(self, address: str, processors: int | None) -> None:
        """To the cluster at the address, or to a new one of this machine with so many processors."""
        begun = {"num_cpus": processors, "_node_ip_address": LOOPBACK, "include_dashboard": False} if processors else {}
        try:
            self._ray.init(address, log_to_driver=False, logging_level="error", configure_logging=False, **begun)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NaadamError(f"Ray at {address} does not answer: {str(error).splitlines()[0]}") from None
        if processors and self._ray.util.get_node_ip_address() != LOOPBACK:
            self._ray.shutdown()
            raise NaadamError("Ray was ended again: it was loaded before, by settings that let other machines in")

    def _unset(self) -> None:
        for name in self._set:
            os.environ.pop(name, None)

    @property
    def size(self) -> int:
        """It may change while the run goes on: machines come and go."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1))) * QUEUED

    def submit(self, number: int) -> None:
        reference = self._do.remote(self._common, number, self._work.items[number], naadam.__version__)
        self._under_way[reference] = number

    def wait(self) -> list[tuple[int, JobAnswer]]:
        done, _ = self._ray.wait(list(self._under_way))
        return [(self._under_way.pop(reference), self._get(reference)) for reference in done]

    def _get(self, reference: Any) -> JobAnswer:
        try:
            line: bytes = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            return cause if isinstance(cause, NaadamError) else NaadamError(f"a job failed: {cause!r}")
        except self._ray.exceptions.RayError as error:
            return NaadamError(f"a job was given up by Ray: {str(error).splitlines()[0]}")
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._ray.shutdown()
        self._unset()


def _do(common: tuple[Any, Any], number: int, item: Any, version: str) -> bytes:
    """In a worker of Ray: do a job, if it is of our version."""
    if naadam.__version__ != version:
        raise NaadamError(f"a machine of the cluster has Naadam {naadam.__version__}, this one {version}")
    function, argument = common
    return carry_out(function, argument, number, item)
