"""A position in words: the description that a page draws, as lines of text.

It reads the description of a view and the stage of its game, so it needs no text about any single game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naadam.core.game import say_turn
from naadam.core.texts import Texts
from naadam.drawing.blanks import fill
from naadam.drawing.description import Description, Piece, Saying, Thing
from naadam.drawing.stage import Shelf, Stage

TEXTS = Texts(__package__)

WRITTEN = ("cards", "supply", "row")
"""The looks of shelves whose items are named in notation by their keys."""


class Teller:
    """Puts descriptions on one stage into words, with the names of the seats."""

    def __init__(self, stage: Stage, names: Sequence[str], language: str = "en") -> None:
        self.stage = stage
        self.names = tuple(names)
        self.language = language

    def lines(self, description: Description) -> Iterator[str]:
        """Everything that the description shows, from the pieces to the task of each seat."""
        yield from self._pieces(description.pieces)
        yield from self._counts(description)
        for shelf in self.stage.shelves:
            yield from self._shelf(shelf, description.shelves.get(shelf.key, ()))
        if description.shown is not None:
            yield self._word("shown", item=self._item(description.shown.item))
        if description.meter is not None:
            meter = description.meter
            yield self._word("meter", what=self.say(meter.saying), left=meter.left, of=meter.of)
        yield from map(self.say, description.notes)
        yield from self._sheet(description)
        yield from (self._by_seat(task.seat, self.say(task)) for task in description.tasks)
        if description.winners:
            yield say_turn(description, self.names, self.language)

    def say(self, saying: Saying) -> str:
        """A saying of the stage with its blanks filled in."""
        values: dict[str, object] = dict(saying.values)
        values |= {key: self._item(item) for key, item in saying.items.items()}
        if saying.seat is not None:
            values["seat"] = self.names[saying.seat]
        values["seats"] = ", ".join(self.names[seat] for seat in saying.seats)
        text = fill(self.stage.sayings.get(saying.say, saying.say), **values)
        places = [self.stage.called(point) for point in saying.points]
        return f"{text} ({', '.join(places)})" if places else text

    # --- pieces ---

    def _pieces(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """One line for each kind of piece, with all its places."""
        groups: dict[str, list[str]] = {}
        for piece in pieces:
            art = self.stage.art(piece)
            if not art.thrown and piece.kind != piece.point:  # sticks and dice, and the throws to use, are pieces too
                groups.setdefault(self._owned(art.name, piece.seat), []).append(self._place(piece))
        for name, places in sorted(groups.items()):
            yield f"{name}: {', '.join(places)}"

    def _owned(self, name: str, seat: int | None) -> str:
        """The name of a piece after that of its seat, unless one of the two has the other in it."""
        if seat is None or seat >= len(self.names):
            return name
        owner, plain = self.names[seat].casefold(), name.casefold()
        return name if owner in plain or plain in owner else f"{self.names[seat]}, {name}"

    def _place(self, piece: Piece) -> str:
        details = [self.stage.marks[mark].name for mark in piece.marks if mark in self.stage.marks]
        if piece.load:
            kinds = [self._kind(kind, piece.seat) for kind in piece.load]
            details.append(self._word("carries", load=", ".join(kinds)))
        if piece.left is not None:
            details.append(self._word("left", count=piece.left))
        if piece.depth:
            details.append(self._word("under", count=piece.depth))
        covered = [self.stage.called(point) for point in piece.covers if point != piece.point]
        if covered:
            details.append(self._word("covers", places=", ".join(covered)))
        place = self.stage.called(piece.point) + (f" ×{piece.count}" if piece.count > 1 else "")
        return f"{place} ({'; '.join(details)})" if details else place

    def _kind(self, kind: str, seat: int | None) -> str:
        art = self.stage.pieces.get(f"{kind}-{seat}") or self.stage.pieces.get(kind)
        return kind if art is None else art.name

    # --- numbers ---

    def _counts(self, description: Description) -> Iterator[str]:
        for tray in self.stage.trays:
            if tray.count in description.counts:
                count = description.number(tray.count, tray.seat)
                if not count and "{count" not in tray.name:
                    continue
                yield self._by_seat(tray.seat, fill(tray.name, count=count, of=tray.of))
        trays = {tray.count for tray in self.stage.trays}
        totals = tuple(score.total for score in description.sheet)
        for tally in self.stage.tallies:
            if tally.count not in description.counts or tally.count in trays:
                continue
            if totals and description.counts[tally.count] == totals:  # the score sheet says it too
                continue
            limit = description.counts.get(tally.of) if isinstance(tally.of, str) else tally.of
            found = description.counts[tally.count]
            seats = enumerate(found) if isinstance(found, tuple) else ((tally.seat, found),)
            for seat, count in seats:
                of = "" if limit is None or isinstance(limit, tuple) or "{of}" in tally.name else f" / {limit}"
                name = fill(tally.name, count=count, of=limit)
                yield self._by_seat(seat, name if "{count}" in tally.name else f"{name} {count}{of}")

    def _sheet(self, description: Description) -> Iterator[str]:
        for seat, score in enumerate(description.sheet):
            parts = [self._line(self.say(line.saying), line.worth) for line in score.lines]
            detail = f" ({'; '.join(parts)})" if parts else ""
            yield self._by_seat(seat, self._word("score", total=score.total) + detail)

    def _line(self, text: str, worth: int) -> str:
        """A line of the score sheet; some say their worth themselves."""
        return text if text.endswith(f" {worth}") else f"{text} {worth}"

    # --- shelves ---

    def _shelf(self, shelf: Shelf, rows: Sequence[Sequence[Thing]]) -> Iterator[str]:
        for seat, row in enumerate(rows):
            if row:
                what = ", ".join(self._thing(thing, shelf.look in WRITTEN) for thing in row)
                yield self._by_seat(seat if shelf.by_seat else None, f"{shelf.title}: {what}")

    def _thing(self, thing: Thing, written: bool) -> str:
        details = []
        if thing.count is not None and thing.of is not None:
            details.append(f"{thing.count} / {thing.of}")
        elif thing.count is not None:
            details.append(str(thing.count))
        if thing.state is not None:
            details.append(self._word(f"state-{thing.state}"))
        if thing.seats:
            details.append(", ".join(self.names[seat] for seat in thing.seats))
        name = self._item(thing.item, written)
        return f"{name} ({'; '.join(details)})" if details else name

    def _item(self, item: str, written: bool = True) -> str:
        """An item by its name, with its key in brackets where notation uses the key."""
        found = self.stage.items.get(item)
        if found is None:
            return item
        return found.name if not written or found.name == item else f"{found.name} [{item}]"

    def _by_seat(self, seat: int | None, text: str) -> str:
        return text if seat is None else f"{self.names[seat]}: {text}"

    def _word(self, key: str, **values: object) -> str:
        return TEXTS.get("words", key, self.language, **values)
