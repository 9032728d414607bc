"""Notation of Hasami Shogi: moves, positions, refused positions, and the texts next to the board."""

from __future__ import annotations

import json
import random

import pytest

import naadam

FIVE = naadam.load("hasami-shogi")
SHOGUNS = naadam.load("hasami-shogi:shoguns=true")
WAR = naadam.load("hasami-shogi:variant=war")
FULL = "GGGGGGGGG"


def test_moves_are_read_in_several_ways_and_written_in_one() -> None:
    start = FIVE.start()
    for text in ("e2e5", "e2-e5", "e2xe5", " e2e5 "):
        assert start.apply(text) == start.apply("e2e5")
    shown = FIVE.position("RRRRRRRRR/9/9/9/G1R6/5G3/9/9/GGGGGGGGG R").apply("c5b5")
    assert "f4f5" in map(str, shown.actions())
    shown = FIVE.position("RRRRRRRRR/9/9/9/GR7/2G6/9/9/GGGGGGGGG G")
    assert [str(action) for action in shown.actions() if str(action).startswith("c4x")] == ["c4xc5"]


@pytest.mark.parametrize("text", ["", "e2", "e2e", "e2e5e6", "j2e5", "e0e5", "e2xx5", "E2E5", "--", "e2e2", "e2 e5"])
def test_what_names_no_move_is_an_error(text: str) -> None:
    with pytest.raises(naadam.NotationError):
        FIVE.start().apply(text)


def test_positions_of_the_start_are_these() -> None:
    assert FIVE.start().position == "RRRRRRRRR/RRRRRRRRR/9/9/9/9/9/GGGGGGGGG/GGGGGGGGG G 0 -"
    assert SHOGUNS.start().position == "RRRRRRRRR/RRRR+RRRRR/9/9/9/9/9/GGGG+GGGGG/GGGGGGGGG G 0 -"
    assert WAR.start().position == "RRRRRRRRR/9/9/9/9/9/9/9/GGGGGGGGG G 0 -"
    assert WAR.position("RRRRRRRRR/9/9/9/9/9/9/9/GGGGGGGGG G") == WAR.start()


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (FIVE, "9/9/9 G", "9 rows, not 3"),
        (FIVE, "", "A position must have rows"),
        (FIVE, f"RRRRRRRR/9/9/9/9/9/9/9/{FULL} G", "has 8 cells"),
        (FIVE, f"RRRRRRRRX/9/9/9/9/9/9/9/{FULL} G", "'X' on i9 is not a piece"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/9/{FULL} B", "G or R"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/9/{FULL} G 201", "from 0 to 200"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/9/{FULL} G 1 BC-1", "as HS-8"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/9/{FULL} G 1 HS-8", "not over in this way"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/9/{FULL} G 1 HS-99", "not over in this way"),
        (FIVE, f"RRRRRRRRR/9/9/9/9/9/9/R8/{FULL} G", r"enemy’s camp \(HS-5\)"),
        (FIVE, f"RRRRRRRRR/RRRRRRRRR/8R/9/9/9/9/9/{FULL} G", "Red has more than 18 pieces"),
        (FIVE, f"RRRRRRRRR/9/9/9/GGGGG4/9/9/9/{FULL} G", "Green is to move, but would have won"),
        (FIVE, f"RRRR5/9/9/9/9/9/9/9/{FULL} G", "Green is to move, but would have won"),
        (FIVE, f"RRRR+RRRRR/9/9/9/9/9/9/9/{FULL} G", "only with that option"),
        (SHOGUNS, f"RRRR+R+RRRR/9/9/9/9/9/9/9/{FULL} G", "only one Shogun"),
        (SHOGUNS, "RRRRRRRRR/RRRRRRRRR/9/9/9/9/9/GGGG+GGGGG/GGGGGGGGG G", "Red’s Shogun is missing"),
        (WAR, "RRRRRRRRR/R8/9/9/9/9/9/9/GGGGGGGGG G", "Red has more than 9 pieces"),
        (WAR, "RRRRRRRRR/9/9/9/9/9/9/9/G8 R", "Red is to move, but would have won"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(game: naadam.Game, text: str, reason: str) -> None:
    with pytest.raises(naadam.PositionError, match=reason):
        game.position(text)


@pytest.mark.parametrize(
    "change",
    [
        {"near": [-1, 0]},
        {"near": [(1 << 63) - 1, 1]},
        {"far": [0, 1 << 18]},
        {"far": [-1, 0]},
        {"turn": 2},
        {"turn": -1},
        {"turn": 1},
        {"waiting": 2},
        {"peace": -1},
        {"peace": 201},
        {"quiet": 5},
        {"shogun": [81, -1]},
        {"shogun": [-2, -1]},
        {"taken_near": 1},
        {"taken_near": 1 << 30},
        {"taken_far": -1},
        {"waiting": 0, "ended": 8},
        {"waiting": 0, "ended": 2010},
        {"waiting": 0, "ended": -990},
    ],
)
def test_no_state_is_made_of_wrong_numbers(change: dict[str, object]) -> None:
    data = json.loads(FIVE.start().to_json())
    data["state"] |= change
    with pytest.raises(naadam.PositionError):
        naadam.read_state(json.dumps(data))


def test_the_sketch_shows_the_camps_and_the_shoguns() -> None:
    assert SHOGUNS.face.sketch(SHOGUNS.start().apply("a2a4").record).splitlines() == [
        "9  R R R R R R R R R",
        "8  R R R R+R R R R R",
        "   ─────────────────",
        "7  · · · · · · · · ·",
        "6  · · · · · · · · ·",
        "5  · · · · · · · · ·",
        "4  G · · · · · · · ·",
        "3  · · · · · · · · ·",
        "   ─────────────────",
        "2  · G G G+G G G G G",
        "1  G G G G G G G G G",
        "   a b c d e f g h i",
    ]


def test_actions_are_said_in_words() -> None:
    start = FIVE.start()
    assert start.say("a2a4") == "Move the samurai from a2 to a4"
    assert start.say("a1a3", "fr") == "Faire sauter le samouraï de a1 à a3 par-dessus a2"
    assert SHOGUNS.start().say("e2f3", "it") == "Muovere lo Shogun da e2 a f3"
    shown = FIVE.position("RRRRRRRRR/9/9/9/GRR6/3G5/9/9/GGGGGGGGG G")
    assert shown.say("d4xd5") == "Move the samurai from d4 to d5 and capture on b5, c5"
    assert FIVE.face.status(shown.record) == ("Captured by green: 7, by red: 7, of 14. Turns without a capture: 0.")


def test_the_preview_shows_captures_and_the_winning_line() -> None:
    shown = FIVE.position("RRRRRRRRR/9/9/9/GGGG1RG2/4G4/9/9/GGGGGGGGG G")
    number = shown.resolve_action("e4e5", None)[1]
    assert FIVE.face.preview(shown.record, 0, number) == {
        "captures": ["f5"],
        "line": ["a5", "b5", "c5", "d5", "e5"],
    }
    number = shown.resolve_action("e4e3", None)[1]
    assert FIVE.face.preview(shown.record, 0, number) == {}


def test_symmetries_are_the_mirror_and_in_the_war_game_all_of_the_square() -> None:
    assert len(FIVE.rulebook.symmetries) == 1
    assert len(WAR.rulebook.symmetries) == 7
    assert len({symmetry.action(5 * 81 + 40) for symmetry in WAR.rulebook.symmetries}) == 7
    (mirror,) = FIVE.rulebook.symmetries
    moved, mirrored = FIVE.start().apply("a2a4"), FIVE.start().apply("i2i4")
    assert FIVE.restore(mirror.state(moved.record), None).position == mirrored.position


def test_of_two_lines_made_at_once_the_longer_is_shown_from_end_to_end() -> None:
    won = FIVE.position("RRRRRRRRR/9/4G4/5G3/6G2/3GGGG1G/8G/7G1/GGGGG4 G").apply("h2h4")
    assert won.view(0).describe().decisive == ("d4", "e4", "f4", "g4", "h4", "i4")


def test_each_variant_tells_the_clauses_that_apply() -> None:
    def told(game: naadam.Game) -> set[int]:
        return {clause for clause in game.rulebook.clauses if game.rulebook.applies(clause)}

    assert told(FIVE) == set(range(1, 13))
    assert told(SHOGUNS) == told(FIVE) | {30, 31, 32}
    assert told(WAR) == told(FIVE) - {5, 8, 9} | {20, 21, 22, 23, 24}


@pytest.mark.parametrize("spec", ["hasami-shogi", "hasami-shogi:variant=war"])
def test_a_move_is_written_with_an_x_if_and_only_if_it_captures(spec: str) -> None:
    game = naadam.load(spec).uncompiled()
    rng, state, captured = random.Random(2), game.start(), 0
    for _ in range(80):
        if not state.waiting:
            break
        for action in state.actions():
            taken = len(state.describe().pieces) - len(state.apply(action).describe().pieces)
            assert ("x" in str(action)) == (taken > 0)
            shown = game.face.preview(state.record, action.seat, int(action)).get("captures", [])
            assert len(shown) == taken
            captured += taken
        state = state.apply(rng.choice(state.actions()))
    assert captured > 0
