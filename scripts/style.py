"""Style checker for English prose: lists the words and phrases that docs/style.md advises against.

    python scripts/style.py PATH...        every hit below these paths, with file, line, rule and sentence
    python scripts/style.py --summary      hits, words and the share of "what" per package
    python scripts/style.py --update       write today's counts to the allowlist, if no package gets more of them

Prose is: docstrings and comments (Python, TypeScript, Svelte, CSS), Markdown, and the English texts shown to users.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
ALLOWLIST = ROOT / "tests" / "style_allowlist.txt"
EXEMPT = {"docs/style.md"}  # it quotes what it advises against
GENERATED = "not to be edited"  # in the first line of a generated file: its source is checked instead
TAUGHT = ("lessons.toml", "guide.toml", "watch.toml", "first_game.toml")  # with all languages
ENDINGS = {".py", ".ts", ".svelte", ".css", ".md", ".toml"}
SKIPPED = re.compile(r"(?:^|/)(?:\..*|node_modules|static|dist|build|__pycache__)/")
CODE, DOCUMENT, TEXT = "code", "document", "text"  # kinds of prose


class Passage(NamedTuple):
    """A stretch of prose in a file: a docstring, a comment, the body of a document or one text of the interface."""

    line: int
    text: str
    kind: str


class Hit(NamedTuple):
    """A phrase that the style guide advises against, and the sentence around it."""

    path: str
    line: int
    rule: str
    sentence: str


class Rule(NamedTuple):
    """A pattern, the advice, and where it applies: kinds of prose and, if not everywhere, packages."""

    pattern: re.Pattern[str]
    advice: str
    kinds: tuple[str, ...] = (CODE, DOCUMENT, TEXT)
    packages: tuple[str, ...] = ()


def _words(pattern: str) -> re.Pattern[str]:
    """The pattern as whole words, across line ends."""
    return re.compile(rf"\b(?:{pattern})\b".replace(" ", r"\s"), re.IGNORECASE)


PROSE = (CODE, DOCUMENT)
DATA = (  # nouns that are stored, sent or written, unlike the pieces on a board
    "text|file|line|row|name|number|value|state|record|key|table|list|rule|clause|field|entry|limit|message|answer|"
    "sentence|plan|word|option|comment|method|function|class|module|setting|address|note|figure|constant|it|they|that|"
    "which|this|these|those|what"
)
OPENING = re.compile(r"(?:\A|[.!?]\s|\n\s*\n|\n\s*[-*]\s|\|)[\s*_(\"'|]*(what|who|whoever)\b", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?](?=\s|\)|\"|\||$)|\n\s*\n|\n\s*[-*]\s|\|")
RULES = {
    "opening": Rule(OPENING, "begin with the noun a reader would search for"),
    "anew": Rule(_words("anew"), "again, from the start"),
    "at once": Rule(_words("at once"), "immediately, simultaneously, in one step, in a burst"),
    "beside": Rule(_words(r"beside(?! the point)"), "next to, with, during, in addition to", PROSE),
    "of its own": Rule(_words(r"of (?:its|their|his|her|one's|one’s) own"), "its own X, a separate X", PROSE),
    "as far as": Rule(_words("as far as"), "to, up to, where"),
    "any more": Rule(_words("any more(?! than)"), "no longer"),
    "none": Rule(_words(r"none of|(?<!there )(?:is|are|was|were) none"), "no X, not one of, not a X", PROSE),
    "such": Rule(_words(r"(?<!no )(?<!in )such(?! (?:as|a|an)\b)"), "name the thing, or: like this", PROSE),
    "somebody": Rule(
        _words("somebody|nobody|anybody|whoever|whomever"), "the player, the client, the host, no player", PROSE
    ),
    "those who": Rule(_words("those (?:who|of whom)|that which"), "name them: players, clients, readers", PROSE),
    "is told": Rule(_words(r"(?:is|are|was|were|be|been) told(?! apart)"), "receives, is sent, reads, is shown"),
    "is to be": Rule(_words(r"(?:is|are) to be [a-z]+(?:ed|en|ne|[wa]n|pt|t|id)"), "must be", PROSE),
    "per": Rule(
        _words(
            r"(?!(?:waits|takes|lasts|needs|costs|is|was|has|pass|passes|stops|sleeps|loses)\b)"
            r"(?:[a-z]+s|\d+ ?(?:[kMG]B|ms)?) a (?:second|minute)(?! [a-z]+(?<! and)(?<! or)(?<! on)(?<! in)(?<! at))"
        ),
        "per second, per minute",
    ),
    "dear": Rule(_words(r"dearer|dearest|(?:is|are|too|as|so) dear"), "expensive, costly", PROSE),
    "stands": Rule(
        _words(
            rf"(?:{DATA})s? (?:then |also |only |all |always )?(?:stands?|stood|lies?|lay) "
            r"(?:in|at|there|here|above|below|before|behind|within)"
        ),
        "is, is stored in, is listed in",
        PROSE,
        ("core", "server", "bots", "cli", "kit", "lab", "solve", "bridges", "testing", "drawing", "web", "documents"),
    ),
    "letter": Rule(
        _words(
            r"(?<!capital )(?<!small )(?<!first )(?<!one )(?<!single )(?<!lower )(?<!to the )"
            r"letters?(?! (?:and digits|for a))"
        ),
        "e-mail",
        PROSE,
        ("server", "web", "tests/server", "tests/browser"),
    ),
}


def package(path: str) -> str:
    """The part of the project to which a file belongs; files that move inside it keep their allowance."""
    parts = path.split("/")
    if parts[:2] == ["src", "naadam"]:
        return parts[2] if len(parts) > 3 else "naadam"
    if parts[0] == "tests":
        return f"tests/{parts[1]}" if len(parts) > 2 else "tests"
    if path.endswith(".md"):
        return "documents"
    return parts[0] if len(parts) > 1 else "project"


def _blanked(text: str) -> str:
    """The text with code and quotations blanked out, at the same length: names and quotes are not our prose."""
    blank = lambda found: re.sub(r"[^\n]", "_", found[0])  # noqa: E731 (used twice, right here)
    text = re.sub(r"``.+?``|`[^`]*`", blank, text)
    return re.sub(r"[“\"](?=\S)[^\"“”\n]{1,60}(?<=\S)[”\"]", blank, text)


PYTHON = re.compile(
    r'''(?P<string>[rRbBfFuU]{0,2}(?:"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))'''
    r"|(?P<comments>#[^\n]*(?:\n[ \t]*#[^\n]*)*)",
    re.DOTALL,
)
OPENS_BODY = re.compile(r"(?:\A|:)(?:[ \t\n]|#[^\n]*\n)*\Z")  # the end of a `def` or `class` line, or of nothing
PRAGMA = re.compile(r"[ \t]*#+:?[ \t]*(?:!|noqa|type:|fmt:|ruff|mypy|pragma)")


def python(source: str) -> Iterator[Passage]:
    """Docstrings and comments; comments on lines that follow each other are one passage."""
    for found in PYTHON.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        if found["comments"]:
            lines = found[0].split("\n")
            if len(lines) > 1 and source[: found.start()].rpartition("\n")[2].strip():  # the first one ends a statement
                yield from _comment(line, lines[:1])
                line, lines = line + 1, lines[1:]
            yield from _comment(line, lines)
        elif found[0].startswith('"""') and OPENS_BODY.search(source[: found.start()], max(0, found.start() - 300)):
            yield Passage(line, _without_doctests(found[0][3:-3]), CODE)


def _comment(line: int, lines: list[str]) -> Iterator[Passage]:
    text = "\n".join("" if PRAGMA.match(each) else re.sub(r"^[ \t]*#+:? ?", "", each) for each in lines)
    if text.strip():
        yield Passage(line, text, CODE)


def _without_doctests(text: str) -> str:
    return "\n".join("" if re.match(r"\s*(>>>|\.\.\.) ", line) else line for line in text.split("\n"))


SCRIPT = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
    r"|(?P<block>/\*.*?\*/)|(?P<markup><!--.*?-->)|(?P<lines>(?<![:\w])//[^\n]*(?:\n[ \t]*//[^\n]*)*)",
    re.DOTALL,
)


def script(source: str) -> Iterator[Passage]:
    """Comments of TypeScript, Svelte and CSS."""
    for found in SCRIPT.finditer(source):
        if found["string"]:
            continue
        text = re.sub(r"^[ \t]*(?:///?|/\*\*?|\*/|\*(?!/)|<!--)[ \t]?", "", found[0], flags=re.MULTILINE)
        text = re.sub(r"\s*(?:\*/|-->)$", "", text)
        if not re.match(r"\s*(eslint|prettier|@ts|svelte-ignore|@vite)", text):
            yield Passage(source.count("\n", 0, found.start()) + 1, text, CODE)


def markdown(source: str) -> Iterator[Passage]:
    """A document without its code, its headers of tables and its links' addresses."""
    keep = lambda found: "\n" * found[0].count("\n")  # noqa: E731 (used for lines that are left out)
    text = re.sub(r"^```.*?^```$", keep, source, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^\|.*\|\n(?=\|[-|: ]+\|$)", keep, text, flags=re.MULTILINE)
    text = re.sub(r"^(?:    |\t)(?![-*\d]).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\]\([^)\s]*\)", "]", text)
    yield Passage(1, text, DOCUMENT)


def interface(source: str, *, only_english: bool) -> Iterator[Passage]:
    """The texts of a TOML file, or of its tables `en` alone."""

    def strings(value: Any, english: bool) -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from strings(inner, english or key == "en")
        elif isinstance(value, list):
            for inner in value:
                yield from strings(inner, english)
        elif isinstance(value, str) and english:
            yield value

    for text in strings(tomllib.loads(source), not only_english):
        at = source.find(text.split("\n")[0].replace('"', '\\"')[:60])
        yield Passage(source.count("\n", 0, max(at, 0)) + 1, re.sub(r"\{[^}]*\}", "_", text), TEXT)


def passages(path: Path, source: str) -> Iterable[Passage]:
    if GENERATED in source.split("\n", 1)[0]:
        return ()
    if path.suffix == ".py":
        return python(source)
    if path.suffix in (".ts", ".svelte", ".css"):
        return script(source)
    if path.suffix == ".md":
        return markdown(source)
    if path.name == "en.toml" or path.name in TAUGHT:
        return interface(source, only_english=path.name != "en.toml")
    return ()


def files(paths: Iterable[Path] = (ROOT,)) -> Iterator[Path]:
    """The files with prose at or below some paths."""
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in found:
            name = file.relative_to(ROOT).as_posix()
            hidden = name in EXEMPT or SKIPPED.search(name)
            if file.suffix in ENDINGS and not hidden and file.is_file():
                yield file


def _sentence(text: str, at: int) -> str:
    """The sentence around a place of a text."""
    ends = [found.end() for found in SENTENCE_END.finditer(text)]
    begin = max((end for end in ends if end <= at), default=0)
    end = min((end for end in ends if end > at), default=len(text))
    return " ".join(text[begin:end].split()).strip("|* ")


def _is_fine(opening: str, kind: str) -> bool:
    """True for a question, and for a label of the interface (which is no sentence), such as "What happened"."""
    return opening.endswith("?") or (kind == TEXT and not opening.endswith("."))


def hits_in(path: str, passage: Passage) -> Iterator[Hit]:
    text = re.sub(r"\n[ \t]+", "\n", passage.text)
    clean = _blanked(text)
    for name, rule in RULES.items():
        if passage.kind not in rule.kinds or (rule.packages and package(path) not in rule.packages):
            continue
        for found in rule.pattern.finditer(clean):
            at = found.start(1) if name == "opening" else found.start()
            if name == "opening" and _is_fine(_sentence(clean, at), passage.kind):
                continue
            line = passage.line + clean.count("\n", 0, at)
            yield Hit(path, line, name, _sentence(text, at))


def hits(file: Path) -> list[Hit]:
    """Every hit of a file, by line."""
    path = file.relative_to(ROOT).as_posix()
    found = (hit for passage in passages(file, _read(file)) for hit in hits_in(path, passage))
    return sorted(found, key=lambda hit: (hit.line, hit.rule))


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def counts() -> Counter[str]:
    """The hits of today, by file."""
    return Counter({hits_of[0].path: len(hits_of) for file in files() if (hits_of := hits(file))})


def read_allowlist() -> dict[str, int]:
    """The hits that each file may still have. Of two lines for a file, as a merge can leave them, the lower counts."""
    allowed: dict[str, int] = {}
    for line in _read(ALLOWLIST).splitlines() if ALLOWLIST.is_file() else ():
        number, path = line.split(" ", 1)
        allowed[path] = min(int(number), allowed.get(path, int(number)))
    return allowed


def by_package(numbers: dict[str, int]) -> Counter[str]:
    total: Counter[str] = Counter()
    for path, number in numbers.items():
        total[package(path)] += number
    return total


def difference(found: dict[str, int], allowed: dict[str, int]) -> tuple[list[str], list[str]]:
    """Hits beyond the allowlist, and its slack. A file that moved inside its package keeps its allowance."""
    gone = {path: number for path, number in allowed.items() if path not in found and not (ROOT / path).exists()}
    pool = by_package(gone)
    more, slack = [], []
    for path, number in sorted(found.items()):
        if path in allowed:
            if number > allowed[path]:
                more.append(f"{path}: {number} hits, {allowed[path]} allowed")
            elif number < allowed[path]:
                slack.append(f"{path}: {number} hits, {allowed[path]} allowed")
        elif pool[package(path)] >= number:
            pool[package(path)] -= number
        else:
            more.append(f"{path}: {number} hits, none allowed")
    slack += [f"{path}: no hits, {allowed[path]} allowed" for path in allowed if path not in found and path not in gone]
    slack += [
        f"{name}: {number} hits fewer than its files had that are gone" for name, number in pool.items() if number
    ]
    return more, slack


def update() -> int:
    """Write the counts of today, unless a package has more hits than before."""
    before, now = by_package(read_allowlist()), by_package(counts())
    more = [f"{name}: {now[name]} hits, {before[name]} allowed" for name in now if now[name] > before[name]]
    if ALLOWLIST.is_file() and more:
        print("More hits than allowed:", *more, sep="\n  ")
        return 1
    ALLOWLIST.write_text("".join(f"{number} {path}\n" for path, number in sorted(counts().items())), encoding="utf-8")
    print(f"{ALLOWLIST.relative_to(ROOT)}: {len(counts())} files, {counts().total()} hits (before: {before.total()})")
    return 0


def words_and_whats(kinds: Iterable[str] = PROSE) -> tuple[Counter[str], Counter[str]]:
    """By package: words of prose, and how many of them are "what"."""
    words: Counter[str] = Counter()
    whats: Counter[str] = Counter()
    for file in files():
        name = package(file.relative_to(ROOT).as_posix())
        for passage in passages(file, _read(file)):
            if passage.kind in kinds:
                found = re.findall(r"[A-Za-z][A-Za-z'’-]*", _blanked(passage.text))
                words[name] += len(found)
                whats[name] += sum(word.lower() == "what" for word in found)
    return words, whats


def summary() -> None:
    """Per package: files with hits, hits, words of prose, and how often "what" occurs in 1,000 of them."""
    words, whats = words_and_whats()
    total = by_package(counts())
    listed = Counter(package(path) for path in counts())
    print(f"{'package':20}{'files':>7}{'hits':>7}{'words':>9}{'what / 1,000':>14}")
    for name in sorted(words):
        share = 1000 * whats[name] / words[name] if words[name] else 0
        print(f"{name:20}{listed[name]:7}{total[name]:7}{words[name]:9}{share:14.1f}")
    share = 1000 * whats.total() / words.total()
    print(f"{'all':20}{listed.total():7}{total.total():7}{words.total():9}{share:14.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description="List words and phrases that docs/style.md advises against.")
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders (all of the project)")
    parser.add_argument("--summary", action="store_true", help="counts per package")
    parser.add_argument("--update", action="store_true", help="lower the allowlist to today's counts")
    parser.add_argument("--rule", choices=RULES, action="append", help="only this rule")
    arguments = parser.parse_args()
    if arguments.update:
        return update()
    if arguments.summary:
        summary()
        return 0
    found = [hit for file in files([path.resolve() for path in arguments.paths] or [ROOT]) for hit in hits(file)]
    chosen = [hit for hit in found if not arguments.rule or hit.rule in arguments.rule]
    for path, line, rule, sentence in chosen:
        print(f"{path}:{line}: {rule} ({RULES[rule].advice}): {sentence}")
    print(f"{len(chosen)} hits: {dict(Counter(hit.rule for hit in chosen).most_common())}", file=sys.stderr)
    return 1 if chosen else 0


if __name__ == "__main__":
    sys.exit(main())
