"""The plain half of Yut: options, track, notation, checks, drawing, texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np

from naadam.core.boards import load_board
from naadam.core.compiled import plain
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.editing import Edited, Editor
from naadam.core.errors import IllegalAction
from naadam.core.options import Options
from naadam.core.refusals import Refusal
from naadam.core.seats import CHANCE, seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts
from naadam.drawing.picture import draw_picture
from naadam.games.yut import rules
from naadam.games.yut.board import SCHEMA, make_tables, make_track
from naadam.games.yut.check import Checker, unreadable
from naadam.games.yut.drawing.sketch import MARKS, sketch_track
from naadam.games.yut.drawing.stage import put_pieces, set_stage
from naadam.games.yut.editing import make_editor, write_position
from naadam.games.yut.match import YutMatch
from naadam.games.yut.notation import Notation
from naadam.games.yut.options import DECLARED, check_options, place_hurdles
from naadam.games.yut.rules import clauses
from naadam.games.yut.rules.moves import count_actions
from naadam.games.yut.rules.observation import PLANES
from naadam.games.yut.rules.state import MOST_THROWS, NOBODY, NOWHERE, THROWS, find_landing, node_on

_find_landing = plain(find_landing)
_node_on = plain(node_on)
_legal = plain(rules.legal)
_outcome = plain(rules.outcome)
_refusal = plain(rules.refusal)

LONGEST_TURN = 2 * MOST_THROWS


class Yut(Rulebook):
    name = "yut"
    version = 1
    prefix = "YU"
    clauses = (*range(1, 17), 20, 21, *range(30, 35), *range(40, 47), *range(50, 56))
    declared: ClassVar = DECLARED
    rules: ClassVar = rules
    colours: ClassVar = {MARKS[0]: "bold red", MARKS[1]: "bold cyan", MARKS[2]: "bold yellow", "♞": "bold magenta"}
    texts = Texts(__package__)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.track = make_track(self.board)
        seats, two_posts = int(options["players"]), options["posts"] == "two"
        second = int(options["second_game"])
        check_options(options)
        wild = NOWHERE
        if options["wild_horse"]:
            wild = self.track.wild_two_posts[int(second > 0)] if two_posts else self.track.wild
        self.hurdles = place_hurdles(self.track, options)
        self.tables = make_tables(
            self.track,
            seats=seats,
            horses=int(options["horses"]) or (3 if seats == 3 else 4),
            two_posts=two_posts,
            wild=wild,
            begins=second - 1 if second else NOBODY,
            hurdles=self.hurdles,
            flat=float(options["flat"]),
        )
        self.two_posts = two_posts
        self.notation = Notation(self.track, self.tables)
        self.checker = Checker(self.track, self.tables, two_posts)
        rounds = 2 * len(self.track.sides[0].rim)  # turns until the Wild Horse ends the game (YU-44)
        self.sizes = Sizes(
            seats=seats,
            actions=plain(count_actions)(self.tables),
            choices=MOST_THROWS * (2 * self.tables.horses + 1),
            length=1 + rounds * LONGEST_TURN if wild != NOWHERE else 0,
            words=rules.POSITION_WORDS,
            outcomes=THROWS,
            tensor=(PLANES, self.tables.stations),
        )

    # --- notation and checks ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.notation.format(action)

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.notation.parse(text)

    def format_position(self, state: StateRecord) -> str:
        return self.notation.format_position(state)

    def parse_position(self, text: str) -> StateRecord:
        state = self.notation.parse_position(text)
        self.checker.check(state)
        return state

    def check(self, state: StateRecord) -> None:
        self.checker.check(state)

    # --- words ---

    def editor(self) -> Editor:
        return make_editor(self.tables)

    def edit(self, edited: Edited) -> str:
        return write_position(self.tables, edited)

    def _target(self, state: StateRecord, seat: int, action: int) -> int:
        """The node where a move would end, NOWHERE if it is none."""
        throw, station, turn = self.notation.split(action)
        side = seat % self.tables.sides
        new = station == self.tables.stations
        node = 2 * self.tables.stations if new else _node_on(self.tables, state, station)
        return int(_find_landing(self.tables, state, side, int(node), turn, throw))

    def _place(self, node: int) -> str:
        size = self.tables.stations
        return "home" if node > 2 * size else self.track.names[node % size]

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        moves = self.notation.moves
        if action >= moves:
            number = action - moves
            return {
                "throw": str(min(number, THROWS - 1) + 1),
                "player": str(number - THROWS + 1),
                "station": "",
                "target": "",
                "tallest": str(self.tables.tallest),
            }
        throw, station, _ = self.notation.split(action)
        target = self._target(state, seat, action) if seat < self.tables.seats else NOWHERE
        return {
            "throw": str(throw),
            "player": "",
            "station": self.track.names[station] if station < self.tables.stations else "",
            "target": self._place(target) if target != NOWHERE else "",
            "tallest": str(self.tables.tallest),
        }

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        if action >= self.notation.moves:
            return "throw" if action < self.notation.moves + THROWS else "first"
        _, station, turn = self.notation.split(action)
        kind = "enter" if station == self.tables.stations else "turn" if turn else "move"
        target = self._target(state, seat, action)
        if self._place(target) == "home":
            return f"{kind}-home"
        return f"{kind}-catch" if self._caught(state, seat, target) else kind

    def _caught(self, state: StateRecord, seat: int, target: int) -> bool:
        if self._place(target) == "home":
            return False
        station = target % self.tables.stations
        side = seat % self.tables.sides
        rivals = (int(state.held[other]) for other in range(self.tables.sides) if other != side)
        return any(held >> station & 1 for held in rivals)

    def _touched(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """Where the horse of a move stands and where it lands, as places of the drawing."""
        side, station = seat % self.tables.sides, self.notation.split(action)[1]
        target = self._place(self._target(state, seat, action))
        source = f"new-{side}" if station == self.tables.stations else self.track.names[station]
        return [source, f"home-{side}" if target == "home" else target]

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The horse and where it lands; then the throw, and the way, if others would do the same."""
        if action >= self.notation.moves:
            return [self.notation.format(action)]
        throw, _, turn = self.notation.split(action)
        touched = self._touched(state, seat, action)
        actions = np.empty(self.sizes.choices, np.int64)
        legal = actions[: _legal(self.tables, state, seat, actions)].tolist()
        alike = [self.notation.split(other) for other in legal if self._touched(state, seat, other) == touched]
        if any(other != throw for other, _, _ in alike):
            touched.append(f"throw-{throw}")
        if any(other == throw and way != turn for other, _, way in alike):
            touched.append("turn" if turn else "straight")
        return touched

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The move of the horse touched to the place touched, by whatever throw would bring it there."""
        source, *targets = touched
        waiting, yard = self.notation.waiting(state), f"new-{seat % self.tables.sides}"
        station = self.tables.stations if source == yard else self.notation.station_of.get(source)
        if station is None or not waiting:
            raise unreadable("move", text=repr(" ".join(touched)))
        moves = [self.notation.join(throw, station, turn) for throw in range(1, THROWS + 1) for turn in (0, 1)]
        if not targets or _refusal(self.tables, state, seat, moves[2 * waiting[0] - 2]) == clauses.NO_HORSE_THERE:
            return Move(None, self.notation.join(waiting[0], station, 0))
        fitting = [move for move in moves if self._target(state, seat, move) != NOWHERE]
        fitting = [move for move in fitting if self._touched(state, seat, move) == [source, targets[0]]]
        if not fitting:
            parameters = {"station": source, "target": targets[0]}
            raise IllegalAction(Refusal("YU-6", "6.3", parameters, self.texts))
        refused = {move: _refusal(self.tables, state, seat, move) for move in fitting}
        return Move(None, next((move for move, code in refused.items() if code != clauses.NO_SUCH_THROW), fitting[0]))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        if action >= self.notation.moves:
            return {}
        tables, side = self.tables, seat % self.tables.sides
        throw, station, turn = self.notation.split(action)
        new = station == tables.stations
        node = 2 * tables.stations if new else int(_node_on(tables, state, station))
        passed = [self._place(int(tables.landing[side, node, turn, step])) for step in range(1, throw + 1)]
        source, target = self._touched(state, seat, action)
        shown = {
            "captures": [target] if self._caught(state, seat, self._target(state, seat, action)) else [],
            "way": list(dict.fromkeys([source, *(place for place in passed if place != "home"), target])),
            "spends": [f"throw-{throw}"],
        }
        return {part: places for part, places in shown.items() if places}

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        """All that a picture needs.

        `points`: the place of each station by its name, as [right, up]; `lines` of names; `posts`: that of each side.
        `stacks`: a list of `station`, `side`, `count`, and `way`, true where the way it came matters (YU-14, YU-31).
        `sides`: a list of `home`, `off`, `horses` and `seats`. `turn`: the seat, also while its sticks fly, or null.
        `throwing`: whether the sticks are to be thrown; `drawing`: whether the first player is to be drawn.
        `waiting`: the throws to be used; `throws`: how many the turn has had; `thrown`: the last throw, or 0;
        `sticks`: its four, true where the flat side is up, or none.
        `wild_horse`: its station or null; `laps`: how often it came back; `hurdles`: their stations.
        `home` and `horses`: of each seat's side. `pieces`: all that stands on the stage.
        `winners`: the seats that have won, all who share in a draw; none before.
        """
        names, tables = self.track.names, self.tables
        stacks = [
            {
                "station": names[station],
                "side": side,
                "count": int(view.stack[station]),
                "way": bool(view.ways >> station & 1),
            }
            for side in range(tables.sides)
            for station in self.notation.stations_of(view, side)
        ]
        thrown = int(view.thrown)
        chance = view.waiting == 1 << CHANCE
        described = {
            "game": self.name,
            "title": self.track.title,
            "points": {name: list(place) for name, place in zip(names, self.track.places, strict=True)},
            "lines": [[names[station] for station in line] for line in self.track.lines],
            "posts": [names[self.track.sides[side if self.two_posts else 0].rim[-1]] for side in range(tables.sides)],
            "stacks": stacks,
            "sides": [
                {
                    "home": int(view.home[side]),
                    "off": int(view.off[side]),
                    "horses": tables.horses,
                    "seats": [seat for seat in range(tables.seats) if seat % tables.sides == side],
                }
                for side in range(tables.sides)
            ],
            "turn": int(view.mover) if view.mover != NOBODY else None,
            "throwing": bool(chance and view.mover != NOBODY),
            "drawing": bool(chance and view.mover == NOBODY),
            "waiting": self.notation.waiting(view),
            "throws": int(view.throws),
            "thrown": thrown,
            "sticks": [place < thrown % THROWS for place in range(4)] if thrown else [],
            "wild_horse": names[view.wild] if view.wild != NOWHERE else None,
            "laps": int(view.laps),
            "hurdles": [names[station] for station in self.hurdles],
            "home": [int(view.home[seat % tables.sides]) for seat in range(tables.seats)],
            "horses": tables.horses,
            "winners": self._winners(view),
        }
        return described | {"pieces": put_pieces(described)}

    def _winners(self, view: StateRecord) -> list[int]:
        if view.waiting != 0:
            return []
        return list(seats_in(_outcome(self.tables, view, [0.0] * self.tables.seats)))

    def draw(self, description: Description, language: str = "en") -> str:
        return draw_picture(self, description, language)

    def stage(self, description: Description, language: str = "en") -> Stage:
        return set_stage(description, lambda section, key: self.texts.sections(language)[section][key])

    def sketch(self, view: StateRecord) -> str:
        return sketch_track(self.track, self.describe(view))

    def title(self, language: str = "en") -> str:
        return self.track.title

    def status(self, view: StateRecord, language: str = "en") -> str:
        say = self.texts.get
        parts = [
            say("board", "side", language, mark=MARKS[side], home=str(view.home[side]), off=str(view.off[side]))
            for side in range(self.tables.sides)
        ]
        waiting = self.notation.waiting(view)
        if waiting:
            parts.append(say("board", "throws", language, throws=", ".join(map(str, waiting))))
        if view.wild != NOWHERE:
            wild = {"station": self.track.names[view.wild], "laps": str(view.laps)}
            parts.append(say("board", "wild-horse", language, **wild))
        return " ".join(parts)

    def applies(self, clause: int) -> bool:
        needed: dict[int, bool] = {20: self.tables.seats == 3, 21: self.tables.seats == 4}
        needed |= dict.fromkeys(range(30, 35), self.two_posts)
        needed |= dict.fromkeys(range(40, 47), bool(self.options["wild_horse"]))
        needed |= dict.fromkeys(range(50, 56), bool(self.options["hurdles"]))
        return needed.get(clause, True)

    def began(self, states: Iterable[StateRecord]) -> int | None:
        """Who was drawn, even if all the throws of that turn were lost."""
        return next((int(state.mover) for state in states if state.mover != NOBODY), None)

    def match_rule(self, games: int | None = None) -> YutMatch | None:
        return YutMatch(self.tables.seats) if self.two_posts and self.options["wild_horse"] else None
