"""A scripted model behind an OpenAI-compatible route, to try `naadam llm play` without a language model.

It errs at known rates, which depend on the feedback that it reads, so a run shows whether they are measured.
`python examples/scripted_model.py bagh-chal:rules=classic 8001` serves it for a game, on a port.
"""

import hashlib
import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import naadam

ERRORS = {"first": 0.3, "bare": 0.6, "clause": 0.3, "sentence": 0.1}
"""The share of wrong attempts: first ones, and those after each kind of feedback."""


def read_feedback(said):
    """The kind of feedback: only that an action is illegal, its clause, or the sentence of the clause too."""
    if re.search("illegal by [A-Z]+-[0-9]+: ", said):
        return "sentence"
    return "clause" if re.search("illegal by [A-Z]+-[0-9]+", said) else "bare"


def find_illegal(state, rng):
    """An action that the rules forbid in this position, in notation; a legal one if none is found."""
    for _ in range(200):
        number = rng.randrange(state.game.sizes.actions)
        if state.refusal(number, state.turn) is not None:
            return state.game.notation.format(state.record, state.turn, number)
    return state.actions()[0]


def answer(game, messages):
    """The same answer to the same conversation, in every run."""
    text = "".join(message["content"] for message in messages)
    rng = random.Random(hashlib.sha256(text.encode()).hexdigest())
    state = game.position(re.search("in notation: (.+)", messages[1]["content"])[1])
    kind = "first" if len(messages) == 2 else read_feedback(messages[-1]["content"])
    wrong = rng.random() < ERRORS[kind]
    return f"I have read the rules.\nMOVE: {find_illegal(state, rng) if wrong else rng.choice(state.actions())}"


def serve(game, port):
    """A server that answers until it is shut down."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
            text = answer(game, messages)
            usage = {"prompt_tokens": sum(len(one["content"]) for one in messages) // 4, "completion_tokens": 12}
            data = json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    serve(naadam.load(sys.argv[1]), int(sys.argv[2])).serve_forever()
