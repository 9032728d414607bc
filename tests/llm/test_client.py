"""The client of models, against a server that misbehaves in every way."""

from __future__ import annotations

import json

import pytest
from stub_model import Behaviour, Messages, stub_model

from naadam.core.errors import SpecError
from naadam.llm.answers import Ruling, read_move, read_ruling
from naadam.llm.client import KEY, LARGEST, Client, Model, ModelError

HELLO = [{"role": "user", "content": "Hello"}]


def ask(behaviour: Behaviour, **settings: float) -> tuple[str, Client, list[float]]:
    """The answer of a server that behaves so, the client, and its waits between requests."""
    waits: list[float] = []
    with stub_model(behaviour) as url:
        more = "".join(f",{name}={value}" for name, value in {"timeout": 5, **settings}.items())
        client = Client(Model.read(f"{url}#stub{more}"), waits.append)
        try:
            return client.ask(HELLO).text, client, waits
        except ModelError as error:
            return f"ModelError: {error}", client, waits


def test_an_answer_is_its_text_and_its_tokens_are_counted() -> None:
    text, client, waits = ask(lambda messages, _: f"You said {messages[0]['content']}", cost_in=2, cost_out=10)
    assert text == "You said Hello"
    assert waits == []
    assert (client.usage.requests, client.usage.prompt_tokens, client.usage.answer_tokens) == (1, 7, 3)
    assert client.usage.cost(client.model) == pytest.approx((7 * 2 + 3 * 10) / 1e6)


@pytest.mark.parametrize("trouble", [429, 500, 503, None, b"not JSON", b"{}", b'{"choices": []}', b"[1, 2]"])
def test_whatever_may_pass_is_tried_again_and_each_wait_is_longer(trouble: int | bytes | None) -> None:
    text, client, waits = ask(lambda _, number: trouble if number < 4 else "at last")
    assert text == "at last"
    assert (client.usage.requests, client.usage.retries, client.usage.failures) == (4, 3, 0)
    assert waits == [1.0, 2.0, 4.0]


@pytest.mark.parametrize("trouble", [500, None, b"not JSON"])
def test_after_the_last_retry_it_is_one_error(trouble: int | bytes | None) -> None:
    text, client, waits = ask(lambda _m, _n: trouble, retries=2)
    assert text.startswith("ModelError: stub after 3 requests: ")
    assert client.usage.failures == 1
    assert len(waits) == 2


def test_a_request_that_is_wrong_is_not_sent_again() -> None:
    text, client, _ = ask(lambda _m, _n: 401)
    assert "status 401 no" in text
    assert client.usage.requests == 1


def test_a_slow_server_is_given_up_in_time() -> None:
    text, client, _ = ask(lambda _m, _n: 3.0, timeout=0.2, retries=1)
    assert "no answer within 0.2 s" in text
    assert client.usage.seconds < 2


def test_a_server_that_does_not_exist_is_one_error() -> None:
    with stub_model(lambda _m, _n: "") as url:
        pass
    with pytest.raises(ModelError, match="not reached"):
        Client(Model.read(f"{url}#stub,retries=0")).ask(HELLO)


def test_an_answer_without_text_is_empty_and_an_endless_one_is_refused() -> None:
    nothing = json.dumps({"choices": [{"message": {"content": None}}]}).encode()
    text, client, _ = ask(lambda _m, _n: nothing)
    assert text == ""
    assert client.usage.unmetered == 1
    text, client, _ = ask(lambda _m, _n: b"x" * (LARGEST + 1))
    assert f"more than {LARGEST} bytes" in text
    assert client.usage.requests == 1


def test_the_key_comes_from_the_environment_and_is_in_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "hush")
    model = Model.read("http://localhost:1/v1#name,timeout=9")
    assert "hush" not in str(model) + repr(model) + repr(Client(model))
    assert Model.read(str(model)) == model


@pytest.mark.parametrize(
    "text", ["", "name", "http://a", "http://a#", "ftp://a#b", "http://a#b,x=1", "http://a#b,retries=-1"]
)
def test_a_model_that_is_written_otherwise_is_refused(text: str) -> None:
    with pytest.raises(SpecError):
        Model.read(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("I think.\nMOVE: Gc3", "Gc3"),
        ("MOVE: a1\nNo.\n**MOVE: `Bxa1c3`**", "Bxa1c3"),
        ("move: yurt d7.", "yurt d7"),
        ("MOVE: <pass>", "pass"),
        ("MOVE:", None),
        ("", None),
        ("I resign.", None),
        ("MOVE: " + "x" * 300, None),
        ("rant\n" * 1000 + "MOVE: e2e5", "e2e5"),
    ],
)
def test_the_last_line_with_a_move_counts(text: str, move: str | None) -> None:
    assert read_move(text) == move


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("LEGAL", Ruling(True)),
        ("ILLEGAL BC-8", Ruling(False, "BC-8")),
        ("**ILLEGAL** (bc-8)", Ruling(False, "BC-8")),
        ("It may look LEGAL.\nILLEGAL: HS-10", Ruling(False, "HS-10")),
        ("ILLEGAL\nOn second thoughts:\nLEGAL", Ruling(True)),
        ("ILLEGAL", Ruling(False)),
        ("Illegally speaking", Ruling(None)),
        ("", Ruling(None)),
    ],
)
def test_the_last_ruling_counts(text: str, ruling: Ruling) -> None:
    assert read_ruling(text) == ruling


def test_the_stub_gets_the_whole_conversation() -> None:
    seen: list[Messages] = []

    def note(messages: Messages, _number: int) -> str:
        seen.append(messages)
        return ""

    ask(note)
    assert seen == [HELLO]
