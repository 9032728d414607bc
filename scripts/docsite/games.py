"""A page per game: its facts, its pictures, its whole rule book from the texts, and its section of GAMES.md."""

from __future__ import annotations

import re
from html import escape

import naadam
from docsite.links import ROOT
from naadam.core import registry
from naadam.core.options import Option, write_value
from naadam.core.teaching.guide import find_guide
from naadam.drawing.picture import draw_board

SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


def shipped() -> list[str]:
    """The games that Naadam contains, in the order of GAMES.md."""
    names = [name for name in naadam.game_names() if registry.packages()[name][0].startswith("naadam.")]
    order = {title.lower().replace(" ", "-"): number for number, title in enumerate(sections())}
    return sorted(names, key=lambda name: order[name])


def sections() -> dict[str, str]:
    """The sections of GAMES.md by title."""
    parts = SECTION.split((ROOT / "GAMES.md").read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def game_pages() -> dict[str, str]:
    """The page of every game and its pictures, by path; links are those of GAMES.md."""
    pages: dict[str, str] = {}
    for name in shipped():
        pages |= _pages_of(name)
    return pages


def games_index() -> str:
    """The page that leads to every game."""
    parts = ["# Games\n", "Each page has the rule book, pictures, options, sources and tests of a game.\n"]
    for name in shipped():
        texts = naadam.load(name).rulebook.texts
        title = texts.get("game", "title")
        about = f"{texts.get('game', 'players')}, {texts.get('game', 'minutes')}"
        parts.append(f"## [{title}]({name}.md)\n")
        parts.append(f'[![{title}](pictures/{name}.svg){{ width="240" }}]({name}.md)\n')
        parts.append(f"{texts.get('game', 'summary')} *{about}.*\n")
    return "\n".join(parts)


def _pages_of(name: str) -> dict[str, str]:
    game = naadam.load(name)
    texts = game.rulebook.texts
    pages = {f"games/pictures/{name}.svg": game.start().svg()}
    parts = [f"# {game.title()}\n", texts.get("game", "summary") + "\n"]
    parts.append(f"{texts.get('game', 'players')}, {texts.get('game', 'minutes')}.\n")
    parts.append(f"    naadam serve --show /play/{name}\n    naadam play {name}\n")
    parts.append(f'![The start of {game.title()}](pictures/{name}.svg){{ width="520" }}\n')
    parts.append("## How to play\n")
    guide = find_guide(name)
    assert guide is not None, f"{name} has no guide"
    parts.append(guide.say("en") + "\n")
    for number, picture in enumerate(guide.pictures, 1):
        shown = picture.state.describe(picture.seat)
        stage = picture.state.game.face.stage("en", shown.scene)
        assert stage is not None, f"{name} has no stage"
        file = f"pictures/{name}-{number}.svg"
        pages[f"games/{file}"] = draw_board(stage, shown, picture.way, picture.taken, picture.around)
        parts.append(f'![Picture {number}]({file}){{ width="300" loading="lazy" }}\n')
        parts.append(f"{picture.say('en')}\n")
    if game.rulebook.declared:
        parts.append("## Options\n")
        parts.append("| option | values | default |\n|---|---|---|")
        parts += [_option_row(option) for option in game.rulebook.declared]
        parts.append("")
    parts.append("## Rule book\n")
    parts.append(
        f"All {len(game.clauses())} clauses. `naadam rules {name} --lang fr` shows them in French, `--lang it` in "
        "Italian. A refused move names its clause.\n"
    )
    parts.append('<dl class="clauses" markdown="0">')
    for clause, text in game.clauses().items():
        parts.append(f'<dt id="{clause.lower()}">{clause}</dt><dd>{escape(text)}</dd>')
    parts.append("</dl>\n")
    parts.append("## Sources and tests\n")
    parts.append(sections()[texts.get("game", "title")].strip() + "\n")
    pages[f"games/{name}.md"] = "\n".join(parts)
    return pages


def _option_row(option: Option) -> str:
    default = write_value(option.default)
    return f"| `{option.name}` | {escape(option.allowed())} | `{default or 'none'}` |"
