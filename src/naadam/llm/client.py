"""HTTP client for models behind an OpenAI-compatible chat route; needs no SDK of any vendor.

`Model.read("http://localhost:8000/v1#qwen3,timeout=60")` names the route and the model. The key, if the server wants
one, is in the environment (`NAADAM_LLM_KEY`), so it is in no file of results.
"""

from __future__ import annotations

import json
import math
import os
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from http.client import HTTPException, HTTPResponse
from typing import Any

from naadam.core.errors import NaadamError, SpecError

KEY = "NAADAM_LLM_KEY"
ROUTE = "/chat/completions"
LARGEST = 4 << 20  # bytes of an answer
PIECE = 1 << 16  # bytes read in one go
RETRIED = frozenset((408, 409, 425, 429, 500, 502, 503, 504))
LONGEST_WAIT = 60.0  # seconds before a retry, whatever the server asks for
LONGEST_REASON = 200  # characters of a server's reason that are kept
Message = Mapping[str, str]


class ModelError(NaadamError):
    """A model that gave no answer, after all retries."""


@dataclass(frozen=True)
class Model:
    """A model, where it is reached, and the limits of a request."""

    url: str
    name: str
    timeout: float = 120.0  # seconds for one request
    retries: int = 4  # after the first request
    wait: float = 1.0  # seconds before the first retry; each later one waits twice as long
    temperature: float | None = None
    tokens: int | None = None  # of an answer at most
    cost_in: float = 0.0  # per million tokens of prompts
    cost_out: float = 0.0  # per million tokens of answers

    @classmethod
    def read(cls, text: str) -> Model:
        """The model that `URL#NAME,setting=value` names; SpecError if it names none."""
        address, _, rest = text.partition("#")
        name, *settings = rest.split(",")
        if not address.startswith(("http://", "https://")) or not name:
            raise SpecError(f"a model is written URL#NAME, such as http://localhost:8000/v1#qwen3, not {text!r}")
        values: dict[str, Any] = dict(_read_setting(setting) for setting in settings)
        return cls(address.rstrip("/"), name, **values)

    def __str__(self) -> str:
        changed = [
            f"{one.name}={getattr(self, one.name):g}" for one in SETTINGS if getattr(self, one.name) != one.default
        ]
        return ",".join((f"{self.url}#{self.name}", *changed))


SETTINGS = [one for one in fields(Model) if one.name not in ("url", "name")]


def _read_setting(text: str) -> tuple[str, float | int]:
    name, _, value = text.partition("=")
    whole = name in ("retries", "tokens")
    try:
        number = int(value) if whole else float(value)
    except ValueError:
        number = -1
    if name not in [one.name for one in SETTINGS] or not 0 <= number < 1e9:
        known = ", ".join(one.name for one in SETTINGS)
        raise SpecError(f"a setting of a model is name=number with one of {known}, not {text!r}")
    return name, number


@dataclass
class Usage:
    """Requests, tokens and seconds, added up."""

    requests: int = 0
    retries: int = 0
    failures: int = 0  # answers that never came
    prompt_tokens: int = 0
    answer_tokens: int = 0
    unmetered: int = 0  # answers whose tokens the server did not count
    seconds: float = 0.0

    def add(self, other: Usage) -> None:
        """Add the counts of other requests."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def cost(self, model: Model) -> float:
        """The price of the tokens, in the currency of the settings `cost_in` and `cost_out`."""
        return (self.prompt_tokens * model.cost_in + self.answer_tokens * model.cost_out) / 1e6


@dataclass(frozen=True)
class Answer:
    """The text of a model, and the usage of the requests for it."""

    text: str
    usage: Usage = field(default_factory=Usage)


class Client:
    """Sends conversations to one model. Every failure is a ModelError that says how many requests were made."""

    def __init__(self, model: Model, sleep: Callable[[float], None] = time.sleep) -> None:
        self.model = model
        self.usage = Usage()  # of all requests of this client
        self._sleep = sleep

    def ask(self, messages: Sequence[Message], seconds: float | None = None) -> Answer:
        """The answer to a conversation; ModelError when the last retry has failed too, or after so many seconds."""
        usage = Usage()
        begin = time.monotonic()
        try:
            return Answer(self._ask(messages, usage, math.inf if seconds is None else begin + seconds), usage)
        except ModelError:
            usage.failures += 1
            raise
        finally:
            usage.seconds = time.monotonic() - begin
            self.usage.add(usage)

    def _ask(self, messages: Sequence[Message], usage: Usage, until: float) -> str:
        wait = self.model.wait
        for left in range(self.model.retries, -1, -1):
            usage.requests += 1
            try:
                return self._send(messages, usage, min(self.model.timeout, max(0.001, until - time.monotonic())))
            except _Failed as failed:
                pause = min(LONGEST_WAIT, max(wait, failed.wait))
                if not failed.again or not left or time.monotonic() + pause >= until:
                    raise ModelError(f"{self.model.name} after {usage.requests} requests: {failed}") from None
                usage.retries += 1
                self._sleep(pause)
                wait *= 2
        raise AssertionError

    def _send(self, messages: Sequence[Message], usage: Usage, timeout: float) -> str:
        """One request; _Failed says whether another one may help."""
        body: dict[str, Any] = {"model": self.model.name, "messages": [dict(message) for message in messages]}
        if self.model.temperature is not None:
            body["temperature"] = self.model.temperature
        if self.model.tokens is not None:
            body["max_tokens"] = self.model.tokens
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self.model.url + ROUTE, json.dumps(body).encode(), headers)
        until = time.monotonic() + timeout
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return _read_answer(_read_body(response, until), usage)
        except urllib.error.HTTPError as error:
            with error:
                raise _refused(error) from None
        except TimeoutError:
            raise _Failed(f"no answer within {timeout:g} s") from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise _Failed(f"no answer within {timeout:g} s") from None
            raise _Failed(f"not reached ({error.reason})") from None
        except (HTTPException, OSError) as error:
            raise _Failed(f"the connection broke ({type(error).__name__})") from None


class _Failed(Exception):
    """A request that failed."""

    def __init__(self, reason: str, again: bool = True, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.again = again
        self.wait = wait


def _refused(error: urllib.error.HTTPError) -> _Failed:
    try:
        reason = error.read(LONGEST_REASON).decode("utf-8", "replace")
    except (OSError, HTTPException):
        reason = ""
    after = error.headers.get("Retry-After", "") if error.headers else ""
    wait = float(after) if after.isdecimal() else 0.0
    return _Failed(f"status {error.code} {' '.join(reason.split())}".strip(), error.code in RETRIED, wait)


def _read_body(response: HTTPResponse, until: float) -> bytes:
    """The whole answer, unless it is too large, or comes so slowly that its time runs out."""
    found = bytearray()
    connection = _socket_of(response)
    while True:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if connection is not None:
            connection.settimeout(left)
        piece = response.read1(PIECE)
        if not piece:
            return bytes(found)
        found += piece
        if len(found) > LARGEST:
            raise _Failed(f"an answer of more than {LARGEST} bytes", again=False)


def _socket_of(response: HTTPResponse) -> socket.socket | None:
    raw = getattr(response.fp, "raw", None)
    found = getattr(raw, "_sock", None)
    return found if isinstance(found, socket.socket) else None


def _read_answer(body: bytes, usage: Usage) -> str:
    """The text of an answer; an answer without text is an empty text."""
    try:
        data = json.loads(body)
        text = data["choices"][0]["message"].get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise _Failed("an answer that is not of the chat route's form") from None
    _count(data.get("usage"), usage)
    return text if isinstance(text, str) else ""


def _count(metered: object, usage: Usage) -> None:
    numbers = metered if isinstance(metered, dict) else {}
    prompt, answer = numbers.get("prompt_tokens"), numbers.get("completion_tokens")
    if type(prompt) is int and type(answer) is int and prompt >= 0 and answer >= 0:
        usage.prompt_tokens += prompt
        usage.answer_tokens += answer
    else:
        usage.unmetered += 1
