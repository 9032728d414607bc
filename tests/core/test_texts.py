"""Texts: every language says the same things, with the same blanks to fill in."""

from __future__ import annotations

import contextlib
import re
import string
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import naadam
from naadam.core import registry
from naadam.core.registry import rulebook
from naadam.core.texts import LANGUAGES, Texts, Word
from naadam.drawing.blanks import fill

PARTS = ("core", "kit", "cli")

# A tally is shown next to its number, and may have a word that agrees with it, in some languages and not in others.
AGREEING = defaultdict(set[str], {f"tallies/{name}": {"count"} for name in ("captured", "pieces", "points")})


def packages() -> dict[str, str]:
    """All packages with texts: core, kit, terminal and every game."""
    games = {name: modules[0] for name, modules in registry.packages().items()}
    return {part: f"naadam.{part}" for part in PARTS} | games | {"caravan": "caravan"}


def flat(texts: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its path."""
    for key, value in texts.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{path}{key}/")
        else:
            yield f"{path}{key}", value


def blanks(text: str) -> list[str]:
    """The names in braces, in alphabetical order."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("name", packages())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_blanks(name: str, language: str) -> None:
    texts = Texts(packages()[name])
    english, other = dict(flat(texts.sections("en"))), dict(flat(texts.sections(language)))
    assert list(other) == list(english), "in the same order, too"
    for key, text in other.items():
        assert isinstance(text, str), key
        assert text.strip(), f"{key} is empty"
        assert set(blanks(text)) | AGREEING[key] == set(blanks(english[key])) | AGREEING[key], key
        assert all(re.fullmatch("[a-z_]+", blank) for blank in blanks(text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_bagh_chal_has_its_own_words(language: str) -> None:
    english = dict(flat(Texts("naadam.games.bagh_chal").sections("en")))
    other = dict(flat(Texts("naadam.games.bagh_chal").sections(language)))
    if language != "en":
        same = {key for key, text in other.items() if text == english[key]}
        assert same <= {"game/title", "options/board/title"}, "something is not translated"


@pytest.mark.parametrize("name", [name for name in packages() if name not in PARTS])
def test_every_clause_that_is_named_is_one(name: str) -> None:
    book = rulebook(name)
    clauses = {f"{book.prefix}-{number}" for number in book.clauses}
    sections = book.texts.sections("en")
    assert set(sections["clauses"]) == clauses
    assert {key.partition(".")[0] for key in sections["ends"]} <= clauses
    assert {f"{book.prefix}-{key.partition('.')[0]}" for key in sections["refusals"]} <= clauses
    for language in LANGUAGES:
        for key, text in flat(book.texts.sections(language)):
            named = set(re.findall(rf"\b{book.prefix}-\d+", text))
            assert named <= clauses, key


@pytest.mark.parametrize("name", [name for name in packages() if name not in PARTS])
def test_the_blanks_of_a_game_are_what_its_rulebook_fills_in(name: str) -> None:
    state = naadam.load(name).start()
    given = set(state.game.face.parameters(state.record, 0, 0))
    for section in ("refusals", "actions"):
        for key, text in flat(state.game.rulebook.texts.sections("en")[section]):
            assert set(blanks(text)) <= given, f"{section}.{key}"


SHIPPED = sorted(name for name, modules in registry.packages().items() if modules[0].startswith("naadam.games."))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_seat_of_a_shipped_game_has_an_aim_in_every_variant(name: str, language: str) -> None:
    book = rulebook(name)
    values = {option.name: option.values for option in book.declared if option.name != "board"}
    single = [{option: value} for option in values for value in values[option]]
    variants = [naadam.load(name)]
    for option in single:
        with contextlib.suppress(naadam.SpecError):  # the option goes with another one only
            variants.append(naadam.load(name, **option))
    assert len(variants) > 1
    for variant in variants:
        assert all(variant.aim(seat, language) for seat in range(variant.seats)), variant.spec


def test_the_two_sides_of_bagh_chal_have_aims_of_their_own() -> None:
    game = naadam.load("bagh-chal")
    assert [game.aim(seat) for seat in (0, 1)] == ["trap all the tigers", "capture five goats"]


def test_a_game_without_aims_in_its_texts_has_none() -> None:
    game = naadam.load("caravan")
    assert [game.aim(seat) for seat in range(game.seats)] == [""] * game.seats


@pytest.mark.parametrize("name", SHIPPED)
def test_every_action_of_a_player_has_a_report_in_the_past_tense(name: str) -> None:
    """Actions of chance are worded as reports already."""
    texts = rulebook(name).texts
    flights = {"turn-up", "turn-up-removed", "turn-up-gone"}
    told = {"throw", "first", "ruler", "card", "deal", "clan", "draw", "lot", *flights}
    for language in LANGUAGES:
        sections = texts.sections(language)
        assert set(sections["past"]) == set(sections["actions"]) - told
        for key, text in sections["past"].items():
            assert set(blanks(text)) <= set(blanks(sections["actions"][key])), key


def test_a_move_is_reported_in_the_past_tense_and_without_a_text_in_notation() -> None:
    state = naadam.load("bagh-chal").start()
    assert state.report("Gc3") == "placed a goat on c3"
    assert state.apply("Gc3").report("Ba1b1", "en") == "moved a1 to b1"
    game = naadam.load("caravan")
    action = game.start().actions()[0]
    assert game.start().report(action) == str(action)


@pytest.mark.parametrize("language", ["de", "", "EN", "en ", "en-GB", "../en", "en.toml", None, 1, True, ["en"], b"en"])
def test_a_language_without_texts_is_refused_everywhere(language: Any) -> None:
    game = naadam.load("bagh-chal")
    state = game.start()
    refusal, outcome = state.refusal("Ga1"), game.playout(state, 1).outcome
    assert refusal is not None
    assert outcome is not None
    for ask in (
        lambda: game.clauses(language),
        lambda: game.seat_name(0, language),
        lambda: state.say("Gb1", language),
        lambda: refusal.text(language),
        lambda: refusal.rule(language),
        lambda: outcome.text(language),
        lambda: Texts("naadam.core").get("table", "wins", language, name="A"),
    ):
        with pytest.raises(naadam.LanguageError, match="the languages are en, fr, it"):
            ask()


def test_what_is_filled_in_is_not_read_as_a_text() -> None:
    texts = Texts("naadam.core")
    assert texts.get("table", "wins", name="{clause} {0} {{}} %s") == "Victory for {clause} {0} {{}} %s."


def test_what_is_filled_in_may_be_a_word_of_the_same_language() -> None:
    title = Word(Texts("naadam.games.bagh_chal"), "seats", "0")
    assert Texts("naadam.core").get("table", "wins", "it", name=title) == "Vittoria: Capre."


def test_a_text_that_is_missing_is_an_error() -> None:
    for section, key in (("table", "loses"), ("chair", "wins"), ("table", "wins.more")):
        with pytest.raises(naadam.PackageError, match=f"naadam.core/texts/fr.toml has no {section}.{key}"):
            Texts("naadam.core").get(section, key, "fr")


def test_a_text_that_wants_a_value_is_another_error() -> None:
    problem = r"naadam.core/texts/fr.toml: table.wins names \{name\}; the values given here are seat"
    with pytest.raises(naadam.PackageError, match=problem):
        Texts("naadam.core").get("table", "wins", "fr", seat="Anna")


def test_a_game_says_its_title_its_seats_and_its_clauses() -> None:
    game = naadam.load("bagh-chal")
    assert game.title("it") == "Bagh Chal"
    assert [game.seat_name(seat) for seat in (0, 1)] == ["Goats", "Tigers"]
    assert next(iter(game.clauses("fr"))) == "BC-1"
    assert game.start().say("Gc3", "en") == "Put a goat on c3"
    assert len({game.start().say("Gc3", language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("name", "section", "language", "said"),
    [
        ("hasami-shogi", "trays", "fr", ["0 sur 14 capturé", "1 sur 14 capturé", "2 sur 14 capturés"]),
        ("hasami-shogi", "trays", "it", ["0 su 14 catturati", "1 su 14 catturato", "2 su 14 catturati"]),
        ("bagh-chal", "trays", "fr", ["0 sur 14 capturée", "1 sur 14 capturée", "2 sur 14 capturées"]),
        ("jarmo", "tallies", "fr", ["prise", "prise", "prises"]),
        ("jarmo", "tallies", "it", ["catture", "cattura", "catture"]),
        ("jarmo", "tallies", "en", ["captures", "capture", "captures"]),
    ],
)
def test_words_agree_with_their_number(name: str, section: str, language: str, said: list[str]) -> None:
    texts = rulebook(name).texts
    assert [texts.get(section, "captured", language, count=count, of=14) for count in range(3)] == said


def test_a_word_for_one_and_a_word_for_all_else() -> None:
    assert [fill("{n} {n:goat|goats}", n=n) for n in (0, 1, 2, 21)] == ["0 goats", "1 goat", "2 goats", "21 goats"]
    assert [fill("{n:none|one|more}", n=n) for n in ("0", "1", "2", "-3")] == ["none", "one", "more", "more"]
    with pytest.raises(KeyError):
        fill("{m:goat|goats}", n=1)
