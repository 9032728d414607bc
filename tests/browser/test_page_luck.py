"""Luck in a real browser: every throw is seen, and the seed is promised at the start and told at the end."""

from __future__ import annotations

import hashlib
import json
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

COUNT_THROWN = """
  window.seen = [];
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes)
        if (node.querySelector?.(".thrown")) window.seen.push(performance.now());
  }).observe(document, { childList: true, subtree: true });
"""


def set_table(address: str, spec: str) -> str:
    wanted = json.dumps({"spec": spec, "players": [{"kind": "here"}] * 2}).encode()
    request = urllib.request.Request(f"{address}/api/tables", wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.loads(answer.read())["table"])


def test_throws_that_come_together_are_seen_one_after_the_other(visitors: Visitors, address: str) -> None:
    thrown = 0
    while thrown < 3:  # nearly every throw is a 4, so that there are three
        table = set_table(address, "yut:flat=0.99")
        with urllib.request.urlopen(f"{address}/api/tables/{table}/record", timeout=60) as record:
            thrown = record.read().decode().count("~T")
    visitor = visitors(still=False)
    visitor.page.add_init_script(COUNT_THROWN)
    visitor.open(f"/table/{table}")
    visitor.has_moves(4)
    for _ in range(300):
        if visitor.page.evaluate("window.seen.length") >= 12:
            break
        visitor.page.wait_for_timeout(100)
    seen = visitor.page.evaluate("window.seen")
    assert len(seen) == 12, "four sticks, three times"
    assert min(seen[4] - seen[3], seen[8] - seen[7]) > 500, "one after the other"


def test_the_seed_is_promised_at_the_start_and_told_at_the_end(visitor: Visitor) -> None:
    visitor.set_up("Both at this screen", game="yut")
    promise = visitor.page.locator(".luck .hash").inner_text()
    assert len(promise) == 64
    assert visitor.page.locator(".luck .seed").count() == 0
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    seed = visitor.page.locator(".luck .seed").inner_text()
    assert hashlib.sha256(seed.encode()).hexdigest() == promise


def test_a_game_without_chance_speaks_of_no_luck(visitor: Visitor) -> None:
    visitor.set_up("Both at this screen")
    assert visitor.page.locator(".luck").count() == 0
