"""A seat for a language model: it reads the prompt, proposes an action, and reads why an illegal one is refused.

`llm:http://localhost:8000/v1#qwen3,attempts=3,feedback=clause` names it in arena and league.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from naadam.bots.budget import Budget
from naadam.bots.telling import Telling
from naadam.core.errors import LanguageError, NaadamError, NotationError, SeatError, SpecError
from naadam.core.game import Game
from naadam.core.refusals import Refusal
from naadam.core.state import Action
from naadam.core.texts import LANGUAGES
from naadam.core.view import View
from naadam.llm.answers import read_move
from naadam.llm.client import Client, Model, ModelError
from naadam.llm.prompting.dialect import Dialect
from naadam.llm.prompting.prompts import MOVE, Prompter
from naadam.llm.prompting.words import TEXTS

Feedback = Literal["bare", "clause", "sentence"]
"""The answer to an illegal action: only that it is illegal, the number of the clause, or its sentence too."""

MODES: tuple[Feedback, ...] = get_args(Feedback)
MOST_ATTEMPTS = 20
LONGEST_ECHO = 2000  # characters of an answer that are sent back to the model


class Forfeit(NaadamError):
    """A model that gave no legal action in all its attempts."""


class Outage(Forfeit):
    """A model whose server did not answer; a run that is taken up asks it once more."""


@dataclass(frozen=True)
class Manner:
    """How a model plays: attempts per action, feedback, language, and the number of a dialect."""

    attempts: int = 3
    feedback: Feedback = "clause"
    language: str = "en"
    dialect: int | None = None
    plain: bool = False  # without sketch, legend and position in notation, the control for a dialect

    def __post_init__(self) -> None:
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            raise SpecError(f"attempts of a model are from 1 to {MOST_ATTEMPTS}, not {self.attempts}")
        if self.feedback not in MODES:
            raise SpecError(f"the feedback is {', '.join(MODES)}, not {self.feedback!r}")
        if self.language not in LANGUAGES:
            raise LanguageError(f"unknown language {self.language!r}; the languages are {', '.join(LANGUAGES)}")


@dataclass
class Account:
    """Conduct of a model, counted: its turns, attempts and mistakes."""

    turns: int = 0
    attempts: int = 0
    illegal: int = 0  # attempts that a clause forbids
    unreadable: int = 0  # attempts that name no action of the game
    missing: int = 0  # answers without a move line
    unanswered: int = 0  # requests that failed for good
    repaired: int = 0  # turns whose first attempt was wrong and a later one legal
    wrong_first: int = 0  # turns whose first attempt was wrong
    illegal_first: int = 0  # of these, turns whose first attempt a clause forbids
    repaired_illegal: int = 0  # and of these, turns with a legal action in the end
    forfeits: int = 0

    def add(self, other: Mapping[str, Any]) -> None:
        """Add the counts of another game."""
        for name in asdict(self):
            setattr(self, name, getattr(self, name) + int(other[name]))


class ModelSeat:
    """A bot that asks a model; Forfeit when its attempts are used up."""

    def __init__(self, game: Game, client: Client, manner: Manner) -> None:
        self.manner = manner
        self.telling = Telling(0, manner.language)  # the arena puts the history of the seat here
        self._client = client
        dialect = None if manner.dialect is None else Dialect(game, manner.dialect, manner.language)
        self._prompter = Prompter(game, manner.language, dialect, manner.plain)
        self._counted = Account()

    @property
    def account(self) -> dict[str, Any]:
        """Conduct and usage as plain data."""
        usage = asdict(self._client.usage) | {"seconds": round(self._client.usage.seconds, 3)}
        return {**asdict(self._counted), "feedback": self.manner.feedback, "usage": usage}

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """A legal action that the model proposes."""
        seconds = None if budget is None else budget.seconds
        until = None if seconds is None else time.monotonic() + seconds
        messages = self._prompter.play(view, self.telling.told).messages()
        counted = self._counted
        counted.turns += 1
        first_illegal = False
        for attempt in range(self.manner.attempts):
            answer = self._ask(messages, until)
            counted.attempts += 1
            illegal = counted.illegal
            problem, action = self._judge(view, answer)
            if action is not None:
                counted.repaired += attempt > 0
                counted.repaired_illegal += first_illegal
                return action
            if attempt == 0:
                first_illegal = counted.illegal > illegal
                counted.wrong_first += 1
                counted.illegal_first += first_illegal
            messages += [{"role": "assistant", "content": answer[-LONGEST_ECHO:]}, {"role": "user", "content": problem}]
        counted.forfeits += 1
        raise Forfeit(f"{self._client.model.name} gave no legal action in {self.manner.attempts} attempts")

    def _ask(self, messages: list[dict[str, str]], until: float | None) -> str:
        try:
            return self._client.ask(messages, None if until is None else until - time.monotonic()).text
        except ModelError as error:
            self._counted.unanswered += 1
            self._counted.forfeits += 1
            raise (Outage if until is None else Forfeit)(str(error)) from None

    def _judge(self, view: View, answer: str) -> tuple[str, Action | None]:
        """The action of an answer; without one, the text that tells the model of the problem."""
        dialect, counted = self._prompter.dialect, self._counted
        written = read_move(answer)
        if written is None:
            counted.missing += 1
            return self._say("none", form=MOVE), None
        move = written if dialect is None else dialect.decode(written)
        try:
            state = view.complete(0)
            _, number = state.resolve_action(move, view.seat)
            refusal = state.refusal(number, view.seat)
        except (NotationError, SeatError) as error:
            counted.unreadable += 1
            return self._say("unreadable", move=written, reason=error.text(self.manner.language)), None
        if refusal is not None:
            counted.illegal += 1
            return self._refuse(written, refusal), None
        return "", next(action for action in view.actions() if action == number)

    def _refuse(self, move: str, refusal: Refusal) -> str:
        reason = refusal.text(self.manner.language)
        return self._say(self.manner.feedback, move=move, clause=refusal.clause, reason=reason)

    def _say(self, key: str, **values: object) -> str:
        text = TEXTS.get("feedback", key, self.manner.language, **values)
        dialect = self._prompter.dialect
        return text if dialect is None else dialect.translate(text)


def make_seat(text: str, game: Game, seed: int = 0) -> ModelSeat:
    """The seat that `URL#MODEL,setting=value` names."""
    model, manner = read_seat(text)
    return ModelSeat(game, Client(model), manner)


def read_seat(text: str) -> tuple[Model, Manner]:
    """The model and its manner that `URL#MODEL,setting=value` names, with settings of either."""
    address, *settings = text.split(",")
    chosen: dict[str, Any] = {}
    others = []
    for setting in settings:
        name, _, value = setting.partition("=")
        if name in ("attempts", "dialect", "plain"):
            if not value.isdecimal() or len(value) > 9:
                raise SpecError(f"{name} of a model is a whole number, not {value!r}")
            chosen[name] = bool(int(value)) if name == "plain" else int(value)
        elif name in ("feedback", "language"):
            chosen[name] = value
        else:
            others.append(setting)
    return Model.read(",".join((address, *others))), Manner(**chosen)
