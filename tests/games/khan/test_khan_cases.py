"""Khan: the printed flight, a case for every refusal, agreement, secrets, own boards, whole games.

docs/notation.md explains how to read a position. Rules run uncompiled here.
"""

from __future__ import annotations

import pickle
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import naadam
from naadam.core.errors import BoardError, NotationError, PositionError, SpecError
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import LANGUAGES
from naadam.core.view import View

BOARD = (resources.files("naadam.games.khan") / "boards" / "khan.toml").read_text("utf-8")
GAMES = Path(__file__).with_name("games.txt")
HANDS = "hands=V-mountain-SW,V-ice-W,V-tundra-S,V-khan-NW/C-mountain-W,C-ice-NW,C-tundra-SW,C-river-SE"
GONE = "rulers=S-/0,R-/0,H-/0,A-/0,D-/0,V-/0,C-/0,K-/0"
FOUR = f"{HANDS}/D-mountain-S,D-ice-SW,D-tundra-SE,D-rocky-W/A-mountain-SE,A-ice-S,A-tundra-E,A-rocky-SW"


def game(players: int = 2, **options: Any) -> Game:
    return naadam.load("khan", players=players, **options).uncompiled()


def place(position: str, players: int = 2) -> State:
    return game(players).position(position)


def after(position: str, *steps: str, players: int = 2) -> State:
    state = place(position, players)
    for step in steps:
        state = state.apply(step)
    return state


def hand_of(view: View) -> list[object]:
    """The cards that a view shows as a hand."""
    return [thing.item for thing in view.describe().shelves["hand"][0]]


def told(state: State, field: str) -> str:
    found = re.search(rf"(?:^| ){field}=(\S*)", state.position)
    return found[1] if found else ""


# --- printed examples ---


@pytest.mark.rule("KH-24")
@pytest.mark.parametrize(
    ("card", "target"), [("S-mountain-N", "h4"), ("S-river-SW", "g4"), ("S-sand-W", "g4")], ids=["N", "SW", "W"]
)
def test_the_flight_of_the_rules(card: str, target: str) -> None:
    """Yurts west and south-west of the Seljuk, the river between and behind them."""
    state = after(f"turn 1 1=g5,e5 2=g6,f7 {HANDS}", f"card {card}")
    (note,) = (note for note in state.view(0).describe().notes if note.say == "fled-S")
    assert note.values == {"from": "h5", "to": target}
    assert note.items == {"card": card}
    assert told(state, "n") == "h5"
    assert told(state, "rulers").startswith(f"S{target}/4")


# --- refusals: a case for every sentence ---

ACT = f"act 1 2 1=d7,c6,c7 2=d6 {HANDS}"
SETTING = "set 1 1=d7 2=d6"
ANSWER = f"answer 1 2 1=d7 2=d6 special=2222/2122 active=p2 ask=I2.d6.r1:2: {HANDS}"
PENDING = f"act 1 2 1=d7 2=d6 {GONE} final=1 {HANDS}"
FINAL = f"conquer 1 2 1=d7,c7 2=d6 {GONE} {HANDS}"
USE = f"use 1 1=d7,c7 2=d6 {HANDS}"


@pytest.mark.parametrize(
    ("position", "action", "seat", "key"),
    [
        ("choose", "ruler S d7", 0, "12.6"),
        ("choose", "first 1", 0, "13"),
        ("choose", "yurt d7", 0, "13.1"),
        ("choose", "first 3", CHANCE, "13.2"),
        (ACT, "yurt e10", 0, "14"),
        (SETTING, "anywhere e10", 0, "14.1"),
        (SETTING, "yurt e10", 1, "14.2"),
        ("deal 1 1=d7,d6,c7 2=f9,g9,h9 hands=/", "yurt e10", 0, "15"),
        (f"turn 1 1=d7 2=d6 {HANDS}", "card V-ice-W", CHANCE, "15.1"),
        (f"turn 1 1=d7 2=d6 {HANDS}", "first 1", CHANCE, "15.2"),
        (ACT, "chase S", 1, "20"),
        (ACT, "chase S", CHANCE, "20.1"),
        (ACT, "protect", 0, "20.2"),
        (ACT, "card S-ice-NE", 0, "21"),
        (f"turn 1 1=d7 2=d6 {HANDS}", "chase S", 0, "21.1"),
        (SETTING, "yurt h5", 0, "23"),
        (ACT, "anywhere d6", 0, "23"),
        (ACT, "invade V-ice-W k1", 0, "31"),
        (ACT.replace("V-ice-W", "V-river-E"), "invade V-river-E k1", 0, "31.1"),
        (ACT.replace("V-ice-W", "V-neighbours-NE"), "invade V-neighbours-NE n2", 0, "31.2"),
        (ACT, "invade C-ice-NW a1", 0, "31.3"),
        (ACT, "invade V-khan-NW h1", 0, "32"),
        (f"act 1 2 1=d7 2=d6 {HANDS} rulers=S-/0,Rf1/5,Hb3/5,Ab8/5,Df10/5,Vk10/5,Cm6/5,Kl2/5", "chase S", 0, "33"),
        (f"act 1 2 1=d7,a1 2=d6 laid=O4.i1.r0:1 {HANDS}", "conquer O4 d6 r0", 0, "35"),
        (ACT, "conquer I2 d7 r1", 0, "36"),
        (ACT, "conquer I2 n1 r0", 0, "36.1"),
        (ACT, "conquer I2 d8 r0", 0, "36.2"),
        (f"act 1 2 1=d7,a1 2=d6 laid=I2.c7.r1:1 {HANDS}", "conquer I2 c7 r0", 0, "36.3"),
        (f"act 1 2 1=h6 2=d6 {HANDS}", "conquer I2 h5 r1", 0, "36.4"),
        (ACT, "conquer B3 b6 r0", 0, "37"),
        (f"act 1 2 1=d6,c6 2=d8 laid=B3.d7.r0:1 {HANDS}", "conquer B4 c7 r0", 0, "37.1"),
        (ACT, "conquer B3 d7 r0", 0, "37.2"),
        (ACT, "conquer B4 d6 r0", 0, "37.3"),
        (f"act 1 2 1=d7 2=i8,i9 {HANDS}", "conquer I2 i8 r1", 0, "38"),
        (f"act 1 2 1=c6 2=c7,d7 {HANDS}", "conquer V3 c6 r3", 0, "38.1"),
        (f"act 1 1 1=d7 2=d6 {HANDS}", "anywhere a1", 0, "41"),
        (f"discard 1 1=d7 2=d6 {HANDS}", "chase S", 0, "41.1"),
        (ACT, "discard V-ice-W", 0, "41.2"),
        (ACT, "done", 0, "41.2"),
        (f"discard 1 1=d7 2=d6 {HANDS}", "discard C-ice-NW", 0, "41.3"),
        (f"act 1 2 1=d7 2=d6 special=2222/2122 active=p2 refused=2 {HANDS}", "conquer I2 d6 r1", 0, "42"),
        (ANSWER, "chase S", 1, "42.1"),
        (ACT, "agree", 0, "42.2"),
        (ANSWER, "chase S", 0, "42.3"),
        (f"use 1 1=d7,c7 2=d6 special=2022/2222 {HANDS}", "protect", 0, "46"),
        (USE, "chase S", 0, "46.1"),
        (f"use 1 1=d7 2=k9 {GONE} final=1 hands=/{HANDS.split('/')[1]}", "morale", 0, "47"),
        (f"act 1 1 1=d7 2=d6 third=1 special=1222/2222 {HANDS}", "anywhere a1", 0, "47.1"),
        (f"act 1 2 1=d7,c7 2=d6 special=2222/2122 active=p2 {HANDS}", "conquer V3 d6 r2", 0, "48"),
        (f"use 1 1=d7,c7 2=d6 special=2222/2122 active=p2 {HANDS}", "protect", 0, "50"),
        (f"use 1 1=d7,c7 2=d6 special=2122/2222 back=p {HANDS}", "protect", 0, "50.1"),
        (f"act 1 2 1=d7 2=k9 n=c7 special=2222/2212 active=s2 {HANDS}", "conquer I2 c7 r0", 0, "51"),
        (USE, "support ice", 0, "51.1"),
        (f"use 1 1=d7,c7 2=d6 special=2222/2212 active=s2 {HANDS}", "support", 0, "52"),
        (f"use 1 1=d7,c7 2=d6 special=2212/2222 back=s {HANDS}", "support", 0, "52.1"),
        (f"act 1 2 1=d7,c7 2=d6 special=2222/2221 active=x2:I2 {HANDS}", "conquer I2 c7 r0", 0, "54"),
        (f"draw 1 1=d7 2=d6 {HANDS}".replace("V-ice-W,", ""), "chase S", 0, "57"),
        (PENDING, "chase S", 0, "62"),
        (FINAL, "anywhere a1", 0, "63"),
        (FINAL, "none", 0, "63"),
        (f"over KH-65 1=d7 2=k9 {GONE} {HANDS}", "anywhere a1", 0, "65"),
    ],
)
def test_refusals(position: str, action: str, seat: int, key: str) -> None:
    state = place(position)
    refusal = state.refusal(state.game.notation.parse(state.record, action).action, seat)
    assert refusal is not None
    assert refusal.key == key
    assert refusal.clause == f"KH-{key.partition('.')[0]}"


@pytest.mark.parametrize(
    ("position", "action", "key"),
    [
        (f"act 1 2 1=d7 2=k9 n=c7 active=s2:rocky special=1111/1101/1111/1111 {FOUR}", "conquer I2 c7 r0", "53"),
        (f"use 1 1=d7 2=k9 n=c7 {FOUR}", "support", "53.1"),
        (f"use 1 1=d7 2=k9 active=s2:rocky special=1111/1101/1111/1111 {FOUR}", "support rocky", "53.2"),
        (f"act 1 2 1=d7,c7 active=x2:O4 special=1111/1110/1111/1111 {FOUR}", "conquer O4 c6 r0", "55"),
    ],
)
def test_refusals_with_four_players(position: str, action: str, key: str) -> None:
    refusal = place(position, 4).refusal(action)
    assert refusal is not None
    assert refusal.key == key


def test_names_are_said_in_the_language_of_their_sentence() -> None:
    gone = place(f"act 1 2 1=d7 2=d6 {HANDS} rulers=S-/0,Rf1/5,Hb3/5,Ab8/5,Df10/5,Vk10/5,Cm6/5,Kl2/5")
    refusal = gone.refusal("chase S")
    assert refusal is not None
    assert refusal == pickle.loads(pickle.dumps(refusal))
    assert refusal.text("en") == "The Seljuk ruler is no longer on the board."
    assert refusal.text("fr") == "Le chef seldjoukide n’est plus sur le plateau."
    assert gone.say("chase K", "it") == "Inseguire il governatore coreano (una carta decide dove fugge)"
    other = gone.refusal("invade C-ice-NW a1")
    assert other is not None
    assert other == pickle.loads(pickle.dumps(other))
    assert other.text("en") == "You do not hold the ice card (Chinese, flight to the north-west)."
    assert other.text("fr") == "Vous n’avez pas la carte glace (chef chinois, fuite vers le nord-ouest)."
    assert gone.say("invade V-ice-W a1", "it").startswith("Giocare la carta ghiaccio (governatore viet, ")
    four = place(f"use 1 1=d7 2=k9 n=c7 {FOUR}", 4)
    assert four.say("support forest", "fr") == "Utiliser le Soutien des Dieux (forêt tropicale)"


@pytest.mark.parametrize(
    ("language", "ruler", "card", "fled"),
    [
        ("en", "Seljuk ruler", "ice (Seljuk, flight to the north-east)", "The Seljuk ruler fled from {from} to {to}"),
        (
            "fr",
            "chef seldjoukide",
            "glace (chef seldjoukide, ",
            "Le chef seldjoukide s’est enfui de {from}",
        ),
        (
            "it",
            "governatore selgiuchide",
            "ghiaccio (governatore selgiuchide, ",
            "Il governatore selgiuchide è fuggito da {from}",
        ),
    ],
)
def test_rulers_are_named_in_the_language_of_the_picture(language: str, ruler: str, card: str, fled: str) -> None:
    state = after(f"turn 1 1=d7 2=d6 {HANDS}", "card S-mountain-N")
    description = state.public().describe()
    stage = state.game.face.stage(language)
    assert stage is not None
    assert stage.pieces["ruler-S"].name == stage.items["ruler-S"].name == ruler
    assert stage.items["S-ice-NE"].name.startswith(card)
    said = [stage.sayings[note.say] for note in description.notes]
    assert any(text.startswith(fled) for text in said)
    assert f"<title>{ruler} h4</title>" in state.game.draw(description, language)


@pytest.mark.parametrize(("language", "called"), [("en", "tundra"), ("fr", "toundra"), ("it", "tundra")])
def test_a_cell_says_of_which_landscape_it_is(language: str, called: str) -> None:
    """KH-31: a card names a landscape, and a player who cannot see the map must find its cells too."""
    stage = naadam.load("khan").face.stage(language)
    assert stage is not None
    assert stage.grounds["h6"] == called
    assert set(stage.grounds) == set(stage.points)


def test_refusals_of_lots_for_the_rulers() -> None:
    start = game(rulers="spread").start()
    for action, seat, key in (("yurt a1", 0, "12"), ("ruler R a1", CHANCE, "12.1"), ("ruler S h1", CHANCE, "12.2")):
        refusal = start.refusal(action, seat)
        assert refusal is not None
        assert refusal.key == key
    near = start.apply("ruler S d7").refusal("ruler R c5", CHANCE)
    assert near is not None
    assert near.key == "12.2"


def test_all_refusals_have_a_case() -> None:
    here = Path(__file__)
    source = here.read_text("utf-8") + here.with_name("test_khan_rulers_by_hand.py").read_text("utf-8")
    wanted = naadam.load("khan").rulebook.texts.sections("en")["refusals"]
    assert [key for key in wanted if f'"{key}"' not in source] == []


@pytest.mark.rule("KH-35")
def test_touches_mean_actions_legal_or_not() -> None:
    state = place(ACT)
    face = state.game.face

    def meant(*touched: str) -> str:
        return state.game.notation.format(state.record, 0, face.meant(state.record, 0, touched).action)

    assert meant("I2", "r1", "d6") == "conquer I2 d6 r1"
    assert meant("S-ice-NE", "n11") == "invade S-ice-NE n11"
    assert meant("S-ice-NE").startswith("invade S-ice-NE ")
    assert meant("ruler-S", "h5") == meant("ruler-S") == "chase S"
    assert meant("X5").startswith("conquer X5 ")
    assert meant("anywhere", "d6") == "anywhere d6"
    assert meant("d6") == "yurt d6"
    for action in state.actions(0):
        assert face.meant(state.record, 0, face.gesture(state.record, 0, int(action))).action == int(action)
    with pytest.raises(NotationError):
        face.meant(state.record, 0, ["nowhere", "d6"])


@pytest.mark.rule("KH-38")
def test_a_conquest_tells_who_would_own_it_and_who_is_asked() -> None:
    state = place(f"act 1 2 1=d7,g7,h7 2=d6 special=2222/2122 active=p2 {HANDS}")
    face = state.game.face
    told = {str(action): face.preview(state.record, 0, int(action)) for action in state.actions(0)}
    assert told["conquer I2 d6 r1"] == {"owners": ["0", "1"], "asks": ["1"]}
    assert told["conquer I2 g7 r0"] == {"owners": ["0"]}
    assert told["chase S"] == {}


# --- agreement and secrets ---


@pytest.mark.rule("KH-42")
def test_a_shared_conquest_needs_the_agreement_of_the_protected() -> None:
    before = f"act 1 2 1=d7 2=d6 special=2222/2122 active=p2 {HANDS}"
    asked = after(before, "conquer I2 d6 r1")
    assert asked.waiting == (1,)
    laid = asked.apply("agree")
    assert told(laid, "laid") == "I2.d6.r1:12"
    assert laid.position.startswith("act 1 1")
    refused = asked.apply("refuse")
    assert told(refused, "laid") == ""
    assert refused.position.startswith("act 1 2")
    assert told(refused, "refused") == "2"
    assert told(refused.apply("anywhere a1"), "refused") == ""


@pytest.mark.rule("KH-42")
def test_answers_are_sealed_until_all_are_in() -> None:
    cards = "special=2111/2011/2101"
    hands = f"{HANDS}/D-mountain-S,D-ice-SW,D-tundra-SE,D-rocky-W"
    state = after(f"act 1 2 1=d7 2=d6 3=c7 n=c6 {cards} active=p2,s3 {hands}", "conquer O4 c6 r0", players=3)
    assert state.waiting == (1, 2)
    one, other = state.apply("agree", 1), state.apply("refuse", 1)
    assert one.view(2).to_bytes() == other.view(2).to_bytes()
    assert one.view(1).to_bytes() != other.view(1).to_bytes()
    assert told(one.apply("agree"), "laid") == "O4.c6.r0:123"
    assert told(one.apply("refuse"), "refused") == "3"


@pytest.mark.rule("KH-15")
def test_what_a_shuffle_tells() -> None:
    """The hands of the moment are known as a whole; cards drawn later are among the others."""
    book = game().rulebook
    names = book.realm.card_names  # type: ignore[attr-defined]
    hands = HANDS.replace("V-ice-W,", "")
    held = set(re.split("[,/=]", hands)[1:])
    discards = ",".join(name for name in names if name not in held)
    state = after(f"act 1 1 1=d7 2=d6 discards={discards} {hands}", "chase S")
    assert told(state, "discards") == ""
    assert set(told(state, "old").split(",")) == held
    for seed in range(5):
        other = state.view(1).complete(seed)
        assert other.position.split("hands=")[1].split()[0] == told(state, "hands")


@pytest.mark.rule("KH-15")
def test_a_hand_is_seen_by_its_player_only() -> None:
    state = place(ACT)
    assert hand_of(state.view(0)) == HANDS[6:].split("/")[0].split(",")
    assert hand_of(state.public()) == []
    assert not state.public().describe().secret
    others = {state.view(1).complete(seed).position for seed in range(4)}
    assert len(others) > 1


# --- positions, notation, undo ---


@pytest.mark.parametrize(
    "position",
    [
        "",
        "act",
        "dance 1 2",
        f"act 3 2 1=d7 {HANDS}",
        f"act 1 3 1=d7 {HANDS}",
        f"act 1 2 1=f5 {HANDS}",
        f"act 1 2 1=d7 2=d7 {HANDS}",
        f"act 1 2 1=h5 {HANDS}",
        f"act 1 2 1=d7 laid=B3.d7.r1:1 {HANDS}",
        f"act 1 2 1=d7 laid=I2.n1.r0:1 {HANDS}",
        f"act 1 2 1=a1 laid=O4.i1.r0:1,O4.i8.r0:1 {HANDS}",
        f"act 1 2 1=d7 final=1 {HANDS}",
        f"act 1 2 1=d7 {GONE} {HANDS}",
        f"act 1 2 1=d7 active=p1,p2 special=2122/2122 {HANDS}",
        f"act 1 2 1=d7 active=p2 {HANDS}",
        f"act 1 2 1=d7 refused=1 {HANDS}",
        f"act 1 2 1=d7 named=S {HANDS}",
        "act 1 2 1=d7 hands=S-ice-NE,S-ice-NE/",
        "act 1 2 1=d7 hands=S-ice-NE/",
        f"turn 1 2 1=d7 {HANDS}",
        f"over KH-65 1=d7,d6 {GONE} {HANDS}",
        f"answer 1 2 1=d7 2=d6 ask=I2.d6.r1:2: {HANDS}",
        "set 1 1=d7,d6 2=c7",
        "choose 1=d7",
        f"act 1 2 1=d7 {HANDS} nonsense=1",
    ],
)
def test_impossible_positions_are_refused_with_a_reason(position: str) -> None:
    with pytest.raises(PositionError) as caught:
        place(position)
    assert len({caught.value.text(language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("text", ["", "fly d7", "yurt", "yurt z9", "invade S-ice-NE", "conquer L5 d7 r4", "first 9"])
def test_what_is_no_action(text: str) -> None:
    state = place(ACT)
    with pytest.raises(NotationError) as caught:
        state.game.notation.parse(state.record, text)
    assert len({caught.value.text(language) for language in LANGUAGES}) == 3


def test_orientations_that_look_the_same_are_one() -> None:
    state = place(ACT)
    notation = state.game.notation
    for code in ("r1", "r3", "f1", "f3"):
        action = notation.parse(state.record, f"conquer i2 d6 {code}").action
        assert notation.format(state.record, 0, action) == "conquer I2 d6 r1"


def test_only_the_last_answer_cannot_be_taken_back() -> None:
    state = place(ACT)
    book, notation = state.game.rulebook, state.game.notation
    assert not book.undo_barrier(state.record, 0, notation.parse(state.record, "anywhere a1").action)
    asked = place(ANSWER)
    assert book.undo_barrier(asked.record, 1, notation.parse(asked.record, "agree").action)


# --- custom boards ---


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("columns = 14", "columns = 16", "columns"),
        ("IIIIIII~TTTMMM\n", "IIIIIII~TTTMM\n", "map"),
        ("IIIIIII~TTTMMM\n", "IIIIIII~TTTMMQ\n", "map"),
        ('"n1", "n2"', '"m2", "n2"', "KH-2"),
        ('letter = "R"', 'letter = "S"', "KH-3"),
        ('start = "h5"', 'start = "h1"', "KH-12"),
        ('colour = "#858585"', 'colour = "grey"', "colour"),
        ('["seljuk", "mountain", "N"]', '["seljuk", "mountain", "up"]', "KH-4"),
        ('["seljuk", "mountain", "N"]', '["russian", "mountain", "N"]', "KH-4"),
        ('cells = ["##", "##"]', 'cells = ["####"]', "KH-5"),
        ("copies = 5", "copies = 4", "KH-6"),
        ('cells = ["###", "#.."]\nvalue = 5', 'cells = [".##", "##."]\nvalue = 5', "KH-6"),
        ("value = 11", "value = 100", "KH-7"),
    ],
)
def test_a_board_file_that_is_wrong_says_where(tmp_path: Path, old: str, new: str, problem: str) -> None:
    file = tmp_path / "own.toml"
    assert old in BOARD
    file.write_text(BOARD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BoardError, match=problem):
        naadam.load("khan", board=str(file))


def test_another_board_can_be_played_to_the_end(tmp_path: Path) -> None:
    """Two rows more, cards of which two are alike, the shapes in another order."""
    text = BOARD.replace("rows = 11", "rows = 12").replace('RR~SSFFFFFFFFF\n"', 'RR~SSFFFFFFFFF\nRR~SSFFFFFFFFF\n"')
    text = text.replace('["seljuk", "ice", "NE"]', '["seljuk", "mountain", "N"]')
    text = text.replace('"n8", "n9"', '"n12", "n8", "n9"')
    head, *shapes = text.split("[[shape]]")
    file = tmp_path / "own.toml"
    file.write_text("[[shape]]".join([head, *reversed(shapes)]), encoding="utf-8")
    own = naadam.load("khan", board=str(file)).uncompiled()
    assert "S-mountain-N-2" in own.rulebook.realm.card_names  # type: ignore[attr-defined]
    assert not own.playout(own.start(), 1).waiting


def test_rulers_need_room_to_be_spread(tmp_path: Path) -> None:
    lines = ["~MITRSF"] * 2
    small = BOARD[: BOARD.index('map = """')] + 'map = """\n' + "\n".join(lines) + '\n"""\nclosed = []\n'
    text = small + BOARD[BOARD.index("[terrain]") :]
    text = text.replace("columns = 14", "columns = 7").replace("rows = 11", "rows = 2").replace("~MITRSF", "MIT~RSF")
    for number, cell in enumerate(("a1", "b1", "c1", "e1", "f1", "g1", "a2", "b2")):
        start = re.findall('start = "[a-z0-9]+"', BOARD)[number]
        text = text.replace(start, f'start = "{cell}!"')
    file = tmp_path / "small.toml"
    file.write_text(text.replace("!", ""), encoding="utf-8")
    with pytest.raises((SpecError, BoardError)):
        naadam.load("khan", board=str(file), rulers="spread")


# --- whole games ---


@pytest.mark.parametrize("number", range(3))
def test_whole_games(number: int) -> None:
    """Games of two, three and four players, played once and kept."""
    texts = GAMES.read_text("utf-8").split("\n---\n")
    kept = Record.from_text(texts[number])
    states = kept.replay()
    end = states[-1]
    assert end.outcome is not None
    assert kept.result is not None
    assert end.outcome.scores == kept.result.scores
    rng = random.Random(number)
    for state in rng.sample(states, 5):
        assert state.game.position(state.position).to_bytes() == state.to_bytes()


def test_uncompiled_views_are_complete() -> None:
    """A completed view is a state that can be checked and played on."""
    for players in (2, 3, 4):
        own = game(players)
        state = own.start()
        rng = random.Random(players)
        for _ in range(60):
            state = state.apply(rng.choice(list(state.actions(state.waiting[0]))), state.waiting[0])
        for seat in range(players):
            other = state.view(seat).complete(rng.randrange(1 << 30))
            own.checks.check(other.record)
            assert np.array_equal(other.record.held, state.record.held)
