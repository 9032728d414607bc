"""The script that measures the levels: it finds the variants and keeps the rest of the document."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import strength  # noqa: E402

TEXT = "# The games\n\nWords.\n\n## Bagh Chal\n\nGoats.\n\n## Yut\n\nSticks.\n"


def test_figures_come_to_the_end_of_their_section_and_are_replaced_there() -> None:
    once = strength.insert(TEXT, "bagh-chal", "Bagh Chal", "figures 1")
    assert once.index("Goats.") < once.index("figures 1") < once.index("## Yut")
    twice = strength.insert(once, "bagh-chal", "Bagh Chal", "figures 2")
    assert twice == once.replace("figures 1", "figures 2")
    last = strength.insert(twice, "yut", "Yut", "figures 3")
    assert last.startswith(twice.rstrip())
    assert strength.insert(last, "yut", "Yut", "figures 3") == last


def test_a_game_without_a_section_gets_one() -> None:
    assert "## Khan\n\n<!-- strength of khan -->\n" in strength.insert(TEXT, "khan", "Khan", "figures")


def test_what_is_not_measured_stays() -> None:
    rows = ["| `yut` | level2 against level1 | 1 |", "| `yut` | level3 against level2 | 2 |"]
    text = strength.insert(TEXT, "yut", "Yut", strength.table(rows, TEXT, "yut"))
    again = strength.table(["| `yut` | level3 against level2 | 3 |"], text, "yut")
    assert again.splitlines()[-2:] == [rows[0], "| `yut` | level3 against level2 | 3 |"]


def test_main_variants_change_one_option() -> None:
    assert strength.main_variants("bagh-chal") == [
        "bagh-chal",
        "bagh-chal:board=pulijudam",
        "bagh-chal:rules=classic",
        "bagh-chal:heroes=true",
    ]


def test_the_quick_ladder_is_written(tmp_path: Path) -> None:
    file = tmp_path / "GAMES.md"
    file.write_text(TEXT)
    command = [sys.executable, str(ROOT / "scripts" / "strength.py"), "bagh-chal", "--quick", "--file", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    text = file.read_text()
    assert "| `bagh-chal` | level5 against level4 | " in text
    assert text.count("| `bagh-chal` |") == 6
    assert text.endswith("## Yut\n\nSticks.\n")
    again = subprocess.run([*command[:2], "no-game", *command[3:]], capture_output=True, text=True)
    assert again.returncode == 2
    assert "unknown game" in again.stderr
