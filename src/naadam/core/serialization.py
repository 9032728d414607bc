"""States and views as bytes and as JSON. Input is checked; it names its game, which must be the one given."""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naadam.core.compiling import record
from naadam.core.contract import StateRecord
from naadam.core.errors import PositionError

if TYPE_CHECKING:
    from naadam.core.game import Game
    from naadam.core.state import State
    from naadam.core.view import View

MAGIC = b"naadam1\0"
Words = npt.NDArray[np.int64]


class Written(NamedTuple):
    """The content of a state's bytes."""

    game: str
    board: str
    rules: str
    body: bytes


def find_spec(data: bytes | str) -> str:
    """The game that the bytes or the JSON of a state name; PositionError if they are neither."""
    spec: str = _read_json(data)["game"] if isinstance(data, str) else _read_bytes(data).game
    return spec


# --- states ---


def state_to_bytes(state: State) -> bytes:
    """The state as bytes, which also name the game, its options and its board."""
    game = state.game
    head = f"{game.spec}\0{game.board_hash}\0{game.rules_version}".encode()
    body: bytes = state.record.tobytes() + state.trail.tobytes()
    data = MAGIC + struct.pack("<HI", len(head), len(body)) + head + body
    return data + struct.pack("<I", zlib.crc32(data))


def state_from_bytes(data: bytes, game: Game) -> State:
    """The state that `state_to_bytes` wrote; PositionError if the bytes are not that."""
    spec, board_hash, version, body = _read_bytes(data)
    game.expect(spec, board_hash, version)
    size = game.state_type.itemsize
    rest = len(body) - size
    if rest < 0 or rest % (8 * max(1, game.sizes.words)):
        raise _damaged()
    words = np.frombuffer(body[size:], np.int64).reshape(-1, game.sizes.words)
    return game.restore(record(game.state_type, bytearray(body[:size])), words)


def _read_bytes(data: bytes) -> Written:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise _damaged()
    data = bytes(data)
    if data[: len(MAGIC)] != MAGIC or len(data) < len(MAGIC) + 10:
        raise _damaged()
    if struct.unpack("<I", data[-4:])[0] != zlib.crc32(data[:-4]):
        raise _damaged()
    head_size, body_size = struct.unpack_from("<HI", data, len(MAGIC))
    head = data[len(MAGIC) + 6 :][:head_size]
    body = data[len(MAGIC) + 6 + head_size : -4]
    if len(body) != body_size or head.count(b"\0") != 2:
        raise _damaged()
    spec, board_hash, version = head.decode("utf-8", "replace").split("\0")
    return Written(spec, board_hash, version, body)


def _damaged() -> PositionError:
    return PositionError("these bytes are not a state, or are damaged")


def state_to_json(state: State) -> str:
    """The state as JSON, its fields by name."""
    return json.dumps(
        {
            "game": state.game.spec,
            "board": state.game.board_hash,
            "rules": state.game.rules_version,
            "state": _fields(state.record),
            "trail": state.trail.tolist(),
        }
    )


def state_from_json(text: str, game: Game) -> State:
    """The state that `state_to_json` wrote; PositionError names the error."""
    data = _read_json(text)
    game.expect(data["game"], data["board"], repr(data["rules"]))
    restored = _read_fields(data["state"], game.state_type, "state", game)
    return game.restore(restored, _read_trail(data["trail"], game))


def _read_json(text: str) -> dict[str, Any]:
    data = _loads(text)
    if not isinstance(data, dict) or set(data) != {"game", "board", "rules", "state", "trail"}:
        raise PositionError("a state in JSON must have exactly game, board, rules, state and trail")
    return data


# --- views ---


def view_to_bytes(view: View) -> bytes:
    """The view as bytes: equal bytes, equal knowledge."""
    actions = np.array([int(action) for action in view.actions()], np.int64)
    trail = b"" if view.trail is None else view.trail.tobytes()
    return bytes(view.record.tobytes() + actions.tobytes() + trail)


def view_to_json(view: View) -> str:
    """The view as JSON on one line, its fields by name, with the seat's legal actions in their notation."""
    return json.dumps(
        {
            "seat": view.seat,
            "view": _fields(view.record),
            "trail": None if view.trail is None else view.trail.tolist(),
            "actions": list(map(str, view.actions())),
        },
        ensure_ascii=False,
    )


def read_view(text: str, game: Game) -> tuple[int, StateRecord, Words | None, object]:
    """Seat, record, trail and actions that `view_to_json` wrote, the actions not looked at; PositionError if not."""
    data = _loads(text)
    if not isinstance(data, dict) or set(data) != {"seat", "view", "trail", "actions"}:
        raise PositionError("a view in JSON must have exactly seat, view, trail and actions")
    seat = game.check_seat(data["seat"])
    known = _read_fields(data["view"], game.view_type, "view", game)
    trail = None if game.hides else _read_trail(data["trail"], game)
    return seat, known, trail, data["actions"]


# --- both ---


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise PositionError("this is not JSON") from None


def _fields(record: StateRecord) -> dict[str, Any]:
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


def _read_fields(values: Any, kind: np.dtype[Any], what: str, game: Game) -> StateRecord:
    names = kind.names or ()
    if not isinstance(values, dict) or set(values) != set(names):
        raise PositionError(f"a {what} of {game.name} must have exactly {', '.join(names)}")
    read = record(kind)
    for name, value in values.items():
        read[name] = _read_integers(value, kind[name].shape, kind[name].base, f"{what}.{name}")
    return read


def _read_trail(values: Any, game: Game) -> Words:
    shape = (len(values) if isinstance(values, list) else 0, game.sizes.words)
    return np.array(_read_integers(values, shape, np.dtype(np.int64), "trail"), np.int64).reshape(shape)


def _read_integers(value: Any, shape: tuple[int, ...], kind: np.dtype[Any], where: str) -> Any:
    """`value` if it is made of whole numbers in this shape that the signed type can hold, else PositionError."""
    if not shape:
        bits = kind.itemsize * 8
        if type(value) is not int or not -(1 << bits - 1) <= value < 1 << bits - 1:
            raise PositionError(f"{where}: {value!r} is not a whole number of {bits} bits")
        return value
    if type(value) is not list or len(value) != shape[0]:
        raise PositionError(f"{where}: not a list of {shape[0]}")
    return [_read_integers(item, shape[1:], kind, where) for item in value]
