"""Observations of a seat for OpenSpiel: observations, and information states with all that came before."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from naadam.bridges.spaces import tensor_of
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import State

DIGEST = 8  # bytes that differ where observations differ


class Seen:
    """A state, the step that led to it, and the one before: a value, shared by all copies of an OpenSpiel state."""

    __slots__ = ("_digests", "_labels", "action", "before", "number", "seat", "state")

    def __init__(self, state: State, before: Seen | None = None, seat: int = CHANCE, action: int = -1) -> None:
        self.state, self.before, self.seat, self.action = state, before, seat, action
        self.number: int = before.number + 1 if before else 0  # of steps from the start
        self._digests: dict[int, bytes] = {}
        self._labels: dict[int, str] = {}

    def go_on(self, seat: int, action: int) -> Seen:
        """The state after an action of a seat, with the path to it."""
        return Seen(self.state.apply(action, seat), self, seat, action)

    def digest(self, witness: int) -> bytes:
        """Stands for all that a seat has seen from the start to here, its own actions among it."""
        path, seen = [], self
        while witness not in seen._digests and seen.before is not None:
            path.append(seen)
            seen = seen.before
        known = seen._digests.setdefault(witness, bytes(DIGEST))
        for seen in reversed(path):
            content = known + seen.label(witness).encode() + view_bytes(seen.state, witness)
            known = seen._digests[witness] = hashlib.blake2b(content, digest_size=DIGEST).digest()
        return known

    def label(self, witness: int) -> str:
        """The last step as a seat saw it."""
        if witness not in self._labels:
            assert self.before is not None, "the start has no last step"
            shown = self.before.state.discloses(self.action, witness, self.seat)
            self._labels[witness] = f"{self.seat}:{self.action if shown else '?'}"
        return self._labels[witness]

    def steps(self, witness: int) -> str:
        """All steps as a seat saw them."""
        labels, seen = [], self
        while seen.before is not None:
            labels.append(seen.label(witness))
            seen = seen.before
        return " ".join(reversed(labels))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Seen:
        return self

    def __reduce__(self) -> tuple[Any, tuple[State, list[tuple[int, int]]]]:
        """As the start and the steps from there: a chain of thousands would be too deep to pickle link by link."""
        steps, seen = [], self
        while seen.before is not None:
            steps.append((seen.seat, seen.action))
            seen = seen.before
        return replay, (seen.state, steps[::-1])


def replay(start: State, steps: list[tuple[int, int]]) -> Seen:
    """The observation after some steps from a start."""
    seen = Seen(start)
    for seat, action in steps:
        seen = seen.go_on(seat, action)
    return seen


class OpenSpielState(Protocol):
    """The part of an OpenSpiel state that observers use."""

    seen: Seen


def view_bytes(state: State, seat: int) -> bytes:
    """The bytes of a seat's view."""
    return bytes(state.game.view_record(state.record, seat).tobytes())


def say_view(state: State, seat: int) -> str:
    """A view as text that says all of it: as a position where nothing is hidden, else as a sketch with a digest."""
    if not state.game.hides:
        return state.position
    known = state.game.view_record(state.record, seat)
    digest = hashlib.blake2b(known.tobytes(), digest_size=DIGEST).hexdigest()
    return f"{state.game.face.sketch(known)}\n{digest}"


def say_private(state: State, seat: int) -> str:
    """Private knowledge of a seat, field by field."""
    known, public = (state.game.view_record(state.record, viewer) for viewer in (seat, CHANCE))
    names = [name for name in known.dtype.names if (known[name] != public[name]).any()] if state.game.hides else []
    return " ".join(f"{name}={np.asarray(known[name]).tolist()}" for name in names)


class Observer:
    """Writes observations into `tensor` and its named parts in `dict`, as OpenSpiel asks of an observer.

    Information states have, behind the tensor of the view, the player, and bits that differ whenever anything seen
    before did.
    """

    def __init__(self, game: Game, public: bool, private: bool, recall: bool) -> None:
        self._public, self._private, self._recall = public, private, recall
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if public and private:
            size = int(np.prod(game.sizes.tensor))
            self.tensor = np.zeros(size + (game.seats + 8 * DIGEST) * recall, np.float32)
            parts = np.split(self.tensor, [size, size + game.seats * recall])
            self.dict = {"observation": parts[0].reshape(game.sizes.tensor)}
            if recall:
                self.dict |= {"player": parts[1], "seen_before": parts[2]}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write a player's view of a state."""
        if self.tensor is None:
            return
        self.dict["observation"][...] = tensor_of(state.seen.state, player)
        if self._recall:
            self.dict["player"][:] = 0
            self.dict["player"][player] = 1
            self.dict["seen_before"][:] = np.unpackbits(np.frombuffer(state.seen.digest(player), np.uint8))

    def string_from(self, state: OpenSpielState, player: int) -> str | None:
        """A player's view of a state, or a part of it, as text."""
        now = state.seen.state
        if not self._public:
            return say_private(now, player) if self._private else ""
        viewer = player if self._private else CHANCE
        if not self._recall:
            return f"{viewer}\n{say_view(now, viewer)}"
        if not self._private:
            return None
        return f"{player}\n{state.seen.steps(player)}\n{say_view(now, player)}\n{state.seen.digest(player).hex()}"
