"""The log: one JSON object per line, without the addresses of tables, which are secrets of their players."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime

TABLES = re.compile(r"(/(?:tables?|match)/)[A-Za-z0-9_-]+")


class JsonLines(logging.Formatter):
    """Writes a record of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": hide_tables(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = hide_tables(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def hide_tables(text: str) -> str:
    return TABLES.sub(r"\1...", text)


def write_log() -> None:
    """Write the log of this process to its error stream; messages about the network at most once a minute."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(OnceAMinute())


MOST_MESSAGES = 1000  # that are remembered


class OnceAMinute(logging.Filter):
    """Lets each log message through once a minute, so that no client can fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        if now - self._last.get(str(record.msg), -60.0) < 60:
            return False
        if len(self._last) >= MOST_MESSAGES:
            self._last.clear()
        self._last[str(record.msg)] = now
        return True
