"""Prompts: made of a game's own texts, from views alone, and read by a person for every game.

`python tests/llm/test_prompts.py` writes the golden prompts again. Read the difference before you keep it.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import naadam
from naadam.bots.telling import Telling, Told
from naadam.core.seats import CHANCE
from naadam.llm.prompting.dialect import Dialect
from naadam.llm.prompting.legend import find_examples, read_legend
from naadam.llm.prompting.prompts import Prompter

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "prompts"
GAMES = ("bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut")
SECRET = ("khan", "yuan:players=4,scenario=river-control", "yuan:auction=true")


class Tellings:
    """The history as each seat saw it."""

    def __init__(self, seats: int, language: str = "en") -> None:
        self._tellings = [Telling(seat, language) for seat in range(seats)]

    def add(self, before: naadam.State, number: int, seat: int) -> None:
        for telling in self._tellings:
            telling.add(before, number, seat)

    @property
    def told(self) -> list[list[Told]]:
        return [telling.told for telling in self._tellings]


def played(spec: str, steps: int, seed: int = 3, language: str = "en") -> tuple[naadam.State, Tellings]:
    """A state after some random actions, and the history as each seat saw it."""
    rng = random.Random(seed)
    state = naadam.load(spec).start()
    telling = Tellings(state.game.seats, language)
    for _ in range(steps):
        seat = rng.choice(state.waiting)
        action = int(rng.choice(state.chance())[0]) if seat == CHANCE else rng.choice(state.numbers(seat))
        telling.add(state, action, seat)
        state = state.apply(action, seat)
    while state.turn == CHANCE:
        action = int(rng.choice(state.chance())[0])
        telling.add(state, action, CHANCE)
        state = state.apply(action, CHANCE)
    return state, telling


def golden(spec: str) -> str:
    """The prompts of a position for a player, for a referee and in a dialect, the clauses themselves left out."""
    state, telling = played(spec, 14)
    seat = state.waiting[0]
    view, move = state.view(seat), str(state.actions(seat)[0])
    prompter, translated = Prompter(state.game), Prompter(state.game, dialect=Dialect(state.game, 1))
    play = prompter.play(view, telling.told[seat])
    referee = prompter.referee(view, move)
    assert referee.system.partition("\n")[2] == play.system.partition("\n")[2], "the rule book is the same"
    whole = str(play).replace(prompter.rules(), "(the clauses)")
    asked = "\n".join(
        (referee.system.partition("\n")[0], "(as above)", referee.user.rpartition("## Question")[2].strip())
    )
    other = str(translated.play(view, telling.told[seat]))
    rules = translated.dialect.translate(translated.rules()) if translated.dialect else ""
    assert rules in other
    return "\n\n".join(
        (whole, f"=== as a referee\n{asked}", f"=== in a dialect\n{other.replace(rules, '(the clauses)')}")
    )


@pytest.mark.parametrize("spec", GAMES)
def test_the_prompts_of_a_game_are_those_that_were_read(spec: str) -> None:
    assert golden(spec) == (GOLDEN / f"{spec}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("spec", GAMES)
def test_the_rules_of_a_prompt_are_the_clauses_that_apply_word_for_word(spec: str) -> None:
    game = naadam.load(spec)
    for language in ("en", "fr", "it"):
        rules = Prompter(game, language).rules().split("\n")
        clauses = game.clauses(language)
        named = [line.split(": ", 1)[0] for line in rules if line.split(": ", 1)[0] in clauses]
        assert named == [name for name in clauses if game.rulebook.applies(int(name.rpartition("-")[2]))]
        assert all(clauses[name] in "\n".join(rules) for name in named)


@pytest.mark.parametrize("spec", SECRET)
def test_states_that_a_seat_cannot_tell_apart_give_the_same_prompt(spec: str) -> None:
    compared = different = 0
    for seed in range(4):
        state, telling = played(spec, 10 + 9 * seed, seed)
        prompter = Prompter(state.game)
        for seat in state.waiting:
            view, told = state.view(seat), telling.told[seat]
            first = str(prompter.play(view, told)).encode()
            for guess in range(4):
                other = view.complete(guess)
                different += other != state
                compared += 1
                assert str(prompter.play(other.view(seat), told)).encode() == first
                move = str(view.actions()[0])
                asked = str(prompter.referee(view, move)), str(prompter.referee(other.view(seat), move))
                assert asked[0] == asked[1]
    assert compared >= 16
    assert different, "some of these states are not the same"


def test_what_others_sealed_is_told_without_its_contents_until_it_is_opened() -> None:
    state, telling = played("yuan:players=4,scenario=river-control", 0)
    rng = random.Random(5)
    while state.turn == CHANCE or len(state.waiting) < 2:
        seat = state.turn
        assert seat is not None
        action = int(state.chance()[0][0]) if seat == CHANCE else rng.choice(state.numbers(seat))
        telling.add(state, action, seat)
        state = state.apply(action, seat)
    first, second = state.waiting[:2]
    secret = state.numbers(first)[-1]
    text = state.game.notation.format(state.record, first, secret)
    telling.add(state, secret, first)
    assert telling.told[first][-1].action == text
    assert telling.told[second][-1].action is None
    state = state.apply(secret, first)
    while first not in state.waiting and state.outcome is None:
        seat = state.turn
        assert seat is not None
        action = int(state.chance()[0][0]) if seat == CHANCE else state.numbers(seat)[0]
        telling.add(state, action, seat)
        state = state.apply(action, seat)
    assert (first, text) in [(told.seat, told.action) for told in telling.told[second]]


@pytest.mark.parametrize("spec", GAMES)
def test_the_legend_of_a_package_is_the_section_of_the_documentation(spec: str) -> None:
    document = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", document, re.MULTILINE))
    section = sections[naadam.load(spec).title()]
    without_examples = re.sub(r"```python\n.*?```\n+", "", section, flags=re.DOTALL)
    assert read_legend(naadam.load(spec)) == without_examples.strip()


@pytest.mark.parametrize("spec", GAMES)
def test_examples_are_actions_in_the_words_of_the_game(spec: str) -> None:
    game = naadam.load(spec)
    examples = find_examples(game)
    assert 2 <= len(examples) <= 14
    assert find_examples(game, "fr").keys() == examples.keys()
    assert all(words for words in examples.values())


@pytest.mark.parametrize("spec", GAMES)
def test_a_dialect_hides_the_names_and_leads_back_to_every_action(spec: str) -> None:
    state, telling = played(spec, 14)
    game = state.game
    dialect = Dialect(game, 1)
    seat = state.waiting[0]
    prompt = str(Prompter(game, dialect=dialect).play(state.view(seat), telling.told[seat]))
    names = {game.title().split()[0], game.rulebook.prefix + "-1"}
    assert not [name for name in names if re.search(rf"\b{name}\b", prompt)]
    for action in state.actions(seat):
        assert dialect.decode(dialect.encode(str(action))) == str(action)
    encoded = [dialect.encode(str(action)) for action in state.actions(seat)]
    assert len(set(encoded)) == len(encoded)
    assert dialect.decode_clause(f"{dialect.prefix}-7") == f"{game.rulebook.prefix}-7"
    assert str(Prompter(game, dialect=Dialect(game, 1)).play(state.view(seat), telling.told[seat])) == prompt
    assert str(Prompter(game, dialect=Dialect(game, 2)).play(state.view(seat), telling.told[seat])) != prompt


TELLING = {
    "bagh-chal": ("Bagh", "Chal", "Pulijudam", "tiger", "goat", "Buck", "Alpha", "Asia", "tigre", "chèvre", "capra"),
    "conquest": ("Conquest", "Grail", "Graal", "galleon", "elephant", "chariot", "galion", "éléphant", "elefante"),
    "hasami-shogi": ("Hasami", "Shogi", "Shogun", "samurai", "samouraï"),
    "jarmo": ("Jarmo", "Jasyr", "Asia", "archer", "arciere"),
    "khan": ("Khan", "Asia", "Asie", "1244", "Hungarian", "Hongrois", "Seljuk", "yurt", "yourte", "Viet"),
    "yuan": ("Yuan", "Suhey", "Xiangi", "Mongolia", "Qin", "Ulan"),
    "yut": ("Yut", "gae", "geol", "Asia", "Asie", "horse", "cheval", "cavallo"),
}
"""Names that say which game it is."""


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("spec", GAMES)
def test_no_name_of_a_game_is_left_in_a_dialect_and_a_plain_prompt_has_them(spec: str, language: str) -> None:
    state, telling = played(spec, 14, language=language)
    seat = state.waiting[0]
    view, told = state.view(seat), telling.told[seat]
    dialect = Dialect(state.game, 1, language)
    prompter, plain = Prompter(state.game, language, dialect), Prompter(state.game, language, plain=True)
    move = str(state.actions(seat)[0])
    text = f"{prompter.play(view, told)}{prompter.referee(view, move)}"
    known = f"{plain.play(view, told)}{plain.referee(view, move)}"
    found = {name: len(re.findall(rf"(?i:\b{name}e?s?\b)", text)) for name in TELLING[spec]}
    assert not any(found.values()), found
    assert sum(bool(re.search(rf"(?i:\b{name}e?s?\b)", known)) for name in TELLING[spec]) >= 3
    assert len(known.splitlines()) == len(text.splitlines()), "they differ by names alone"


if __name__ == "__main__":
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text(golden(name), encoding="utf-8")
