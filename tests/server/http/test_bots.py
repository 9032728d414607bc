"""Bots over their WebSocket: offered, turn, play, over; refusals; and two engines in two languages on a bad line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsers import Browser
from proxy import Proxy
from serving import Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from naadam.server.storage.people.moderation import Moderation
from naadam.server.storage.store import Store

ROOT = Path(__file__).parents[3]
LONG = int(os.environ.get("NAADAM_BOT_GAMES", "0"))
DICE = """
import random, sys
import naadam
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "uni":
        print("id name Dice\\ngame bagh-chal\\nuniok", flush=True)
    elif word == "newgame":
        game = naadam.load(rest)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        begin, _, moves = rest.partition(" moves ")
        state = game.start() if begin == "start" else game.position(begin)
        for move in moves.split():
            state = state.apply(move)
    elif word == "go":
        print("bestmove", random.choice(state.actions()), flush=True)
    elif word == "quit":
        break
"""


class Bot:
    """A connected bot, step by step."""

    def __init__(self, served: Served, token: str, **accepts: object) -> None:
        address = served.address.replace("http", "ws") + "/api/bot/socket"
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(address, compression=None, open_timeout=60))
        self.send(type="hello", token=token, **({"accepts": accepts} if accepts else {}))

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def next(self, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(60))
            if message["type"] in kinds:
                return message

    def close(self) -> None:
        self._open.close()


def new_bot(served: Served, name: str) -> tuple[Browser, str]:
    owner = Browser(served)
    made = owner.post("/api/me/tokens", {"label": "engine", "scopes": ["bot"], "bot": name})
    return owner, made["token"]


@pytest.fixture
def bot(served: Served, request: pytest.FixtureRequest) -> Iterator[tuple[str, str, Bot]]:
    """A bot that plays Bagh Chal, two games at the same time: name, token, connection."""
    name = f"Dice {abs(hash(request.node.name)) % 10**6}"
    _, token = new_bot(served, name)
    found = Bot(served, token, specs=["bagh-chal"], at_once=2)
    found.next("welcome")
    yield name, token, found
    found.close()


def table_with(browser: Browser, *bots: str, spec: str = "bagh-chal", **more: object) -> str:
    players = [{"kind": "computer", "bot": name} if name else {"kind": "here"} for name in bots]
    made: dict[str, Any] = browser.post("/api/tables", {"spec": spec, "players": players, **more})
    return str(made["table"])


def test_a_bot_is_chosen_plays_and_hears_the_end(served: Served, bot: tuple[str, str, Bot]) -> None:
    name, _, connected = bot
    browser = Browser(served)
    listed = next(one for one in browser.get("/api/bots") if one["name"] == name)
    assert listed["specs"] == ["bagh-chal"]
    assert listed["free"]
    table = table_with(browser, "", name)
    offered = connected.next("offered")
    assert (offered["table"], offered["seat"], offered["spec"]) == (table, 1, "bagh-chal")
    connected.send(type="accept", table=table)
    person = browser.join(table)
    assert [player["bot"] for player in person.table["players"]] == [False, True]
    assert person.table["players"][1]["name"] == name
    person.play(0, "Gb1")
    turn = connected.next("turn")
    assert (turn["table"], turn["version"], turn["seat"]) == (table, 1, 1)
    assert turn["view"]["seat"] == 1
    action = turn["view"]["actions"][0]
    connected.send(type="play", table=table, version=1, action=action)
    assert connected.next("taken")["version"] == 1
    while person.table["waiting"] != [0]:
        person.next("table")
    seq = person.table["seq"]
    connected.send(type="play", table=table, version=1, action=action)
    assert connected.next("taken")["version"] == 1, "the same again is answered the same"
    person.send(type="ping")
    person.next("pong")
    assert person.table["seq"] == seq, "and changes nothing"
    asked = person.ask("offer-draw", 0)
    assert "Bots do not answer" in asked["text"]
    person.ask("resign", 0)
    over = connected.next("over")
    assert (over["table"], over["winners"]) == (table, [1])
    person.close()


def test_refusals_name_the_clause(served: Served, bot: tuple[str, str, Bot]) -> None:
    name, _, connected = bot
    table = table_with(Browser(served), name, "")
    connected.next("offered")
    connected.send(type="accept", table=table)
    turn = connected.next("turn")
    connected.send(type="play", table=table, version=turn["version"], action="Ga1")
    refused = connected.next("refused")
    assert refused["clause"].startswith("BC-")
    assert refused["text"]
    assert connected.next("turn")["version"] == turn["version"], "the turn comes again"
    connected.send(type="play", table=table, version=turn["version"], action="nonsense")
    assert connected.next("failed")["key"] == "no-action"
    connected.send(type="play", table="another-table", version=0, action="Gb1")
    assert connected.next("failed")["key"] == "no-table"
    connected.send(type="sing")
    assert connected.next("failed")["key"] == "no-message"


def test_a_bot_that_connects_again_finds_its_games(served: Served, bot: tuple[str, str, Bot]) -> None:
    name, token, connected = bot
    browser = Browser(served)
    table = table_with(browser, "", name)
    connected.next("offered")
    connected.close()
    person = browser.join(table)
    person.play(0, "Gb1")
    served.kill()
    served.start()
    again = Bot(served, token, specs=["bagh-chal"])
    assert again.next("offered")["table"] == table
    again.send(type="accept", table=table)
    assert again.next("turn")["version"] == 1
    other = Bot(served, token)
    assert other.next("offered")["table"] == table
    with pytest.raises(ConnectionClosed) as closed:
        again.next("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001
    other.close()


def test_a_bot_declines_and_the_computer_plays(served: Served, bot: tuple[str, str, Bot]) -> None:
    name, _, connected = bot
    browser = Browser(served)
    table = table_with(browser, "", name)
    connected.next("offered")
    connected.send(type="decline", table=table, reason="later")
    connected.next("over")
    person = browser.join(table)
    while person.table["players"][1]["kind"] != "computer":
        person.next("table")
    assert person.play(0, "Gb1")["type"] == "table"


def test_a_bot_is_offered_only_what_it_accepts(served: Served, bot: tuple[str, str, Bot]) -> None:
    name, _, connected = bot
    browser = Browser(served)

    def refused(*bots: str, spec: str = "bagh-chal", **more: object) -> int:
        players = [{"kind": "computer", "bot": one} if one else {"kind": "here"} for one in bots]
        return browser.refusal("/api/tables", body={"spec": spec, "players": players, **more})[0]

    assert refused("", name, spec="hasami-shogi") == 409
    assert refused(name, name) == 409
    assert refused("", "Nobody") == 409
    fischer = {"kind": "fischer", "seconds": 300, "added": 5}
    assert refused("", name, rated=True, clock=fischer) == 422, "rated games need a name"
    browser.post("/api/me/name", {"name": "Likes Bots"})
    assert refused("", name, rated=True, clock=fischer) == 422
    for _ in range(2):
        table_with(browser, "", name)
        connected.next("offered")
    assert refused("", name) == 409, "it plays two games already"
    assert not next(one for one in browser.get("/api/bots") if one["name"] == name)["free"]


def test_only_a_token_for_bots_opens_the_socket(served: Served) -> None:
    owner, token = new_bot(served, "Closed Bot")
    reader = owner.post("/api/me/tokens", {"label": "x", "scopes": ["read"]})["token"]
    for wrong in (reader, "nd_" + "A" * 43, ""):
        bot = Bot(served, wrong)
        with pytest.raises(ConnectionClosed) as closed:
            bot.next("welcome")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4003
    bot = Bot(served, token)
    bot.next("welcome")
    store = Store(f"sqlite:///{served.database}")
    moderation = Moderation(store.engine)
    with store.engine.connect() as connection:
        [[person]] = connection.exec_driver_sql("SELECT id FROM people WHERE name = 'Closed Bot'").all()
    moderation.close(person)
    store.close()
    with pytest.raises(ConnectionClosed) as closed:
        bot.next("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4003


def test_two_engines_in_two_languages_play_over_a_line_that_breaks(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One over uni in Python, one in JavaScript; connections are cut every few seconds (NAADAM_BOT_GAMES=200)."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    games, at_once, pause = (LONG, 4, 5.0) if LONG else (3, 3, 0.7)
    (tmp_path / "dice.py").write_text(DICE)
    proxy = Proxy(urlsplit(served.address).port or 0)
    line = f"http://127.0.0.1:{proxy.port}"
    _, python_token = new_bot(served, "Python Dice")
    _, script_token = new_bot(served, "Script Dice")
    of_uni = ["bot", "--server", line, "--at-once", str(at_once), "--seconds", "0.5", "--", sys.executable]
    commands = [
        [sys.executable, "-m", "naadam", *of_uni, str(tmp_path / "dice.py")],
        [node, "--experimental-websocket", str(ROOT / "examples" / "bot.mjs"), line, script_token, str(at_once)],
    ]
    environment = os.environ | {"NAADAM_TOKEN": python_token}
    logs = [(tmp_path / f"{number}.log").open("w") for number in range(2)]
    running = [
        subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        for command, log in zip(commands, logs, strict=True)
    ]
    done, cuts = threading.Event(), 0

    def cut() -> None:
        nonlocal cuts
        while not done.wait(pause):
            proxy.cut()
            cuts += 1

    cutting = threading.Thread(target=cut)
    browser, begin = Browser(served), time.monotonic()
    tables: list[str] = []
    try:
        names = ["Python Dice", "Script Dice"]
        _wait_for(lambda: {bot["name"] for bot in browser.get("/api/bots")} >= set(names), 60)
        cutting.start()
        while len(tables) < games:
            seated = names if len(tables) % 2 else names[::-1]
            free = Counter(bot["name"] for bot in browser.get("/api/bots") if bot["free"])
            if all(free[name] for name in names):
                try:
                    tables.append(table_with(browser, *seated, clock={"kind": "none"}))
                except OSError:
                    time.sleep(0.1)  # a connection was cut in between
            else:
                time.sleep(0.1)
        _wait_for(
            lambda: all(browser.get(f"/api/tables/{table}/standing")["over"] for table in tables), 600 + 10 * games
        )
    finally:
        done.set()
        for process in running:
            process.kill()
            process.wait()
        for log in logs:
            log.close()
        proxy.close()
        if cutting.ident is not None:
            cutting.join()
    seconds = time.monotonic() - begin
    moves = 0
    store = Store(f"sqlite:///{served.database}")
    for table in tables:
        loaded = store.load(table)
        assert loaded is not None
        events = loaded[2]
        assert {event.kind for event in events} == {"action"}, "nobody left or lost on time"
        messages = [event.message for event in events]
        assert None not in messages
        assert len(set(messages)) == len(messages), "no turn was played twice"
        moves += len(events)
    store.close()
    assert cuts > 0
    with capsys.disabled():
        if LONG:
            print(f"\n{len(tables)} games, {moves} moves, {cuts} cuts in {seconds:.0f} s")


def _wait_for(condition: Any, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("it has taken too long")
