"""Khan over the socket: cards of others change nothing that a seat or a spectator is sent.

Two tables have the same seed, and differ in hidden cards alone. Of two cards that are neighbours in the deck one is
in a hand that is not ours and the other in the pile, or in yet another hand, and at the second table the other way
round: so the seed brings the same to both, but for those two.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from serving import Client, Served, key_of, write_people

import naadam
from naadam.core.randomness import draw_chance
from naadam.games.khan.derived import cards_in
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent

DIGEST = re.compile(r'"digest":"[0-9a-f]{64}"')
CARD = re.compile(r"\b[A-Z]-[a-z]+-[NESW]{1,2}\b")
DEALT = ("A-mountain-SE", "A-ice-S")  # neighbours in the deck: the second seat has one of them
DRAWN = ("D-rocky-W", "D-sand-E")  # and draws one of these
OPENING = {  # from the deal to our second turn; * is the difference
    2: """
        first 1, yurt d2, yurt i9, yurt e2, yurt j9, yurt d3, yurt i10,
        card S-khan-NE, card R-ice-E, card H-tundra-NE, card V-forest-N,
        card C-sand-S, card K-khan-SW, card V-rocky-NW, card *dealt,
        card S-neighbours-S, anywhere g7, done, none,
        card R-neighbours-SW, invade C-sand-S h8, chase K, card K-ice-N, none, card *drawn
    """,
    3: """
        first 1, yurt d2, yurt i9, yurt f11, yurt e2, yurt j9, yurt g11,
        card S-khan-NE, card R-ice-E, card H-tundra-NE, card V-forest-N,
        card C-sand-S, card K-khan-SW, card V-rocky-NW, card *dealt,
        card S-mountain-N, card C-river-SE, card C-khan-W, card *dealt-else,
        card S-neighbours-S, anywhere g7, done, none,
        card R-neighbours-SW, invade C-sand-S h8, chase K, card K-ice-N, none, card *drawn,
        card V-ice-W, invade S-mountain-N l4, chase D, card D-forest-NW, none, card *drawn-else
    """,
}
REALM = naadam.load("khan").rulebook.realm  # type: ignore[attr-defined]
SAID = {  # a card in words, as sentences name it
    naadam.load("khan").start().say(f"discard {name}").removeprefix("Discard the "): name for name in REALM.card_names
}
WORDS = re.compile("|".join(sorted(map(re.escape, SAID), key=len, reverse=True)))
ACTIONS = int(os.environ.get("NAADAM_KHAN_ACTIONS", "12"))  # that are taken after these
A_TURN = 0.2  # seconds between turns, so that no client exceeds the server's rate limit


def set_up(players: int, number: int, seed: str) -> list[StoredEvent]:
    """The log of one of the two tables, to the first decision after the opening."""
    differing = {"*dealt": DEALT, "*drawn": DRAWN, "*dealt-else": DEALT[::-1], "*drawn-else": DRAWN[::-1]}
    state = naadam.load("khan", players=players).start()
    log: list[StoredEvent] = []
    steps = [step.strip() for step in OPENING[players].split(",")]
    while steps or state.turn == naadam.CHANCE:
        (seat,) = state.waiting
        if steps:
            verb, *rest = steps.pop(0).split()
            text = " ".join([verb, *(differing[word][number] if word in differing else word for word in rest)])
            _, action = state.resolve_action(text, seat)
        else:
            action = int(draw_chance(state, seed, len(log)))
        log.append(StoredEvent(len(log) + 1, "action", {"seat": seat, "action": action}))
        state = state.apply(action, seat)
    return log


def of_the_game(client: Client) -> list[str]:
    """The messages sent to a client, without presence and compilation, and without the digests of seals."""
    frames = [frame for frame in client.heard if json.loads(frame)["type"] not in ("present", "preparing")]
    return [DIGEST.sub("", frame) for frame in frames]


class Twins:
    """Two tables that differ in their hidden cards only, with a client on each seat and a spectator."""

    def __init__(self, served: Served, players: int, seed: str) -> None:
        self.served, self.players = served, players
        self.tables = [f"twin-{players}-{number}-{seed}" for number in (0, 1)]
        store = Store(f"sqlite:///{served.database}")
        for number, table in enumerate(self.tables):
            people = [{"kind": "invited", "person": f"{table}-{seat}"} for seat in range(players)]
            write_people(store, *(player["person"] for player in people))
            setup = {"players": people, "seed": seed}
            store.create(table, f"khan:players={players}", setup, set_up(players, number, seed))
        store.close()
        keys = {table: [key_of(f"{table}-{seat}") for seat in range(players)] for table in self.tables}
        self.seats = [[served.join(table, key) for key in keys[table]] for table in self.tables]
        self.watching = [served.join(table) for table in self.tables]

    def everyone(self, number: int) -> list[Client]:
        return [*self.seats[number], self.watching[number]]

    def play(self, seat: int, action: str) -> None:
        """The same action at both tables, seen by all."""
        for number in (0, 1):
            player = self.seats[number][seat]
            answer = player.play(seat, action)
            assert answer["type"] == "table", answer
            for client in self.everyone(number):
                while client.table["seq"] < player.table["seq"]:
                    client.next("table")

    def probe(self, **message: object) -> None:
        """Send the same message from our seat and from the spectator, at both tables."""
        for number in (0, 1):
            for client in (self.seats[number][0], self.watching[number]):
                client.send(**message)

    def read_all(self) -> None:
        """Read all messages that have been sent to the clients."""
        for number in (0, 1):
            for client in self.everyone(number):
                client.send(type="ping")
                client.next("pong")
        time.sleep(A_TURN)

    def heard(self, number: int) -> dict[str, list[str]]:
        """All that our seat and who watches were sent of the game."""
        return {"seat": of_the_game(self.seats[number][0]), "watching": of_the_game(self.watching[number])}

    def choose(self, rng: random.Random) -> tuple[int, str]:
        """Something that a waiting seat can do at both tables, and that shows no card which is not at both."""
        seat = rng.choice(self.seats[0][0].table["waiting"])
        told = [{choice["action"] for choice in self.seats[n][seat].table["choices"][str(seat)]} for n in (0, 1)]
        shown = {*DEALT, *DRAWN}
        common = sorted(action for action in told[0] & told[1] if not shown & set(action.split()))
        by_verb: dict[str, list[str]] = {}
        for action in common:
            by_verb.setdefault(action.split()[0], []).append(action)
        return seat, rng.choice(by_verb[rng.choice(sorted(by_verb))])


def replayed(served: Served, table: str) -> list[naadam.State]:
    """The states of a table, from the log on disk: the one before each event, and the last."""
    store = Store(f"sqlite:///{served.database}")
    loaded = store.load(table)
    store.close()
    assert loaded is not None
    spec, _, log = loaded
    states = [naadam.load(spec).start()]
    for event in log:
        states.append(states[-1].apply(event.data["action"], event.data["seat"]))
    return states


def names_of(words: Iterable[int]) -> set[str]:
    """The names of cards given as bits."""
    return {REALM.card_names[card] for card in cards_in(words)}


def named_in(frame: str) -> set[str]:
    """The cards that a message names, by their codes or in words."""
    return {*CARD.findall(frame), *(SAID[words] for words in WORDS.findall(frame))}


def cards_of(state: naadam.State, seat: int) -> set[str]:
    return names_of(state.view(seat).record.hand[seat])


def known(states: list[naadam.State], seat: int | None) -> Iterator[set[str]]:
    """The cards that a seat has seen so far: its own and those that lie face up."""
    seen: set[str] = set()
    for state in states:
        seen |= names_of(state.public().record.discards)
        seen |= cards_of(state, seat) if seat is not None else set()
        yield set(seen)


def messages(frames: list[str]) -> list[tuple[dict[str, Any], str]]:
    return [(json.loads(frame), frame) for frame in frames]


def ask_much(twins: Twins, turn: int) -> None:
    """Send the questions of a client that looks for hidden information."""
    at = twins.seats[0][0].table["seq"]
    questions: list[dict[str, object]] = [
        {"type": "look", "at": max(0, at - 15), "count": 16},
        {"type": "explain", "at": at, "seat": 0},
        {"type": "explain", "at": at, "seat": 1},
        {"type": "play", "at": at, "seat": 0, "action": f"invade {DEALT[turn % 2]} a1"},
        {"type": "play", "at": at, "seat": 0, "action": f"discard {DRAWN[turn % 2]}"},
        {"type": "try", "at": at, "seat": 0, "touched": [DRAWN[turn % 2], "a2"]},
        {"type": "play", "at": at, "seat": 1, "action": f"invade {DEALT[turn % 2]} a1"},
        {"type": "analyse"},
        {"type": "hint", "seat": 1},
        {"type": "touch", "at": at, "seat": 0},
        {"type": "touch", "at": at, "seat": 0, "touched": [DEALT[turn % 2]]},
        {"type": "touch", "at": at, "seat": 0, "touched": [DRAWN[turn % 2], "a1"]},
        {"type": "touch", "at": at, "seat": 0, "rival": 1},
        {"type": "touch", "at": at, "seat": 1, "touched": [DEALT[turn % 2]]},
        {"type": "try", "at": at, "seat": 0, "touched": [DEALT[turn % 2]]},
        {"type": "suppose", "at": at, "seat": 0, "guesses": [{"seat": 1, "action": f"discard {DEALT[turn % 2]}"}]},
        {"type": "recount", "at": at},
        {"type": "vary", "number": at},
        {"type": "explore", "at": at},
        {"type": "undo", "at": at, "seat": 1},
        {"type": "greet", "seat": 1, "greeting": "hello"},
    ]
    for number, question in enumerate(questions[turn % 5 :: 5]):
        twins.probe(id=f"q{turn}-{number}", **question)
    twins.read_all()


@pytest.mark.parametrize(("players", "seed"), [(2, "seven"), (3, "three")])
def test_what_others_hold_and_draw_changes_no_byte_that_is_sent(served: Served, players: int, seed: str) -> None:
    twins, rng = Twins(served, players, seed), random.Random(1)
    for turn in range(ACTIONS):
        twins.play(*twins.choose(rng))
        ask_much(twins, turn)
    states = [replayed(served, table) for table in twins.tables]
    differing = sum(cards_of(one, 1) != cards_of(other, 1) for one, other in zip(*states, strict=True))
    assert differing > ACTIONS  # the second seat held something else all the time
    *_, seen = known(states[0], 0)
    assert not seen & {*DEALT, *DRAWN}, "the seed brings what differs: take another"

    for requester in ("seat", "watching"):
        for one, other in zip(twins.heard(0)[requester], twins.heard(1)[requester], strict=True):
            assert one == other
    for number in (0, 1):
        for requester, seat in (("seat", 0), ("watching", None)):
            seen_at = list(known(states[number], seat))
            asked = {*DEALT, *DRAWN}
            kinds = set()
            for message, frame in messages(twins.heard(number)[requester]):
                at = message.get("seq", len(seen_at) - 1)
                named = named_in(frame) - (asked if message["type"] in ("refused", "failed") else set())
                assert named <= seen_at[at], f"after {at} events: {frame}"
                kinds.add(message["type"])
            assert {"table", "failed", "seen"} <= kinds

    for at in range(len(states[0])):
        one, other = (served.get(f"/api/tables/{table}/drawing?at={at}") for table in twins.tables)
        assert one == other
    for path in ("/api/tables/{}/standing", "/api/tables/{}/picture", "/table/{}"):
        one, other = (str(served.get(path.format(table))).replace(table, "twin") for table in twins.tables)
        assert one == other
    for path in ("record", "record?moves=3", "position"):
        for table in twins.tables:
            status, _ = served.refusal(f"/api/tables/{table}/{path}")
            assert status == 403


SHARED = (  # the second and the third must both agree to the first one's conquest of g8 to j8
    "act 1 2 1=g8 2=h8 3=i8 n=j8 special=2111/2011/2101 active=p2,s3 "
    "hands=S-khan-NE,R-ice-E,H-tundra-NE,V-forest-N/C-sand-S,K-khan-SW,V-rocky-NW,A-ice-S/C-river-SE,C-khan-W,D-rocky-W,K-ice-N"
)


def test_an_answer_is_sealed_until_all_are_in(served: Served) -> None:
    """Until the third player has answered, the others are sent the same messages for "agree" and for "refuse"."""
    store = Store(f"sqlite:///{served.database}")
    told, opened = [], []
    for answer in ("agree", "refuse"):
        table = f"sealed-{answer}"
        people = [{"kind": "invited", "person": f"{table}-{seat}"} for seat in range(3)]
        write_people(store, *(player["person"] for player in people))
        store.create(table, "khan:players=3", {"players": people, "seed": "sealed", "start": SHARED})
        clients = [*(served.join(table, key_of(f"{table}-{seat}")) for seat in range(3)), served.join(table)]
        for seat, action in ((0, "conquer I4 g8 r0"), (1, answer)):
            assert clients[seat].play(seat, action)["type"] == "table"
            for client in clients:
                while client.table["seq"] < clients[seat].table["seq"]:
                    client.next("table")
        assert clients[3].table["waiting"] == [2]
        told.append([of_the_game(client) for client in (clients[0], clients[2], clients[3])])
        clients[2].play(2, "agree")
        opened.append([piece["kind"] for piece in clients[2].table["drawing"]["pieces"] if "covers" in piece])
    store.close()
    assert told[0] == told[1]
    assert opened == [["I4-r0"], []]


def test_nor_does_it_after_a_restart(served: Served) -> None:
    """After a restart, clients are sent the same messages as before, read back from the database."""
    twins = Twins(served, 2, "again")
    before = [of_the_game(client) for client in (twins.seats[0][0], twins.watching[0])]
    served.kill()
    served.start()
    keys = [(table, (key_of(f"{table}-0"), None)) for table in twins.tables]
    after = [[of_the_game(served.join(table, key)) for key in both] for table, both in keys]
    assert after[0] == after[1] == before
