"""Importing a game: a record or a one-line position, to look at or to play on from."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import NamedTuple

from naadam.core.errors import NaadamError, PositionError, RecordError
from naadam.core.game import Game
from naadam.core.options import read_spec
from naadam.core.records import Record
from naadam.core.registry import game_names, load_shipped, variants
from naadam.core.state import State
from naadam.server.protocol.errors import UserError
from naadam.server.protocol.kinds import LONGEST_POSITION

log = logging.getLogger(__name__)

LONGEST_NAME = 40
LONGEST_QUOTED = 60
LIKE_A_POSITION = re.compile(r"[\d/=:]")  # a position of any game has one of these


class ImportedGame(NamedTuple):
    """How a game begins: its start if it is not the usual one, and the steps taken (seat and action)."""

    game: Game
    start: str | None = None
    steps: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()

    def state(self) -> State:
        """The position that is reached."""
        state = self.game.position(self.start) if self.start else self.game.start()
        for seat, action in self.steps:
            state = state.apply(action, seat)
        return state


def import_game(text: str, spec: str | None = None) -> ImportedGame:
    """Read a text: a record, or a position of the named game, or of any game; UserError says why it is neither."""
    text = text.strip()
    if "\n" in text or text.startswith(("{", "Game:")):
        return _read_record(text, spec)
    if len(text) > LONGEST_POSITION:
        raise UserError("no-game", text=text[:LONGEST_QUOTED])
    if spec is not None:
        game = load_shipped(spec)
        return ImportedGame(game, _start(game, text))
    return _find_position(text)


def _read_record(text: str, spec: str | None) -> ImportedGame:
    try:
        record = Record.read(text)
        game = load_shipped(record.game)  # before anything is loaded that names a file of this machine
        record.load()
        states = [game.position(record.start) if record.start else game.start()]
    except RecordError as error:
        raise UserError("bad-record", reason=error.text) from None
    if spec is not None and load_shipped(spec) != game:
        raise UserError("other-game", game=game.title)
    steps = []
    for number, step in enumerate(record.steps, 1):
        try:
            seat, action = states[-1].resolve_action(step.text, step.seat)
            states.append(states[-1].apply(action, seat))
        except NaadamError as error:
            raise UserError("bad-step", number=number, action=step.text, reason=error.text) from None
        steps.append((seat, action))
    names = tuple(name[:LONGEST_NAME] for name in record.seats)
    return ImportedGame(game, record.start, tuple(steps), names)


def _find_position(text: str) -> ImportedGame:
    """The first game that knows the position; the text may begin with the game's spec."""
    first, _, rest = text.partition(" ")
    try:
        read_spec(first)
        game = load_shipped(first)
    except NaadamError:
        if not LIKE_A_POSITION.search(text):
            raise UserError("no-game", text=text[:LONGEST_QUOTED]) from None
        reason = None  # of the first game; an error itself would keep all that was read so far
        for game in _all_games():
            try:
                return ImportedGame(game, _start(game, text))
            except PositionError as error:
                reason = reason or error.text
        raise UserError("no-position", text=text[:LONGEST_QUOTED], reason=reason) from None
    return ImportedGame(game, _start(game, rest))


def _start(game: Game, text: str) -> str | None:
    state = game.position(text)
    return None if state == game.start() else state.position


def _all_games() -> Iterator[Game]:
    for name in game_names():
        try:
            found = list(variants(name))
        except Exception as error:  # a package of others may fail in any way, and spoils nothing but itself
            log.error("%s cannot be played: %s", name, error)
            continue
        yield from found
