"""Words of a table in sight as a whole: no task, no number of the strip and no note is cut off or covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.table.test_fixed_screen import GAMES, PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

# Texts whose own box, or the box around it that cuts it off, is too small.
CUT = """() => {
  const cut = [];
  const walked = document.querySelectorAll(".status h1, .status p, .strip .numbers span, .strip .name, .told li");
  for (const each of walked) {
    const range = document.createRange();
    range.selectNodeContents(each);
    for (const line of range.getClientRects()) {
      for (let box = each; box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflow === "visible") continue;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const middle = (line.top + line.bottom) / 2;
        if (line.right > right + 1 || line.left < left - 1 || middle + 5 > bottom || middle - 5 < top) {
          cut.push(each.textContent.trim());
          break;
        }
      }
    }
  }
  return [...new Set(cut)];
}"""


@pytest.mark.parametrize(("size", "locale"), [(PHONE, "en-GB"), (PHONE, "fr-FR"), ((1280, 800), "it-IT")])
def test_task_and_numbers_are_read_whole(visitors: Visitors, size: tuple[int, int], locale: str) -> None:
    visitor = visitors(*size, locale=locale)
    for game in GAMES:
        visitor.open(f"/play/{game}")
        visitor.page.locator("button.start").click()
        visitor.page.locator("button[data-point]").first.wait_for()
        visitor.page.locator(".status p:not(:empty)").wait_for()
        assert visitor.page.evaluate(CUT) == [], game


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "it-IT"])
def test_the_way_to_a_friends_table_has_its_word_on_a_phone(visitors: Visitors, locale: str) -> None:
    visitor = visitors(360, 740, locale=locale).open("/")
    join = visitor.page.locator("header .join")
    join.wait_for()
    assert join.inner_text().strip() in str(join.get_attribute("aria-label"))
    assert join.inner_text().strip() != ""
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
