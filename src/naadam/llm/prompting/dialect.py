"""A dialect: a generated language that renames pieces, places, sides and clauses of a game consistently.

The rules stay the same, so a model that answers as well as before reasons from the rule book, and one that answers
worse has recalled a game that it knew. The names are found in the game's own texts and stage. A prompt in a dialect has
no sketch, legend or position in notation; compare it with a plain prompt, which leaves them out too.
"""

from __future__ import annotations

import itertools
import random
import re
import string
from collections.abc import Iterator, Mapping

from naadam.core.game import Game
from naadam.llm.prompting.legend import find_examples

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
SHORTEST = 3  # letters of a word that is renamed
SECTIONS = ("seats", "pieces")  # of a game's texts, whose words are renamed, besides its title
NAMED = ("clauses", "options", "tasks", "sayings")  # and those whose proper nouns are renamed
PROPER = re.compile(r"(?<=[^\W\d_][\s’])[A-ZÀ-Þ][^\W\d_]{2,}|\b1[0-9]{3}\b")
"""A capital within a sentence, or a year."""
ORDINARY = frozenset(
    (
        *("and", "the", "with", "from", "for", "player", "side", "first", "second", "third", "fourth", "fifth"),
        *(
            "place",
            "throw",
            "piece",
            "off",
            "board",
            "die",
            "golden",
            "own",
            "value",
            "number",
            "neutral",
            "name",
            "iii",
        ),
        *("joueur", "avec", "dans", "pour", "des", "les", "une"),
        *("giocatore", "con", "per", "del", "della", "dei", "delle"),
    )
)
"""Words of names that say nothing about which game it is."""


class Dialect:
    """One renaming of a game; the same seed gives the same names in every run."""

    def __init__(self, game: Game, seed: int, language: str = "en") -> None:
        self.seed = seed
        rng = random.Random(f"{game.spec}/{seed}")
        short, long = _syllables(rng, 2), _syllables(rng, 3)
        self._words = {word: next(long) for word in sorted(_terms(game, language))}
        places = sorted(place for place in _places(game) if not place.isdecimal())
        self._places = {place: next(short) for place in places}
        verbs = set(re.findall(f"[a-z]{{{SHORTEST},}}", " ".join(_written(game))))
        tokens = {verb: next(long) for verb in sorted(verbs - set(places))}
        letters = [letter for letter in string.ascii_uppercase if letter not in places]
        mixed = dict(zip(letters, rng.sample(letters, len(letters)), strict=True))
        self._tokens = {**tokens, **self._places, **mixed}
        self._back = {new: old for old, new in self._tokens.items()}
        self.prefix = f"{rng.choice(letters)}{rng.choice(letters)}{rng.choice(letters)}"
        self._prefix = game.rulebook.prefix
        self._token, self._back_token = _any_of(self._tokens), _any_of(self._back)
        stems = "|".join(map(re.escape, sorted(self._words, key=len, reverse=True)))
        names = "|".join(map(re.escape, sorted(self._places, key=len, reverse=True)))
        items = "|".join(map(re.escape, sorted(_items(game), key=len, reverse=True)))
        self._short = {word: next(short) for word in sorted(_short(game, language))}
        brief = "|".join(map(re.escape, self._short))
        parts = [rf"\b{self._prefix}-(?P<clause>[^\W_]+)", r"\[(?P<key>[^\]\n]+)\]"]
        parts += [rf"(?<![\w-])(?P<item>{items})(?![\w-])"] if items else []
        parts += [rf"(?<![\w-])(?P<place>{names})(?![\w-])"] if names else []
        parts += [rf"\b(?P<short>{brief})\b(?=\)| \([0-9])"] if brief else []
        parts += [rf"(?i:\b(?P<stem>{stems})(?P<ending>e?s)?\b)"] if stems else []
        self._text = re.compile("|".join(parts))

    def encode(self, move: str) -> str:
        """An action in the dialect's notation."""
        return self._token.sub(lambda found: self._tokens[found[0]], move)

    def decode(self, move: str) -> str:
        """The action that a notation of the dialect names; an unknown notation stays as it is."""
        return self._back_token.sub(lambda found: self._back[found[0]], move)

    def decode_clause(self, clause: str) -> str:
        """A clause under its own prefix again."""
        name, _, number = clause.partition("-")
        return f"{self._prefix}-{number}" if name.upper() == self.prefix else clause

    def translate(self, text: str) -> str:
        """A text of the game with all names replaced."""
        return self._text.sub(self._replace, text)

    def _replace(self, found: re.Match[str]) -> str:
        groups = found.groupdict()
        if groups["clause"] is not None:
            return f"{self.prefix}-{groups['clause']}"
        if groups["key"] is not None:
            return f"[{self.encode(groups['key'])}]"
        if groups.get("item") is not None:
            return self.encode(groups["item"])
        if groups.get("place") is not None:
            return self._places[groups["place"]]
        if groups.get("short") is not None:
            return self._short[groups["short"]]
        stem = groups["stem"]
        word = self._words[stem.lower()] + (groups["ending"] or "")
        return word.capitalize() if stem[0].isupper() else word


def _syllables(rng: random.Random, count: int) -> Iterator[str]:
    """Different words of so many syllables, in an order of chance."""
    syllables = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
    words = ["".join(each) for each in itertools.product(syllables, repeat=2)]
    rng.shuffle(words)
    return (word + "".join(rng.choice(syllables) for _ in range(count - 2)) for word in words)


def _terms(game: Game, language: str) -> set[str]:
    """The words that name the game, its pieces and its sides, in lower case and without a plural s."""
    sections = game.rulebook.texts.sections(language)
    texts = [game.title(language), sections["game"]["title"], *_piece_names(game, language)]
    for name in SECTIONS:
        texts += _strings(sections.get(name, {}))
    for name in NAMED:
        texts += [noun for text in _strings(sections.get(name, {})) for noun in PROPER.findall(text)]
    plain = set(re.findall(r"\b[a-zà-ÿ]{3,}", " ".join(_strings(sections))))
    first = (text.partition(" ")[0] for text in _strings(sections.get("options", {})))
    texts += [word for word in first if word[:1].isupper() and word.lower() not in plain]
    words = {word.lower() for text in texts for word in re.findall(r"[^\W\d_]+|1[0-9]{3}", text)}
    stems = {word.removesuffix("s") if len(word) > SHORTEST else word for word in words}
    return {stem for stem in stems if len(stem) >= SHORTEST and not {stem, f"{stem}s"} & ORDINARY}


def _strings(section: object) -> Iterator[str]:
    """All texts of a section, however deep."""
    if isinstance(section, str):
        yield section
    elif isinstance(section, Mapping):
        for part in section.values():
            yield from _strings(part)


def _piece_names(game: Game, language: str) -> list[str]:
    stage = game.face.stage(language)
    return [] if stage is None else [art.name for art in stage.pieces.values()]


def _short(game: Game, language: str) -> set[str]:
    """Names of pieces that are too short to be renamed wherever they occur, such as do in “do, a throw of 1”."""
    names = (name.partition(",")[0].lower() for name in _piece_names(game, language))
    return {name for name in names if 0 < len(name) < SHORTEST}


def _places(game: Game) -> set[str]:
    """The points of the board that a notation names."""
    stage = game.face.stage()
    used = " ".join(find_examples(game))
    return set() if stage is None else {point for point in stage.points if _is_written(point, used, stage.points)}


def _written(game: Game) -> Iterator[str]:
    """Texts that have the words of the notation in them."""
    stage = game.face.stage()
    yield from find_examples(game)
    yield from () if stage is None else stage.items


def _is_written(point: str, used: str, points: Mapping[str, object]) -> bool:
    """Whether a notation has this point, or one of the same form."""
    if point in used:
        return True
    return any(_form(other) == _form(point) for other in points if other in used)


def _form(place: str) -> str:
    """The form of a name: a0 for c3, Aa for Khal."""
    return re.sub("[0-9]+", "0", re.sub("[a-z]+", "a", re.sub("[A-Z]", "A", place)))


def _items(game: Game) -> set[str]:
    """The keys of items that a text cannot have as an ordinary word, such as those of tiles."""
    stage = game.face.stage()
    items = () if stage is None else stage.items
    return {item for item in items if len(item) > 1 and re.search("[A-Z0-9]", item) and item[0].isupper()}


def _any_of(names: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name)))))
