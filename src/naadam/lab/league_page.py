"""A league as one HTML file: ratings, their plot and the cross table, without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import naadam
from naadam.bots.arena import Contest, Played, standings
from naadam.lab.contests import Gauntlet
from naadam.lab.league import Meeting, RatedBot, cross_table, rate

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #23211c; --soft: #6d675c; --line: #ddd7ca; --mark: #9a3b1f;
  --good: 36, 122, 77; --bad: 176, 58, 46; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a17; --ink: #ece7dc; --soft: #a69f91; --line: #3b3831;
  --mark: #e58a62; --good: 92, 184, 128; --bad: 224, 108, 92; } }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { color: var(--soft); margin: .25rem 0; } .wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--soft); } td:first-child, th:first-child, .name { text-align: left; }
.name { font-weight: 600; color: var(--ink); }
svg { display: block; width: 100%; min-width: 36rem; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .soft { fill: var(--soft); } svg .rule { stroke: var(--line); } svg .bar { stroke: var(--mark); stroke-width: 3; }
svg .dot { fill: var(--mark); } code { font-size: .85em; overflow-wrap: anywhere; }
"""
LEFT, WIDTH, ROW, RIGHT = 190, 960, 30, 90
STEPS = (10, 20, 50, 100, 200, 500, 1000)


def write_page(contest: Contest, played: Sequence[Played], digest: str) -> str:
    """The page of a league."""
    game = contest.game
    rated = rate(contest, played)
    who = (
        f"{contest.names[0]} against {len(rated) - 1}" if isinstance(contest, Gauntlet) else f"a league of {len(rated)}"
    )
    title = f"{game.rulebook.texts.get('game', 'title', 'en')}: {who} players"
    thinking = f"{contest.nodes:,} nodes per move where a player has no bound of its own" if contest.nodes else "time"
    clocks = contest.by_the_clock
    repeats = (
        f"{', '.join(clocks)} thought by the clock: another run will differ."
        if clocks
        else "Nobody thought by the clock: the same command gives the same page on any number of workers."
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}</style></head>",
            f"<body><h1>{escape(title)}</h1>",
            f"<p><code>{escape(game.spec)}</code>, {len(played)} games, openings of {contest.opening} random actions, "
            f"seed {contest.seed}, {thinking}.</p>",
            f"<p>{escape(repeats)}</p>",
            "<h2>Ratings</h2>",
            f'<div class="wide">{_plot(rated)}</div>',
            f'<div class="wide">{_ratings(contest, played, rated)}</div>',
            "<p>Elo by the model of Bradley and Terry, 0 in the mean of the league, with its 95 % interval.</p>",
            "<h2>Who did how against whom</h2>",
            f'<div class="wide">{_cross(rated, cross_table(contest, played))}</div>',
            "<p>The share of points of the player on the left, from the games against the player above.</p>",
            f"<h2>Settings</h2><p>Naadam {naadam.__version__}, rules {escape(str(game.rules_version))}. "
            f"Results sha256 <code>{digest}</code></p>",
            "</body></html>\n",
        ]
    )


def _ratings(contest: Contest, played: Sequence[Played], rated: Sequence[RatedBot]) -> str:
    rows = standings(contest, played)
    cells = []
    for place, one in enumerate(rated, 1):
        row = rows[one.bot]
        tally, span = row.all, f"{_signed(one.low)} to {_signed(one.high)}"
        numbers = (_signed(one.elo), span, tally.games, tally.wins, tally.draws, tally.losses, row.failures)
        rest = "".join(f"<td>{number}</td>" for number in numbers)
        cells.append(f'<tr><td>{place}</td><td class="name">{escape(one.name)}</td>{rest}</tr>')
    heads = ("Elo", "95 %", "games", "won", "drawn", "lost", "broke down")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return f'<table><tr><th></th><th class="name" scope="col">player</th>{head}</tr>{"".join(cells)}</table>'


def _plot(rated: Sequence[RatedBot]) -> str:
    """Dots with their intervals, the strongest above."""
    low, high = min(one.low for one in rated), max(one.high for one in rated)
    step = next((step for step in STEPS if (high - low) / step <= 10), STEPS[-1])
    first, last = step * int(low // step), step * -int(-high // step)
    scale = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    height = ROW * len(rated) + 30

    def across(elo: float) -> float:
        return round(LEFT + (elo - first) * scale, 1)

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Elo of each player with its interval">']
    for mark in range(first, last + 1, step):
        x = across(mark)
        parts.append(f'<line class="rule" x1="{x}" x2="{x}" y1="4" y2="{height - 24}"/>')
        parts.append(f'<text class="soft" x="{x}" y="{height - 6}" text-anchor="middle">{_signed(mark)}</text>')
    for index, one in enumerate(rated):
        y = ROW * index + ROW // 2 + 4
        parts.append(f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(_short(one.name))}</text>')
        parts.append(f'<line class="bar" x1="{across(one.low)}" x2="{across(one.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{across(one.elo)}" cy="{y}" r="6"/>')
        parts.append(f'<text class="soft" x="{across(one.high) + 10}" y="{y + 4}">{_signed(one.elo)}</text>')
    return "".join([*parts, "</svg>"])


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"


def _cross(rated: Sequence[RatedBot], table: Sequence[Sequence[Meeting]]) -> str:
    head = "".join(f'<th scope="col">{escape(_short(one.name))}</th>' for one in rated)
    rows = []
    for one in rated:
        cells = "".join("<td></td>" if one is other else _cell(table[one.bot][other.bot]) for other in rated)
        rows.append(f'<tr><th class="name" scope="row">{escape(one.name)}</th>{cells}</tr>')
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _cell(meeting: Meeting) -> str:
    if not meeting.games:
        return "<td>–</td>"
    share = meeting.points / meeting.games
    colour, depth = ("--good", share - 0.5) if share >= 0.5 else ("--bad", 0.5 - share)
    style = f"background: rgba(var({colour}), {0.7 * depth:.2f})"
    return f'<td style="{style}" title="{meeting.points:g} of {meeting.games}">{share:.0%}</td>'
