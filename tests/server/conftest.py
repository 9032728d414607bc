"""A server for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
