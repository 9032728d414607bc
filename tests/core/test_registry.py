"""The registry finds games by folder and by entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import naadam
from naadam.core import history, registry, state
from naadam.testing import check_game


@pytest.fixture
def fresh_registry() -> Iterator[None]:
    """The registry searches again, before and after."""
    kept = dict(registry.packages())
    registry.packages.cache_clear()
    registry.rulebook.cache_clear()
    yield
    registry.packages.cache_clear()
    registry.packages().update(kept)
    registry.rulebook.cache_clear()


def install(folder: Path, name: str, module: str) -> None:
    """The metadata that installing a distribution with an entry point leaves behind."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[naadam.games]\n{name} = {module}\n")


def test_the_games_of_naadam_are_found() -> None:
    assert "bagh-chal" in naadam.game_names()


@pytest.mark.usefixtures("fresh_registry")
def test_a_game_of_others_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "caravan", "caravan")
    monkeypatch.syspath_prepend(tmp_path)
    assert "caravan" in naadam.game_names()
    check_game(naadam.load("caravan:players=2"), seeds=range(1), samples=3)


@pytest.mark.usefixtures("fresh_registry")
def test_two_games_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "bagh-chal", "elsewhere")
    monkeypatch.syspath_prepend(tmp_path)
    assert "bagh-chal" in naadam.game_names()  # the other games can still be played
    with pytest.raises(
        naadam.PackageError, match=r"two packages provide bagh-chal: naadam\.games\.bagh_chal and elsew"
    ):
        naadam.load("bagh-chal")


@pytest.mark.usefixtures("fresh_registry")
def test_a_package_without_a_rulebook_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hollow.py").write_text("")
    install(tmp_path, "hollow", "hollow")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(naadam.PackageError, match="hollow has no RULEBOOK named 'hollow'"):
        naadam.load("hollow")
    sys.modules.pop("hollow", None)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(naadam.SpecError, match="unknown game 'chess'; the games are bagh-chal"):
        naadam.load("chess")


def test_the_public_names_are_found_early_and_late() -> None:
    assert naadam.History is history.History
    assert naadam.State is state.State
    for name in ("Board", "_state"):
        assert not hasattr(naadam, name)
