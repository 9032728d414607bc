"""Game: a game with its options chosen, as `naadam.load` gives it."""

from __future__ import annotations

import copy
import functools
import threading
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.batch import Batch
from naadam.core.compiling import mix, record
from naadam.core.compiling.bound import BoundRules
from naadam.core.contract import HEADER, WORDING, Sizes, StateRecord
from naadam.core.errors import PositionError, SeatError, SpecError
from naadam.core.match import Match
from naadam.core.options import Options, write_spec
from naadam.core.parts.net import Net, read_net
from naadam.core.parts.rulebook import Rulebook
from naadam.core.parts.weights import WeightSchema
from naadam.core.registry import load_again
from naadam.core.rules_source import check_source
from naadam.core.seats import CHANCE
from naadam.core.state import Random, State
from naadam.core.texts import CORE
from naadam.drawing.description import Description
from naadam.drawing.picture import draw_picture, draw_words


class Game:
    """A game with its options: makes states, plays them out, counts and restores them.

    With `compiled=False` it runs the same rules uncompiled: slower by orders, with identical results.
    """

    def __init__(self, rulebook: Rulebook, compiled: bool = True) -> None:
        self.rulebook = rulebook
        self.notation = rulebook.notation
        self.checks = rulebook.checks
        self.face = rulebook.face
        self.editor = rulebook.editor
        check_source(rulebook.rules)
        self.bound = BoundRules(rulebook.name, rulebook.rules, rulebook.tables, compiled)
        self._start: State | None = None
        self._uncompiled: Game | None = None
        self._repeats = hasattr(rulebook.rules, "repetition")
        self._scratch = threading.local()

    # --- identity ---

    @property
    def name(self) -> str:
        """The name of the game, such as bagh-chal."""
        return self.rulebook.name

    @property
    def options(self) -> Options:
        """The chosen value of every option, by name; `options.declared` has the possible values."""
        return self.rulebook.options

    @property
    def sizes(self) -> Sizes:
        """The bounds of the game: seats, actions, longest game and the like."""
        return self.rulebook.sizes

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.rulebook.sizes.seats

    @property
    def planes(self) -> tuple[str, ...]:
        """The meaning of each plane of `View.tensor`, in order; "+1" is the seat after the one that observes."""
        return tuple(self.rulebook.planes)

    @functools.cached_property
    def spec(self) -> str:
        """The shortest text that loads this game: `naadam.load(game.spec) == game`."""
        return write_spec(self.name, self.options)

    @property
    def board_hash(self) -> str:
        """The hash of the board file; empty without one."""
        return self.rulebook.board.hash if self.rulebook.board else ""

    @property
    def rules_version(self) -> int:
        """The version of the rules, which records name."""
        return self.rulebook.version

    @functools.cached_property
    def state_type(self) -> np.dtype[Any]:
        """The NumPy type of a state’s record."""
        return self.rulebook.rules.STATE  # type: ignore[no-any-return]

    @functools.cached_property
    def view_type(self) -> np.dtype[Any]:
        """The NumPy type of a view’s record."""
        return getattr(self.rulebook.rules, "VIEW", self.state_type)

    def title(self, language: str = "en") -> str:
        """The name of the game with its board, in a language."""
        return self.rulebook.title(language)

    def seat_name(self, seat: int, language: str = "en") -> str:
        """The name of a seat, such as Goats."""
        return self.rulebook.texts.get("seats", self.rulebook.seat_key(self.check_seat(seat)), language)

    def aim(self, seat: int, language: str = "en") -> str:
        """The aim of a seat in a few words; empty if the game's texts have none."""
        texts, key = self.rulebook.texts, self.rulebook.aim_key(self.check_seat(seat))
        return texts.get("aim", key, language) if key in texts.sections(language).get("aim", {}) else ""

    def side_names(self, description: Description, language: str = "en") -> list[str]:
        """The side that each seat plays, as found out in the game; else the seat's own name."""
        names = [self.seat_name(seat, language) for seat in range(self.seats)]
        stage = self.face.stage(language, description.scene) if description.sides else None
        if stage is None:
            return names
        sides = zip(description.sides, names, strict=True)
        return [stage.items[side].name if side else name for side, name in sides]

    def clauses(self, language: str = "en") -> Mapping[str, str]:
        """The rules, clause by clause."""
        names = (f"{self.rulebook.prefix}-{number}" for number in self.rulebook.clauses)
        return {name: self.rulebook.texts.clause(name, language) for name in names}

    def draw(self, description: Description, language: str = "en") -> str:
        """A description as a complete SVG picture."""
        if not isinstance(description, Description):
            raise SpecError(f"draw needs a description, not a {type(description).__name__}: use state.svg()")
        stage = self.face.stage(language, description.scene)
        seats = self.side_names(description, language)
        turn = say_turn(description, seats, language)
        if stage is None:
            return draw_words(self.title(language), turn)
        return draw_picture(stage, description, self.title(language), seats, turn)

    # --- states ---

    def start(self) -> State:
        """The start of a game."""
        if self._start is None:
            state = record(self.state_type)
            self.bound.start(state)
            self._start = self.restore(state, None)
        return self._start

    def position(self, text: str) -> State:
        """The state that a one-line position describes; PositionError with the reason if it describes none."""
        if not isinstance(text, str):
            raise PositionError(f"a position must be a text, not {text!r}")
        state = self.notation.parse_position(text)
        self.checks.settle(state)
        self.checks.check(state)  # for the reason of the game, before those of core
        return self.restore(state, None)

    def from_bytes(self, data: bytes) -> State:
        """The state that `State.to_bytes` wrote; PositionError if the bytes are not that."""
        return State.from_bytes(data, self)

    def from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote; PositionError names the error."""
        return State.from_json(text, self)

    def restore(self, state: StateRecord, trail: npt.NDArray[np.int64] | None) -> State:
        """A state from its record and trail (None: nothing before it matters), both checked."""
        self._check_header(state)
        self.checks.check(state)
        words = np.empty((1, self.sizes.words), np.int64)
        self.bound.position(state, words[0])
        if trail is None:
            state["quiet"] = 0
            trail = words
        memory = bytearray(state.tobytes())
        rows = self.trail_rows(memory)
        if trail is not words and (len(trail) != rows or (rows and (trail[-1] != words[0]).any())):
            raise PositionError("the positions before this one do not fit it")
        return State(self, memory, trail)

    def _check_header(self, state: StateRecord) -> None:
        """Checks that core relies on, in addition to those of the game."""
        seats = (1 << self.sizes.seats) - 1
        waiting, ended, quiet = int(state["waiting"]), int(state["ended"]), int(state["quiet"])
        if waiting & ~seats and waiting != 1 << CHANCE:
            raise PositionError.of(CORE, "seat")
        if (ended != 0) != (waiting == 0) or (ended and (ended < 0 or ended % WORDING not in self.rulebook.clauses)):
            raise PositionError.of(CORE, "over")
        if not 0 <= quiet < self.sizes.trail:
            raise PositionError.of(CORE, "quiet")

    def trail_rows(self, memory: bytes | bytearray) -> int:
        """How many rows the trail of a state has: the positions that could come again, and its own."""
        waiting, _, quiet = HEADER.unpack_from(memory)
        return quiet + 1 if waiting and self._repeats else 0

    def expect(self, spec: str, board_hash: str, version: str) -> None:
        """PositionError unless something written for this game, board and version can be read here."""
        if spec != self.spec:
            raise PositionError(f"this is a state of {spec!r}, not of {self.spec!r}")
        if board_hash != self.board_hash:
            raise PositionError(f"this is a state on another board than {self.options.get('board')!r} now is")
        if version != str(self.rules_version):
            raise PositionError(
                f"this state is of version {version} of the rules; this is version {self.rules_version}"
            )

    def check_seat(self, seat: int, chance: bool = False) -> int:
        """The seat itself (CHANCE too, if wanted) as a plain number, or SeatError; `True` is no seat, nor is -1."""
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
            raise SeatError(f"a seat must be a number, not {seat!r}")
        if not (0 <= seat < self.sizes.seats or (chance and seat == CHANCE)):
            raise SeatError.of(CORE, "seat-unknown", seat=seat, last=self.sizes.seats - 1)
        return int(seat)

    def check_seed(self, seed: int) -> int:
        """The seed as a plain number, or SpecError; 1.5 and "1" are not seeds."""
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
            raise SpecError(f"a seed must be a whole number, not {seed!r}")
        return int(seed)

    # --- play at native speed ---

    @property
    def buffers(self) -> SimpleNamespace:
        """Scratch arrays of this thread, for one call at a time."""
        try:
            return self._scratch.buffers  # type: ignore[no-any-return]
        except AttributeError:
            self._scratch.buffers = self.make_buffers()
            return self._scratch.buffers  # type: ignore[no-any-return]

    def make_buffers(self) -> SimpleNamespace:
        """New scratch arrays, large enough for every state of the game."""
        sizes = self.sizes
        return SimpleNamespace(
            actions=np.empty(max(sizes.choices, sizes.outcomes), np.int64),
            weights=np.empty(max(1, sizes.outcomes)),
            trail=np.empty((sizes.trail, sizes.words), np.int64),
        )

    def playout(self, state: State, seed: int) -> State:
        """The end of a game played at random from `state`; the same seed plays the same game."""
        self._check_own(state)
        memory = bytearray(state._memory)
        buffers = self.buffers
        rows = len(state._trail)
        buffers.trail[:rows] = state._trail
        rng = np.array([mix(self.check_seed(seed))], np.int64)  # as in a batch
        self.bound.playout(record(self.state_type, memory), buffers.trail, rng, buffers.actions, buffers.weights)
        return State(self, memory, buffers.trail[:0])

    def batch(self, count: int, start: State | None = None) -> Batch:
        """`count` games side by side, all from the start or from a given state."""
        if start is not None:
            self._check_own(start)
        return Batch(self, count, self.start() if start is None else start)

    def perft(self, state: State, depth: int) -> int:
        """How many sequences of exactly `depth` actions, chance included, lead on from a state."""
        self._check_own(state)
        if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
            raise SpecError(f"a depth must be a whole number, 0 or more, not {depth!r}")
        if depth == 0:
            return 1
        rows = len(state._trail)
        width = max(self.sizes.choices, self.sizes.outcomes)
        states = np.zeros(depth + 1, self.state_type)
        states[0] = state.record
        trail = np.empty((rows + depth, self.sizes.words), np.int64)
        trail[:rows] = state._trail
        seats, actions = np.empty((2, depth, width), np.int64)
        counters = np.empty((2, depth), np.int64)
        return int(self.bound.perft(states, trail, rows - 1, depth, seats, actions, self.buffers.weights, *counters))

    @functools.cached_property
    def hides(self) -> bool:
        """Whether seats know less than the whole state."""
        return hasattr(self.rulebook.rules, "view")

    def view_record(self, state: StateRecord, seat: int) -> StateRecord:
        """A seat's view of a state, read only: the state itself where nothing is hidden."""
        if not self.hides:
            return state
        view = record(self.view_type)
        self.bound.view(state, seat, view)
        return view

    def match(self, rng: Random, games: int | None = None) -> Match:
        """A match by the rules of this game, of `games` games where these leave it open; SpecError if there is none."""
        rule = self.rulebook.match_rule
        lengths = rule.lengths if rule else ()
        if games is not None and (type(games) is not int or games not in lengths):
            allowed = " or ".join(map(str, lengths)) + " games" if lengths else "as many games as the rules say"
            raise SpecError(f"a match of {self.name} has {allowed}, not {games!r}")
        if rule is None:
            raise SpecError(f"the rules of {self.name} define no match")
        rule = rule if games is None else rule.lasting(games)
        return Match.begin(self.name, rule, self.rulebook.texts, rng)

    def uncompiled(self) -> Game:
        """The same game run by the uncompiled rules."""
        if self._uncompiled is None:
            self._uncompiled = Game(self.rulebook, compiled=False) if self.bound.compiled else self
        return self._uncompiled

    def judged_by(self, file: Path) -> Game:
        """The same game, whose positions computers judge by the net of a file, or by its weights if it is TOML."""
        if file.suffix == ".toml":
            return self.weighed(self.weight_schema.load(file))
        if self.rulebook.net is None:
            raise SpecError(f"{self.name} has no evaluation that could be learned")
        return self._with_net(self.rulebook.net, file)

    @property
    def weight_schema(self) -> WeightSchema:
        """The weights of the game's own evaluation; SpecError if it has none that could be fitted to games."""
        if self.rulebook.weight_schema is None:
            raise SpecError(f"{self.name} has no weights that could be fitted to games")
        return self.rulebook.weight_schema

    def weighed(self, weights: npt.NDArray[np.float64]) -> Game:
        """The same game, whose positions computers judge by other weights."""
        return self._with_tables(self.weight_schema.put_into(self.rulebook.tables, weights))

    @functools.cached_property
    def learned(self) -> Game:
        """The same game, judged by the net that comes with it; the game itself if there is none."""
        net = self.rulebook.net
        return self if net is None or net.shipped is None else self._with_net(net, net.shipped)

    def _with_net(self, net: Net, file: Traversable) -> Game:
        return self._with_tables(net.put_into(self.rulebook.tables, read_net(file)[0]))

    def _with_tables(self, tables: Any) -> Game:
        rulebook = copy.copy(self.rulebook)
        rulebook.tables = tables
        return Game(rulebook, self.bound.compiled)

    def _check_own(self, state: State) -> None:
        if not isinstance(state, State):
            raise SpecError(f"this is no state but a {type(state).__name__}: use game.start() or game.position(text)")
        if state.game != self:
            raise SpecError(f"this state is of {state.game.spec!r}, not of {self.spec!r}")

    # --- as a value ---

    def _identity(self) -> tuple[str, str, int]:
        return self.spec, self.board_hash, self.rules_version

    def __eq__(self, other: object) -> bool:
        return self is other or (self._identity() == other._identity() if isinstance(other, Game) else NotImplemented)

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, tuple[str, str, int]]:
        return load_again, self._identity()

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"


def say_turn(description: Description, seats: Sequence[str], language: str) -> str:
    """The player to move, or the winner, in words."""
    if len(description.winners) > 1:
        return CORE.get("table", "draw", language)
    if description.winners:
        return CORE.get("table", "wins", language, name=seats[description.winners[0]])
    return "" if description.turn is None else CORE.get("table", "to-move", language, name=seats[description.turn])
