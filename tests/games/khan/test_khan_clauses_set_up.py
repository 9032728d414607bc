"""Clauses KH-1 to KH-15 of Khan: components and set-up (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from drawn_khan import (
    FIRST,
    SECOND,
    STARTS,
    TWO,
    actions,
    begin,
    clause_against,
    conquests,
    discards_of,
    draw_cards,
    drawn,
    hand_of,
    kinds,
    outcomes,
    play,
    portraits_of,
    rulers_of,
    specials_of,
    targets,
    yurts_of,
)
from khan import BOARD
from khan_board import OWN_FILE, Placement, name_of
from khan_positions import CARDS, FINAL, GAMES
from khan_score import Laid

import naadam

REGIONS = {"mountain": 22, "ice": 20, "tundra": 22, "rocky": 21, "sand": 22, "forest": 25}
BOARD_CELLS = {f"{column}{row}" for row in range(1, 12) for column in "abcdefghijklmn"}
RIVER_TEXT = "h1 h2 f3 g3 h3 b4 c4 d4 e4 f4 a5 b5 f5 e6 f6 e7 e8 c9 d9 e9 c10 c11"
RIVER = set(RIVER_TEXT.split())
FOURS = ["I4", "L4", "O4", "S4", "T4"]
FIVES = ["F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"]
TILES = {"I2": 4, "I3": 4, "V3": 4} | dict.fromkeys(FOURS + FIVES, 1)
BRIDGES = {"B3": 5, "B4": 2, "BL": 2}


# --- KH-1 to KH-8: components ---


@pytest.mark.rule("KH-1")
def test_the_board_has_132_land_cells_and_22_river_cells() -> None:
    land = BOARD_CELLS - RIVER
    assert (len(land), len(RIVER)) == (132, 22)
    state = TWO.start().apply("first 1")
    assert targets(state, "yurt") == land - set(STARTS.values())
    assert {clause_against(state, f"yurt {cell}") for cell in RIVER} == {"KH-32"}


@pytest.mark.rule("KH-1")
def test_there_are_six_regions_of_20_to_25_cells() -> None:
    found = {}
    for region in REGIONS:
        card = next(card for card in CARDS if f"-{region}-" in card)
        four_are_gone = [drawn(hand=card, removed=gone).state for gone in ("SRHA", "DVCK")]
        found[region] = set.union(*(targets(state, f"invade {card}") for state in four_are_gone))
    assert {region: len(cells) for region, cells in found.items()} == REGIONS
    assert set.union(*found.values()) == BOARD_CELLS - RIVER


@pytest.mark.rule("KH-2")
def test_border_cells_touch_the_neighbours_except_on_the_east_coast() -> None:
    drawing = drawn(
        """
            a b c d e f g h i j k l m n
        1   x x x x x R x ~ x x x x x .
        2   x . . . . . . ~ . . . K . .
        3   x H . . . ~ ~ ~ . . . . . .
        4   x ~ ~ ~ ~ ~ . . . . . . . .
        5   ~ ~ . . . ~ . S . . . . . .
        6   x . . . ~ ~ . . . . . . C .
        7   x . . . ~ . . . . . . . . .
        8   x A . . ~ . . . . . . . . .
        9   x . ~ ~ ~ . . . . . . . . .
        10  x . ~ . . D . . . . V . . .
        11  x x ~ x x x x x x x x x x .
        """,
        hand="S-neighbours-S",
    )
    assert targets(drawing.state, "invade S-neighbours-S") == drawing.marked
    for cell in ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11"]:
        assert clause_against(drawing.state, f"invade S-neighbours-S {cell}") in ("KH-2", "KH-31")


@pytest.mark.rule("KH-3")
def test_there_are_eight_rulers() -> None:
    assert rulers_of(TWO.start()).keys() == set("SRHADVCK")
    assert targets(drawn().state, "chase") == set("SRHADVCK")


@pytest.mark.rule("KH-4")
def test_there_are_72_cards_nine_for_each_ruler() -> None:
    state = play(TWO.start(), "first 1", "yurt a1", "yurt a2", "yurt a3", "yurt a4", "yurt c1", "yurt c2")
    cards = [outcome.removeprefix("card ").split("-") for outcome in outcomes(state)]
    assert len(cards) == 72
    rulers, landscapes, directions = (Counter(words) for words in zip(*cards, strict=True))
    assert rulers == dict.fromkeys("SRHADVCK", 9)
    assert landscapes == dict.fromkeys([*REGIONS, "river", "neighbours", "khan"], 8)
    assert set(directions) == {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
    assert list(outcomes(state).values()) == [pytest.approx(1 / 72)] * 72


def apart(shape: str, count: int) -> list[Placement]:
    """So many ways to lay a shape that touch no other, and no ruler that is left if four are gone."""
    rulers = {STARTS[letter] for letter in "DVCK"}
    found: list[Placement] = []
    for placement in BOARD.placements:
        taken = frozenset().union(*(other.cells for other in found))
        if placement.shape == shape and not placement.cells & taken and not rulers & set(map(name_of, placement.cells)):
            found.append(placement)
    return found[:count]


@pytest.mark.rule("KH-5")
@pytest.mark.rule("KH-6")
@pytest.mark.parametrize(("shape", "copies"), (TILES | BRIDGES).items())
def test_there_are_so_many_copies_of_a_shape(shape: str, copies: int) -> None:
    *before, last, one_more = apart(shape, copies + 1)
    state = drawn(
        yurts={name_of(cell): FIRST for cell in last.land | one_more.land},
        shapes=[Laid(shape, placement.cells, frozenset({FIRST})) for placement in before],
        removed="SRHA",
    ).state
    assert {last.notation, one_more.notation} <= actions(state)
    state = state.apply(last.notation)
    assert clause_against(state, one_more.notation) == "KH-35"
    assert not any(conquest.startswith(f"{shape} ") for conquest in conquests(state))


@pytest.mark.rule("KH-5")
@pytest.mark.rule("KH-6")
def test_there_are_29_tiles_and_9_bridges() -> None:
    assert (sum(TILES.values()), sum(BRIDGES.values())) == (29, 9)
    state = drawn(step=4).state
    assert targets(state, "explore") == TILES.keys() | BRIDGES.keys()
    sizes = Counter(len(BOARD.shapes[shape].cells) for shape in TILES)
    assert sizes == {2: 1, 3: 2, 4: 5, 5: 12}


def value_of(shape: str) -> int:
    """The points of a shape, if it is the only conquest of a game and its player has the largest territory."""
    (placement,) = apart(shape, 1)
    state = drawn(yurts={name_of(cell): FIRST for cell in placement.land}, step=FINAL).state
    outcome = state.apply(placement.notation).outcome
    assert outcome is not None
    assert outcome.scores[SECOND] == 0
    return int(outcome.scores[FIRST]) - 10


@pytest.mark.rule("KH-7")
def test_the_value_of_a_shape_grows_with_its_size() -> None:
    assert value_of("I2") == 2
    assert {value_of(shape) for shape in ("I3", "V3")} == {4}
    assert {shape: value_of(shape) for shape in FOURS} == {"I4": 7, "L4": 6, "O4": 7, "S4": 6, "T4": 6}
    fives = {shape: value_of(shape) for shape in FIVES}
    assert {shape for shape, value in fives.items() if value == 11} == {"I5", "X5"}
    assert {shape for shape, value in fives.items() if value == 10} == {"T5", "U5", "V5", "W5", "Z5"}
    assert {shape for shape, value in fives.items() if value == 9} == {"F5", "L5", "N5", "P5", "Y5"}
    assert {shape: value_of(shape) for shape in BRIDGES} == {"B3": 3, "B4": 5, "BL": 5}


@pytest.mark.rule("KH-8")
def test_yurts_are_never_short() -> None:
    """All land but one cell is full, and another yurt is put there."""
    full = dict.fromkeys(BOARD_CELLS - RIVER - set(STARTS.values()) - {"n11"}, FIRST)
    state = drawn(yurts=full, hand="S-forest-SE").state
    assert targets(state, "invade S-forest-SE") == {"n11"}
    assert yurts_of(state.apply("invade S-forest-SE n11"))["n11"] == "1"


# --- KH-10 to KH-15: set-up ---


@pytest.mark.rule("KH-10")
def test_five_neutral_yurts_stand_beside_each_portrait() -> None:
    assert portraits_of(TWO.start()) == dict.fromkeys("SRHADVCK", 5)


@pytest.mark.rule("KH-11")
@pytest.mark.parametrize(("players", "copies"), [(2, (2, 2, 2, 2)), (3, (2, 1, 1, 1)), (4, (1, 1, 1, 1))])
def test_special_cards_by_the_number_of_players(players: int, copies: tuple[int, ...]) -> None:
    expected = dict(zip(("morale", "protect", "support", "explore"), copies, strict=True))
    assert [specials_of(GAMES[players].start(), seat) for seat in range(players)] == [expected] * players


@pytest.mark.rule("KH-11")
def test_special_cards_run_out() -> None:
    state = drawn(step=4, specials={FIRST: "morale explore"}).state
    assert kinds(state) == {"morale", "explore", "none"}
    assert clause_against(state, "protect") in ("KH-11", "KH-46")
    assert clause_against(state, "support") in ("KH-11", "KH-46")


@pytest.mark.rule("KH-12")
def test_rulers_stand_on_their_printed_cells() -> None:
    assert rulers_of(TWO.start()) == STARTS


@pytest.mark.rule("KH-12")
def test_rulers_may_be_put_at_random_three_steps_apart() -> None:
    state = naadam.load("khan:rulers=spread").start()
    assert set(outcomes(state)) == {f"ruler S {cell}" for cell in BOARD_CELLS - RIVER}
    state = play(state, "ruler S j7")
    near = {f"{column}{row}" for column in "hijkl" for row in range(5, 10)}
    assert set(outcomes(state)) == {f"ruler R {cell}" for cell in BOARD_CELLS - RIVER - near}
    assert len(set(outcomes(state).values())) == 1
    assert clause_against(state, "ruler R l9", naadam.CHANCE) == "KH-12"
    state = play(
        state, "ruler R m7", "ruler H a1", "ruler A d1", "ruler D a6", "ruler V a9", "ruler C d7", "ruler K d10"
    )
    assert set(outcomes(state)) == {"first 1", "first 2"}
    assert rulers_of(state)["K"] == "d10"


TWO_STRIPS = (
    """
IIIIIITTTTMMMM
~~~~~~~~~~~~~~
~~~~~~~~~~~~~~
RRRRRSSSSSFFFF
"""
    + "~~~~~~~~~~~~~~\n" * 7
)


@pytest.mark.rule("KH-12")
def test_all_rulers_are_put_again_if_one_finds_no_cell(tmp_path: Path) -> None:
    """On a board of two strips of land three rulers fill each, and there is no cell for the seventh."""
    text = OWN_FILE.read_text(encoding="utf-8")
    text = re.sub(r'map = """.*?"""', f'map = """{TWO_STRIPS}"""', text, flags=re.DOTALL)
    text = re.sub(r"closed = \[.*?\n\]", "closed = []", text, flags=re.DOTALL)
    starts = iter(["a1", "d1", "g1", "j1", "a4", "d4", "g4", "j4"])
    text = re.sub(r'start = "\w+"', lambda _: f'start = "{next(starts)}"', text)
    (tmp_path / "strips.toml").write_text(text, encoding="utf-8")
    state = naadam.load("khan", rulers="spread", board=str(tmp_path / "strips.toml")).start()
    anywhere = {f"ruler S {column}{row}" for column in "abcdefghijklmn" for row in (1, 4)}
    assert set(outcomes(state)) == anywhere
    state = play(state, "ruler S c1", "ruler R h1", "ruler H m1", "ruler A c4", "ruler D h4")
    assert set(outcomes(state)) == {f"ruler V {column}4" for column in "klmn"}
    state = play(state, "ruler V m4")
    assert rulers_of(state) == {}
    assert set(outcomes(state)) == anywhere


@pytest.mark.rule("KH-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_and_play_goes_clockwise(players: int) -> None:
    state = GAMES[players].start()
    assert outcomes(state) == {f"first {number + 1}": pytest.approx(1 / players) for number in range(players)}
    for first in range(players):
        state = begin(players, first)
        for place in range(players + 1):
            state = play_a_turn(state, (first + place) % players)


def play_a_turn(state: naadam.State, seat: int) -> naadam.State:
    """A turn of a player, in which rulers are chased and no special card is used."""
    for _ in range(2):
        state = draw_cards(state)
        assert state.turn == seat
        state = state.apply(f"chase {min(targets(state, 'chase'))}")
    state = draw_cards(state)
    assert state.turn == seat
    return state.apply("none")


@pytest.mark.rule("KH-14")
@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 2), (4, 1)])
def test_each_player_puts_yurts_in_turn(players: int, rounds: int) -> None:
    state = GAMES[players].start().apply("first 2")
    cells = iter(["a1", "b1", "c1", "d1", "e1", "a2"])
    for turn in range(players * rounds):
        assert state.turn == (turn + 1) % players
        assert targets(state, "yurt") == BOARD_CELLS - RIVER - set(STARTS.values()) - yurts_of(state).keys()
        state = state.apply(f"yurt {next(cells)}")
    assert state.turn == naadam.CHANCE
    assert yurts_of(state)["a1"] == "2"
    assert Counter(yurts_of(state).values()) == {str(number + 1): rounds for number in range(players)}


@pytest.mark.rule("KH-14")
@pytest.mark.rule("KH-23")
def test_a_yurt_is_put_on_a_free_land_cell() -> None:
    state = play(TWO.start(), "first 1", "yurt a1")
    assert clause_against(state, "yurt a1") in ("KH-14", "KH-23")
    assert clause_against(state, "yurt h5") in ("KH-14", "KH-23")  # the Seljuk
    assert clause_against(state, "yurt h1") == "KH-32"
    assert clause_against(state, "chase S") in ("KH-14", "KH-20")


@pytest.mark.rule("KH-15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_is_dealt_four_cards_and_the_rest_is_the_pile(players: int) -> None:
    state = begin(players, first=SECOND, hands={SECOND: "S-ice-NE S-khan-NE"})
    hands = [hand_of(state, seat) for seat in range(players)]
    assert {len(hand) for hand in hands} == {4}
    assert {"S-ice-NE", "S-khan-NE"} <= hands[SECOND]
    dealt = set.union(*hands)
    assert len(dealt) == 4 * players
    assert set(outcomes(state)) == {f"card {card}" for card in set(CARDS) - dealt}
    assert discards_of(state) == set()


@pytest.mark.rule("KH-15")
def test_hands_are_kept_secret() -> None:
    """Two games that differ in the first player's hand only look the same to the second player and to spectators."""
    one, other = (begin(hands={FIRST: card, SECOND: "S-sand-W"}) for card in ("S-ice-NE", "S-khan-NE"))
    assert one.view(FIRST) != other.view(FIRST)
    assert one.view(SECOND) == other.view(SECOND)
    assert one.public() == other.public()
    dealing = play(TWO.start(), "first 1", "yurt a1", "yurt a2", "yurt a3", "yurt a4", "yurt c1", "yurt c2")
    assert dealing.discloses("card S-ice-NE", FIRST, naadam.CHANCE)
    assert not dealing.discloses("card S-ice-NE", SECOND, naadam.CHANCE)


@pytest.mark.rule("KH-15")
def test_an_empty_pile_is_made_of_the_discards_when_a_card_is_needed() -> None:
    state = drawn(step=1, pile="S-rocky-E").state
    before = discards_of(state)
    assert set(outcomes(state)) == {"card S-rocky-E"}
    state = state.apply("card S-rocky-E")
    assert discards_of(state) == before | {"S-rocky-E"}  # no card is needed yet
    state = state.apply("chase S")
    assert set(outcomes(state)) == {f"card {card}" for card in before | {"S-rocky-E"}}
    state = state.apply("card S-rocky-E")
    assert discards_of(state) == {"S-rocky-E"}
