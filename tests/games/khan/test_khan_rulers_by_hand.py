"""KH-12 by hand: the players put the rulers on the board in turn (written from the rules alone)."""

from __future__ import annotations

import random

import pytest
from drawn_khan import rulers_of
from khan import BOARD, CHANCE, Khan
from khan_board import name_of

import naadam

LETTERS = list(BOARD.starts)
LAND = {name_of(cell) for cell in BOARD.land}
RIVER = {name_of(cell) for cell in BOARD.river}
CELLS = ["a1", "b1", "n1", "d7", "e7", "n7", "a11", "b11"]  # side by side is allowed: keeping them apart is advice


def started(players: int = 2, first: int = 1) -> naadam.State:
    return naadam.load("khan", players=players, rulers="hand").start().apply(f"first {first}")


def legal(state: naadam.State) -> set[str]:
    return {str(action) for action in state.actions()}


def refused(state: naadam.State, action: str | int, seat: int | None = None) -> str | None:
    refusal = state.refusal(action, seat)
    return refusal.key if refusal else None


@pytest.mark.rule("KH-12")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (2, 2), (3, 1), (3, 3), (4, 2)])
def test_players_put_the_rulers_in_turn_from_the_first_player_on(players: int, first: int) -> None:
    state = started(players, first)
    taken: set[str] = set()
    cells = [cell for cell in CELLS if cell in LAND] + sorted(LAND - set(CELLS))
    for place, letter in enumerate(LETTERS):
        assert state.waiting == ((first - 1 + place) % players,)
        assert legal(state) == {f"ruler {letter} {cell}" for cell in LAND - taken}
        state = state.apply(f"ruler {letter} {cells[place]}")
        taken.add(cells[place])
    assert rulers_of(state) == dict(zip(LETTERS, cells, strict=False))
    assert state.waiting == (first - 1,)  # KH-14: the first player sets the first yurt
    assert legal(state) == {f"yurt {cell}" for cell in LAND - taken}


@pytest.mark.rule("KH-12")
@pytest.mark.rule("KH-13")
def test_the_first_player_is_drawn_before_the_rulers_come() -> None:
    start = naadam.load("khan:rulers=hand").start()
    assert rulers_of(start) == {}
    assert start.waiting == (CHANCE,)
    assert {str(action) for action, _ in start.chance()} == {"first 1", "first 2"}
    assert refused(start, "ruler S d7", 0) == "13.1"


@pytest.mark.rule("KH-12")
@pytest.mark.rule("KH-23")
def test_what_is_refused_while_the_rulers_are_put() -> None:
    state = started().apply("ruler S d7")
    assert refused(state, f"ruler R {min(RIVER)}") == "12.3"
    assert refused(state, "ruler R d7") == "12.3"
    assert refused(state, "ruler H a1") == "12.1"
    assert refused(state, "ruler R a1", 0) == "12.5"
    assert refused(state, "yurt a1", 0) == "12.5"
    for action in ("yurt a1", "chase S", "anywhere a1", "none", "agree", "done", "conquer I2 g7 r0"):
        assert refused(state, action, 1) == "12.4"
    printed = naadam.load("khan").start().apply("first 1")
    number = state.game.notation.parse(state.record, "ruler S a1").action
    assert refused(printed, number, 0) == "12.6"


@pytest.mark.rule("KH-12")
def test_a_tap_on_a_cell_puts_the_next_ruler_and_the_page_says_which() -> None:
    state = started().apply("ruler S d7")
    face, notation = state.game.face, state.game.notation
    (action,) = (action for action in state.actions() if str(action) == "ruler R a1")
    assert face.gesture(state.record, 1, int(action)) == ["a1"]
    for touched in (["a1"], ["ruler-R", "a1"]):
        assert face.meant(state.record, 1, touched) == notation.parse(state.record, "ruler R a1")
    assert state.say(action) == "Put the Russian ruler on a1"
    (note,) = state.public().describe().notes
    stage = face.stage("en")
    assert stage is not None
    assert (note.seat, stage.sayings[note.say].startswith("{seat} puts the Russian ruler")) == (1, True)


@pytest.mark.rule("KH-12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_by_hand_goes_as_in_the_independent_implementation(players: int) -> None:
    rng = random.Random(players)
    game, state = Khan(players, "hand"), naadam.load("khan", players=players, rulers="hand").start()
    while not game.hands[0]:
        assert state.waiting == game.waiting
        for seat in range(players):
            assert {str(action) for action in state.actions(seat)} == game.legal(seat)
        position = state.game.position(state.position)
        assert position == state
        (seat,) = game.waiting
        text = rng.choice(sorted(game.legal(seat)))
        game.take(text, seat)
        state = state.apply(text, seat)
    record = naadam.History(state).record()
    assert record.replay()[-1] == state


@pytest.mark.rule("KH-12")
def test_the_record_of_a_game_with_rulers_put_by_hand_replays() -> None:
    history = naadam.History(naadam.load("khan:rulers=hand").start())
    history.play("first 2", CHANCE)
    for letter, cell in zip(LETTERS, sorted(LAND), strict=False):
        history.play(f"ruler {letter} {cell}")
    text = history.record().to_text()
    assert '~"first 2" "ruler S' in text
    assert naadam.Record.from_text(text).replay()[-1] == history.state


@pytest.mark.rule("KH-12")
@pytest.mark.parametrize(
    ("rulers", "text"),
    [
        ("printed", "place 1 rulers=S-/5,R-/5,H-/5,A-/5,D-/5,V-/5,C-/5,K-/5"),
        ("hand", "place 1 rulers=S-/5,Rd7/5,H-/5,A-/5,D-/5,V-/5,C-/5,K-/5"),
        ("hand", "place 1 rulers=S-/5,R-/4,H-/5,A-/5,D-/5,V-/5,C-/5,K-/5"),
        ("hand", "choose rulers=Sd7/5,R-/5,H-/5,A-/5,D-/5,V-/5,C-/5,K-/5"),
        ("hand", "place 1 1=a1 rulers=S-/5,R-/5,H-/5,A-/5,D-/5,V-/5,C-/5,K-/5"),
        ("hand", "place 1 rulers=Sa1/5,Rb1/5,Hc1/5,Ad1/5,De1/5,Vd7/5,Cc7/5,Kb7/5"),
    ],
)
def test_positions_that_no_set_up_has(rulers: str, text: str) -> None:
    with pytest.raises(naadam.PositionError, match="KH-1"):
        naadam.load("khan", rulers=rulers).position(text)


def test_a_computer_keeps_the_rulers_apart() -> None:
    """KH-12 calls it advice."""
    state = started().apply("ruler S d7")
    rules, tables = state.game.rulebook.rules, state.game.rulebook.tables
    actions = state.game.buffers.actions
    count = state.game.uncompiled().bound.legal(state.record, 1, actions)
    kept = naadam.core.compiling.plain(rules.plausible)(tables, state.record, 1, None, actions, count)
    near = {f"{column}{row}" for column in "bcdef" for row in range(5, 10)}
    wanted = {f"ruler R {cell}" for cell in LAND - near}
    assert {state.game.notation.format(state.record, 1, int(action)) for action in actions[:kept]} == wanted
