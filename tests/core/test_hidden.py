"""Hidden hands, sealed bids, chance and windows on the toy game Caravan: no seat learns more than its view has."""

from __future__ import annotations

import gc
import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from types import FunctionType, ModuleType

import numpy as np
import pytest

import naadam
from naadam import CHANCE


def dealt(cards: Sequence[int], teams: bool = False) -> naadam.State:
    """All cards dealt, and everybody to bid."""
    state = naadam.load("caravan", players=len(cards), teams=teams).start()
    for card in cards:
        state = state.apply(f"deal {card}")
    return state


def act(state: naadam.State, actions: str, seats: Sequence[int]) -> naadam.State:
    """The seats' actions of these names, `bid 1, bid 2`, one after the other."""
    for action, seat in zip(actions.split(", "), seats, strict=True):
        state = state.apply(action, seat)
    return state


def led(state: naadam.State, leader: int) -> naadam.State:
    """The bids are open, and `leader` has made the highest."""
    for seat in state.waiting:
        state = state.apply("bid 3" if seat == leader else "bid 0", seat)
    return state


def play(game: naadam.Game, seed: int) -> Iterator[naadam.State]:
    """The states of a game played at random, any waiting seat first."""
    rng = random.Random(seed)
    state = game.start()
    yield state
    while state.waiting:
        seat = rng.choice(state.waiting)
        state = state.apply(rng.choice(state.actions(seat)), seat)
        yield state


def traffic(state: naadam.State, seat: int) -> list[bytes]:
    """All that a seat is given, as bytes."""
    view = state.view(seat)
    return [
        view.to_bytes(),
        pickle.dumps(view),
        view.tensor().tobytes(),
        repr(view.describe()).encode(),
        view._repr_svg_().encode(),
        state.game.face.sketch(view.record).encode(),
        repr([(str(action), action.seat) for action in view.actions()]).encode(),
    ]


# --- views ---


def test_a_seat_knows_its_own_card_only() -> None:
    state = dealt((3, 7, 5))
    assert [state.view(seat).record.cards.tolist()[:3] for seat in range(3)] == [[3, -1, -1], [-1, 7, -1], [-1, -1, 5]]


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_whatever_cards_the_others_hold_a_seat_is_given_the_same_bytes(players: int) -> None:
    seat, rng = players - 1, random.Random(players)
    cards = rng.sample(range(1, 11), players)
    games = []
    for _ in range(4):
        others = rng.sample([card for card in range(1, 11) if card != cards[seat]], players - 1)
        state = naadam.load("caravan", players=players).start()
        given = []
        for card in (*others, cards[seat]):
            state = state.apply(f"deal {card}")
            given.append(traffic(state, seat))
        turn = 0
        while state.waiting:
            actor = state.waiting[turn % len(state.waiting)]
            actions = [action for action in state.actions(actor) if str(action) != "challenge"]
            state = state.apply(actions[turn % len(actions)], actor)
            given.append(traffic(state, seat))
            turn += 1
        games.append(given)
    assert all(game == games[0] for game in games)


def test_a_card_is_known_to_all_once_it_is_shown() -> None:
    state = led(dealt((3, 7, 5)), leader=0)
    state = act(state, "take, stop, challenge, let", (0, 0, 1, 2))
    assert [state.view(seat).record.cards.tolist()[:3] for seat in range(3)] == [[3, 7, -1], [3, 7, -1], [3, 7, 5]]
    assert state.record.coins.tolist()[:3] == [-1, 0, 0]


def test_no_state_can_be_reached_from_a_view() -> None:
    state = act(dealt((3, 7, 5)), "bid 2", (1,))
    seen: set[int] = set()
    todo: list[object] = [state.view(0)]
    while todo:
        item = todo.pop()
        if id(item) not in seen and not isinstance(item, (type, ModuleType, FunctionType, naadam.Game)):
            seen.add(id(item))
            assert not isinstance(item, naadam.State), "a bot could look at the state"
            todo += gc.get_referents(item)
    assert len(seen) > 10


def test_views_are_values() -> None:
    state = dealt((3, 7, 5))
    assert state.view(0) == dealt((3, 5, 7)).view(0)
    assert hash(state.view(0)) == hash(dealt((3, 5, 7)).view(0))
    assert state.view(0) != dealt((4, 5, 7)).view(0)
    assert state.view(0) != state.view(1)
    assert pickle.loads(pickle.dumps(state.view(0))) == state.view(0)


@pytest.mark.parametrize("seat", [-1, 3, True, None, 1.0, "1"])
def test_a_view_is_of_a_seat_that_there_is(seat: int) -> None:
    with pytest.raises(naadam.SeatError):
        dealt((3, 7, 5)).view(seat)


# --- sealed bids ---


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_sealed_bid_is_not_seen_by_the_others(seat: int) -> None:
    state = dealt((3, 7, 5, 2))
    views = {
        tuple(traffic(state.apply(f"bid {bid}", seat), witness))
        for bid in range(4)
        for witness in (3,)
        if witness != seat
    }
    assert len(views) == 1
    own = {tuple(traffic(state.apply(f"bid {bid}", seat), seat)) for bid in range(4)}
    assert len(own) == 4


def test_bids_are_open_when_all_are_in() -> None:
    state = act(dealt((3, 7, 5)), "bid 1, bid 0", (0, 2))
    assert state.view(1).record.bids.tolist()[:3] == [-1, 0, -1]
    assert state.view(2).record.bids.tolist()[:3] == [-1, 0, 1]
    state = state.apply("bid 3", 1)
    assert all(state.view(seat).record.bids.tolist()[:3] == [2, 4, 1] for seat in range(3))
    assert state.turn == 1


def test_seats_that_bid_at_once_may_do_so_in_any_order() -> None:
    state = dealt((3, 7, 5, 2))
    bids = {0: "bid 1", 1: "bid 3", 2: "bid 0", 3: "bid 3"}
    ends = set()
    for order in itertools.permutations(bids):
        ends.add(act(state, ", ".join(bids[seat] for seat in order), order))
    assert len(ends) == 1
    assert ends.pop().waiting == (CHANCE,)


def test_nobody_bids_twice() -> None:
    state = act(dealt((3, 7, 5)), "bid 1", (0,))
    assert state.waiting == (1, 2)
    assert state.turn == 1
    assert state.actions(0) == ()
    with pytest.raises(naadam.IllegalAction, match="CV-2"):
        state.apply("bid 2", 0)


def test_without_a_seat_it_is_the_lowest_that_waits_but_an_action_brings_its_own() -> None:
    state = dealt((3, 7, 5))
    assert state.apply("bid 1") == state.apply("bid 1", 0)
    action = state.actions(2)[1]
    assert action.seat == 2
    assert state.apply(action) == state.apply("bid 1", 2)
    assert pickle.loads(pickle.dumps(action)).seat == 2
    with pytest.raises(naadam.SeatError, match="of seat 2, not of seat 1"):
        state.apply(action, 1)


# --- the window of answers ---


def test_all_but_the_leader_may_answer_in_any_order() -> None:
    state = act(led(dealt((3, 7, 5, 2)), leader=1), "take, stop", (1, 1))
    assert state.waiting == (0, 2, 3)
    answers = {0: "challenge", 2: "let", 3: "challenge"}
    ends = {act(state, ", ".join(answers[seat] for seat in order), order) for order in itertools.permutations(answers)}
    assert len(ends) == 1
    assert ends.pop().record.shown.tolist()[:4] == [1, 1, 0, 1]


def test_an_answer_is_not_seen_before_all_are_in() -> None:
    state = act(led(dealt((3, 7, 5)), leader=0), "stop", (0,))
    for witness in (0, 2):
        assert traffic(state.apply("let", 1), witness) == traffic(state.apply("challenge", 1), witness)
    assert traffic(state.apply("let", 1), 1) != traffic(state.apply("challenge", 1), 1)


def test_the_leader_takes_one_coin_at_a_time_and_no_third() -> None:
    state = led(dealt((3, 7, 5)), leader=2)
    assert [str(action) for action in state.actions()] == ["take", "stop"]
    state = act(state, "take, take", (2, 2))
    assert [str(action) for action in state.actions()] == ["stop"]
    refusal = state.refusal("take")
    assert refusal is not None
    assert refusal.clause == "CV-3"


# --- disclosure by an action ---


def test_a_deal_is_seen_by_the_one_who_gets_the_card() -> None:
    state = naadam.load("caravan").start().apply("deal 4")
    assert [state.discloses("deal 7", witness) for witness in range(3)] == [False, True, False]


def test_a_bid_is_seen_by_the_bidder_and_a_coin_by_all() -> None:
    state = dealt((3, 7, 5))
    assert [state.discloses("bid 2", witness, 1) for witness in range(3)] == [False, True, False]
    assert all(led(state, leader=1).discloses("take", witness) for witness in range(3))


def test_the_last_of_several_sealed_bids_opens_them_all() -> None:
    state = dealt((3, 7, 5))
    assert not state.opens("bid 2", 1)
    assert not state.apply("bid 2", 1).opens("bid 0", 0)
    last = act(state, "bid 2, bid 0", (1, 0))
    assert last.opens("bid 3", 2)
    assert all(last.discloses("bid 3", witness, 2) for witness in range(3))
    assert not led(state, leader=1).opens("take")


def test_a_leader_who_barely_outbid_another_takes_one_coin_only() -> None:
    state = act(dealt((3, 7, 5)), "bid 3, bid 2, bid 0", (0, 1, 2)).apply("take")
    assert [str(action) for action in state.actions()] == ["stop"]
    state = act(dealt((3, 7, 5)), "bid 3, bid 1, bid 0", (0, 1, 2)).apply("take")
    assert [str(action) for action in state.actions()] == ["take", "stop"]


@pytest.mark.parametrize("spec", ["caravan", "caravan:players=4,teams=true", "caravan:players=8"])
def test_what_is_not_disclosed_makes_no_difference_to_a_view(spec: str) -> None:
    for state in play(naadam.load(spec), 3):
        for seat in state.waiting:
            actions = state.actions(seat)
            if len(state.waiting) == 1 and seat != CHANCE:
                continue  # the last sealed act opens all
            for witness in range(state.game.seats):
                hidden = [action for action in actions if not state.discloses(action, witness)]
                assert len({state.apply(action).view(witness).to_bytes() for action in hidden}) <= 1


# --- completions ---


@pytest.mark.parametrize("spec", ["caravan:players=2", "caravan:players=4,teams=true", "caravan:players=8"])
def test_a_completion_is_a_state_that_looks_the_same(spec: str) -> None:
    for number, state in enumerate(play(naadam.load(spec), 5)):
        for seat in range(state.game.seats):
            view = state.view(seat)
            other = view.complete(number)
            assert other.view(seat) == view
            assert traffic(other, seat) == traffic(state, seat)
            assert other.waiting == state.waiting
            assert other.game.position(other.position) == other
            assert view.complete(number) == other


def test_completions_are_all_that_is_possible() -> None:
    view = act(dealt((3, 7)), "bid 2", (1,)).view(0)
    found = Counter((int(s.record.cards[1]), int(s.record.bids[1])) for s in map(view.complete, range(3000)))
    assert set(found) == {(card, bid) for card in range(1, 11) if card != 3 for bid in range(1, 5)}
    assert min(found.values()) > 40


# --- chance ---


def test_the_deal_is_over_the_cards_that_are_left() -> None:
    state = naadam.load("caravan").start()
    for left, card in ((10, 4), (9, 10), (8, 1)):
        assert state.waiting == (CHANCE,)
        assert state.turn == CHANCE
        outcomes = state.chance()
        assert len(outcomes) == left
        assert all(probability == pytest.approx(1 / left) for _, probability in outcomes)
        assert all(action.seat == CHANCE for action, _ in outcomes)
        assert state.actions() == tuple(action for action, _ in outcomes)
        state = state.apply(f"deal {card}")
        with pytest.raises(naadam.IllegalAction, match="CV-"):
            state.apply(f"deal {card}", CHANCE)
    assert state.chance() == ()
    assert state.waiting == (0, 1, 2)


def test_the_lot_is_drawn_among_the_tied() -> None:
    state = act(dealt((3, 7, 5, 2)), "bid 2, bid 1, bid 2, bid 2", range(4))
    assert [(str(action), round(chance, 9)) for action, chance in state.chance()] == [
        ("lot 0", 0.333333333),
        ("lot 2", 0.333333333),
        ("lot 3", 0.333333333),
    ]
    with pytest.raises(naadam.IllegalAction, match="CV-2"):
        state.apply("lot 1")
    assert state.apply("lot 2").turn == 2


def test_nobody_acts_in_the_place_of_chance() -> None:
    start = naadam.load("caravan").start()
    for seat in range(3):
        assert start.actions(seat) == ()
        with pytest.raises(naadam.IllegalAction):
            start.apply("deal 1", seat)
        with pytest.raises(naadam.SeatError):
            start.apply(start.chance()[0][0], seat)


class Mark:
    """A source of randomness that always says the same."""

    def __init__(self, mark: float) -> None:
        self.mark = mark

    def random(self) -> float:
        return self.mark


def test_resolving_plays_chance_until_a_seat_is_to_act() -> None:
    start = naadam.load("caravan").start()
    state = start.resolve(random.Random(1))
    assert state.waiting == (0, 1, 2)
    assert state == start.resolve(random.Random(1))
    assert state.resolve(random.Random(1)) is state
    assert start.resolve(np.random.default_rng(1)).waiting == (0, 1, 2)
    assert start.resolve(Mark(0.0)).record.cards.tolist()[:3] == [1, 2, 3]
    assert start.resolve(Mark(1 - 2**-53)).record.cards.tolist()[:3] == [10, 9, 8]
    assert start.waiting == (CHANCE,)


def test_resolving_draws_by_the_probabilities() -> None:
    rng, state = random.Random(4), act(dealt((3, 7, 5)), "bid 2, bid 2, bid 1", range(3))
    leaders = Counter(state.resolve(rng).turn for _ in range(1000))
    assert set(leaders) == {0, 1}
    assert min(leaders.values()) > 430


# --- teams, and as many seats as there can be ---


def test_a_team_wins_together() -> None:
    state = dealt((10, 1, 9, 2), teams=True)
    for _ in range(3):
        state = led(state, leader=2)
        state = act(state, "take, take, stop, challenge, let, challenge", (2, 2, 2, 0, 1, 3))
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.clause) == ((0, 2), (6.0, 0.0, 6.0, 0.0), "CV-6")
    assert not outcome.draw
    assert state.record.shown.tolist()[:4] == [0, 0, 1, 1], "a challenge by one's own team shows no card"


def test_equal_seats_share_the_win() -> None:
    state = dealt((1, 2, 3))
    for _ in range(3):
        state = act(led(state, leader=0), "stop, let, let", (0, 1, 2))
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0, 1, 2), (0.0, 0.0, 0.0))
    assert outcome.draw


def test_eight_seats_play() -> None:
    game = naadam.load("caravan:players=8")
    state = game.start().resolve(random.Random(2))
    assert state.waiting == tuple(range(8))
    with pytest.raises(naadam.SeatError, match="seats are 0 to 7"):
        state.actions(9)
    state = led(state, leader=7)
    assert (state.turn, state.waiting) == (7, (7,))
    state = state.apply("stop")
    assert state.waiting == tuple(range(7))
    end = game.playout(state, 1)
    assert end.outcome is not None
    assert len(end.outcome.scores) == 8
    for again in (naadam.read_state(state.to_bytes()), naadam.read_state(state.to_json())):
        assert again == state


def test_hidden_states_are_kept_whole() -> None:
    for state in play(naadam.load("caravan:players=4,teams=true"), 9):
        assert naadam.read_state(state.to_bytes()) == state
        assert naadam.read_state(state.to_json()) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert state.game.position(state.position) == state


# --- words of actions ---


def test_a_view_writes_its_actions_as_text_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = dealt((3, 7, 5))
    written: list[int] = []
    format_action = state.game.notation.format

    def count(record: np.record, seat: int, action: int) -> str:
        written.append(action)
        return format_action(record, seat, action)

    monkeypatch.setattr(state.game.notation, "format", count)
    view = pickle.loads(pickle.dumps(state.view(1)))
    assert len(view.actions()) == 4
    assert view == state.view(1)
    assert written == []
    assert str(view.actions()[2]) == "bid 2"
    assert written == [int(view.actions()[2])]
    assert [str(action) for action in view.actions()] == [str(action) for action in state.actions(1)]
