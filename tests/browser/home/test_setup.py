"""The set-up in a real browser: who sits where, at which level, how many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def test_the_level_is_chosen_and_told(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    one.open("/play/bagh-chal")
    one.page.get_by_role("radio", name="1 beginner").check()
    one.page.get_by_role("radio", name="Tigers", exact=True).check()
    one.page.locator("button.start").click()
    one.reads("Computer, level 1")
    other.open(one.page.url)  # a spectator sees the level, too
    other.reads("Computer, level 1")
    one.has_moves(1)  # the goats begin


def test_on_a_phone_too_a_level_is_called_by_its_name(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=740)
    visitor.open("/play/bagh-chal")
    level = visitor.page.get_by_role("radio", name="2 easy", exact=True)
    level.check()
    expect(level).to_be_checked()


def test_every_seat_can_be_given_away(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal")
    visitor.page.get_by_text("Rules and variants").click()
    visitor.page.get_by_role("combobox", name="Goats").select_option("computer-1")
    visitor.page.get_by_role("combobox", name="Tigers").select_option("computer-2")
    visitor.page.locator("button.start").click()
    visitor.reads("You are watching.")
    visitor.has_moves(4)


def test_lots_are_drawn_for_the_sides(visitor: Visitor) -> None:
    visitor.set_up("Random")
    visitor.page.locator("section", has_text="you").first.wait_for()


def test_a_match_of_several_games_to_its_end(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    one.set_up("A friend by link", "A match")
    one.reads("Game 1 of the match")
    other.open(one.page.get_by_role("textbox", name="Invite your friend").input_value())
    other.reads("Game 1 of the match")
    for number in (1, 2):
        other.page.get_by_role("button", name="Resign").click()
        other.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        if number == 1:
            # On the card of the result: the same buttons next to the board give way to it.
            one.page.get_by_role("dialog").get_by_role("button", name="Next game of the match").click()
            other.page.get_by_role("dialog").get_by_role("button", name="Go to the next game").click()
            other.reads("Game 2 of the match")
            other.waits_for_turn()  # the sides are changed
            one.reads("Game 2 of the match")
    one.reads("Match won by Tigers")
    one.reads("The match is over")
    one.page.get_by_role("button", name="Rule BC-20").first.click()
    one.page.locator("[data-clause=BC-20].wanted").wait_for()


def test_what_cannot_be_chosen_says_why_and_others_give_way_to_the_number_of_players(visitor: Visitor) -> None:
    page = visitor.open("/play/yuan").page
    page.get_by_text("Rules and variants").click()
    scenario = page.locator("input[name=scenario][value=river-control]")
    page.locator("label", has=scenario).get_by_text("The scenario “River Control” is for 4 players (YN-12).").wait_for()
    expect(scenario).to_be_disabled()
    page.locator("input[name=players][value='4']").check()
    page.locator("input[name=scenario][value=river-control]:enabled").check()
    page.locator("input[name=volcanoes][value=true]").check()
    page.locator("input[name=players][value='3']").check()
    page.locator("input[name=scenario][value=quick]:checked").wait_for()
    expect(page.locator("input[name=volcanoes][value=true]"), "what still fits stays").to_be_checked()
    page.get_by_role("radio", name="All on one screen").check()
    page.locator("button.start").click()
    page.locator(".seats section").nth(2).wait_for()
    expect(page.locator(".seats section")).to_have_count(3)


def test_what_bars_several_values_is_said_once(visitor: Visitor) -> None:
    page = visitor.open("/play/yut").page
    page.get_by_text("Rules and variants").click()
    games = page.locator("fieldset", has=page.locator("input[name=second_game]"))
    expect(games.locator("input:disabled")).to_have_count(4)
    expect(games.get_by_text("only with two posts and the Wild Horse (YU-40)")).to_have_count(1)
    page.locator("input[name=posts][value=two]").check()
    page.locator("input[name=wild_horse][value=true]").check()
    page.locator("input[name=second_game][value='2']:enabled").check()
    expect(page.locator("input[name=second_game][value='2']")).to_be_checked()


def test_a_newcomer_starts_a_coached_game_with_one_click(visitors: Visitors) -> None:
    visitor = visitors(newcomer=True).open("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    players = visitor.page.evaluate(
        "fetch('/api/tables' + location.pathname.replace('/table', '') + '/standing').then((answer) => answer.json())"
    )["players"]
    assert [player["kind"] for player in players] == ["here", "computer"]
    visitor.open("/")
    visitor.page.locator(".games article").first.wait_for()
    expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(0)


def test_the_coach_and_level_1_are_chosen_for_a_newcomer_and_other_choices_are_kept(visitors: Visitors) -> None:
    visitor = visitors(newcomer=True).open("/play/jarmo")
    expect(visitor.page.get_by_role("radio", name="1 beginner")).to_be_checked()
    coach = visitor.page.get_by_role("checkbox", name="Coach me")
    expect(coach).to_be_checked()
    visitor.page.get_by_role("radio", name="4 strong").check()
    coach.uncheck()
    visitor.open("/play/yut")
    expect(visitor.page.get_by_role("radio", name="4 strong")).to_be_checked()
    expect(visitor.page.get_by_role("checkbox", name="Coach me")).not_to_be_checked()


def test_games_are_grouped_by_their_length_and_the_daily_puzzle_shows_its_position(visitor: Visitor) -> None:
    visitor.open("/")
    groups = visitor.page.locator(".games .group")
    expect(groups).to_have_count(4)
    expect(groups.nth(0).locator("h3")).to_have_text(["Bagh Chal", "Jarmo", "Yut"])
    expect(groups.nth(3).locator("h3")).to_have_text(["Conquest", "Khan"])
    picture = visitor.page.locator("a.daily img")
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 100
