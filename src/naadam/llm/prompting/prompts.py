"""Prompts made of a game's own texts: rule book, notation, position, history, question and answer format.

They are made from views alone: two states that a seat cannot tell apart give the same prompt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from naadam.bots.telling import Told
from naadam.core.game import Game
from naadam.core.options import write_value
from naadam.core.view import View
from naadam.llm.prompting.boards import board_lines, changes, shape_lines
from naadam.llm.prompting.dialect import Dialect
from naadam.llm.prompting.legend import find_examples, read_legend
from naadam.llm.prompting.words import TEXTS, Teller

MOVE = "MOVE:"
LEGAL, ILLEGAL = "LEGAL", "ILLEGAL"
"""The words of the answers, the same in every language."""

LONGEST_HISTORY = 60  # actions in a prompt


@dataclass(frozen=True)
class Prompt:
    """The two messages that begin a conversation with a model."""

    system: str
    user: str

    def messages(self) -> list[dict[str, str]]:
        """The prompt as messages of a chat: system and user."""
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.user}]

    def __str__(self) -> str:
        return f"{self.system}\n\n{self.user}\n"


class Prompter:
    """Makes the prompts of one game in one language, optionally in a dialect that hides which game it is.

    Plain prompts have no sketch, legend or position in notation, as in a dialect, but the names of the game.
    """

    def __init__(self, game: Game, language: str = "en", dialect: Dialect | None = None, plain: bool = False) -> None:
        self.game = game
        self.language = language
        self.dialect = dialect
        self.plain = plain or dialect is not None
        self._book: str | None = None

    def play(self, view: View, history: Sequence[Told] = ()) -> Prompt:
        """Ask the seat of a view for its next action."""
        seat = self._names(view)[view.seat]
        form = f"{MOVE} <{self._text('placeholder')}>"
        question = (self._text("ask-move", seat=seat), self._text("answer-move"), form)
        return self._prompt("role-player", view, history, "\n".join(question))

    def referee(self, view: View, move: str) -> Prompt:
        """Ask whether the seat of a view may take an action, and if not, which clause forbids it."""
        seat = self._names(view)[view.seat]
        forms = f"{LEGAL}\n{ILLEGAL} <{self.game.rulebook.prefix}-{self._text('number')}>"
        question = (self._text("ask-referee", seat=seat, move=self.encode(move)), self._text("answer-referee"), forms)
        return self._prompt("role-referee", view, (), "\n".join(question))

    def rules(self) -> str:
        """The clauses that hold with the options of the game, one per line."""
        book = self.game.rulebook
        applies = {f"{book.prefix}-{number}" for number in book.clauses if book.applies(number)}
        clauses = self.game.clauses(self.language)
        return "\n".join(f"{name}: {text}" for name, text in clauses.items() if name in applies)

    def position(self, view: View) -> str:
        """The position as the seat of a view knows it: in words, as a sketch, and in notation."""
        return "\n".join(self._position(view))

    # --- parts ---

    def _prompt(self, role: str, view: View, history: Sequence[Told], question: str) -> Prompt:
        seat = self._names(view)[view.seat]
        opening = self._text(role, game=self.game.title(self.language), seat=seat)
        user = [self._chapter("position", self.position(view))]
        if history:
            user.append(self._chapter("history", *self.history(view, history)))
        user.append(self._chapter("question", question))
        prompt = Prompt(f"{opening}\n\n{self.rule_book()}", "\n\n".join(user))
        if self.dialect is None:
            return prompt
        return Prompt(self.dialect.translate(prompt.system), self.dialect.translate(prompt.user))

    def rule_book(self) -> str:
        """Options, rules, board and notation: everything that is the same in all positions."""
        if self._book is None:
            parts = [self._options(), self._chapter("rules", self.rules()), self._board(), self._notation()]
            self._book = "\n\n".join(part for part in parts if part)
        return self._book

    def _options(self) -> str:
        texts, options = self.game.rulebook.texts, self.game.options
        chosen = []
        for option in options.declared:
            value = write_value(options[option.name])
            title = texts.get(f"options.{option.name}", "title", self.language)
            words = texts.sections(self.language)["options"][option.name].get(value, value)
            chosen.append(f"{title}: {words}")
        return self._text("options", options="; ".join(chosen)) if chosen else ""

    def _board(self) -> str:
        """The empty board, where it is the same in all positions."""
        stage = None if changes(self.game) else self.game.face.stage(self.language)
        if stage is None:
            return ""
        lines = list(board_lines(self.game, self.language))
        shapes = list(shape_lines(stage))
        parts = [self._chapter("places", *lines)] if lines else []
        parts += [self._chapter("shapes", self._text("shapes-read"), *shapes)] if shapes else []
        return "\n\n".join(parts)

    def _notation(self) -> str:
        """The legend is left out in a dialect, because it has the letters of the game."""
        found = find_examples(self.game, self.language)
        examples = [f"{self.encode(action)}: {words}" for action, words in found.items()]
        legend = "" if self.plain else read_legend(self.game)
        return self._chapter("notation", "\n\n".join(filter(None, (legend, self._text("examples")))), *examples)

    def _position(self, view: View) -> Iterator[str]:
        face, description, names = self.game.face, view.describe(), self._names(view)
        yield self._text("seats", seats=", ".join(names))
        waiting = [names[seat] for seat in view.waiting if seat < len(names)]
        yield self._text("waiting", seats=", ".join(waiting)) if waiting else self._text("nobody")
        stage, said = face.stage(self.language, description.scene), []
        if stage is not None:
            yield from board_lines(self.game, self.language, description.scene) if changes(self.game) else ()
            said = list(Teller(stage, names, self.language).lines(description))
            yield from said
        status = face.status(view.record, self.language)
        for line in said:  # some games say a note in their status too
            status = status.replace(f"{line}. ", "")
        if status:
            yield status
        if not self.plain:
            yield ""
            yield self._text("board")
            yield face.sketch(view.record)
            yield ""
            yield self._text("line", position=self.game.notation.format_position(view.record))

    def history(self, view: View, history: Sequence[Told]) -> Iterator[str]:
        """The history in words, the oldest actions left out if there are very many."""
        names = self._names(view)
        left_out = len(history) - LONGEST_HISTORY
        if left_out > 0:
            yield self._text("shortened", count=left_out)
        for told in history[-LONGEST_HISTORY:]:
            name = names[told.seat] if told.seat < len(names) else self._text("chance")
            if told.action is None:
                yield self._text("sealed", seat=name)
            else:
                yield self._text("took", seat=name, action=self.encode(told.action), words=told.words)

    def encode(self, move: str) -> str:
        """An action as it is written in the prompts."""
        return move if self.dialect is None else self.dialect.encode(move)

    def _names(self, view: View) -> list[str]:
        return self.game.side_names(view.describe(), self.language)

    def _chapter(self, key: str, *lines: str) -> str:
        return "\n".join((f"## {self._text(key)}", *lines))

    def _text(self, key: str, **values: object) -> str:
        return TEXTS.get("prompts", key, self.language, **values)
