"""The small board of Bagh Chal for servers of tests: its tables are made in a second, in their own folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "solve"))

from small_boards import BOARD  # noqa: E402

SPEC = "bagh-chal:board=small,rules=classic"


def small_environment(folder: Path) -> dict[str, str]:
    """Environment of a server with the board as `board=small`, and without tables."""
    file = folder / "served.toml"
    file.write_text(BOARD.format(goats=5), encoding="utf-8")
    path = [str(HERE / "small_board"), str(HERE.parent.parent / "src"), os.environ.get("PYTHONPATH", "")]
    data = str(folder / "data")
    return {"PYTHONPATH": os.pathsep.join(filter(None, path)), "SMALL_BOARD": str(file), "XDG_DATA_HOME": data}
