"""An engine that speaks uni and has one fault, named on its command line; `works` has none. For the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

FAULT = sys.argv[1]


def say(line: str) -> None:
    print(line, flush=True)


def hang() -> NoReturn:
    while True:
        time.sleep(1)


def misbehave() -> None:
    """The fault in place of an answer."""
    if FAULT == "crashes":
        raise SystemExit("out of cheese")
    if FAULT == "hangs":
        hang()
    if FAULT == "has-children":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        say(f"info string child {child.pid}")
        Path(sys.argv[2]).write_text(str(child.pid), encoding="utf-8")
        hang()
    if FAULT == "talks":
        while True:
            print("info string " + "x" * 100)
    if FAULT == "never-ends-a-line":
        while True:
            print("x" * 1000, end="")
    if FAULT == "closes":
        os.close(1)
        hang()
    if FAULT == "complains":
        say("error I do not feel like it")
    if FAULT == "cheats":
        say("bestmove Ga1")
    if FAULT == "babbles":
        say("bestmove \x00\udcff !!")


if FAULT == "mute":
    hang()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "uni":
        say("id name Test engine")
        say("game bagh-chal")
        say("uniok")
    elif word == "newgame":
        spec = rest
    elif word == "isready":
        import naadam  # it takes its time

        say("readyok")
    elif word == "position":
        position = rest
    elif word == "go":
        misbehave()
        begin, _, moves = position.partition(" moves ")
        state = naadam.load(spec).start() if begin == "start" else naadam.load(spec).position(begin)
        for move in moves.split():
            state = state.apply(move)
        say(f"info depth 1 nodes 1 value 0.5 line {state.actions()[0]} nonsense")
        say(f"bestmove {state.actions()[0]}")
    elif word == "quit":
        break
