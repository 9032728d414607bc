"""A `time.sleep` that works under libfaketime, which takes the deadline of the original for one of the fake clock."""

import select
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex) -> None:
    select.select((), (), (), float(seconds))


time.sleep = sleep
