"""The face of Yut: horses, sticks and throws, gestures, and words for moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.errors import IllegalAction
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.parts.notation import Move
from naadam.core.refusals import refuse
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import Texts, Word
from naadam.drawing.description import Description, Piece, Saying, piece_of
from naadam.drawing.stage import Stage
from naadam.games.yut import rules
from naadam.games.yut.board import Track
from naadam.games.yut.drawing.sketch import HURDLE, MARKS, WILD, sketch_track
from naadam.games.yut.drawing.stage import STICKS, THROW_NAMES, set_stage
from naadam.games.yut.notation import Notation
from naadam.games.yut.rules import clauses
from naadam.games.yut.rules.state import NOBODY, NOWHERE, THROWS, Tables

plain = PlainRules(rules)

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable

LIKELY = 0.2  # chance of a catch that is worth a word
CLAUSES = {"home": "YU-11", "stack": "YU-8", "short-cut": "YU-7", "crossing": "YU-7", "enters": "YU-6"}  # by purpose
CLAUSES |= dict.fromkeys(("catch", "flees", "hunts"), "YU-9")


class Run(NamedTuple):
    """The move of a horse as the stage shows it: where it stands and lands, and by which throw and way."""

    throw: int
    turn: int
    side: int
    node: int
    source: str
    target: str  # nothing where it cannot turn


class Face(face.Face):
    colours: ClassVar = {
        MARKS[0]: "bold dark_orange",
        MARKS[1]: "bold cyan",
        MARKS[2]: "bold green",
        WILD: "bold magenta",
    }
    notation: Notation

    def __init__(
        self, track: Track, tables: Tables, notation: Notation, two_posts: bool, hurdles: Sequence[int]
    ) -> None:
        super().__init__(notation)
        self.track = track
        self.tables = tables
        self.two_posts = two_posts
        self.places = [  # of each side's nodes
            [*track.names, *track.names, f"new-{side}", f"home-{side}"] for side in range(tables.sides)
        ]
        self.hurdles = tuple(piece_of("hurdle", track.names[station]) for station in hurdles)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        view = fields(view)
        seats, sides = self.tables.seats, self.tables.sides
        return Description(
            pieces=(*self._horses(view), *self._wild_horse(view), *self.hurdles, *self._sticks(view)),
            turn=None if view.mover == NOBODY else view.mover,  # also while its sticks fly
            winners=winners_of(rules, self.tables, view, seats),
            counts={"home": tuple(int(view.home[seat % sides]) for seat in range(seats)), "laps": view.laps},
            tasks=self._tasks(view),
        )

    def _tasks(self, view: StateRecord) -> tuple[Saying, ...]:
        """The instruction for the mover: to throw the sticks, or to run by the throws that wait."""
        if view.mover == NOBODY:
            return ()
        if view.waiting == 1 << CHANCE:
            return (Saying("throw-again" if view.throws else "throw-sticks", seat=view.mover),)
        throws = ", ".join(name_throw(throw) for throw in self.notation.waiting(view.pending))
        return (Saying("run", {"throws": throws}, seat=view.mover),)

    def _horses(self, view: StateRecord) -> Iterator[Piece]:
        sides = range(self.tables.sides)
        for side in sides:
            yield from (piece_of("horse", name, side, count) for name, count, _ in self.notation.stacks(view, side))
        for side in sides:
            for place, count in ((f"new-{side}", int(view.off[side])), (f"home-{side}", int(view.home[side]))):
                if count:
                    yield piece_of("horse", place, side, count)

    def _wild_horse(self, view: StateRecord) -> Iterator[Piece]:
        if view.wild != NOWHERE:
            yield piece_of("wild", self.track.names[view.wild])

    def _sticks(self, view: StateRecord) -> Iterator[Piece]:
        """The last throw, and those that wait."""
        if view.thrown:
            unlike = 10 * max(view.mover, 0) + view.throws  # differs from one throw to the next
            for index, place in enumerate(STICKS):
                kind = "stick-flat" if index < view.thrown % THROWS else "stick-round"
                yield piece_of(kind, place, id=unlike)
        for throw, count in Counter(self.notation.waiting(view.pending)).items():
            yield piece_of(f"throw-{throw}", f"throw-{throw}", count=count)

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.track, self.tables, self.two_posts, TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        """`●2` is a stack of two, `●2>` one that came by another way, `╪5` a hurdle."""
        labels = {hurdle.point: f"{HURDLE}{hurdle.point}" for hurdle in self.hurdles}
        for side in range(self.tables.sides):
            for name, count, strayed in self.notation.stacks(view, side):
                labels[name] = f"{MARKS[side]}{count}{'>' if strayed else ''}"
        if view.wild != NOWHERE:
            labels[self.track.names[view.wild]] = WILD
        return sketch_track(self.track, labels)

    def status(self, view: StateRecord, language: str = "en") -> str:
        say = TEXTS.get
        parts = [
            say("board", "side", language, mark=MARKS[side], home=str(view.home[side]), off=str(view.off[side]))
            for side in range(self.tables.sides)
        ]
        waiting = self.notation.waiting(int(view.pending))
        if waiting:
            parts.append(say("board", "throws", language, throws=", ".join(map(str, waiting))))
        if view.wild != NOWHERE:
            wild = {"station": self.track.names[view.wild], "laps": str(view.laps)}
            parts.append(say("board", "wild-horse", language, **wild))
        return " ".join(parts)

    # --- gestures ---

    def _run(self, state: StateRecord, seat: int, action: int) -> Run:
        throw, station, turn = self.notation.split(action)
        side, size = seat % self.tables.sides, self.tables.stations
        node = station + size * (int(state["ways"]) >> station & 1) if station < size else 2 * size
        return Run(throw, turn, side, node, self.places[side][node], self._landing(state, side, node, turn, throw))

    def _landing(self, state: StateRecord, side: int, node: int, turn: int, throw: int) -> str:
        """The place where a throw ends, nothing where it cannot turn."""
        target = plain.find_landing(self.tables, state, side, node, turn, throw)
        return self.places[side][target] if target != NOWHERE else ""

    def _catches(self, state: StateRecord, run: Run) -> bool:
        if run.target not in self.notation.station_of:
            return False
        return bool(self._rivals(state, run.side) >> self.notation.station_of[run.target] & 1)

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The horse and where it lands; then the throw, and the way, if others would do the same."""
        if action >= self.notation.moves:
            return [self.notation.format(state, seat, action)]
        run = self._run(state, seat, action)
        touched = [run.source, run.target]
        alike = [  # all of these are legal, because a bar to a landing holds for every throw
            (throw, turn)
            for throw in set(self.notation.waiting(int(state["pending"])))
            for turn in (0, 1)
            if self._landing(state, run.side, run.node, turn, throw) == run.target
        ]
        if any(throw != run.throw for throw, _ in alike):
            touched.append(f"throw-{run.throw}")
        if (run.throw, 1 - run.turn) in alike:
            touched.append("turn" if run.turn else "straight")
        return touched

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The move of the horse touched to the place touched, by whatever throw would bring it there."""
        source, *targets = touched
        waiting, yard = self.notation.waiting(int(state.pending)), f"new-{seat % self.tables.sides}"
        station = self.tables.stations if source == yard else self.notation.station_of.get(source)
        if station is None or not waiting:
            raise unreadable("move", text=repr(" ".join(touched)))
        moves = [self.notation.join(throw, station, turn) for throw in range(1, THROWS + 1) for turn in (0, 1)]
        if not targets or plain.refusal(self.tables, state, seat, moves[2 * waiting[0] - 2]) == clauses.NO_HORSE_THERE:
            return Move(None, self.notation.join(waiting[0], station, 0))
        fitting = [move for move in moves if self._run(state, seat, move).target == targets[0]]
        if not fitting:
            values = {"station": source, "target": targets[0]}
            raise IllegalAction(refuse("YU", clauses.NO_THROW_LEADS_THERE, values, TEXTS))
        waits = (move for move in fitting if plain.refusal(self.tables, state, seat, move) != clauses.NO_SUCH_THROW)
        return Move(None, next(waits, fitting[0]))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        if action >= self.notation.moves:
            return {}
        run = self._run(state, seat, action)
        nodes = self.tables.landing[run.side, run.node, run.turn, 1 : run.throw + 1].tolist()
        passed = [self.places[run.side][node] for node in nodes]
        shown = {"captures": [run.target]} if self._catches(state, run) else {}
        shown["way"] = list(dict.fromkeys((run.source, *passed, run.target)))
        return shown | {"spends": [f"throw-{run.throw}"]}

    # --- reasons ---

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        if action >= self.notation.moves:
            return ""
        record, run = state.record, self._run(state.record, seat, action)
        node = plain.find_landing(self.tables, record, run.side, run.node, run.turn, run.throw)
        moved = 1 if run.node == 2 * self.tables.stations else int(record.stack[run.node % self.tables.stations])
        landed = node % self.tables.stations if run.target in self.notation.station_of else None
        key = self._purpose(record, run, node)
        there = int(record.stack[landed]) if landed is not None else 0
        values = {
            "count": there if key == "catch" else moved + there,
            "target": run.target,
            "left": int(self.tables.left[run.side, node]) if landed is not None else 0,
        }
        one = key in ("home", "catch") and values["count"] == 1
        return TEXTS.get("reasons", f"{key}-one" if one else key, language, **values)

    def clause(self, state: StateRecord, seat: int, action: int) -> str | None:
        if action >= self.notation.moves:
            return None
        run = self._run(state, seat, action)
        node = plain.find_landing(self.tables, state, run.side, run.node, run.turn, run.throw)
        return CLAUSES.get(self._purpose(state, run, node))

    def _purpose(self, state: StateRecord, run: Run, node: int) -> str:
        """The plainest thing that a run to a node does."""
        size, side = self.tables.stations, run.side
        if self._catches(state, run):
            return "catch"
        if run.target not in self.notation.station_of:
            return "home"
        if int(state.held[side]) >> node % size & 1:
            return "stack"
        if run.turn:
            return "short-cut"
        if int(self.tables.landing[side, node, 1, 1]) != NOWHERE:
            return "crossing"
        entering = run.node == 2 * size
        feared, fears = 0.0 if entering else self._danger(state, side, run.node), self._danger(state, side, node)
        if feared >= LIKELY and fears < feared / 2:
            return "flees"
        rivals = [station for station in range(size) if self._rivals(state, side) >> station & 1]
        if max((float(self.tables.hits[side, node, station]) for station in rivals), default=0.0) >= LIKELY:
            return "hunts"
        return "enters" if entering else "ahead"

    def _rivals(self, state: StateRecord, side: int) -> int:
        """The stations on which others have horses."""
        held = state["held"].tolist()
        held[side] = 0
        return int(held[0] | held[1] | held[2])

    def _danger(self, state: StateRecord, side: int, node: int) -> float:
        """How likely one of the others lands on a node by its next throw, new horses included."""
        size, found = self.tables.stations, 0.0
        for rival in range(self.tables.sides):
            if rival != side:
                stations = [at for at in range(size) if int(state.held[rival]) >> at & 1]
                nodes = [at + size * (int(state.ways) >> at & 1) for at in stations]
                nodes += [2 * size] if state.off[rival] else []
                found = max([found, *(float(self.tables.hits[rival, at, node % size]) for at in nodes)])
        return found

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        if action >= self.notation.moves:
            return "throw" if action < self.notation.moves + THROWS else "first"
        run = self._run(state, seat, action)
        kind = "enter" if run.node == 2 * self.tables.stations else "turn" if run.turn else "move"
        if run.target not in self.notation.station_of:
            return f"{kind}-home"
        return f"{kind}-catch" if self._catches(state, run) else kind

    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        values: dict[str, object] = dict.fromkeys(("throw", "player", "station", "target"), "")
        values["tallest"] = str(self.tables.tallest)
        if action >= self.notation.moves:
            number = action - self.notation.moves
            values["throw"] = name_throw(min(number, THROWS - 1) + 1)
            if 0 <= state.mover < self.tables.seats:
                values["player"] = Word(TEXTS, "seats", seat_key(self.tables, int(state.mover)))
            first = number - THROWS
            if 0 <= first < self.tables.seats:
                values["player"] = Word(TEXTS, "seats", seat_key(self.tables, first))
            return values
        throw, station, _ = self.notation.split(action)
        values["throw"] = THROW_NAMES[throw]
        if station < self.tables.stations:
            values["station"] = self.track.names[station]
        if seat < self.tables.seats:
            target = self._run(state, seat, action).target
            values["target"] = "home" if target.startswith("home") else target
        return values


def seat_key(tables: Tables, seat: int) -> str:
    """The key of a seat's name in the texts: the colour of its horses, and for one of two partners a number."""
    return str(seat) if tables.seats == tables.sides else f"team-{seat}"


def name_throw(throw: int) -> str:
    """A throw as it is called, with the stations it runs: gae (2)."""
    return f"{THROW_NAMES[throw]} ({throw})"
