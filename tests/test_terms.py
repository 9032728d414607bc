"""The words of the printed books: a player has them on the table, so the texts say nothing else for the same things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "naadam" / "games"
SHIPPED = sorted([*ROOT.glob("src/naadam/**/texts/*.toml")])

# By game and language: terms that the books do not use, as patterns (with the books' terms)
NEVER = {
    ("khan", "fr"): [
        r"souverain",  # chef
        r"Moral d’acier",  # Moral élevé
        r"fleuve",  # rivière
        r"désert de pierre",  # désert rocheux
        r"\bchass",  # pourchasser
        r"pièce",  # forme
        r"\bcouvr",  # recouvrir
        r"\bprimes?\b",  # points bonus
        r"quitte la partie",  # est retirée du jeu
        r"majorité (?!relative)",  # majorité relative
    ],
    ("khan", "it"): [
        r"Sostegno degli Dei",  # Aiuto divino
        r"Esplorazione",  # Esplora il territorio
        r"\byurt[ae]\b",  # iurta
        r"iurt[ae] neutr[ae]\b",  # neutrali
        r"sovran[oi]",  # governatore
        r"territori vicini",  # confinanti
        r"deserto di sabbia",  # sabbioso
        r"ritratt",  # corte
        r"\bcacci",  # inseguire
        r"conquist[ae] condivis",  # conquistare insieme
        r"\bpremi[oi]\b",  # bonus
        r"\bjoker",  # jolly
    ],
    ("yut", "fr"): [
        r"captur",  # attraper
        r"rentr",  # à l’écurie
        r"carrefour",  # intersection
        r"Cheval sauvage",  # Cheval Sauvage
    ],
    ("jarmo", "fr"): [r"camps? éloigné", r"marqueur", r"Défis d’Asie", r"hors du jeu"],
    ("jarmo", "it"): [r"\bcamp[oi] (?:nemic|remot)"],  # accampamento
    ("hasami_shogi", "fr"): [r"pièce"],  # pion
    ("conquest", "fr"): [
        r"répond(?!re par ses)|\bréponse|veng[eé]",  # contre-attaquer
        r"interrogé",  # le joueur qui peut contre-attaquer
        r"\b(?:un|deux|sept|chaque|dernier|vos|\{steps\}) pas\b",  # case
        r"\bcharge\b",  # cargaison
        r"\bscore\b",  # points de victoire
        r"couché",  # posé à l’horizontale
        r"\bLaisser\b|laisse[rz] faire",  # renoncer
        r"depuis longtemps",  # trop de tours de file sans élimination
        r"port y est pris|preneur",  # prendre possession
        r"ce qui est à terre",  # les pions terrestres
        r"figure par figure",
        r"derniers nombres",
    ],
    ("conquest", "it"): [
        r"\bpadron",  # proprietario
        r"interrogat|\bvendica",  # chi può rispondere
        r"da molto tempo",  # troppi turni di fila senza un’eliminazione
        r"coricata",  # appoggiata su un fianco
        r"gira piena",
        r"[Ll]asciar? stare",  # rinunciare
        r"ultimi numeri",
        r"\britirat[oi]\b|\bRitira\b",  # annullare
        r"Chi trasporta in \{target\}",
    ],
    ("yuan", "fr"): [
        r"voisin",  # adjacente
        r"reliée",  # connectée
        r"correction",  # ajustement de Chão
        r"défendant",  # du défenseur
        r"une pour une",  # 1 contre 1
        r"pour de bon",  # définitivement
        r"\b(?:les|toutes les|par les|Les) prises\b",  # conquêtes
        r"font gagner",  # il faut … temples
        r"villages? qui devien|en devient une",  # urbanisation automatique
        r"Nouvelles armées",  # Militarisation : création d’armées
        r"volé depuis",
        r"\bmaître\b",  # le clan qui la contrôle
        r"gardent la leur",  # leur mise
        r"imprimée",  # classique (reconstitution)
        r"forteresse",  # ville fortifiée
        r"En l’état",  # si personne n’intervient
    ],
    ("yuan", "it"): [
        r"rendita",  # entrate
        r"classifica\b",  # graduatoria
        r"per sempre",  # definitivamente
        r"\b(?:[Ll]e|tutte le|dalle) prese\b",  # conquiste
        r"padron",
        r"difendenti",
        r"vincono",  # servono … templi
        r"lo diventa|che diventano città",  # urbanizzazione automatica
        r"derubato da",
        r"stampata",  # classica (ricostruzione)
        r"città di \{province\}",
        r"non vale per nulla",
        r"colonizza anche lui",
        r"[Cc]ome stanno le cose",
        r"\b[Nn]omina (?:la|invece|Zav)",  # tocca
    ],
}


def sentences(file: Path) -> Iterator[tuple[str, str]]:
    """Every text of a file with its key."""

    def walk(table: dict[str, Any], where: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{where}{key}.")
            else:
                yield where + key, value

    yield from walk(tomllib.loads(file.read_text(encoding="utf-8")), "")


def taught(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Texts of a game's first steps, guide, game to watch and first game in a language."""
    for name, rows in (
        ("lessons.toml", "lessons"),
        ("guide.toml", "pictures"),
        ("watch.toml", "captions"),
        ("first_game.toml", "rules"),
    ):
        if not (GAMES / game / name).is_file():
            continue
        told = tomllib.loads((GAMES / game / name).read_text(encoding="utf-8"))
        for number, row in enumerate([told, *told[rows]]):
            said = row.get(language, {})
            for key, text in (said if isinstance(said, dict) else {"": said}).items():
                yield f"{name} {number} {key}", text


@pytest.mark.parametrize(("game", "language"), NEVER)
def test_texts_use_the_terms_of_the_printed_book(game: str, language: str) -> None:
    never = re.compile("|".join(NEVER[game, language]))
    said = [*sentences(GAMES / game / "texts" / f"{language}.toml"), *taught(game, language)]
    found = [(key, text) for key, text in said if never.search(text)]
    assert found == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_no_sentence_about_the_game_names_a_card_by_its_code(language: str) -> None:
    """Codes such as S-ice-NE are notation: they stand only where it is said how something is written."""
    written = re.compile(r"positions\.\w+-form|errors\.(action|words)")
    for key, text in sentences(GAMES / "khan" / "texts" / f"{language}.toml"):
        assert written.fullmatch(key) or not re.search(r"-(?:[NSEW]{1,2}|ice|khan|sand)\b", text), key


# English of the interface that puzzled newcomers, as patterns (with the words that replace it)
PUZZLING = [
    r"A table for board games|Draw lots|Same as the system",  # Random, Match system
    r"[Ss]teps of others|At once",  # Opponents' moves: speed; Instant
    r"You play: |Both at this screen|Who sits where",  # Opponent, Seats
    r"often errs|errs seldom|By solved tables",  # slips up, rarely makes mistakes, Perfect play
    r"position of your own|Now tap a|lets go\b",  # custom position, where it should go, deselects
    r"The sticks show|Lots decide|Recover no ",  # Orange throws, Orange goes first
    r"Ways to lay|Put it back|is turned up$",  # Fits in, Cancel, Flight card
    r"^rulers gone|Flight card: \{landscape\}",  # Game ends at 5 rulers gone; the ruler flees
    r"Began with|Allowance left|This piece: ",  # hourglass turned early, This elephant
    r"Touch a province|As things stand|The wheel turns:",  # Tap; words without “as things stand”
    r"can (?:answer|reply)(?: with this)?:|Better is this",  # can then
    r"not the one to find|By which name|That is my name",
    r"Ask to talk|Say something|You have asked whether",  # Chat
    r"\b[Ll]etters?\b (?:to this|when|about)|(?:other|more) letter",  # e-mail
    r"Watch it again|changing sides|nothing at this address",  # Replay, swap sides, Page not found
    r"what would you like to do",  # Choose an action
    r"\b(?:Colonise|Expand|Urbanise|Fortify|Recruit|Attack) I",  # Development: colonise, at level I
]
PUZZLING_IN_OTHERS = {
    "fr": [r"^Passer$", r"peut répondre\s:", r"que voulez-vous faire", r"\b(?:Coloniser|Étendre|Urbaniser) I"],
    "it": [r"\britirar", r"può rispondere:", r"che cosa vuoi fare", r"\b(?:Colonizza|Espandi|Urbanizza) I"],
}


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_interface_has_no_words_that_puzzled_newcomers(language: str) -> None:
    puzzling = re.compile("|".join(PUZZLING if language == "en" else PUZZLING_IN_OTHERS[language]))
    texts = [pair for file in SHIPPED if file.stem == language for pair in sentences(file)]
    lessons = [pair for game in GAMES.iterdir() if game.is_dir() for pair in taught(game.name, language)]
    assert len(texts) > 1500
    formal = re.compile(r"clauses\.|refusals\.|positions\.|actions\.pass$")  # printed rules and notation
    assert [(key, text) for key, text in texts + lessons if not formal.match(key) and puzzling.search(text)] == []


@pytest.mark.parametrize("package", ["server", "core", "cli", "kit", "llm/prompting"])
def test_italian_has_one_word_for_a_board(package: str) -> None:
    """Tavoliere; only games whose books print tabellone say it."""
    file = ROOT / "src" / "naadam" / package / "texts" / "it.toml"
    assert [text for _, text in sentences(file) if "tabellon" in text.lower()] == []


PLURAL = re.compile(
    r"\b(?:vostr[oaie]|voi|[Vv]i si chiede|avete|potete|dovete|siete|prendete|venite|toccate|scegliete|aspettate|"
    r"mettete(?:ne)?|offrite|nominate|scrivete|fate(?:ne|lo)?|posate una)\b"
)


@pytest.mark.parametrize(
    "file", [file for file in SHIPPED if file.stem == "it"], ids=lambda file: file.parent.parent.name
)
def test_italian_addresses_one_reader_as_tu(file: Path) -> None:
    assert [text for _, text in sentences(file) if PLURAL.search(text)] == []


@pytest.mark.parametrize("game", sorted(file.parent.name for file in GAMES.glob("*/lessons.toml")))
def test_italian_teaches_one_reader_as_tu(game: str) -> None:
    said = list(taught(game, "it"))
    assert len(said) > 20
    assert [text for _, text in said if PLURAL.search(text)] == []


@pytest.mark.parametrize(
    "file", [file for file in SHIPPED if file.stem == "it"], ids=lambda file: file.parent.parent.name
)
def test_italian_actions_are_infinitives(file: Path) -> None:
    """One form for possible actions, in all games; sentences about chance are statements."""
    texts = tomllib.loads(file.read_text(encoding="utf-8"))
    told = {"throw", "first", "ruler", "card", "deal", "clan", "draw", "lot"}
    for key, text in texts.get("actions", {}).items():
        first = text.removeprefix("Non ").split()[0]
        assert key in told or key.startswith("turn-up") or re.fullmatch(r"\w+(?:are|ere|ire|arne|ar|rne|rsi)", first), (
            text
        )


@pytest.mark.parametrize(
    "file", [file for file in SHIPPED if file.stem != "en"], ids=lambda file: str(file.relative_to(ROOT))
)
def test_a_rule_has_one_name(file: Path) -> None:
    """Règle, regola; never article or clause."""
    assert [text for _, text in sentences(file) if re.search(r"\b(?:articles?|articol[oi]|clausol[ae])\b", text)] == []
    assert [text for _, text in sentences(file) if file.stem == "fr" and re.search(r"(?<!\{)\bclauses?\b", text)] == []
