"""OpenSpiel: importing this module registers every game, as `naadam_khan(players=3)`; options are parameters.

Chance is OpenSpiel's explicit chance. A game whose rules seal decisions (`unseal`) has simultaneous nodes wherever
several seats may act; in every other game the lowest of them acts first. Games with hidden information are declared
so, with strings and tensors of each seat's view (`observing.py`). Returns are the scores of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from naadam.bridges.observing import Observer, Seen
from naadam.core.errors import SpecError
from naadam.core.extras import need
from naadam.core.game import Game
from naadam.core.options import Value
from naadam.core.registry import game_names, load, rulebook
from naadam.core.seats import CHANCE, MOST_SEATS

need("pyspiel", "the bridge to OpenSpiel", "bridges")

import pyspiel  # noqa: E402

GameType = pyspiel.GameType
UNBOUNDED = 1_000_000  # the length of a game whose rules set no bound

# Parameters of every game in addition to its options
HORIZON = "horizon"  # after so many steps the game ends, with no score for any seat; 0 for never
POSITION = "position"  # the position that it starts from; "" for the start of the rules


def short_name(name: str) -> str:
    """The name under which OpenSpiel knows a game: `naadam_bagh_chal`."""
    return f"naadam_{name.replace('-', '_')}"


def write_parameter(value: Value) -> Value:
    """An option as OpenSpiel stores it: a text that it would read as something else stands in quotes, and what it
    would split a text at is written as in a web address."""
    if not isinstance(value, str):
        return value
    text = quote(value, safe=" /:'")
    looks_else = text.lower() in ("true", "false") or text.replace(".", "", 1).removeprefix("-").isdigit()
    return f"'{text}'" if looks_else else text


def read_parameter(value: Value) -> Value:
    """A parameter as OpenSpiel passes it, without its quotes."""
    return unquote(value.strip("'")) if isinstance(value, str) else value


def kind_of(name: str, title: str, seats: tuple[int, int], chance: bool, total: float | None) -> Any:
    """OpenSpiel's description of a game, before it is loaded or, with its options, after."""
    book = rulebook(name)
    hides = hasattr(book.rules, "view") and not book.only_sealed  # simultaneous plans are no secrets here
    sealed = hasattr(book.rules, "unseal")
    utility = GameType.Utility.GENERAL_SUM
    if total is not None:
        utility = GameType.Utility.CONSTANT_SUM if total else GameType.Utility.ZERO_SUM
    return GameType(
        short_name=short_name(name),
        long_name=title,
        dynamics=GameType.Dynamics.SIMULTANEOUS if sealed else GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC if chance else GameType.ChanceMode.DETERMINISTIC,
        information=GameType.Information.IMPERFECT_INFORMATION if hides else GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=GameType.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            HORIZON: 0,
            POSITION: "",
            **{option.name: write_parameter(option.default) for option in book.declared},
        },
    )


class SpielGame(pyspiel.Game):
    """A game of Naadam as OpenSpiel's algorithms know it; `game` is Naadam's own."""

    def __init__(self, name: str, parameters: Mapping[str, Value]) -> None:
        options = {key: read_parameter(value) for key, value in parameters.items()}
        self.horizon = int(options.pop(HORIZON, 0))
        position = str(options.pop(POSITION, ""))
        self.game: Game = load(name, **options)
        self.start = self.game.position(position) if position else self.game.start()
        sizes = self.game.sizes
        total = None if self.horizon and sizes.total else sizes.total
        low, high = sizes.scores
        self.length = self.horizon or sizes.length or UNBOUNDED
        information = pyspiel.GameInfo(
            num_distinct_actions=sizes.actions,
            max_chance_outcomes=sizes.actions if sizes.outcomes else 0,  # they share the numbers of actions
            num_players=sizes.seats,
            min_utility=min(low, 0.0) if self.horizon else low,
            max_utility=max(high, 0.0) if self.horizon else high,
            utility_sum=total,
            max_game_length=self.length,
        )
        seats = (sizes.seats, sizes.seats)
        kind = kind_of(name, self.game.title(), seats, bool(sizes.outcomes), total)
        changed = {key: write_parameter(value) for key, value in self.game.options.changed().items()}
        if self.horizon:
            changed[HORIZON] = self.horizon
        if position:
            changed[POSITION] = write_parameter(position)
        super().__init__(kind, information, changed)
        self.sealed = hasattr(self.game.rulebook.rules, "unseal")

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.length if self.game.sizes.outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Writer of observations or, with perfect recall, information states."""
        if params:
            raise SpecError(f"observations have no parameters, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.game, public=wanted.public_info, private=private, recall=wanted.perfect_recall)


class SpielState(pyspiel.State):
    """A state with the way that led to it; `seen.state` is Naadam's own."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._sealed, self._horizon = game.sealed, game.horizon
        self.seen = Seen(game.start)

    def current_player(self) -> int:
        waiting = self.seen.state.waiting
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if waiting[0] == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self._at_once(waiting) else waiting[0]

    def _at_once(self, waiting: Sequence[int]) -> bool:
        return self._sealed and len(waiting) > 1

    def _legal_actions(self, player: int) -> list[int]:
        waiting = () if self.is_terminal() else self.seen.state.waiting
        acts = player in waiting if self._at_once(waiting) else waiting[:1] == (player,)
        return self.seen.state.numbers(player) if acts else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(int(action), probability) for action, probability in self.seen.state.chance()]

    def _apply_action(self, action: int) -> None:
        self.seen = self.seen.go_on(self.seen.state.waiting[0], action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """The actions of all seats that may act, in their order; the others' are not looked at."""
        for seat in self.seen.state.waiting:
            if self.seen.state.refusal(actions[seat], seat) is None:  # else an earlier seat has closed the window
                self.seen = self.seen.go_on(seat, actions[seat])

    def _action_to_string(self, player: int, action: int) -> str:
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        return self.seen.state.game.notation.format(self.seen.state.record, seat, action)

    def is_terminal(self) -> bool:
        return self.seen.state.turn is None or 0 < self._horizon <= self.seen.number

    def returns(self) -> list[float]:
        outcome = self.seen.state.outcome
        return list(outcome.scores) if outcome else [0.0] * self.seen.state.game.seats

    def __str__(self) -> str:
        return self.seen.state.position


_registered: set[str] = set()


def register(name: str) -> None:
    """Tell OpenSpiel of a game, unless it knows it."""
    if name in _registered:
        return
    book = rulebook(name)
    title = book.texts.get("game", "title")
    kind = kind_of(name, title, (1, MOST_SEATS), hasattr(book.rules, "chance"), None)
    maker = type(f"{book.__name__}Game", (SpielGame,), {"__init__": _initialiser(name)})
    pyspiel.register_game(kind, maker)
    _registered.add(name)


def _initialiser(name: str) -> Any:
    def initialise(self: SpielGame, params: Mapping[str, Value] | None = None) -> None:
        SpielGame.__init__(self, name, params or {})

    return initialise


for _name in game_names():
    register(_name)
