"""The score sheet of Khan: values, territories, bonuses, and how ties for them are broken (KH-70 to KH-75)."""

from __future__ import annotations

import pytest
from drawn_khan import drawn, play
from khan_positions import FINAL, GAMES, sheets_of

from naadam.core.compiling import plain, record
from naadam.core.compiling.compiled import COMPILING
from naadam.drawing.description import Saying, ScoreLine
from naadam.games.khan.rules.score import bonus
from naadam.games.khan.rules.state import STATE
from naadam.games.khan.sheet import Laid, Sheet, Tie

FIRST_EXAMPLE = [(37, 12, 8, 3, 3, 2), (32, 20, 8, 4, 3, 2, 2), (32, 18, 12, 3, 3, 3, 2, 2), (32, 10, 7, 5, 5, 4)]
SECOND_EXAMPLE = [(24, 20, 17, 8, 5, 2, 2, 2), (24, 20, 17, 8, 5, 2, 2, 2), (20, 20, 14, 12, 11), (20, 18, 7, 5, 5, 4)]


def sheets_for(sizes: list[tuple[int, ...]]) -> list[Sheet]:
    """The sheets of four players with territories of these sizes, which no board would have room for."""
    state = record(STATE)
    for seat, own in enumerate(sizes):
        state.territories[seat, : len(own)] = own
    sheets = sheets_of(GAMES[4], state)
    for seat, sheet in enumerate(sheets):
        for compiled in (bonus, plain(bonus)) if COMPILING else (bonus,):
            assert compiled(GAMES[4].rulebook.tables, state, seat) == sheet.bonus  # type: ignore[no-untyped-call]
    return sheets


@pytest.mark.rule("KH-72")
@pytest.mark.rule("KH-74")
@pytest.mark.parametrize(
    ("sizes", "bonuses"),
    [
        (FIRST_EXAMPLE, [10, 6, 3, 0]),
        (SECOND_EXAMPLE, [10, 10, 6, 3]),
        (FIRST_EXAMPLE[::-1], [0, 3, 6, 10]),
        ([(2,), (), (), ()], [10, 0, 0, 0]),
        ([(5, 2), (5, 2, 2), (5, 2), (4,)], [6, 10, 6, 3]),
    ],
)
def test_the_bonuses_of_the_printed_examples(sizes: list[tuple[int, ...]], bonuses: list[int]) -> None:
    sheets = sheets_for(sizes)
    assert [sheet.territories for sheet in sheets] == sizes
    assert [sheet.bonus for sheet in sheets] == bonuses


@pytest.mark.rule("KH-73")
def test_the_ties_of_the_first_printed_example_are_broken_by_the_second_territory() -> None:
    assert [list(sheet.ties) for sheet in sheets_for(FIRST_EXAMPLE)] == [
        [],
        [Tie((2, 3), 2, (20, 18, 10))],
        [Tie((1, 3), 2, (18, 20, 10))],
        [Tie((1, 2), 2, (10, 20, 18))],
    ]


@pytest.mark.rule("KH-73")
@pytest.mark.rule("KH-74")
def test_the_second_printed_example_has_equals_and_a_tie() -> None:
    assert [list(sheet.ties) for sheet in sheets_for(SECOND_EXAMPLE)] == [
        [Tie((1,), None)],
        [Tie((0,), None)],
        [Tie((3,), 2, (20, 18))],
        [Tie((2,), 2, (18, 20))],
    ]


@pytest.mark.rule("KH-73")
def test_a_tie_may_be_broken_with_one_and_not_with_another() -> None:
    """The first and the second are equal; the third has one territory less, the fourth a smaller second one."""
    sheets = sheets_for([(9, 4, 2), (9, 4, 2), (9, 4), (9, 3, 3)])
    assert sheets[0].ties == (Tie((3,), 2, (4, 3)), Tie((2,), 3, (2, 0)), Tie((1,), None))
    assert [sheet.bonus for sheet in sheets] == [10, 10, 6, 3]


@pytest.mark.rule("KH-70")
@pytest.mark.rule("KH-71")
def test_a_sheet_tells_where_every_point_comes_from() -> None:
    """Tiles and a bridge of four players, one of them shared by three; the last conquest is made here."""
    state = drawn(
        """
                c d e f g h i j k l
            7   . a a a b b . c c c
            8   . . ~ . . . . . . .
            9   ~ ~ ~ . d d d . . .
            10  ~ . . . . . d . e e
            11  ~ 1 1 . . . . . . .
        """,
        players=4,
        step=FINAL,
        laid={"a": "B3 1", "b": "I2 124", "c": "I3 2", "d": "L4 34", "e": "I2 3"},
    ).state
    state = play(state, "conquer I2 d11 r0")
    sheets = sheets_of(state.game, state.public().record)
    assert sheets[0] == Sheet(
        seat=0,
        shapes=(
            Laid("B3", "r0", ("d7", "e7", "f7"), value=3, owners=(0,)),
            Laid("I2", "r0", ("g7", "h7"), value=2, owners=(0, 1, 3)),
            Laid("I2", "r0", ("d11", "e11"), value=2, owners=(0,)),
        ),
        territories=(5, 2),
        bonus=10,
        ties=(),
    )
    assert [laid.points for laid in sheets[0].shapes] == [3, 1, 2]
    assert [sheet.territories for sheet in sheets] == [(5, 2), (3, 2), (4, 2), (4, 2)]
    assert [sheet.bonus for sheet in sheets] == [10, 3, 6, 6]
    assert sheets[2].ties == (Tie((3,), None),)
    assert state.outcome is not None
    assert [sheet.total for sheet in sheets] == list(state.outcome.scores) == [16, 1 + 4 + 3, 3 + 2 + 6, 1 + 3 + 6]


@pytest.mark.rule("KH-73")
@pytest.mark.rule("KH-74")
def test_the_page_is_told_the_same_line_by_line() -> None:
    state = drawn(
        """
                g h i j k l m
            7   a a a . b b b
            8   . . . . . . .
            9   c c . d d . .
            10  . . . . . . .
            11  1 1 . . . . .
        """,
        step=FINAL,
        laid={"a": "I3 1", "b": "I3 2", "c": "I2 1", "d": "I2 2"},
    ).state
    before, after = (each.public().describe().sheet for each in (state, play(state, "conquer I2 g11 r0")))
    assert before[0].lines[-1] == ScoreLine(Saying("equal", seats=(1,)), 0)
    assert after[0].lines[-3:] == (
        ScoreLine(Saying("territories", {"sizes": "3, 2, 2"}), 0),
        ScoreLine(Saying("bonus", {"size": 3}), 10),
        ScoreLine(Saying("tie", {"place": 3, "own": 2, "theirs": "0"}, seats=(1,)), 0),
    )
    assert sum(line.worth for line in after[0].lines) == after[0].total == 18
    assert after[1].lines[-1] == ScoreLine(Saying("tie", {"place": 3, "own": 0, "theirs": "2"}, seats=(0,)), 0)
