"""State of a table: a fold over the events of its log, and all that follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from naadam.core.game import Game
from naadam.core.hashing import hash_secret
from naadam.core.history import History
from naadam.core.match import Match
from naadam.core.outcome import Outcome
from naadam.core.parts.rulebook import Rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.server.protocol.errors import Broken
from naadam.server.table.agreements import Agreements
from naadam.server.table.clock import Bonus, Clocks
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.seals import Seals
from naadam.server.table.takebacks import TakeBacks
from naadam.server.table.time_control import SECONDS_PER_HOUR, TimeControl

Step = tuple[int, int]  # an action, and the seat that took it
MOST_EVENTS = 20_000  # of a table: far more than a game needs, and few enough to be read again in a moment
CLOCK = 2  # the version by which clocks are kept; in the first a bonus stayed when its decision was taken back


class TableState:
    """The state of a table, changed only by `take` and `seat_people`."""

    most_events = MOST_EVENTS

    def __init__(
        self,
        table_id: str,
        game: Game,
        players: tuple[Player, ...],
        seed: str,
        start: str | None = None,
        match: Match | None = None,
        games: int | None = None,
        time_control: TimeControl | None = None,
        created: float = 0.0,
        seals: str = "",
        rules: int | None = None,
        clock: int = CLOCK,
    ) -> None:
        self.id = table_id
        self.game = game
        self._sit(players)
        self.sat = players  # as `players`, but a person who leaves stays, and so does an engine that failed
        self.host = ""  # the person who set the table, and may renew invitations
        self.rated = False  # whether the players want it to count: then there are no hints and no take-backs
        self.vacation = True  # whether days per move stop for the vacation of a player
        self.listed = False  # whether it is shown to everybody while it goes on
        self.seed = seed
        self.rules = game.rules_version if rules is None else rules  # the version by which it was begun
        self.games = games  # agreed on for the match, where the rules leave the choice
        self.match = match  # the match of several games before this game
        first = game.start() if start is None else game.position(start)
        self.history = History(first, tuple(player.name for player in players), seed)
        self.events: list[StoredEvent] = []
        self.seals = Seals(seals or seed)
        self._seqs: list[int] = []  # the numbers of the events of the steps on the way to this state
        self._found: list[int] = []  # the number in the past of the state that each event found
        self.messages: dict[str, int] = {}  # seat and id of every message followed: the last event it led to
        self._to_act: tuple[int, ...] | None = None  # cached
        self.agreements = Agreements()
        self.resigned: int | None = None
        self.next: str | None = None
        self.by: str | None = None  # why the game ended, if no person ended it: by the clock, or since the log is full
        self.time_control = time_control or TimeControl()
        self._clock = clock
        self.waited = [first.waiting]  # the seats to act in each state on the way to this one
        self._decided: list[int | None] = []  # by step: the seat whose decision it completed
        self._bonuses: list[Bonus | None] = []  # by step: the time it put into a glass
        self.take_backs = TakeBacks(game.seats)
        self.last_at = created  # when the last event happened, where time passes by the calendar
        self.clocks = Clocks()
        self.clocks.name(self.time_control.clocks(self))

    # --- looking ---

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def seq(self) -> int:
        return len(self.events)

    def state_at(self, seq: int) -> State:
        """The state after so many events."""
        return self.history.reached(self._found[seq]) if seq < self.seq else self.state

    def has_shown(self, seat: int, since: int) -> bool:
        """Whether a seat has been shown anything since so many events: others' sealed actions do not count."""
        return since > self.seq or any(self._shows(event, seat) for event in self.events[since:])

    def is_news(self, event: StoredEvent, seat: int) -> bool:
        """Whether an event shows a seat something that others did."""
        other = event.data.get("seat") != seat
        return other and event.kind in ("action", "undone", "left") and self._shows(event, seat)

    def _shows(self, event: StoredEvent, seat: int) -> bool:
        actor = event.data.get("seat")
        if event.kind == "vacation":
            return False
        if actor == seat or event.kind not in ("action", "withdrawn"):
            return True
        return event.kind == "action" and self.state_at(event.seq - 1).discloses(event.data["action"], seat, actor)

    @property
    def seed_hash(self) -> str:
        """The commitment to the seed of all chance, shown from the start (the seed itself at the end)."""
        return hash_secret(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; a resignation or an agreed draw has no clause."""
        return self.outcome_of(self.state, self.resigned, "draw" in self.agreements.settled)

    def outcome_of(self, state: State, resigned: int | None, drawn: bool) -> Outcome | None:
        """How the game ends in a state, if a seat has resigned, or if a draw was agreed on (neither: by the rules)."""
        texts, everyone = self.game.rulebook.texts, range(self.game.seats)
        if drawn:
            return Outcome(tuple(everyone), tuple(0.0 for _ in everyone), "", texts)
        if resigned is not None:
            losers = self.game.rulebook.allies(resigned)
            winners = tuple(seat for seat in everyone if seat not in losers)
            return Outcome(winners, tuple(1.0 if seat in winners else -1.0 for seat in everyone), "", texts)
        return state.outcome

    @property
    def over(self) -> bool:
        return self.resigned is not None or "draw" in self.agreements.settled or not self.state.waiting

    @property
    def full(self) -> bool:
        """Whether the log is so long that the game is ended (`decide_full`)."""
        return self.seq >= self.most_events

    @property
    def by_clock(self) -> bool:
        """Whether who resigned has run out of time."""
        return self.by == "clock"

    def match_now(self) -> Match | None:
        """The match of several games, this one included if it is over; lots are drawn from the seed."""
        if self.match is None or self.outcome is None:
            return self.match
        began = self.match.rule.began(state.record for state in self.history.states)
        return self.match.after(self.outcome, random.Random(f"{self.seed}:seats"), began)

    @property
    def to_act(self) -> tuple[int, ...]:
        if self._to_act is None:
            waiting = () if self.over else self.state.waiting
            held = self.held if waiting == (CHANCE,) else None
            self._to_act = waiting if held is None else (held[0],)
        return self._to_act

    @property
    def held(self) -> tuple[int, str] | None:
        """The person whose word chance waits for, and the item that gives it."""
        return self.held_in(self.state, self.last_step(0))

    def last_step(self, back: int) -> Step | None:
        """The last step before so many that are taken back."""
        return self.history.steps[-1 - back] if len(self.history.steps) > back else None

    def held_in(self, state: State, last: Step | None, left: int | None = None) -> tuple[int, str] | None:
        """Return the person whom chance waits for; never a computer, a bot, or a seat that was given up."""
        if state.turn != CHANCE:
            return None
        held = self.game.rulebook.sets_off(state.record, last)
        may = held is not None and held[0] in self.people and not self.players[held[0]].bot and held[0] != left
        return held if may else None

    def computers_to_act(self) -> tuple[int, ...]:
        if self.full:
            return ()
        return tuple(seat for seat in self.to_act if seat not in self.people and seat != CHANCE)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats of a person; an empty id has none."""
        return tuple(seat for seat, player in enumerate(self.players) if person and player.person == person)

    def steps_before_turn(self, seat: int) -> int:
        """How many steps led to the turn of a seat that is to act; all that it does in a row is one turn.

        The last of several simultaneous decisions ends a turn too, although its seat may be next to act.
        """
        steps = len(self.waited) - 1
        while steps and seat in self.waited[steps - 1] and self._decided[steps - 1] != seat:
            steps -= 1
        return steps

    def turn_began(self, seat: int) -> int:
        """The number of the event that made it the turn of a seat that is to act; 0 if it begins.

        A take-back begins the turn again.
        """
        steps = self.steps_before_turn(seat)
        began = self._seqs[steps - 1] if steps else 0
        return next((event.seq for event in reversed(self.events[began:]) if event.kind == "undone"), began)

    @property
    def hints(self) -> bool:
        """Whether there are hints: against people at other screens only where all have agreed."""
        return not self.rated and ("hints" in self.agreements.settled or not self.several_screens)

    @property
    def alone(self) -> bool:
        """Whether one person plays against computers only."""
        return len(self.people) == 1 < self.game.seats

    @property
    def rules_on_talk(self) -> bool:
        """Whether the rules say who may talk to whom."""
        return type(self.game.rulebook).talks is not Rulebook.talks

    @property
    def may_chat(self) -> bool:
        """Whether seats may talk at all: by the rules of the game, by invitation, or because all people have agreed."""
        return self.rules_on_talk or self.chat == "agreed"

    @property
    def chat(self) -> Literal["possible", "agreed"] | None:
        """Chat where the rules say nothing of it, between people at different screens: strangers must agree to it."""
        if not self.several_screens or self.rules_on_talk or not self._people_meet:
            return None
        strangers = any(self.players[seat].stranger for seat in self.people)
        return "possible" if strangers and "talk" not in self.agreements.settled else "agreed"

    def answering_with(self, seat: int) -> frozenset[int]:
        """The seats for which one answers: those at the screen that set the table sit together."""
        if self.players[seat].kind != "here":
            return frozenset((seat,))
        return frozenset(other for other, player in enumerate(self.players) if player.kind == "here")

    # --- changing ---

    def take(self, event: StoredEvent) -> None:
        """Fold in an event of the log."""
        assert event.seq == self.seq + 1, "events come in order"
        data, found = event.data, self.history.number
        self._to_act = None
        self.clocks.run(data.get("ms", 0), dict(data.get("waits", ())))
        match event.kind:
            case "action":
                self.seals.take(self.state, data["seat"], data["action"], event.seq)
                before, held = self.state, self.held
                step = data["action"], data["seat"]
                self.history.play(*step)
                self.waited.append(self.state.waiting)
                self._seqs.append(event.seq)
                self._to_act = None
                self._complete(before, held, *step)
                self.agreements = self.agreements.lapse()  # a move declines the open question
            case "undone":
                if self.agreements.asked == "undo" and self.agreements.asking is not None:
                    self.take_backs.agree(self.agreements.asking, "undo")
                for _ in range(data["steps"]):
                    self.history.take_back()
                    self.waited.pop()
                    self.seals.drop(self._seqs.pop())
                    self._drop(len(self._decided) - 1)
                self.take_backs.take_back(data["seat"], data["steps"])
                self.agreements = self.agreements.lapse()
            case "withdrawn":
                self._withdraw(data["seat"])
                self.take_backs.take_back(data["seat"], 1)
                self.agreements = self.agreements.lapse()
            case "ask":
                self.agreements = self.agreements.ask(data["what"], data["seat"])
                self.take_backs.ask(data["seat"], data["what"])
            case "agreed":
                self.agreements = self.agreements.agree(self.answering_with(data["seat"]))
            case "declined":
                self.agreements = self.agreements.lapse()
            case "draw" | "hints" | "talk":
                self.agreements = self.agreements.settle(event.kind)
                self.by = data.get("by")
            case "resign":
                self.resigned, self.by = data["seat"], data.get("by")
            case "left":
                self._seat(data["seat"], Player("computer"))
                self.agreements = self.agreements.lapse()
            case "replaced":
                self._seat(data["seat"], replace(self.players[data["seat"]], engine=""))
            case "named":
                if event.name:  # one from the log has none: the seat's row has it
                    self._seat(data["seat"], replace(self.players[data["seat"]], name=event.name))
                    self.history.seats = tuple(player.name for player in self.players)
            case "vacation":
                left = 1000 * (SECONDS_PER_HOUR * data["until"] - data["at"])
                self.clocks.take_vacation(data["seat"], int(left), 1000 * SECONDS_PER_HOUR * data["rest"])
            case "next":
                self.next = data["table"]
            case unknown:
                raise Broken("unknown-event", kind=unknown, table=self.id)
        self._to_act = None
        self.clocks.name(self.time_control.clocks(self))
        self.last_at = data.get("at", self.last_at)
        self._found.append(found)
        self.events.append(event)
        if event.message is not None:
            self.messages[event.message] = event.seq

    def _complete(self, before: State, held: Step | tuple[int, str] | None, action: int, actor: int) -> None:
        """Note whose decision a step has completed, and put the bonus for it into that seat's glass."""
        seat = actor if actor != CHANCE else None if held is None else held[0]
        decided = seat is not None and (
            seat not in self.to_act or (seat == actor and self._opens(before, action, seat))
        )
        self._decided.append(seat if decided else None)
        self._bonuses.append(self.clocks.reward(seat) if decided else None)
        self.take_backs.complete(len(self._decided) - self._decided.count(None))

    def _opens(self, before: State, action: int, seat: int) -> bool:
        """Whether an action was the last of several that were sealed."""
        return self._clock > 1 and self.game.hides and before.opens(action, seat)

    def _drop(self, step: int) -> None:
        """Forget the decision that a step completed, and take its bonus back."""
        self._decided.pop(step)
        bonus = self._bonuses.pop(step)
        if bonus is not None and self._clock > 1:
            self.clocks.take_back(bonus)

    def _withdraw(self, seat: int) -> None:
        """Take a sealed act out; later ones of others stay."""
        back = self.history.steps_to_withdraw(seat)
        self._drop(len(self._decided) - back)
        self.history.withdraw(seat)
        self.seals.drop(self._seqs.pop(-back))
        del self.waited[-back:]
        self.waited += [state.waiting for state in self.history.states[len(self.waited) :]]

    def _seat(self, seat: int, player: Player) -> None:
        if player.kind != "computer":
            self.sat = (*self.sat[:seat], player, *self.sat[seat + 1 :])
        self._sit((*self.players[:seat], player, *self.players[seat + 1 :]))

    def _sit(self, players: tuple[Player, ...]) -> None:
        """Let each player have a seat; names and kinds by seat are read at every move."""
        self.players = players
        self.people = tuple(seat for seat, player in enumerate(players) if player.kind != "computer")
        # Whether people play against one another who do not see the same screen
        self.several_screens = len({self.answering_with(seat) for seat in self.people}) > 1
        humans = [seat for seat in self.people if not players[seat].bot]
        self._people_meet = len({self.answering_with(seat) for seat in humans}) > 1

    def seat_people(self, seated: Mapping[int, Mapping[str, Any]]) -> bool:
        """Let the seats belong to these people, with these names; return whether that changes anything.

        It is no event: the rows of the seats have it, and the log names no person.
        """
        before = self.players, self.sat
        for seat, fields in seated.items():
            sat = replace(self.sat[seat], **fields)
            self.sat = (*self.sat[:seat], sat, *self.sat[seat + 1 :])
            if self.players[seat].kind != "computer":
                self._sit((*self.players[:seat], sat, *self.players[seat + 1 :]))
        self.history.seats = tuple(player.name for player in self.players)
        return (self.players, self.sat) != before

    def take_all(self, events: Iterator[StoredEvent] | list[StoredEvent]) -> None:
        for event in events:
            self.take(event)
