"""Clauses KH-35 to KH-40 and KH-42 of Khan: conquests and agreements (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

from collections import Counter

import pytest
from drawn_khan import (
    FIRST,
    SECOND,
    THIRD,
    actions,
    clause_against,
    conquests,
    drawn,
    kinds,
    laid_of,
    play,
    targets,
    yurts_of,
)
from khan import BOARD
from khan_board import name_of
from khan_positions import FINAL

import naadam
from naadam.games.khan.rules.state import ORIENTATIONS, RIVER, TILES

TWO_YURTS = """
        h i j k
    7   . 1 1 .
    8   . . . .
"""


# --- KH-35 to KH-40: conquer ---


@pytest.mark.rule("KH-35")
@pytest.mark.parametrize(
    ("rows", "notation"),
    [
        (("1 1 1", ". 1 .", ". 1 ."), "T5 h7 r0"),
        ((". . 1", "1 1 1", ". . 1"), "T5 j7 r1"),
        ((". 1 .", ". 1 .", "1 1 1"), "T5 i7 r2"),
        (("1 . .", "1 1 1", "1 . ."), "T5 h7 r3"),
        ((". 1 1", "1 1 .", ". 1 ."), "F5 i7 r0"),
        ((". 1 .", "1 1 .", ". 1 1"), "F5 i7 f2"),
        (("1 1 .", ". 1 1", ". 1 ."), "F5 h7 f0"),
        ((". 1 .", "1 1 1", ". . 1"), "F5 i7 r1"),
        (("1 1 1", ". . 1", ". . ."), "L4 h7 f0"),
        (("1 1 1", "1 . .", ". . ."), "L4 h7 r0"),
        ((". 1 .", ". 1 .", ". 1 1"), "L4 i7 r3"),
    ],
)
def test_a_shape_is_turned_and_flipped_freely(rows: tuple[str, ...], notation: str) -> None:
    """The drawing of the board file is `r0`; `r1` is turned clockwise by a quarter, `f0` is mirrored left to right."""
    picture = "h i j\n" + "\n".join(f"{number} {row}" for number, row in zip((7, 8, 9), rows, strict=True))
    state = drawn(picture).state
    assert notation in conquests(state)
    after = state.apply(f"conquer {notation}")
    (piece,) = laid_of(after)
    assert piece.shape == notation.split()[0]
    assert set(map(name_of, piece.cells)) == yurts_of(state).keys()


@pytest.mark.rule("KH-35")
def test_orientations_that_look_the_same_have_one_notation_and_are_all_read() -> None:
    state = drawn(TWO_YURTS).state
    assert {conquest for conquest in conquests(state) if conquest.startswith("I2")} == {"I2 i7 r0"}
    assert state.apply("conquer I2 i7 r0") == state.apply("conquer I2 i7 r2") == state.apply("conquer I2 i7 f0")


@pytest.mark.rule("KH-35")
def test_borders_of_regions_do_not_matter() -> None:
    """Three yurts where tundra, sand and forest meet."""
    state = drawn("""
            i j k
        7   . 1 .
        8   . 1 .
        9   . 1 .
    """).state
    assert conquests(state) == {"I2 j7 r1", "I2 j8 r1", "I3 j7 r1"}


@pytest.mark.rule("KH-35")
def test_a_shape_that_lies_on_the_board_is_not_available() -> None:
    state = drawn(
        """
            g h i j
        7   o o 1 1
        8   o o 1 1
        """,
        laid={"o": "O4 2"},
    ).state
    assert clause_against(state, "conquer O4 i7 r0") == "KH-35"
    assert {conquest.split()[0] for conquest in conquests(state)} == {"I2", "V3"}


@pytest.mark.rule("KH-36")
@pytest.mark.parametrize(("hole", "below"), [(".", "."), ("K", "."), ("a", "a")])
def test_every_cell_under_a_tile_holds_a_yurt(hole: str, below: str) -> None:
    state = drawn(
        f"""
            h i j
        7   1 {hole} 1
        8   1 {below} 1
        """,
        laid={"a": "I2 1"} if hole == "a" else None,
    ).state
    assert conquests(state) == {"I2 h7 r1", "I2 j7 r1"}
    assert clause_against(state, "conquer I3 h7 r0") == "KH-36"
    assert clause_against(state, "conquer I2 h7 r0") == "KH-36"


@pytest.mark.rule("KH-36")
def test_a_tile_does_not_cover_the_river() -> None:
    state = drawn("""
            e f g
        4   ~ ~ .
        5   1 ~ 1
        6   ~ ~ .
    """).state
    assert clause_against(state, "conquer I3 e5 r0") == "KH-36"
    assert conquests(state) == {"B3 e5 r0"}


@pytest.mark.rule("KH-37")
def test_a_straight_bridge_covers_one_river_cell_between_two_banks() -> None:
    state = drawn("""
            c d e f g h
        6   . . ~ ~ . .
        7   1 1 ~ 1 1 .
        8   . . ~ . . .
    """).state
    bridges = {conquest for conquest in conquests(state) if conquest[0] == "B"}
    assert bridges == {"B3 d7 r0", "B4 c7 r0", "B4 d7 r0"}
    after = state.apply("conquer B3 d7 r0")
    (piece,) = laid_of(after)
    assert set(map(name_of, piece.cells)) == {"d7", "e7", "f7"}
    assert yurts_of(after) == {"c7": "1", "g7": "1"}


@pytest.mark.rule("KH-37")
def test_a_straight_bridge_does_not_cover_two_river_cells() -> None:
    state = drawn("""
            c d e f g
        5   . . . ~ .
        6   . 1 ~ ~ 1
        7   . . ~ . .
    """).state
    assert conquests(state) == set()
    with pytest.raises(naadam.IllegalAction, match="KH-37: A straight bridge spans one river cell only"):
        state.apply("conquer B4 d6 r0")


@pytest.mark.rule("KH-37")
def test_a_bridge_with_both_ends_on_one_bank_does_not_cross() -> None:
    with pytest.raises(naadam.IllegalAction, match=r"KH-37: .* would not cross the river from one bank to another"):
        drawn(yurts=dict.fromkeys(["i7", "j7", "k7"], FIRST)).state.apply("conquer B3 i7 r0")


@pytest.mark.rule("KH-37")
def test_the_shipped_board_has_so_many_places_for_bridges() -> None:
    realm = naadam.load("khan").rulebook.realm  # type: ignore[attr-defined]
    places: Counter[str] = Counter()
    for cell, bits in enumerate(realm.crossings):
        for number, orientation in enumerate(realm.orientations[TILES:]):
            if bits >> number & 1:
                covered = realm.covered(cell * ORIENTATIONS + TILES + number)
                wet = sum(realm.ground[each] == RIVER for each in covered)
                places[f"{realm.forms[orientation.form].id} over {wet}"] += 1
    assert places == {"B3 over 1": 13, "B4 over 1": 25, "BL over 1": 32, "BL over 2": 18}
    reference = Counter(placement.shape for placement in BOARD.placements if placement.cells & BOARD.river)
    assert reference == {"B3": 13, "B4": 25, "BL": 50}


@pytest.mark.rule("KH-37")
def test_every_land_cell_under_a_bridge_holds_a_yurt() -> None:
    state = drawn("""
            c d e f g
        6   . . ~ ~ .
        7   1 1 ~ . 1
        8   . . ~ . .
    """).state
    assert conquests(state) == {"I2 c7 r0"}
    assert clause_against(state, "conquer B3 d7 r0") in ("KH-36", "KH-37")


@pytest.mark.rule("KH-37")
@pytest.mark.parametrize("bridge", ["B3 i7 r0", "B3 b7 r0", "B4 i7 r0", "BL i7 r0"])
def test_a_bridge_must_cross_the_river(bridge: str) -> None:
    """On land only it crosses nothing."""
    yurts = dict.fromkeys(["i7", "j7", "k7", "l7", "i8", "b7", "c7", "d7"], FIRST)
    state = drawn(yurts=yurts).state
    assert clause_against(state, f"conquer {bridge}") == "KH-37"


@pytest.mark.rule("KH-37")
def test_a_bridge_ends_on_land_on_both_sides() -> None:
    """Two cells of land, then the river, and no further; and an L that only dips its foot into the river."""
    state = drawn("""
            c d e f
        6   . 1 ~ ~
        7   1 1 ~ .
        8   . 1 ~ .
    """).state
    assert clause_against(state, "conquer B3 c7 r0") == "KH-37"
    assert clause_against(state, "conquer BL d6 f2") == "KH-37"
    assert not any(conquest[0] == "B" for conquest in conquests(state))


@pytest.mark.rule("KH-37")
def test_land_of_the_same_bank_is_no_other_side() -> None:
    """From g1 and g2, two cells of one bank, a bridge leads over h2 to i2 and nowhere else."""
    state = drawn("""
            f g h i
        1   . 1 ~ .
        2   . 1 ~ 1
        3   ~ ~ ~ .
    """).state
    bridges = {conquest for conquest in conquests(state) if conquest[0] == "B"}
    assert bridges == {"B3 g2 r0", "BL g1 f2"}


@pytest.mark.rule("KH-37")
@pytest.mark.parametrize(
    ("picture", "bridge", "over"),
    [
        ("e f g\n4 ~ ~ 1\n5 1 ~ .\n6 ~ ~ .", "BL e4 r0", "e4 f4"),
        ("c d e\n8 1 . ~\n9 ~ ~ ~\n10 ~ 1 .", "BL c8 r3", "c9 c10"),
        ("d e f\n8 . ~ .\n9 ~ ~ 1\n10 1 . .", None, ""),
        ("d e f\n8 1 ~ .\n9 ~ ~ 1\n10 . . .", "BL d8 f2", "d9 e9"),
    ],
)
def test_an_l_covers_two_river_cells_in_a_bend(picture: str, bridge: str | None, over: str) -> None:
    state = drawn(picture).state
    assert conquests(state) == ({bridge} if bridge else set())
    if bridge:
        (piece,) = laid_of(state.apply(f"conquer {bridge}"))
        assert {name_of(cell) for cell in piece.cells if cell in BOARD.river} == set(over.split())


@pytest.mark.rule("KH-37")
def test_an_l_covers_one_river_cell_as_well() -> None:
    state = drawn("""
            c d e f
        6   . . ~ ~
        7   . 1 ~ 1
        8   . 1 ~ .
    """).state
    bridges = {conquest for conquest in conquests(state) if conquest[0] == "B"}
    assert bridges == {"B3 d7 r0", "BL d7 r0"}


@pytest.mark.rule("KH-37")
def test_a_river_cell_is_bridged_once_but_bridges_stand_side_by_side() -> None:
    state = drawn(
        """
            c d e f g
        6   . . ~ ~ .
        7   . b b b .
        8   . 1 ~ 1 .
        9   ~ ~ ~ . .
        """,
        laid={"b": "B3 2"},
    ).state
    assert conquests(state) == {"B3 d8 r0"}
    picture = """
            d e f g
        5   . 1 ~ .
        6   {} {} {} 1
        7   . ~ {} .
    """
    assert conquests(drawn(picture.format(".", "~", "~", ".")).state) == {"BL e5 f2"}
    state = drawn(picture.format(*"bbbb"), laid={"b": "BL 2"}).state
    assert clause_against(state, "conquer BL e5 f2") == "KH-37"


CROWD = """
        g h i j k
    7   . 1 2 n .
    8   . 1 2 n .
    9   . 2 n n .
"""


@pytest.mark.rule("KH-38")
def test_a_conquest_needs_the_relative_majority_of_the_coloured_yurts() -> None:
    state = drawn(CROWD).state
    assert clause_against(state, "conquer I3 h7 r1") is None  # 2 to 1
    assert clause_against(state, "conquer I3 i7 r1") == "KH-38"  # 0 to 2
    assert clause_against(state, "conquer I3 h7 r0") is None  # 1 to 1, shared
    assert clause_against(state, "conquer I3 h9 r0") == "KH-38"  # 0 to 1
    assert clause_against(state, "conquer I2 j7 r1") == "KH-38"  # neutral ones only
    state = drawn(CROWD, seat=SECOND).state
    assert clause_against(state, "conquer I3 h7 r1") == "KH-38"
    assert clause_against(state, "conquer I3 i7 r1") is None
    assert clause_against(state, "conquer I2 j7 r1") == "KH-38"


@pytest.mark.rule("KH-38")
def test_a_single_yurt_among_neutral_ones_is_a_majority() -> None:
    state = drawn("""
            h i j k l
        8   n n 1 n n
    """).state
    assert "I5 h8 r0" in conquests(state)


@pytest.mark.rule("KH-38")
def test_the_majority_is_relative() -> None:
    """Two of five are enough against one and one, not against two more of another."""
    state = drawn("h i j k l\n8 1 1 2 3 n", players=3).state
    assert "I5 h8 r0" in conquests(state)
    state = drawn("h i j k l\n8 1 2 2 3 3", players=3).state
    assert clause_against(state, "conquer I5 h8 r0") == "KH-38"


@pytest.mark.rule("KH-39")
def test_a_sole_majority_owns_the_shape() -> None:
    (piece,) = laid_of(drawn(CROWD).state.apply("conquer I3 h7 r1"))
    assert piece.owners == {FIRST}


@pytest.mark.rule("KH-39")
def test_a_shared_majority_shares_the_shape() -> None:
    state = drawn("h i j k l\n8 1 2 3 n 2", players=3).state
    (piece,) = laid_of(state.apply("conquer I3 h8 r0"))
    assert piece.owners == {FIRST, SECOND, THIRD}
    state = drawn("h i j k l\n8 1 2 3 1 2", players=3).state
    (piece,) = laid_of(state.apply("conquer I5 h8 r0"))
    assert piece.owners == {FIRST, SECOND}


@pytest.mark.rule("KH-40")
@pytest.mark.rule("KH-8")
def test_covered_yurts_leave_the_board() -> None:
    state = drawn(CROWD).state
    after = state.apply("conquer I3 h7 r0")
    assert yurts_of(after) == {cell: owner for cell, owner in yurts_of(state).items() if cell not in ("h7", "i7", "j7")}
    assert not targets(after, "invade S-khan-NE") & {"h7", "i7", "j7"}  # where a tile lies no cell is free


# --- KH-42: agreement ---


@pytest.mark.rule("KH-42")
def test_who_is_asked_agrees_and_the_shape_is_laid() -> None:
    state = drawn("h i\n8 1 2", protect=[SECOND]).state
    state = play(state, "conquer I2 h8 r0")
    assert state.waiting == (SECOND,)
    assert laid_of(state) == []
    assert actions(state, SECOND) == {"agree", "refuse"}
    state = play(state, "2: agree")
    (piece,) = laid_of(state)
    assert piece.owners == {FIRST, SECOND}
    assert state.turn == FIRST
    assert clause_against(state, "anywhere k8") == "KH-41"  # an action has been taken


@pytest.mark.rule("KH-42")
def test_a_refused_conquest_is_not_made_and_not_proposed_again_in_that_action() -> None:
    picture = """
            h i j
        8   1 2 .
        9   . 2 1
    """
    state = drawn(picture, protect=[SECOND], hand="S-ice-NE R-ice-E").state
    assert conquests(state) == {"I2 h8 r0", "I2 i9 r0", "S4 h8 f0"}
    state = play(state, "conquer I2 h8 r0", "2: refuse")
    assert state.turn == FIRST
    assert laid_of(state) == []
    assert yurts_of(state).keys() == {"h8", "i8", "i9", "j9"}
    assert conquests(state) == set()
    assert clause_against(state, "conquer I2 h8 r0") == "KH-42"
    assert clause_against(state, "conquer I2 i9 r0") == "KH-42"  # it needs the same player
    assert {"invade", "chase", "anywhere"} == kinds(state)  # the action is still to be taken, as the first
    state = play(state, "invade S-ice-NE a1")
    assert conquests(state) == {"I2 h8 r0", "I2 i9 r0", "S4 h8 f0"}  # another action


@pytest.mark.rule("KH-42")
def test_all_are_asked_at_once_and_their_answers_stay_sealed() -> None:
    state = drawn("h i j k\n8 1 2 3 n", players=3, protect=[SECOND], support={THIRD: "all"}).state
    state = play(state, "conquer I4 h8 r0")
    assert state.waiting == (SECOND, THIRD)
    agreed, refused = play(state, "3: agree"), play(state, "3: refuse")
    assert agreed.waiting == refused.waiting == (SECOND,)
    assert agreed.view(SECOND) == refused.view(SECOND)
    assert agreed.view(FIRST) == refused.view(FIRST)
    assert agreed.public() == refused.public()
    assert not state.discloses("agree", SECOND, THIRD)
    assert len(laid_of(play(agreed, "2: agree"))) == 1
    for answers in (("2: refuse", "3: agree"), ("3: refuse", "2: agree"), ("2: refuse", "3: refuse")):
        assert laid_of(play(state, *answers)) == []


@pytest.mark.rule("KH-42")
def test_who_agreed_while_another_refused_may_be_asked_again() -> None:
    picture = """
            h i j k
        7   1 2 3 n
        8   1 2 . .
        9   . 3 1 n
    """
    state = drawn(picture, players=3, protect=[SECOND], support={THIRD: "all"}).state
    state = play(state, "conquer I4 h7 r0", "2: refuse", "3: agree")
    assert clause_against(state, "conquer I2 h8 r0") == "KH-42"
    assert play(state, "conquer I3 i9 r0").waiting == (THIRD,)


@pytest.mark.rule("KH-42")
def test_nothing_else_happens_while_an_answer_is_awaited() -> None:
    state = play(drawn("h i\n8 1 2", protect=[SECOND]).state, "conquer I2 h8 r0")
    assert actions(state, FIRST) == set()
    assert clause_against(state, "chase S", FIRST) == "KH-42"
    assert clause_against(state, "chase S", SECOND) == "KH-42"
    assert clause_against(drawn().state, "agree") == "KH-42"


@pytest.mark.rule("KH-42")
@pytest.mark.rule("KH-63")
def test_in_the_final_phase_what_is_refused_is_not_possible() -> None:
    """The second player refuses the only conquest of the first, who passes."""
    state = drawn("h i\n8 1 2", step=FINAL, protect=[SECOND]).state
    state = play(state, "conquer I2 h8 r0", "2: refuse")
    assert state.waiting == (SECOND,)
    assert conquests(state) == {"I2 h8 r0"}  # its Protection has ended (KH-64), so no consent is needed
    assert len(laid_of(play(state, "conquer I2 h8 r0"))) == 1
