"""The options of Yut: what can be chosen, and what goes together."""

from __future__ import annotations

from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Number, Option, Options, Switch, Word
from naadam.games.yut.board import Track
from naadam.games.yut.check import TEXTS

DECLARED: tuple[Option, ...] = (
    BoardFile("board", "yut", ("yut",)),
    Number("players", 2, (2, 3, 4), lowest=2, highest=4),
    Choice("posts", "one", ("one", "two")),
    Switch("wild_horse"),
    Number("second_game", 0, (0, 1), lowest=0, highest=4),
    Switch("hurdles"),
    Word("hurdle_1", "8"),
    Word("hurdle_2", "18"),
    Number("flat", 0.5, lowest=0.01, highest=0.99),
    Number("horses", 0, lowest=0, highest=4),
)


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
