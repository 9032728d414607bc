"""Face: the part of a game that people see: positions to draw, gestures, and words for actions."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from naadam.core.compiling import plain
from naadam.core.contract import StateRecord
from naadam.core.errors import PositionError
from naadam.core.parts.notation import Move, Notation
from naadam.core.parts.touches import Touches, touches_by_gestures
from naadam.core.seats import seats_in
from naadam.core.texts import CORE
from naadam.drawing.description import Description
from naadam.drawing.stage import Stage
from naadam.drawing.story import Frame

if TYPE_CHECKING:
    from naadam.core.state import State

MOST_STAGES = 32  # that are kept, in all languages


class Face(ABC):
    """The display of one game, and the gestures of its players."""

    colours: ClassVar[Mapping[str, str]] = {}  # of the letters in the sketch, as Rich names them
    clauses: ClassVar[Mapping[str, str]] = {}  # by phrase, the one for the effect of the action

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self._stages: dict[tuple[str, str], Stage | None] = {}

    # --- pictures ---

    @abstractmethod
    def describe(self, view: StateRecord) -> Description:
        """All that is needed to draw a view on the stage."""

    def stage(self, language: str = "en", scene: str = "") -> Stage | None:
        """The empty board with the artwork apart, made once; None for a game that a page cannot show.

        PositionError if there is no such scene.
        """
        if (language, scene) not in self._stages:
            made = self.set_scene(language, scene) if scene else self.set_stage(language)
            if len(self._stages) >= MOST_STAGES:
                self._stages.clear()
            self._stages[language, scene] = made
        return self._stages[language, scene]

    def set_stage(self, language: str) -> Stage | None:
        """Make the stage, with names in a language."""
        return None

    def scene(self, view: StateRecord) -> str:
        """The scene of a view's stage, as text, in a game whose board changes; empty in all others."""
        return ""

    def set_scene(self, language: str, scene: str) -> Stage | None:
        """Make the stage of a scene, which may be untrusted text; PositionError if it is not a scene."""
        raise PositionError.of(CORE, "no-scene", scene=repr(scene[:40]))

    def on_board(self, place: str) -> bool:
        """Whether a place that is touched is a point of the board, whatever the scene."""
        return place in self._points

    @functools.cached_property
    def _points(self) -> frozenset[str]:
        stage = self.stage()
        return frozenset() if stage is None else frozenset(stage.points)

    def grounds(self, language: str = "en", scene: str = "") -> Mapping[str, Sequence[str]]:
        """Places by each kind that the rules mention, in words, for readers who do not see the picture."""
        stage = self.stage(language, scene)
        kinds: dict[str, list[str]] = {}
        for place, ground in stage.grounds.items() if stage is not None else ():
            kinds.setdefault(ground, []).append(place)
        return kinds

    def sketch(self, view: StateRecord) -> str:
        """The board as lines of text, for the terminal."""
        return self.notation.format_position(view)

    def status(self, view: StateRecord, language: str = "en") -> str:
        """One line for facts that the sketch does not show, for example pieces in hand."""
        return ""

    # --- gestures ---

    @abstractmethod
    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The places of the stage that a player touches, in this order, to make the action."""

    def lasts(self, seat: int, action: int) -> bool:
        """Whether notation, gesture and preview of a seat's action are the same in all states."""
        return False

    def words_last(self, seat: int, action: int) -> bool:
        """Whether the words of a seat's action are the same in all states."""
        return self.lasts(seat, action)

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action that a player means who touches these places, though no legal action has this gesture.

        NotationError if it is not a gesture; IllegalAction if only its clause can be named.
        """
        return self.notation.parse(state, "".join(touched))

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        """The places that may follow these, touched in this order; the actions once the gesture is complete.

        Made from the gestures where a game says nothing more. The actions must be legal one after the other; places
        that lead nowhere have no continuation. A page asks it where a seat has very many choices, or where the stage is
        `by_touch`.
        """
        return touches_by_gestures(state, seat, touched)

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        """The effects of a legal action besides its gesture, for a preview: places of the stage.

        `captures` are those of the pieces it would take, `line` those of the line it would win by, `way` those that the
        piece would pass from its start to its end, `spends` those of pieces that would be used up. By their numbers,
        `owners` are the seats that would own the laid piece, `asks` those that must agree first. A key is left out
        where there is nothing. It contains only facts that the seat may know.
        """
        return {}

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        """Why a good action is good, in a sentence of the game's own; empty where the game has nothing to say.

        Hints, coach and analysis say it unless the action wins. Where it is empty, they go by the preview, the score
        and the line that is expected.
        """
        return ""

    def clause(self, state: StateRecord, seat: int, action: int) -> str | None:
        """The clause of an action's effect, other than captures and ends; None if no clause is named."""
        return self.clauses.get(self.phrase(state, seat, action))

    # --- stories ---

    def tells(self, state: StateRecord, seat: int, action: int) -> bool:
        """Whether a legal action has a story: so much happens in it that it is shown step by step."""
        return False

    def story(self, state: State, seat: int, action: int) -> Sequence[Frame]:
        """The small steps of an action that `tells`, with their clauses; the last leads to the position after the
        action. It contains only facts that all may know once the action is taken."""
        return ()

    # --- words ---

    @abstractmethod
    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        """The key, under [actions] in the texts, of the sentence that says the action in words."""

    @abstractmethod
    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        """The values that texts of actions and refusals may name: points, pieces, numbers; a Word where languages
        differ."""


_plain = functools.cache(plain)


def winners_of(rules: ModuleType, tables: Any, view: StateRecord, seats: int) -> tuple[int, ...]:
    """The seats that have won a game that is over, all who share it in a draw; none before."""
    return seats_in(_plain(rules.outcome)(tables, view, [0.0] * seats)) if view.waiting == 0 else ()
