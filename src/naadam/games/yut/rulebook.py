"""The plain half of Yut: its options, tables and parts."""

from __future__ import annotations

from typing import ClassVar

from naadam.core.compiling import PlainRules
from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Name, Number, Options, Switch
from naadam.core.parts.boards import load_board
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.yut import rules
from naadam.games.yut.board import SCHEMA, Track, make_tables, make_track
from naadam.games.yut.checks import Checks
from naadam.games.yut.drawing.stage import THROW
from naadam.games.yut.editor import Editor
from naadam.games.yut.face import Face, seat_key
from naadam.games.yut.match import YutMatch
from naadam.games.yut.notation import Notation
from naadam.games.yut.rules.observation import PLANES
from naadam.games.yut.rules.state import MOST_THROWS, NOBODY, NOWHERE, THROWS

plain = PlainRules(rules)

TEXTS = Texts(__package__)
LONGEST_TURN = 2 * MOST_THROWS


class Yut(Rulebook):
    name = "yut"
    version = 2
    prefix = "YU"
    length = "quick"
    clauses = (*range(1, 17), 20, 21, *range(30, 35), *range(40, 47), *range(50, 56))
    declared = (
        BoardFile("board", "yut", ("yut",)),
        Number("players", 2, (2, 3, 4), lowest=2, highest=4),
        Choice("posts", "one", ("one", "two")),
        Switch("wild_horse"),
        Number("second_game", 0, (0, 1, 2, 3, 4), tried=(0, 1), lowest=0, highest=4),
        Switch("hurdles"),
        Name("hurdle_1", "8"),
        Name("hurdle_2", "18"),
        Number("flat", 0.5, lowest=0.01, highest=0.99),
        Number("horses", 0, lowest=0, highest=4),
    )
    rules: ClassVar = rules
    texts = TEXTS
    planes = PLANES

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.track = track = make_track(self.board)
        check_options(options)
        seats, second, two_posts = int(options["players"]), int(options["second_game"]), options["posts"] == "two"
        wild = track.wild_two_posts[int(second > 0)] if two_posts else track.wild
        hurdles = place_hurdles(track, options)
        self.tables = make_tables(
            track,
            seats=seats,
            horses=int(options["horses"]) or (3 if seats == 3 else 4),
            two_posts=two_posts,
            wild=wild if options["wild_horse"] else NOWHERE,
            begins=second - 1 if second else NOBODY,
            hurdles=hurdles,
            flat=float(options["flat"]),
        )
        self.notation = Notation(track, self.tables)
        self.checks = Checks(track, self.tables, two_posts)
        self.face = Face(track, self.tables, self.notation, two_posts, hurdles)
        self.editor = Editor(track, self.tables)
        self.match_rule = YutMatch(seats) if two_posts and options["wild_horse"] else None
        rounds = 2 * len(track.sides[0].rim)  # turns until the Wild Horse ends the game (YU-44)
        self.sizes = Sizes(
            seats=seats,
            actions=plain.count_actions(self.tables),
            choices=MOST_THROWS * (2 * self.tables.horses + 1),
            length=1 + rounds * LONGEST_TURN if options["wild_horse"] else 0,
            words=rules.POSITION_WORDS,
            outcomes=THROWS,
            total=None if seats == 3 else 0.0,
            tensor=(len(PLANES), self.tables.stations),
        )

    def sets_off(self, state: StateRecord, last: tuple[int, int] | None) -> tuple[int, str] | None:
        """The player to move throws the sticks; the lot for the first player is drawn automatically."""
        return None if state.mover == NOBODY else (int(state.mover), THROW)

    def seat_key(self, seat: int) -> str:
        """A seat is called by the colour of its horses; partners, who share one, by their number too."""
        return seat_key(self.tables, seat)

    def allies(self, seat: int) -> tuple[int, ...]:
        """YU-21: the result belongs to the team."""
        side = plain.side_of(self.tables, seat)
        return tuple(other for other in range(self.tables.seats) if plain.side_of(self.tables, other) == side)

    def title(self, language: str = "en") -> str:
        return self.track.title

    def applies(self, clause: int) -> bool:
        needed: dict[int, bool] = {20: self.tables.seats == 3, 21: self.tables.seats == 4}
        needed |= dict.fromkeys(range(30, 35), self.options["posts"] == "two")
        needed |= dict.fromkeys(range(40, 47), bool(self.options["wild_horse"]))
        needed |= dict.fromkeys(range(50, 56), bool(self.options["hurdles"]))
        return needed.get(clause, True)


def check_options(options: Options) -> None:
    """SpecError unless the options go together."""
    seats, second, two_posts = int(options["players"]), int(options["second_game"]), options["posts"] == "two"
    if two_posts and seats == 3:
        raise SpecError.of(TEXTS, "posts")
    if second and not (two_posts and options["wild_horse"]):
        raise SpecError.of(TEXTS, "second")
    if second > seats:
        raise SpecError.of(TEXTS, "second-player", seats=seats, number=second)
    if seats == 3 and int(options["horses"]) > 3:
        raise SpecError.of(TEXTS, "horses")


def place_hurdles(track: Track, options: Options) -> tuple[int, ...]:
    """The stations of the hurdles, or none."""
    names = [str(options[name]) for name in ("hurdle_1", "hurdle_2")]
    chosen = {"hurdle_1", "hurdle_2"} & set(options.changed())
    if not options["hurdles"]:
        if chosen:
            raise SpecError.of(TEXTS, "no-hurdles")
        return ()
    for name in names if chosen else ():
        if name not in track.names:
            raise SpecError.of(TEXTS, "hurdle-station", name=name, stations=", ".join(track.names))
    stations = tuple(map(track.names.index, names)) if chosen else track.hurdles
    if stations[0] == stations[1]:
        raise SpecError.of(TEXTS, "two-hurdles")
    starts = track.wild_two_posts if options["posts"] == "two" else (track.wild,)
    if options["wild_horse"] and set(starts) & set(stations):
        raise SpecError.of(TEXTS, "hurdle-wild")
    return stations
