"""A game in the terminal: board, prompt, refusals with their clause, a computer opponent."""

from __future__ import annotations

import random
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from naadam.bots.monte_carlo import MonteCarlo
from naadam.core.errors import IllegalAction, NaadamError, SeatError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.match import Match
from naadam.core.outcome import Outcome
from naadam.core.seats import CHANCE
from naadam.core.state import Action
from naadam.core.texts import LANGUAGES, Texts
from naadam.core.warming import Warming

WORDS = Texts("naadam.core")
COLOURS = {"B": "bold red", "A": "bold yellow", "G": "bold cyan", "K": "bold magenta"}


class Quit(Exception):
    """The player has had enough."""


class Table:
    """People and computer players round one game."""

    def __init__(self, game: Game, console: Console, language: str, seconds: float, seed: int | None) -> None:
        WORDS.sections(language)  # an unknown language is refused before anything begins
        self.game = game
        self.console = console
        self.language = language
        self.bot = MonteCarlo(seconds, seed=seed or 0)
        self.rng = random.Random(seed)
        self.people: set[int] = set()
        self.warming = self._start_warming()

    def sit(self, seat: str) -> None:
        """Take the seats that people play: a number, a name, or `both`."""
        names = {str(number): number for number in range(self.game.seats)}
        for language in (self.language, *LANGUAGES):
            names |= {self.game.seat_name(number, language).lower(): number for number in range(self.game.seats)}
        if seat.lower() == "both":
            self.people = set(range(self.game.seats))
        elif seat.lower() in names:
            self.people = {names[seat.lower()]}
        else:
            raise SeatError(f"there is no seat {seat!r}; there is {', '.join(names)}, both")

    def close(self) -> None:
        """Leave nothing running behind."""
        if self.warming is not None:
            self.warming.close()
            self.warming = None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- a game, a match ---

    def play_game(self) -> Outcome | None:
        """Play one game to its end, or until the player leaves."""
        names = tuple("" if seat in self.people else "naadam" for seat in range(self.game.seats))
        history = History(self.game.start(), names)
        self._say("help")
        try:
            while history.state.outcome is None:
                self._show(history)
                self._step(history)
        except (Quit, EOFError):
            self._say("goodbye")
            return None
        self._show(history)
        outcome = history.state.outcome
        self.console.print(f"{outcome.text(self.language)} ({outcome.clause})", style="bold", highlight=False)
        if outcome.draw:
            self._say("draw")
        else:
            for seat in outcome.winners:
                self._say("wins", name=self._name(seat))
        return outcome

    def play_match(self) -> None:
        """Play a match by the rules of the game; player 0 is who sat down first."""
        match: Match = self.game.match(self.rng)
        people = set(self.people)
        players = ["1", "2"]
        while match.seating is not None:
            self.people = {seat for seat, player in enumerate(match.seating) if player in people}
            for seat, player in enumerate(match.seating):
                number, role = str(len(match.played) + 1), self._name(seat)
                self._say("game-number", number=number, name=players[player], role=role)
            outcome = self.play_game()
            if outcome is None:
                return
            match = match.after(outcome, self.rng)
            wins = [sum(game.winners == (player,) for game in match.played) for player in (0, 1)]
            self._say(
                "match-score",
                first=players[0],
                wins_first=str(wins[0]),
                second=players[1],
                wins_second=str(wins[1]),
                draws=str(len(match.played) - sum(wins)),
            )
        assert match.outcome is not None
        self.console.print(f"{match.outcome.text(self.language)} ({match.outcome.clause})", style="bold")
        if match.outcome.draw:
            self._say("draw")
        else:
            self._say("wins", name=players[match.outcome.winners[0]])

    def _start_warming(self) -> Warming | None:
        """Compile what the computer player needs, in a process of its own, while the people think."""
        if all(map(self.game.engine.is_ready, MonteCarlo.needs)):
            return None
        return Warming(self.game.spec, *MonteCarlo.needs)

    def _choose(self, history: History, seat: int) -> Action:
        """What the computer would play; it waits for the compiler first, and shows how far that is."""
        while self.warming is not None and not self.warming.wait(0.1):
            progress = self.warming.progress
            with self.console.status(self._word("compiling", done=str(progress.done), total=str(progress.total))):
                self.warming.wait(0.5)
        self.close()
        with self.console.status(self._word("thinking", name=self._name(seat))):
            return self.bot.choose(history.state.view(seat))

    # --- one step ---

    def _step(self, history: History) -> None:
        state = history.state
        seat = state.turn
        assert seat is not None
        if seat == CHANCE:
            actions, chances = zip(*state.chance(), strict=True)
            history.play(self.rng.choices(actions, chances)[0])
        elif seat in self.people:
            self._ask(history, seat)
        else:
            action = self._choose(history, seat)
            words = state.say(action, self.language)
            history.play(action)
            self._say("played", name=self._name(seat), action=f"{action} ({words})")

    def _ask(self, history: History, seat: int) -> None:
        """Ask until an action has been taken or taken back."""
        while True:
            line = self.console.input(Text(f"{self._name(seat)} > ", style="bold")).strip()
            command, _, rest = line.partition(" ")
            if not line:
                continue
            if command in ("quit", "exit"):
                raise Quit
            if command == "help":
                self._say("help")
            elif command == "moves":
                self._list(history)
            elif command == "hint":
                self._hint(history, seat)
            elif command == "rules":
                self._rules(rest)
            elif command == "save":
                self._save(history, rest)
            elif command == "undo":
                if self._undo(history, seat):
                    return
                self._say("nothing-to-undo")
            elif self._try(history, line):
                return

    def _try(self, history: History, line: str) -> bool:
        try:
            history.play(line)
        except IllegalAction as error:
            self._say("refused", reason=error.refusal.text(self.language), style="red")
            text = error.refusal.rule(self.language)
            self._say("see-rule", clause=error.refusal.clause, text=text, style="dim")
            return False
        except NaadamError as error:
            self.console.print(str(error), style="red", highlight=False, markup=False)
            self._say("unknown", text=line)
            return False
        return True

    def _list(self, history: History) -> None:
        self._say("moves-are")
        for action in history.state.actions():
            words = history.state.say(action, self.language)
            self.console.print(f"  {action!s:8} {words}", highlight=False, markup=False)

    def _hint(self, history: History, seat: int) -> None:
        action = self._choose(history, seat)
        self._say("hint", action=f"{action} ({history.state.say(action, self.language)})")

    def _rules(self, clause: str) -> None:
        clauses = self.game.clauses(self.language)
        wanted = clause.strip().upper()
        for name, text in clauses.items():
            if wanted in ("", name):
                self.console.print(f"{name}: {text}", highlight=False, markup=False)

    def _save(self, history: History, file: str) -> None:
        path = Path(file.strip() or "game.txt")
        try:
            path.write_text(history.record().to_text(), encoding="utf-8")
        except OSError as error:
            self.console.print(f"{path}: {error.strerror}", style="red", highlight=False, markup=False)
        else:
            self._say("saved", file=str(path))

    def _undo(self, history: History, seat: int) -> bool:
        """Take back to the seat's own last action, with the computer's answers to it."""
        own = [index for index, (_, actor) in enumerate(history.steps) if actor in self.people]
        if not own:
            return False
        while len(history.steps) > own[-1]:
            history.take_back()
        return True

    # --- words and board ---

    def _name(self, seat: int) -> str:
        return self.game.seat_name(seat, self.language)

    def _word(self, key: str, **parameters: str) -> str:
        return WORDS.get("table", key, self.language, **parameters)

    def _say(self, key: str, style: str = "", **parameters: str) -> None:
        self.console.print(self._word(key, **parameters), style=style, highlight=False, markup=False)

    def _show(self, history: History) -> None:
        state = history.state
        board = Text(self.game.rulebook.sketch(state.record))
        for letter, style in COLOURS.items():
            board.highlight_regex(rf"(?<![a-z]){letter}", style)
        turn = state.turn
        below = self._word("to-move", name=self._name(turn)) if turn is not None else ""
        self.console.print(Panel(board, title=self.game.title(self.language), subtitle=below, expand=False))
        self.console.print(Text(self.game.rulebook.status(state.record, self.language), style="dim"))
