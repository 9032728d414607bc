"""Compiled rules: the disk cache is never stale, and compiled code equals its Python twin."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import caravan.rules
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.compiling import intrinsics, kernels, plain, rule
from naadam.core.compiling.cache_key import code_sources, rules_sources
from naadam.core.compiling.compiled import COMPILING
from naadam.core.compiling.numba_private import LONGEST_NAME, short_name
from naadam.core.compiling.pinned import Pinned
from naadam.core.contract import state_type
from naadam.core.errors import PackageError
from naadam.games.bagh_chal import rules

needs_compiler = pytest.mark.skipif(not COMPILING, reason="compiling is turned off")
words = st.integers(-(1 << 63), (1 << 63) - 1)


def python(code: str, folder: Path, **environment: str) -> str:
    """The output of a new process, with `folder` to import from and a separate cache there."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache"), **environment}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


# --- the cache ---


def write_rules(folder: Path, answer: int) -> None:
    package = folder / "tiny"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "inner.py").write_text(
        f"from naadam.core.compiling.compiled import rule\n@rule\ndef inner(x):\n    return x + {answer}\n"
    )
    (package / "outer.py").write_text(
        "from naadam.core.compiling.compiled import rule\nfrom tiny.inner import inner\n"
        "@rule\ndef outer(x):\n    return inner(x)\n"
    )


def write_package_of_rules(folder: Path, answer: int) -> None:
    """The same rules below `rules/`, with a board next to it."""
    write_rules(folder, answer)
    package = folder / "tiny"
    (package / "rules").mkdir(exist_ok=True)
    for name in ("inner.py", "outer.py"):
        text = (package / name).read_text().replace("tiny.inner", "tiny.rules.inner")
        (package / "rules" / name).write_text(text)
        (package / name).unlink()
    (package / "rules" / "__init__.py").write_text("")


CALL = "from tiny.outer import outer; print(outer(1), sum(outer._cache_hits.values()))"


@needs_compiler
def test_a_change_in_another_file_of_the_package_is_noticed(tmp_path: Path) -> None:
    write_rules(tmp_path, 10)
    assert python(CALL, tmp_path) == "11 0"
    assert python(CALL, tmp_path) == "11 1"  # from the cache
    write_rules(tmp_path, 20)
    assert python(CALL, tmp_path) == "21 0"  # Numba's own cache would answer 11


PLAY = (
    "from naadam.core import registry; registry.packages()['caravan'] = ('caravan',)\n"
    "import naadam; from naadam.core.compiling import kernels\n"
    "game = naadam.load('caravan'); plain = game.uncompiled()\n"
    "ends = [plain.playout(plain.start(), seed) for seed in range(5)]\n"
    "batches = [game.batch(1, game.restore(end.record, end.trail)) for end in ends]\n"
    "print(sum(batch.scores.sum() for batch in batches), sum(kernels.all_scores._cache_hits.values()))"
)


@needs_compiler
def test_a_kernel_of_core_notices_a_change_in_a_game(tmp_path: Path) -> None:
    toy = Path(__file__).parents[2] / "toy" / "caravan"
    shutil.copytree(toy, tmp_path / "caravan")
    first = python(PLAY, tmp_path).split()
    for changed in ("texts/fr.toml", "rulebook.py", "__init__.py"):  # files that no compiled code depends on
        with (tmp_path / "caravan" / changed).open("a") as file:
            file.write("# changed\n")
    (tmp_path / "caravan" / "levels.toml").write_text("")
    again = python(PLAY, tmp_path).split()
    assert (first[0], first[1], again[1]) == (again[0], "0", "1")
    rules = tmp_path / "caravan" / "rules.py"
    changed = rules.read_text().replace("state.taken if won else -1", "state.taken if won else 0")
    rules.write_text(changed)
    after = python(PLAY, tmp_path).split()
    assert after[1] == "0"
    assert after[0] != first[0]


@needs_compiler
def test_what_is_compiled_with_bounds_checks_is_cached_apart(tmp_path: Path) -> None:
    write_rules(tmp_path, 10)
    python(CALL, tmp_path)
    assert python(CALL, tmp_path, NUMBA_BOUNDSCHECK="1") == "11 0"
    assert {folder.name.split("-", 1)[1][12:] for folder in (tmp_path / "cache").iterdir()} == {"", "-bounds"}


@needs_compiler
def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    write_rules(tmp_path, 10)
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert python(CALL, tmp_path) == "11 0"


@needs_compiler
def test_importing_and_loading_compile_nothing(tmp_path: Path) -> None:
    code = (
        "import naadam, sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "game = naadam.load('bagh-chal'); state = game.start(); state.apply(state.actions()[0])\n"
        "from naadam.games.bagh_chal import rules; print(len(rules.legal.overloads))"
    )
    assert python(code, tmp_path) == "0"


@needs_compiler
def test_rules_are_stale_by_a_change_below_rules_alone(tmp_path: Path) -> None:
    call = CALL.replace("tiny.outer", "tiny.rules.outer")
    write_package_of_rules(tmp_path, 10)
    assert python(call, tmp_path) == "11 0"
    (tmp_path / "tiny" / "board.py").write_text("SIZE = 5\n")
    (tmp_path / "tiny" / "boards.toml").write_text("size = 5\n")
    assert python(call, tmp_path) == "11 1"
    write_package_of_rules(tmp_path, 20)
    assert python(call, tmp_path) == "21 0"


@needs_compiler
def test_a_type_that_is_renamed_does_no_harm(tmp_path: Path) -> None:
    call = "from tiny.outer import outer, {}; print(outer({}(5)), sum(outer._cache_hits.values()))"
    write_rules(tmp_path, 10)
    for name in ("Tables", "Numbers"):
        (tmp_path / "tiny" / "outer.py").write_text(
            "from typing import NamedTuple\nfrom naadam.core.compiling.compiled import rule\n"
            f"class {name}(NamedTuple):\n    size: int\n@rule\ndef outer(x):\n    return x.size\n"
        )
        assert python(call.format(name, name), tmp_path) == "5 0"
        assert python(call.format(name, name), tmp_path) == "5 1"


READY = (
    "import naadam; assert naadam.__file__.startswith({folder!r})\n"
    "rules = naadam.load('khan').bound; print(rules.is_ready('position')); rules.compile('position')"
)


@needs_compiler
def test_a_text_of_khan_recompiles_nothing_and_a_rule_does(tmp_path: Path) -> None:
    shutil.copytree(Path(naadam.__file__).parent, tmp_path / "naadam", ignore=shutil.ignore_patterns("static"))
    code = READY.format(folder=str(tmp_path))
    assert python(code, tmp_path) == "False"
    khan = tmp_path / "naadam" / "games" / "khan"
    for changed in ("texts/fr.toml", "art/pieces.svg", "levels.toml", "face.py", "checks.py", "rulebook.py"):
        with (khan / changed).open("a", encoding="utf-8") as file:
            file.write("<!-- changed -->\n" if changed.endswith(".svg") else "# changed\n")
    assert python(code, tmp_path) == "True"
    with (khan / "rules" / "score.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert python(code, tmp_path) == "False"


def test_the_rules_of_a_game_are_its_rules_folder_or_file() -> None:
    folder = Path(rules.__file__).parent
    for module in (rules, rules.moves):
        assert code_sources(module.__name__, str(module.__file__)) == (folder,)
    assert rules_sources(rules) == folder
    caravan_rules = Path(caravan.rules.__file__)
    assert code_sources("caravan.rules", str(caravan_rules)) == (rules_sources(caravan.rules),) == (caravan_rules,)
    assert code_sources(kernels.__name__, str(kernels.__file__)) == ()


# --- large rules, pinned tuples ---


def write_large_rules(folder: Path, answer: int) -> None:
    write_rules(folder, answer)
    inner = folder / "tiny" / "inner.py"
    inner.write_text(inner.read_text().replace("compiled import rule\n@rule", "large import large_rule\n@large_rule"))


@needs_compiler
def test_a_large_rule_is_left_out_of_its_callers_and_found_again(tmp_path: Path) -> None:
    write_large_rules(tmp_path, 10)
    code = "from tiny.outer import outer; outer(1); print(next(iter(outer.inspect_llvm().values())))"
    callees = [line for line in python(code, tmp_path).splitlines() if line.startswith("declare") and "inner" in line]
    assert len(callees) == 1
    assert python(CALL, tmp_path) == "11 1"
    write_large_rules(tmp_path, 20)
    assert python(CALL, tmp_path) == "21 0"


@needs_compiler
def test_a_caller_is_compiled_anew_if_its_large_rule_was(tmp_path: Path) -> None:
    write_large_rules(tmp_path, 10)
    assert python(CALL, tmp_path) == "11 0"
    for file in (tmp_path / "cache").rglob("*inner*"):
        file.unlink()
    others = "import numba; [numba.njit(lambda x: x)(1) for _ in range(3)]\n"  # its symbol gets another number
    assert python(others + CALL, tmp_path) == "11 0"
    assert python(CALL, tmp_path) == "11 1"


class Mixed(NamedTuple):
    many: Any
    size: int
    table: Any
    factor: float
    states: Any


def test_a_pinned_tuple_is_read_like_the_tuple() -> None:
    kind = state_type(("small", "i1"))
    mixed = Mixed(np.arange(5), -3, np.arange(12, dtype=np.int16).reshape(3, 4) * 7, 0.25, np.zeros(2, kind))

    @rule
    def compiled(mixed: Any) -> tuple[int, int, int, float, int]:
        mixed.many[1] = mixed.size
        mixed.states[1].small += 1
        return len(mixed.many), mixed.table[2, 1], mixed.table[1][3], mixed.factor * mixed.size, mixed.table.shape[1]

    assert compiled(Pinned(mixed) if COMPILING else mixed) == (5, 63, 49, -0.75, 4)
    assert list(mixed.many) == [0, -3, 2, 3, 4]
    assert [int(state.small) for state in mixed.states] == [0, 1]


# --- twins ---


@rule
def bit_operations(x: int) -> tuple[int, int, int]:
    return intrinsics.ctz(x), intrinsics.popcount(x), intrinsics.mix(x)


@settings(deadline=None)  # the first one compiles
@given(words.filter(bool))
def test_bit_operations_equal_their_twins(word: int) -> None:
    assert bit_operations(word) == (intrinsics.ctz(word), intrinsics.popcount(word), intrinsics.mix(word))
    assert intrinsics.popcount(word) == f"{word & intrinsics.WORD:b}".count("1")


@pytest.mark.parametrize("seed", [0, 1, -5, (1 << 63) - 1])
def test_random_numbers_are_the_same_compiled_or_not(seed: int) -> None:
    @rule
    def compiled(rng: np.ndarray[tuple[int], np.dtype[np.int64]]) -> tuple[int, int, float]:
        return intrinsics.draw(rng, 6), intrinsics.draw(rng, 1000003), intrinsics.uniform(rng)

    one, other = np.array([seed], np.int64), np.array([seed], np.int64)
    for _ in range(100):
        assert compiled(one) == plain(compiled)(other)
    assert one == other


def test_draws_are_spread_evenly() -> None:
    rng = np.array([7], np.int64)
    counts = np.bincount([intrinsics.draw(rng, 5) for _ in range(5000)], minlength=5)
    assert len(counts) == 5
    assert counts.min() > 850


def test_a_state_is_copied_whole() -> None:
    kind = state_type(("small", "i1"), ("many", "i2", (3,)))

    @rule
    def compiled(states: np.ndarray[tuple[int], np.dtype[np.void]]) -> None:
        intrinsics.copy_state(states[1], states[0])

    for copy in (compiled, plain(compiled)):
        states = np.zeros(2, kind)
        states[0] = (5, 6, 7, -8, (1, 2, 3))
        copy(states)
        assert states[0].tobytes() == states[1].tobytes()


def test_a_field_that_a_record_hides_is_refused() -> None:
    with pytest.raises(PackageError, match="'round'"):
        state_type(("round", "i8"))


def test_cache_files_of_rules_with_many_arguments_have_short_names() -> None:
    long = "memory_answers." + "-naadam.games.bagh_chal.rules.state" * 9
    assert short_name("tiny.inner-1") == "tiny.inner-1"
    assert len(short_name(long)) == LONGEST_NAME
    assert short_name(long) != short_name(long + "s")
