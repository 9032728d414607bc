"""A game in the terminal: board, prompt, refusals with their clause, a computer opponent."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.status import Status
from rich.text import Text

from naadam import bots
from naadam.bots import Budget, Thought, level_kernels
from naadam.bots.advice.analysis import Analyst
from naadam.cli.analyse import how_sure
from naadam.cli.translations import TERMINAL, say_at_table, say_of_analysis
from naadam.core.errors import IllegalAction, NotationError, SeatError, SpecError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.outcome import Outcome
from naadam.core.seats import CHANCE
from naadam.core.state import Action
from naadam.core.texts import LANGUAGES
from naadam.core.warming import EVERYTHING, Warming


class Quit(Exception):
    """The player has had enough."""


class Session:
    """People at one screen, and computer players, round one game."""

    def __init__(
        self,
        game: Game,
        console: Console,
        language: str,
        level: int,
        seconds: float | None = None,
        seed: int | None = None,
        thoughts: bool = False,
    ) -> None:
        TERMINAL.sections(language)  # an unknown language is refused before anything begins
        if thoughts and game.hides:
            raise SpecError(
                f"the computer keeps its thoughts to itself in {game.name}: they would reveal what is hidden"
            )
        self.game = game
        self.console = console
        self.language = language
        self.bot = bots.level(game, level, seed or 0)
        if seconds is not None:
            self.bot.budget = replace(self.bot.budget, seconds=seconds)
        self.analyst = Analyst(game, None if seconds is None else Budget(seconds=seconds), seed or 0)
        self.thoughts = thoughts  # whether those of the computer are shown
        self.rng = random.Random(seed)
        self.people: set[int] = set()
        self.began: int | None = None  # the seat that began the last game
        self.looking: int | None = None  # the seat that sees the screen, where something is hidden
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
            raise SeatError(f"there is no seat {seat!r}; the seats are {', '.join(names)}, both")

    def close(self) -> None:
        """Leave nothing running behind."""
        if self.warming is not None:
            self.warming.close()
            self.warming = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- a game, a match ---

    def play_game(self, linger: bool = True) -> Outcome | None:
        """Play one game until it ends or the player leaves; after the end it can be saved or a move taken back."""
        names = tuple("" if seat in self.people else "naadam" for seat in range(self.game.seats))
        history = History(self.game.start(), names, f"{self.rng.getrandbits(128):032x}")
        self._say("help")
        try:
            while True:
                while history.state.outcome is None:
                    self._step(history)
                self._tell_end(history)
                if not linger or not self._undone_after_end(history):
                    return history.state.outcome
        except (Quit, EOFError):
            self._say("goodbye")
            return history.state.outcome

    def _tell_end(self, history: History) -> None:
        outcome = history.state.outcome
        assert outcome is not None
        rule = self.game.rulebook.match_rule
        self.began = rule.began(state.record for state in history.states) if rule else None
        self._show(history, min(self.people))
        self.console.print(f"{outcome.text(self.language)} ({outcome.clause})", style="bold", highlight=False)
        if outcome.draw:
            self._say("draw")
        for seat in () if outcome.draw else outcome.winners:
            self._say("wins", name=self._name(seat))

    def _undone_after_end(self, history: History) -> bool:
        """Offer the commands that are still possible; true if play goes on because a move was taken back."""
        self._say("after-end")
        while True:
            command, _, rest = self._read("").partition(" ")
            if command == "save":
                self._save(history, rest)
            elif command == "undo" and self._undo(history):
                return True
            elif command in ("quit", "exit"):
                raise Quit

    def play_match(self, games: int | None = None) -> None:
        """Play a match by the rules of the game, seats drawn and changed by them."""
        match = self.game.match(self.rng, games)
        alone = len(self.people) == 1
        players = [self._word("player", number=str(number)) for number in range(1, self.game.seats + 1)]
        if alone:
            players = [self._word("you"), *["naadam"] * (self.game.seats - 1)]
        while match.seating is not None:
            self.game = match.next_game(self.game)
            self.people = {seat for seat, player in enumerate(match.seating) if player == 0 or not alone}
            for seat, player in enumerate(match.seating):
                number = str(len(match.played) + 1)
                self._say("game-number", number=number, name=players[player], role=self._name(seat))
            outcome = self.play_game(linger=False)
            if outcome is None:
                return
            match = match.after(outcome, self.rng, self.began)
            decided = [game for game in match.played if len(game.winners) < self.game.seats]
            wins = [sum(player in game.winners for game in decided) for player in (0, 1)]
            self._say(
                "match-score",
                first=players[0],
                wins_first=str(wins[0]),
                second=players[1],
                wins_second=str(wins[1]),
                draws=str(len(match.played) - sum(wins)),
            )
            if match.rule.by_points:
                points = [f"{sum(game.scores[player] for game in match.played):g}" for player in (0, 1)]
                self._say(
                    "match-points", first=players[0], points_first=points[0], second=players[1], points_second=points[1]
                )
        assert match.outcome is not None
        self.console.print(f"{match.outcome.text(self.language)} ({match.outcome.clause})", style="bold")
        if match.outcome.draw:
            self._say("draw")
        else:
            self._say("wins", name=", ".join(players[player] for player in match.outcome.winners))

    # --- computer players ---

    def _start_warming(self) -> Warming | None:
        """Compile in a separate process while people think, starting with the functions of the computer player."""
        if level_kernels.is_ready(self.game) and all(map(self.game.bound.is_ready, EVERYTHING)):
            return None
        return Warming(self.game.spec, "naadam.bots.level_kernels:parts", *EVERYTHING)

    def _wait_for_compiler(self, status: Status) -> None:
        """Wait until the computer players are compiled, and show the progress."""
        needed = len(level_kernels.kernels_of(self.game)) if self.warming is not None else 0
        while self.warming is not None and self.warming.progress.done < needed:
            status.update(self._word("compiling", done=str(self.warming.progress.done), total=str(needed)))
            if self.warming.wait(0.1):
                break

    def _choose(self, history: History, seat: int) -> Action:
        """The computer's move."""
        last: Thought | None = None

        def watch(thought: Thought) -> None:
            nonlocal last
            last = thought
            if self.thoughts:
                status.update(self._say_thought(thought))

        with self.console.status("") as status:
            self._wait_for_compiler(status)
            status.update(self._word("thinking", name=self._name(seat)))
            action = self.bot.choose(history.state.view(seat), watch=watch)
        if self.thoughts and last is not None:
            self.console.print(self._say_thought(last), style="dim", highlight=False, markup=False)
        return action

    def _say_thought(self, thought: Thought) -> str:
        line = " ".join(map(str, thought.line[:6]))
        sure = how_sure(thought.proven, thought.wins_in, self.language)
        return say_of_analysis("thought", self.language, line=line, value=f"{thought.value:+.2f}", sure=sure)

    def _hint(self, history: History, seat: int) -> None:
        """The best that the analysis finds, whatever the level."""
        with self.console.status("") as status:
            self._wait_for_compiler(status)
            status.update(self._word("thinking", name=self._name(seat)))
            thought = self.analyst.think(history.state.view(seat))
        action = thought.line[0]
        self._say("hint", action=f"{action} ({history.state.say(action, self.language)})")
        self.console.print(self._say_thought(thought), style="dim", highlight=False, markup=False)

    # --- one step ---

    def _step(self, history: History) -> None:
        state = history.state
        seat = state.turn
        assert seat is not None
        if seat == CHANCE:
            history.play_chance()
        elif seat in self.people:
            self._draw_curtain(seat)
            self._show(history, seat)
            self._ask(history, seat)
        else:
            action = self._choose(history, seat)
            history.play(action)
            if all(state.discloses(action, witness) for witness in self.people):
                self._say("played", name=self._name(seat), action=str(action))

    def _draw_curtain(self, seat: int) -> None:
        """Where something is hidden and several people share the screen, wait until only one of them looks."""
        if self.game.hides and len(self.people) > 1 and self.looking != seat:
            self.console.clear()
            self.console.input(Text(self._word("curtain", name=self._name(seat))))
        self.looking = seat

    def _read(self, prompt: str) -> str:
        return self.console.input(Text(f"{prompt} > ".lstrip(), style="bold")).strip()

    def _ask(self, history: History, seat: int) -> None:
        """Ask until an action has been taken or taken back."""
        while True:
            line = self._read(self._name(seat))
            command, _, rest = line.partition(" ")
            command = command.lower()
            if command in ("quit", "exit"):
                raise Quit
            if command == "help":
                self._say("help")
            elif command == "moves":
                self._list(history, seat)
            elif command == "hint":
                self._hint(history, seat)
            elif command == "rules":
                self._rules(rest)
            elif command == "save":
                self._save(history, rest)
            elif command == "undo":
                if self._undo(history):
                    return
                self._say("nothing-to-undo")
            elif line and self._try(history, line, seat):
                return

    def _try(self, history: History, line: str, seat: int) -> bool:
        try:
            history.play(self._readable(history, line), None if len(history.state.waiting) == 1 else seat)
        except IllegalAction as error:
            self._say("refused", reason=error.refusal.text(self.language), style="red")
            text = error.refusal.rule(self.language)
            self._say("see-rule", clause=error.refusal.clause, text=text, style="dim")
            return False
        except (NotationError, SeatError):
            self._say("unknown", text=line, style="red")
            return False
        return True

    def _readable(self, history: History, line: str) -> str:
        """The line, or with the capitals that notation wants if only those are wrong."""
        for text in (line, line.lower(), line.capitalize()):
            try:
                self.game.notation.parse(history.state.record, text)
            except NotationError:
                continue
            return text
        return line

    def _list(self, history: History, seat: int) -> None:
        self._say("moves-are")
        for action in history.state.actions(seat):
            words = history.state.say(action, self.language)
            self.console.print(f"  {action!s:8} {words}", highlight=False, markup=False)

    def _rules(self, clause: str) -> None:
        clauses = self.game.clauses(self.language)
        wanted = clause.strip().upper()
        if wanted and wanted not in clauses:
            self._say("no-clause", clause=wanted)
        for name, text in clauses.items():
            if wanted in ("", name):
                self.console.print(f"{name}: {text}", highlight=False, markup=False)

    def _save(self, history: History, file: str) -> None:
        path = Path(file.strip() or "game.txt")
        try:
            with path.open("x", encoding="utf-8") as target:
                target.write(history.record().to_text())
        except FileExistsError:
            self._say("exists", file=str(path))
        except OSError as error:
            self.console.print(f"{path}: {error.strerror}", style="red", highlight=False, markup=False)
        else:
            self._say("saved", file=str(path))

    def _undo(self, history: History) -> bool:
        """Take back the last action of a person, with the computer's answers; not past chance or a reveal."""
        steps = 0 if self.game.hides else history.steps_to_undo(self.people)
        for _ in range(steps):
            history.take_back()
        return steps > 0

    # --- words and board ---

    def _name(self, seat: int) -> str:
        return self.game.seat_name(seat, self.language)

    def _word(self, key: str, **parameters: str) -> str:
        return say_at_table(key, self.language, **parameters)

    def _say(self, key: str, style: str = "", **parameters: str) -> None:
        self.console.print(self._word(key, **parameters), style=style, highlight=False, markup=False)

    def _show(self, history: History, seat: int) -> None:
        """The board as a seat may know it, and who is to move."""
        view = history.state.view(seat)
        board = Text(self.game.face.sketch(view.record))
        for letter, style in self.game.face.colours.items():
            board.highlight_regex(rf"(?<![a-z]){letter}", style)
        self.console.print(Panel(board, title=self.game.title(self.language), expand=False))
        self.console.print(Text(self.game.face.status(view.record, self.language), style="dim"))
        turn = history.state.turn
        if turn is not None and turn != CHANCE:
            self._say("to-move", name=self._name(turn))
