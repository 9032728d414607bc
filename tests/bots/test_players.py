"""Players: budgets, giving up, the same choice from the same seed, levels, bots by name."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Callable

import pytest

import naadam
from naadam.bots import AlphaBeta, Bot, Budget, Thought, Uct, level, named
from naadam.bots.budget import Stopped
from naadam.bots.levels import LEVELS, settings_of
from naadam.bots.searches import Search, make_search
from naadam.bots.turns import Turns
from naadam.core.game import Game
from naadam.core.state import Action, State
from naadam.core.view import View

MAKERS: dict[str, Callable[[Budget], Search]] = {
    "alpha-beta": lambda budget: AlphaBeta(budget, seed=3, slots=1 << 14),
    "uct": lambda budget: Uct(budget, seed=3, room=1 << 14),
    "uct with cut-off": lambda budget: Uct(budget, seed=3, room=1 << 14, cutoff=0),
    "turns": lambda budget: Turns(budget, seed=3, width=16),
    "uct with widening": lambda budget: Uct(budget, seed=3, room=1 << 14, widening=2.0),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return naadam.load("bagh-chal")


@pytest.fixture(scope="module")
def middle(game: Game) -> View:
    """A position of a random game, its seat's view."""
    rng = random.Random(1)
    state = game.start()
    for _ in range(9):
        state = state.apply(rng.choice(state.actions()))
    assert state.turn is not None
    return state.view(state.turn)


@pytest.fixture
def view(name: str, middle: View) -> View:
    """Where a search is tried: that of whole turns in Patrol, for which other tests need it compiled as well."""
    return naadam.load("patrol:glass=0").start().view(0) if name == "turns" else middle


@pytest.mark.parametrize("name", MAKERS)
def test_a_number_of_nodes_gives_the_same_thought_every_time(name: str, view: View) -> None:
    one, other = (MAKERS[name](Budget(nodes=3000)).think(view) for _ in range(2))
    assert (one.value, list(one.line), one.nodes) == (other.value, list(other.line), other.nodes)
    assert one.nodes <= 3001


@pytest.mark.parametrize("name", MAKERS)
def test_a_thought_is_the_same_uncompiled(name: str, view: View) -> None:
    slow = view.game.uncompiled()
    state = slow.restore(view.record.copy(), None)
    fast = view.game.restore(view.record.copy(), None)
    budget = Budget(nodes=60)
    plain, compiled = (MAKERS[name](budget).think(s.view(view.seat)) for s in (state, fast))
    assert (plain.value, [int(a) for a in plain.line]) == (compiled.value, [int(a) for a in compiled.line])


@pytest.mark.parametrize("name", MAKERS)
def test_a_thought_can_be_given_up(name: str, view: View) -> None:
    told: list[Thought] = []
    with pytest.raises(Stopped):
        MAKERS[name](Budget(seconds=600)).choose(view, watch=told.append, cancelled=lambda: True)


@pytest.mark.parametrize("name", MAKERS)
def test_a_thought_ends_with_its_time_and_is_told_meanwhile(name: str, view: View) -> None:
    told: list[Thought] = []
    chosen = MAKERS[name](Budget(seconds=0.3)).choose(view, watch=told.append)
    assert chosen in view.actions()
    assert told[-1].line[0] == chosen
    assert told[-1].nodes > 0
    state = view.complete(0)
    for action in told[-1].line:  # the whole line can be played
        state = state.apply(action)


def test_a_thought_of_some_depth_looks_so_far(middle: View) -> None:
    told: list[Thought] = []
    AlphaBeta(Budget(depth=4), slots=1 << 14).think(middle, watch=told.append)
    assert [thought.depth for thought in told] == [1, 2, 3, 4]


def test_a_thought_has_the_value_of_every_action_it_looked_at(middle: View) -> None:
    deep = AlphaBeta(Budget(depth=3), slots=1 << 14).think(middle)
    assert set(deep.values) == set(middle.actions())
    assert deep.values[deep.line[0]] == deep.value == max(deep.values.values())
    exact = AlphaBeta(Budget(depth=3), slots=1 << 14).rate(middle)
    assert exact[deep.line[0]] == pytest.approx(deep.value)
    assert all(exact[action] <= value + 1e-9 for action, value in deep.values.items()), "bounds from above"
    wide = Uct(Budget(nodes=2000)).think(middle)
    assert set(wide.values) == set(middle.actions())
    assert wide.values[wide.line[0]] == wide.value
    assert not wide.mixed


def test_a_tree_is_kept_from_move_to_move(game: Game) -> None:
    bot = Uct(seed=1)
    workspace = bot.workspace(game)
    state = game.start()
    thought = bot.think(state.view(0), Budget(enough=lambda: bool(workspace.tree.used[0] > 1000)))
    for action in thought.line[:2]:
        state = state.apply(action)
    used = int(workspace.tree.used[0])
    bot.think(state.view(0), Budget(seconds=0.05))
    assert workspace.root != 0
    assert workspace.tree.used[0] >= used
    bot.think(game.start().view(0), Budget(nodes=50))
    assert workspace.root == 0, "with a number of nodes it starts afresh"


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_uct_plays_many_seats_chance_and_secrets(seats: int) -> None:
    rng = random.Random(seats)
    state = naadam.load(f"caravan:players={seats}").start().resolve(rng)
    bot = Uct(Budget(nodes=60), seed=1)
    while state.waiting:
        seat = rng.choice(state.waiting)
        state = state.apply(int(bot.choose(state.view(seat))), seat).resolve(rng)
    assert state.outcome is not None


def test_alpha_beta_says_what_it_cannot_play() -> None:
    state = naadam.load("caravan").start().resolve(random.Random(1))
    with pytest.raises(naadam.SpecError, match="two seats without chance"):
        AlphaBeta().choose(state.view(0))


def play(game: Game, bots: tuple[Bot, Bot], rng: random.Random) -> State:
    state = game.start()
    while state.waiting:
        assert state.turn is not None
        state = state.apply(bots[state.turn].choose(state.view(state.turn)))
    return state


@pytest.mark.parametrize("board", ["bagh-chal", "pulijudam"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_level_beats_random_play(board: str, seat: int) -> None:
    game = naadam.load("bagh-chal", board=board)
    for seed in range(3):
        strong, weak = level(game, 3, seed), named("random", game, seed)
        end = play(game, (strong, weak) if seat == 0 else (weak, strong), random.Random(seed))
        assert end.outcome is not None
        assert end.outcome.winners == (seat,)


@pytest.mark.parametrize("number", LEVELS)
@pytest.mark.parametrize("name", [name for name in naadam.game_names() if name != "caravan"])
def test_every_game_has_five_levels_that_can_play(name: str, number: int) -> None:
    state = naadam.load(name).start().resolve(random.Random(1))
    assert state.turn is not None
    budget = Budget(nodes=20)
    assert level(name, number).choose(state.view(state.turn), budget) in state.actions()
    assert "search" in settings_of(state.game)[str(number)]


def test_the_levels_of_a_game_hold_no_game_that_nobody_plays() -> None:
    """Strangers choose freely how often a stick of Yut falls flat: each choice is a separate game."""
    games = [Game(naadam.load("yut", flat=flat).rulebook) for flat in (0.41, 0.42, 0.43)]
    assert all(settings_of(game) is settings_of(games[0]) for game in games), "the file is read once"
    loaded = [weakref.ref(game) for game in games]
    games.clear()
    gc.collect()
    assert [game() for game in loaded] == [None] * 3


@pytest.mark.parametrize("wrong", [0, 7, -1, True, 1.5, "5"])
def test_there_are_no_other_levels(wrong: int) -> None:
    with pytest.raises(naadam.SpecError, match="a level must be 1 to 5"):
        level("bagh-chal", wrong)


@pytest.mark.parametrize(
    "text", ["level3", "random", "greedy", "uct:nodes=50,cutoff=4", "uct:nodes=50,widening=2.5", "alpha-beta:depth=2"]
)
def test_bots_by_name(text: str, middle: View) -> None:
    assert named(text, middle.game, 1).choose(middle) in middle.actions()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("level7", "a level must be 1 to 5"),
        ("level", "unknown bot"),
        ("chess", "unknown bot"),
        ("random:x=1", "unknown bot"),
        ("uct:plies=3", "has no setting 'plies'"),
        ("uct:nodes", "name=value"),
        ("uct:observers=two", "'all' or 'one'"),
        ("uct:cutoff=-2", "cutoff"),
        ("alpha-beta:depth=0", "above 0"),
        ("alpha-beta:depth=1.5", "whole number"),
        ("alpha-beta:slots=100", "power of two"),
        ("alpha-beta:blur=-1", "blur"),
    ],
)
def test_names_of_no_bot_are_refused_with_the_reason(text: str, why: str, game: Game) -> None:
    with pytest.raises(naadam.SpecError, match=why):
        named(text, game)


def test_settings_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(naadam.SpecError, match="blur"):
        make_search("uct", {"blur": "much"})


def test_in_jarmo_an_arrival_is_worth_more_than_to_wait_before_the_camp() -> None:
    """Else both sides wait there for each other: 62 turns without anything were seen."""
    state = naadam.load("jarmo").position("aaa1a/1A3/5/5/2AAA G")
    assert state.apply("b4d5").value(0) > state.value(0)


def test_a_restless_player_goes_on_where_it_would_move_to_and_fro() -> None:
    jarmo = naadam.load("jarmo")
    quiet = jarmo.position("1a3/1a3/1aAaA/2A1g/1A3 B 0-0 1-0 - - 101 - -")
    lively = jarmo.position("1a3/1a3/1aAaA/2A1g/1A3 B 0-0 1-0 - - 3 - -")

    def choose(state: naadam.State, restless: float) -> Action:
        return AlphaBeta(Budget(nodes=4000), slots=1024, restless=restless).choose(state.view(1))

    waits, enters = choose(quiet, 0.0), choose(quiet, 0.01)
    assert jarmo.rulebook.idle(quiet.apply(waits).record) == 102
    assert jarmo.rulebook.idle(quiet.apply(enters).record) == 0
    assert choose(lively, 0.01) == choose(lively, 0.0), "a few quiet turns are no reason"
