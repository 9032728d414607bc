"""The plain half of Patrol: its glasses, and a face on which a far cell is touched to walk there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from naadam.core.compiling import plain
from naadam.core.contract import Sizes, StateRecord
from naadam.core.options import Number, Options
from naadam.core.parts.clock import Glass
from naadam.core.parts.touches import CAPTURES, Place, Touches, touches_by_gestures
from naadam.core.state import State
from naadam.core.texts import Texts
from naadam.drawing.description import Saying
from naadam.drawing.stage import PREFIX, Art, Stage
from naadam.kit.face import BoardFace
from naadam.kit.ground import make_cells
from naadam.kit.moves import Moves
from naadam.kit.pieces import Kind
from naadam.kit.rulebook import BoardGame
from patrol import rules

could_answer = plain(rules.could_answer)
ANSWERED = "answered"
ANSWER_SECONDS = 10
FLAG = f'<symbol id="{PREFIX}{ANSWERED}" overflow="visible"><circle cx="30" cy="-30" r="12" fill="#c33"/></symbol>'


class Patrol(BoardGame):
    name = "patrol"
    version = 1
    prefix = "PT"
    clauses = tuple(range(1, 6))
    declared = (Number("glass", 20, (0, 2, 20, 180), lowest=0, highest=180),)
    rules: ClassVar = rules
    texts = Texts("patrol")
    planes = ("scouts, by side",)
    ground = make_cells(rules.SIDE, rules.SIDE)
    kinds = (Kind("R", "red", 0, most=3), Kind("B", "blue", 1, most=3))
    moves = Moves(rules.CELLS, words=("end", "let"))
    most: ClassVar = {"mover": 1, "spent": rules.STEPS, "number": rules.LAST_TURN, "target": rules.CELLS}

    def __init__(self, options: Options) -> None:
        sizes = Sizes(
            seats=2,
            actions=rules.ACTIONS,
            choices=13,
            length=rules.LAST_TURN * (2 * rules.STEPS + 1),
            words=2,
            tensor=(1, rules.CELLS),
        )
        self.set_up(options, rules.Tables(rules.STEPS), sizes)
        self.face = Face(self, self.notation)  # type: ignore[arg-type]

    def possible(self, state: StateRecord) -> None:
        asked = int(state.target)
        if not asked:
            good = state.turn == state.mover
        else:
            answers = could_answer(state, int(state.turn), asked - 1)
            good = state.turn != state.mover and state.board[asked - 1] == state.mover + 1 and answers
        if not good:
            raise self.texts.impossible("asked")

    def glasses(self, state: StateRecord) -> dict[int, Glass]:
        seconds, seat = int(self.options["glass"]), int(state.turn)
        if not seconds or not state.waiting:
            return {}
        if state.target:
            return {seat: Glass(f"answer-{state.number}-{state.spent}", ANSWER_SECONDS, rules.LET)}
        return {seat: Glass(f"turn-{state.number}", seconds, rules.END, f"turn-{state.number - 1}")}


class Face(BoardFace):
    """Shows where each scout can walk in this turn, and where it could be answered."""

    def set_stage(self, language: str) -> Stage:
        stage, words = super().set_stage(language), self.texts.sections(language)
        marks = {ANSWERED: Art(words["marks"][ANSWERED], PREFIX + ANSWERED)}
        return replace(
            stage, picture=f"<defs>{FLAG}</defs>{stage.picture}", marks=marks, sayings=words["sayings"], by_touch=True
        )

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        if not touched or touched[0] not in self.ground.number_of or state.record.target:
            return touches_by_gestures(state, seat, touched)
        walks = dict(self._walks(state, seat, self.ground.number_of[touched[0]]))
        if len(touched) == 1:
            left = rules.STEPS - int(state.record.spent)
            return Touches(
                tuple(self._place(state, seat, place, walk) for place, walk in walks.items()),
                (Saying("steps-left", {"left": left}),) if walks else (),
            )
        end = self.ground.number_of.get(touched[1], -1) if len(touched) == 2 else -1
        return Touches(actions=walks.get(end, ()))

    def _walks(self, state: State, seat: int, source: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """All cells that a scout can reach in this turn, the nearest first, each with the steps to it."""
        walks: list[tuple[int, tuple[int, ...], State]] = [(source, (), state)]
        reached = {source}
        for place, walk, there in walks:
            for action in map(int, there.actions(seat)):
                _, begin, end = self.moves.split(action)
                if begin != place or end in reached:
                    continue
                reached.add(end)
                onward = there.apply(action, seat)
                yield end, (*walk, action)
                if there.record.board[end] == rules.EMPTY:
                    walks.append((end, (*walk, action), onward))

    def _place(self, state: State, seat: int, place: int, walk: tuple[int, ...]) -> Place:
        taken = state.record.board[place] != rules.EMPTY
        answered = taken and could_answer(state.record, 1 - seat, place)
        marks: list[Any] = [mark for mark, holds in ((CAPTURES, taken), (ANSWERED, answered)) if holds]
        return Place(self.ground.names[place], len(walk), tuple(marks))
