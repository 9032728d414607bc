"""Khan in a real browser: shapes chosen, turned and laid, cards, consent, the final phase and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from tests.browser.conftest import Visitor, Visitors

# Red acts; whichever ruler flees next is the fifth to go.
LATE = (
    "act 1 2 1=i2,i3,j3,d7,f7,k8,h8,h9 2=l8,b6,b7,m10,m11 "
    "rulers=S-/0,R-/0,H-/0,A-/0,Df10/1,Vk10/1,Cm6/1,Kl2/1 special=2222/2222"
)
EARLY = (
    "act 1 2 1=c1,d1,e2,l9 2=c2,d2,e1 n=k9 "
    "hands=S-khan-NE,S-ice-NE,R-sand-NW,R-forest-S/A-rocky-SW,D-rocky-W,D-khan-N,H-ice-SE"
)

FOUR = (
    "act 1 1 1=h8,h9 2=i8 3=k8,l8 n=k9 special=1111/1111/1111/1111 hands=S-khan-NE,S-ice-NE,R-sand-NW,R-forest-S/"
    "A-rocky-SW,D-rocky-W,D-khan-N,H-ice-SE/C-ice-NW,C-khan-W,K-ice-N,K-river-S/V-khan-NW,V-ice-W,A-khan-E,A-ice-S"
)


def bring(visitor: Visitor, position: str) -> Visitor:
    """Open a position at one screen."""
    visitor.open("/")
    visitor.page.get_by_role("button", name="Open…").click()
    visitor.page.locator("#brought").fill(position)
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.page.locator("button[data-point]").first.wait_for()
    return visitor


def item(visitor: Visitor, place: str) -> Locator:
    return visitor.page.locator(f".shelf button[data-place='{place}'].usable").first


def come(visitor: Visitor, name: str) -> None:
    """The next player comes to the screen."""
    visitor.page.get_by_role("button", name=f"I am {name}: show my hand").click()
    to_move(visitor, name)


def to_move(visitor: Visitor, name: str) -> None:
    visitor.page.locator("h1", has_text=f"{name} to move").wait_for()


def notes(visitor: Visitor) -> str:
    return " ".join(visitor.page.locator(".notes li").all_inner_texts())


def test_a_game_to_its_end(visitor: Visitor) -> None:
    page = bring(visitor, LATE).page
    expect(page.locator(".cards button")).to_have_count(0)  # hands are hidden until the curtain is opened
    come(visitor, "Red")
    expect(page.locator(".cards button")).to_have_count(4)
    expect(page.locator(".track [aria-current=step]")).to_have_text("2 Two actions", use_inner_text=True)

    item(visitor, "V3").click()  # a conquest, by the pointer
    visitor.point("i3").hover()
    visitor.reads("It covers 3 × red yurt. It would belong to Red.")
    visitor.touch("i3")  # it asks first, and names the gain
    visitor.reads("+4 for the tile, +10 territory bonus: +14. Tap it again to lay it.")
    visitor.touch("i3")
    visitor.has_moves(1)
    assert visitor.moves()[-1] == "conquer V3 i2 r3"

    item(visitor, "B3").press("Enter")  # a bridge, by the keyboard
    visitor.point("e7").focus()
    visitor.reads("It covers 2 × red yurt. It would belong to Red.")
    page.keyboard.press("Enter")
    visitor.reads("Tap it again to lay it.")
    page.keyboard.press("Enter")
    visitor.has_moves(2)
    assert visitor.moves()[-1] == "conquer B3 d7 r0"

    expect(page.locator(".track [aria-current=step]")).to_have_text("4 Special card", use_inner_text=True)
    item(visitor, "protect").click()  # a special card explains itself first
    visitor.reads("until step 3 of your next turn, nobody may cover your yurts")
    item(visitor, "protect").click()
    visitor.reads("Red is under the Protection of the Great Khan.")
    visitor.take("end-turn")
    to_move(visitor, "Blue")  # cards are not played in the final phase, so no curtain is needed
    expect(page.locator(".cards button")).to_have_count(0)
    visitor.reads("The final phase: five rulers have been removed.")
    expect(page.locator(".track [aria-current=step]")).to_have_text("1 First conquest", use_inner_text=True)

    item(visitor, "I2").click()  # a conquest shared with the protected player needs consent, which is refused
    visitor.point("l8").hover()
    visitor.reads("It would be shared by Red, Blue. Red must agree.")
    visitor.touch("l8", "l8")
    to_move(visitor, "Red")
    visitor.reads("Blue would like to lay I2 on k8, l8. Red must agree or refuse.")
    expect(page.locator(".board .selected")).to_have_count(2)  # the cells in question
    page.locator("button[data-place=refuse]").click()
    to_move(visitor, "Blue")
    assert "conquer I2 k8 r0" not in visitor.moves()[-1]
    item(visitor, "I2").click()
    visitor.touch("k8")
    visitor.reads("A player whose agreement this needs has refused during this action.")

    moves = len(visitor.moves())
    visitor.touch("b6", "b6")
    visitor.has_moves(moves + 1)
    item(visitor, "I2").click()
    visitor.touch("m10", "m10")
    to_move(visitor, "Red")
    visitor.touch("h8", "h9")  # the other way round: yurts first, then a shape that fits
    page.locator("[data-offer=I2]").click()
    visitor.has_moves(moves + 3)
    visitor.touch("k8", "l8")
    page.locator("[data-offer=I2]").click()

    page.locator(".result").get_by_role("button", name="Rule KH-65").wait_for()
    result = page.locator(".result").bounding_box()
    assert result is not None
    assert result["y"] + result["height"] <= 800, "nobody needs to scroll to it"
    sheet = page.locator(".scores table", has=page.locator("caption", has_text="Red"))
    lines = [text.split("\t") for text in sheet.locator("tbody tr").all_inner_texts()]
    assert lines == [
        ["V3 on i2, i3, j3", "4"],
        ["B3 on d7, e7, f7", "3"],
        ["I2 on h8, h9", "2"],
        ["I2 on k8, l8, value 2, shared with Blue", "1"],
        ["Territories, in cells: 3, 3, 2, 2", "0"],
        ["Bonus for the largest, 3 cells", "10"],
    ]
    expect(sheet.locator("tfoot td")).to_have_text("20", use_inner_text=True)
    visitor.reads("Red won 20:")


def test_a_refusal_gives_way_to_what_the_next_place_brings(visitor: Visitor) -> None:
    bring(visitor, LATE)
    come(visitor, "Red")
    item(visitor, "V3").click()
    bar = visitor.page.locator(".placing")
    visitor.touch("b2")
    expect(bar).to_contain_text("Not possible.")
    visitor.touch("i3")
    expect(bar).to_contain_text("+4 for the tile")
    expect(bar).not_to_contain_text("Not possible.")


def test_what_was_laid_last_is_marked_and_the_next_player_has_a_hand_at_once(visitors: Visitors) -> None:
    visitor = bring(visitors(still=False), EARLY)
    page = visitor.page
    come(visitor, "Red")
    item(visitor, "V3").click()
    visitor.point("d1").hover()
    visitor.touch("d1", "d1")
    visitor.has_moves(1)
    band = page.locator(".board .last mask path")
    band.first.wait_for(state="attached")
    expect(band).to_have_count(3)  # around the three cells
    item(visitor, "S-ice-NE").click()
    visitor.touch("a1")
    visitor.has_moves(2)
    expect(page.locator(".board .last path")).to_have_count(2)  # outline and edge of the cell of the new yurt
    page.locator("button[data-place=none]").click()
    page.get_by_role("button", name="I am Blue: show my hand").click()  # while a card is drawn and a ruler flees
    for _ in range(15):
        expect(page.locator(".cards button")).to_have_count(4)
        page.wait_for_timeout(100)
    # Red's yurt stays marked, although the last move was `none` (no special card).
    expect(page.locator(".board .last path")).to_have_count(2)


def test_four_at_one_screen(visitor: Visitor) -> None:
    """Four players are chosen in the set-up, special cards are offered in their step, and the score lists all four."""
    page = visitor.open("/play/khan").page
    page.get_by_role("radio", name="4 players").check()
    page.get_by_role("radio", name="All on one screen").check()
    page.locator("button.start").click()
    page.locator("button[data-point]").first.wait_for()
    expect(page.locator(".seats section")).to_have_count(4)
    expect(page.locator(".strip .common")).to_contain_text("Game ends at 5 rulers gone: ", use_inner_text=True)
    bring(visitor, FOUR)
    come(visitor, "Red")
    visitor.touch("h8", "h9")
    page.locator("[data-offer=I2]").click()
    page.locator(".seats button[data-place=morale].usable").wait_for()
    page.locator(".beside button[data-place=morale]").wait_for()  # also among the current choices
    expect(page.locator(".seats section")).to_have_count(4)
    page.locator("button[data-place=support].usable").click()
    page.locator(".beside button[data-place=ice]").click()
    visitor.reads("Red has the Support of the Gods. Neutral yurts are protected in one region: ice.")
    page.locator(".score").first.click()
    standing = page.locator("dialog .standing tr").all_inner_texts()
    assert [line.split("\t") for line in standing] == [["Red", "12"], ["Blue", "0"], ["Yellow", "0"], ["Green", "0"]]


def test_rulers_are_called_as_the_reader_calls_them(visitors: Visitors) -> None:
    visitor = visitors(locale="fr-FR").open("/")
    page = visitor.page
    page.get_by_role("button", name="Ouvrir…").click()
    page.locator("#brought").fill(EARLY)
    page.locator("form:has(#brought) button").click()
    page.locator(".curtain button").click()
    label = page.locator(".shelf button[data-place=ruler-S]").get_attribute("aria-label")
    assert str(label).startswith("chef seldjoukide")
    assert (
        page.locator("symbol, g").evaluate_all("all => all.find((e) => e.id.endsWith('card-R-sand-NW'))?.textContent")
        == "NO"
    )
    page.locator(".shelf button[data-place=ruler-S]").click()
    visitor.touch("h5")
    visitor.reads("Le chef seldjoukide s’est enfui de h5")


def test_cards_and_shapes_in_the_hand(visitor: Visitor) -> None:
    page = bring(visitor, EARLY).page
    come(visitor, "Red")
    item(visitor, "S-ice-NE").click()  # legal cells light up
    expect(visitor.point("a1")).to_have_attribute("aria-label", re.compile("you can go here"))
    expect(visitor.point("n11")).not_to_have_attribute("aria-label", re.compile("you can go here"))
    visitor.touch("n11")
    visitor.reads("n11 does not fit the ice card (Seljuk, flight to the north-east)")

    page.get_by_role("button", name="What can I do?").click()  # words that the table left out are asked for
    page.locator("dialog summary").click()
    visitor.reads("Play the Khan card (Seljuk, flight to the north-east) and put a yurt on a1")
    page.keyboard.press("Escape")

    item(visitor, "V3").click()  # turned by key, wheel and button; all ways over a place are legal ones
    visitor.point("d1").hover()
    ghost = page.locator(".ghost")
    turns: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("r"),
        lambda: page.mouse.wheel(0, 100),
        lambda: page.get_by_role("button", name="Turn", exact=True).click(),
        lambda: page.get_by_role("button", name="Flip").click(),
    )
    for turn in turns:
        ghost.wait_for()
        before = ghost.inner_html()
        turn()
        page.wait_for_function("before => document.querySelector('.ghost').innerHTML !== before", arg=before)
    visitor.touch("l3")
    visitor.reads("Not every cell of")
    page.keyboard.press("Escape")

    visitor.touch("l9", "k9")
    assert page.locator("[data-offer]").evaluate_all("all => all.map(each => each.dataset.offer)") == ["I2"]
    visitor.touch("g2")  # a place that nothing else goes with is picked alone: the cards that lead there are offered
    assert "S-khan-NE" in page.locator("[data-offer]").evaluate_all("all => all.map(each => each.dataset.offer)")
    page.locator("[data-offer=S-khan-NE]").click()
    visitor.has_moves(1)
    assert visitor.moves()[-1] == "invade S-khan-NE g2"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_on_the_table_of_khan(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    visitor = bring(visitors(width=width, scheme=scheme), EARLY)
    come(visitor, "Red")
    item(visitor, "I2").click()
    visitor.point("d1").focus()
    visitor.page.locator(".placing").wait_for()
    visitor.page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    visitor.page.locator(".score").first.click()
    visitor.page.locator("dialog .scores").wait_for()
    found += visitor.page.evaluate("axe.run()")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (844, 390), (640, 400)])
def test_what_is_in_hand_can_be_laid_turned_and_put_back_at_every_size(
    visitors: Visitors, width: int, height: int
) -> None:
    visitor = visitors(width, height, locale="fr-FR").open("/")
    page = visitor.page
    page.get_by_role("button", name="Ouvrir…").click()
    page.locator("#brought").fill(EARLY)
    page.locator("form:has(#brought) button").click()
    page.locator(".curtain button").click()
    item(visitor, "V3").click()
    visitor.touch("d1")
    bar = page.locator(".placing")
    bar.get_by_text("Touchez encore").wait_for()
    around = bar.bounding_box()
    assert around is not None
    assert around["y"] + around["height"] <= height, "nothing of it is below the page"
    boxes = [button.bounding_box() for button in bar.locator("button").all()]
    assert len(boxes) == 4
    for box in boxes:
        assert box is not None
        assert around["x"] <= box["x"]
        assert box["x"] + box["width"] <= around["x"] + around["width"]
        assert box["width"] >= 43.5
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def test_on_a_desk_cards_rulers_and_hints_are_in_sight_and_a_hint_marks_what_to_take(visitors: Visitors) -> None:
    links = visitors.set_table("khan:players=2", EARLY, [{"kind": "here"}, {"kind": "computer", "level": 1}])
    page = (visitor := visitors().open(links[0])).page
    page.locator(".cards button.usable").first.wait_for()
    ruler, hint = item(visitor, "ruler-S").bounding_box(), page.get_by_role("button", name="Hint").bounding_box()
    assert ruler is not None
    assert hint is not None
    assert ruler["y"] + ruler["height"] <= hint["y"]
    assert hint["y"] + hint["height"] <= 800
    page.get_by_role("button", name="Hint").click()
    page.locator(".notice", has_text="You could try").wait_for()
    page.locator(".hinted").first.wait_for()


def test_rulers_are_put_by_hand_with_one_tap_each(visitor: Visitor) -> None:
    visitor.open("/play/khan")
    page = visitor.page
    page.get_by_role("radio", name="one screen").check()
    page.get_by_text("Rules and variants").click()
    page.get_by_role("radio", name="put by the players, in turn").check()
    page.locator("button.start").click()
    visitor.reads("puts the Seljuk ruler on a free land cell")
    visitor.touch("a1")
    visitor.reads("puts the Russian ruler on a free land cell")
    assert visitor.moves()[-1] == "ruler S a1"
    visitor.touch("e7")  # the river
    visitor.reads("No ruler can be put on e7, because it is not a free land cell.")
    moves = len(visitor.moves())
    for number, cell in enumerate(("d1", "g1", "j1", "m1", "a6", "d6", "h5", "h7"), 1):
        visitor.touch(cell)
        visitor.has_moves(moves + number)
    assert visitor.moves()[-2:] == ["ruler K h5", "yurt h7"]  # then the first yurt is set
