"""File format of solved tables: a header with identity, two bits per value, and a checksum.

A file is the magic word, the length of the header (four bytes, little-endian), the header as JSON with
blanks behind it, and the data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from naadam.core.errors import NaadamError, TableError
from naadam.core.game import Game

MAGIC = b"NAADAM-T"
FORMAT = 1
PER_BYTE = 4  # values
ALIGNED = 64  # the data begin at a multiple of this


@dataclass(frozen=True, kw_only=True)
class Header:
    """The content of a file, and its game."""

    format: int = FORMAT
    game: str  # its spec
    board: str  # the hash of its contents
    rules: int  # the version
    kind: str  # "values", "distances", "goats" or "answers": docs/solved.md
    layer: str
    sizes: tuple[int, ...]  # numbers of each side to move, one array after the other
    bits: int  # of each number
    counts: tuple[tuple[int, int, int], ...] = ()  # draws, wins and losses of each side to move
    longest: int = 0  # plies to a conversion
    checksum: str = ""  # BLAKE2b of the data


def solved_folder() -> Path:
    """Where the tables of all games are kept."""
    return Path(platformdirs.user_data_dir("naadam", appauthor=False)) / "solved"


def packed_length(size: int) -> int:
    """The bytes of so many values."""
    return (size + PER_BYTE - 1) // PER_BYTE


def pack(values: Any) -> Any:
    """Four values from 0 to 3 to a byte, the first in its lowest bits."""
    full = np.zeros(packed_length(len(values)) * PER_BYTE, np.uint8)
    full[: len(values)] = values
    rows = full.reshape(-1, PER_BYTE)
    return rows[:, 0] | rows[:, 1] << 2 | rows[:, 2] << 4 | rows[:, 3] << 6


def unpack(packed: Any, size: int) -> Any:
    """The values of a packed array, one to a byte."""
    return ((packed[:, None] >> np.array([0, 2, 4, 6], np.uint8)) & 3).reshape(-1)[:size].astype(np.uint8)


def write_table(file: Path, header: Header, arrays: Sequence[Any]) -> Header:
    """Write arrays of bytes or larger numbers behind each other; a file that is there is whole."""
    digest = hashlib.blake2b(digest_size=16)
    for array in arrays:
        digest.update(memoryview(array).cast("B"))
    header = replace(header, checksum=digest.hexdigest())
    text = json.dumps(asdict(header), separators=(",", ":")).encode()
    text += b" " * (-(len(MAGIC) + 4 + len(text)) % ALIGNED)
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            stream.write(MAGIC + len(text).to_bytes(4, "little") + text)
            for array in arrays:
                stream.write(memoryview(array).cast("B"))
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise NaadamError(f"the table cannot be kept in {file.parent}: {error.strerror}") from None
    return header


def read_header(file: Path) -> tuple[Header, int]:
    """The header of a file, and where its data begin; TableError if it is no table or of another format."""
    try:
        with file.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                raise TableError(f"{file} is not a solved table")
            length = int.from_bytes(stream.read(4), "little")
            raw = json.loads(stream.read(length))
            if raw.get("format") != FORMAT:
                raise TableError(f"{file} has format {raw.get('format')} of tables; this is format {FORMAT}")
            return make_header(raw), len(MAGIC) + 4 + length
    except FileNotFoundError:
        raise TableError(f"{file} is missing") from None
    except OSError as error:
        raise TableError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, AttributeError):
        raise TableError(f"{file}: its header cannot be read") from None


def make_header(raw: dict[str, Any]) -> Header:
    """A header from JSON; TypeError or ValueError if it cannot be one."""
    raw["sizes"] = tuple(int(size) for size in raw.pop("sizes", ()))
    raw["counts"] = tuple((int(draws), int(wins), int(losses)) for draws, wins, losses in raw.pop("counts", ()))
    header = Header(**raw)
    for name in ("format", "rules", "bits", "longest"):
        if not isinstance(getattr(header, name), int):
            raise TypeError(f"{name} must be a whole number")
    return header


def check_header(file: Path, header: Header, game: Game) -> None:
    """TableError unless a table is for this game, board and version of the rules."""
    if (header.game, header.board) != (game.spec, game.board_hash):
        raise TableError(f"{file} is a table of {header.game}, on another board or with other options")
    if header.rules != game.rules_version:
        raise TableError(
            f"{file} was solved by version {header.rules} of the rules; this is version {game.rules_version}: "
            f"`naadam solve {game.spec}` makes it anew"
        )


def open_table(file: Path, game: Game) -> tuple[Header, list[Any]]:
    """The header and the arrays, read by memory map; values stay packed."""
    header, start = read_header(file)
    check_header(file, header, game)
    number = np.dtype({16: "<u2", 32: "<i4"}.get(header.bits, "u1"))
    lengths = [packed_length(size) if header.bits == 2 else size for size in header.sizes]
    if file.stat().st_size != start + sum(lengths) * number.itemsize:
        raise TableError(f"{file} is damaged: it has not the length that its header says")
    arrays = []
    for length in lengths:
        arrays.append(np.memmap(file, number, "r", start, (length,)))
        start += length * number.itemsize
    return header, arrays


def check_table(file: Path, game: Game) -> Header:
    """The header of a table whose data have the right checksum; TableError else."""
    header, arrays = open_table(file, game)
    digest = hashlib.blake2b(digest_size=16)
    for array in arrays:
        digest.update(memoryview(array).cast("B"))
    if digest.hexdigest() != header.checksum:
        raise TableError(f"{file} is damaged: its checksum is not the one in its header")
    return header
