"""A report as one HTML file: accuracy by clause, conduct by mode of feedback, rating ladder, regret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import naadam
from naadam.lab.league_page import STYLE
from naadam.llm.answers import Ruling
from naadam.llm.questions import Question
from naadam.llm.scoring import Ruled, Score, Share, score, score_by

MORE_STYLE = """
body { max-width: 72rem; } td.name, th.name { position: sticky; left: 0; background: var(--paper); }
td.heat { text-align: right; font-variant-numeric: tabular-nums; min-width: 4.5rem; }
.bars text { font-size: 12px; } .chance { stroke: var(--soft); stroke-dasharray: 4 4; }
"""
WIDTH, LEFT, ROW, RIGHT = 760, 230, 26, 90
Plain = Mapping[str, Any]


def write_report(
    questions: Sequence[Question],
    answers: Mapping[str, Mapping[str, Ruling]],
    plays: Sequence[Plain] = (),
    regrets: Sequence[Plain] = (),
) -> str:
    """The report; `answers` are rulings by judge and question, the others are files written by `naadam llm`."""
    judged = {
        judge: [(question, found[question.id]) for question in questions if question.id in found]
        for judge, found in answers.items()
    }
    sections = [*_referee(judged), *_conduct(plays), *_ladder(plays), *_regret(regrets)]
    title = "The rule book in hand"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}{MORE_STYLE}</style></head><body><h1>{title}</h1>",
            *(sections or ["<p>Nothing was given to report.</p>"]),
            f"<p>Naadam {naadam.__version__}. Intervals are of 95 %.</p></body></html>\n",
        ]
    )


# --- referees ---


def _referee(judged: Mapping[str, Sequence[Ruled]]) -> list[str]:
    if not judged:
        return []
    rows = [_judge_row(judge, score(ruled)) for judge, ruled in judged.items()]
    heads = ("questions", "accuracy", "95 %", "right clause", "95 %", "legal allowed", "no ruling")
    return [
        "<h2>Referees</h2>",
        _table(("judge", *heads), rows),
        "<p>Half of the questions are legal. “Right clause” counts the illegal actions that were refused by the clause "
        "that forbids them; “legal allowed” counts the legal near-misses that were allowed.</p>",
        "<h2>Accuracy by clause</h2>",
        "<p>The share of right clauses, and behind it the accuracy over both halves.</p>",
        _heat_map(judged),
    ]


def _judge_row(judge: str, found: Score) -> list[str]:
    shares = [_percent(found.accuracy), _span(found.accuracy), _percent(found.clause), _span(found.clause)]
    return [_name(judge), str(found.accuracy.of), *shares, _percent(found.near_miss), str(found.without)]


def _heat_map(judged: Mapping[str, Sequence[Ruled]]) -> str:
    by_judge = {judge: score_by(ruled, "clause") for judge, ruled in judged.items()}
    clauses = dict.fromkeys(clause for found in by_judge.values() for clause in found)
    rows = []
    for clause in clauses:
        cells = [_heat(found.get(clause)) for found in by_judge.values()]
        rows.append(f'<tr><th class="name" scope="row">{escape(clause)}</th>{"".join(cells)}</tr>')
    heads = "".join(f'<th scope="col">{_name(judge)}</th>' for judge in by_judge)
    return f'<div class="wide"><table><tr><th></th>{heads}</tr>{"".join(rows)}</table></div>'


def _heat(found: Score | None) -> str:
    if found is None:
        return '<td class="heat">–</td>'
    share = found.clause.value
    colour, depth = ("--good", share - 0.5) if share >= 0.5 else ("--bad", 0.5 - share)
    style = f"background: rgba(var({colour}), {0.7 * depth:.2f})"
    title = f"{found.clause.right} of {found.clause.of} clauses, {found.accuracy.right} of {found.accuracy.of} rulings"
    return f'<td class="heat" style="{style}" title="{title}">{share:.0%} · {found.accuracy.value:.0%}</td>'


# --- play ---


def _conduct(plays: Sequence[Plain]) -> list[str]:
    if not plays:
        return []
    names = ("wrong_first_rate", "illegal_rate", "repair_rate", "repair_illegal_rate", "forfeits")
    rows = []
    for play in plays:
        usage = play["usage"]
        tokens = f"{usage['prompt_tokens']} + {usage['answer_tokens']}"
        shares = [_percent(_share(play[name])) for name in names]
        rows.append([_mode(play), str(play["games"]), str(play["conduct"]["turns"]), *shares, tokens])
    heads = ("games", "turns", "wrong at first", "illegal", "repaired", "illegal repaired", "forfeits", "tokens")
    bars = [(_mode(play), _share(play["repair_rate"])) for play in plays]
    return [
        "<h2>Conduct by mode of feedback</h2>",
        _table(("feedback", *heads), rows),
        "<h2>Repair after a wrong first attempt</h2>",
        _bars(bars),
    ]


def _ladder(plays: Sequence[Plain]) -> list[str]:
    sections = []
    for play in plays:
        for key, words in (("ratings", "all games"), ("ratings_without_forfeits", "without forfeits")):
            if play[key]:
                sections.append(f"<h3>{_mode(play)}, {words}</h3>{_dots(play[key])}")
    return ["<h2>Rating ladder</h2>", "<p>Elo, 0 in the mean of those who played.</p>", *sections] if sections else []


def _dots(rated: Sequence[Plain]) -> str:
    """Ratings with their intervals, the strongest above."""
    low, high = min(one["low"] for one in rated), max(one["high"] for one in rated)
    scale = (WIDTH - LEFT - RIGHT) / max(1.0, high - low)
    parts = []
    for index, one in enumerate(rated):
        y = ROW * index + ROW // 2 + 4
        x, first, last = (round(LEFT + (one[key] - low) * scale, 1) for key in ("elo", "low", "high"))
        parts.append(f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{_name(one["name"])}</text>')
        parts.append(f'<line class="bar" x1="{first}" x2="{last}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x}" cy="{y}" r="6"/>')
        parts.append(f'<text class="soft" x="{last + 10}" y="{y + 4}">{one["elo"]:+.0f}</text>')
    return _svg(parts, ROW * len(rated) + 12, "Elo of each player with its interval")


# --- regret ---


def _regret(regrets: Sequence[Plain]) -> list[str]:
    known = [one for one in regrets if one["all"] is not None]
    if not known:
        return []
    rows = []
    for one in known:
        mean = one["all"]
        numbers = [str(mean["count"]), f"{mean['regret']:.4f}", f"{mean['low']:.4f} to {mean['high']:.4f}"]
        rest = [f"{mean['faultless']:.1%}", f"{mean['chance']:.4f}", str(one["forfeits"])]
        rows.append([_name(one["bot"]), escape(one["game"]), *numbers, *rest])
    heads = ("game", "positions", "points lost", "95 %", "faultless", "by chance", "forfeits")
    return [
        "<h2>Points thrown away per move</h2>",
        "<p>Against solved tables: a win thrown away into a draw costs half a point.</p>",
        _table(("player", *heads), rows),
        *(_curve(known, key, words) for key, words in (("by_phase", "phase"), ("by_distance", "distance"))),
    ]


def _curve(regrets: Sequence[Plain], key: str, words: str) -> str:
    """A line per player over the groups of a kind."""
    names = list(dict.fromkeys(name for one in regrets for name, mean in one[key].items() if mean is not None))
    if len(names) < 2:
        return ""
    top = max((one[key][name]["regret"] for one in regrets for name in names if one[key].get(name)), default=0) or 1
    height, bottom = 240, 210
    across = {name: LEFT + index * (WIDTH - LEFT - RIGHT) / max(1, len(names) - 1) for index, name in enumerate(names)}
    parts = [f'<text class="soft" x="{x:.0f}" y="{bottom + 22}" text-anchor="middle">{escape(name)}</text>'
             for name, x in across.items()]  # fmt: skip
    for index, one in enumerate(regrets):
        points = [(across[name], bottom - 190 * one[key][name]["regret"] / top) for name in names if one[key].get(name)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = f"hsl({index * 137 % 360} 55% 45%)"
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]
        parts.append(
            f'<text x="{LEFT - 40}" y="{20 + 18 * index}" text-anchor="end" fill="{colour}">{_name(one["bot"])}</text>'
        )
    parts.append(f'<text class="soft" x="{LEFT - 8}" y="24" text-anchor="end">{top:.2f}</text>')
    return f"<h3>By {words}</h3>" + _svg(parts, height, f"Points thrown away by {words}")


# --- pieces of a page ---


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col"{_left(place)}>{name}</th>' for place, name in enumerate(heads))
    body = "".join(
        "<tr>" + "".join(f"<td{_left(place)}>{cell}</td>" for place, cell in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _left(place: int) -> str:
    return ' class="name"' if place == 0 else ""


def _bars(shares: Sequence[tuple[str, Share]]) -> str:
    scale = WIDTH - LEFT - RIGHT
    parts = []
    for index, (name, share) in enumerate(shares):
        y = ROW * index + 8
        low, high = share.interval
        parts.append(f'<text x="{LEFT - 14}" y="{y + 12}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{scale * share.value:.1f}" height="14" fill="var(--mark)"/>')
        first, last = LEFT + scale * low, LEFT + scale * high
        parts.append(f'<line class="bar" x1="{first:.1f}" x2="{last:.1f}" y1="{y + 7}" y2="{y + 7}"/>')
        parts.append(f'<text class="soft" x="{LEFT + scale + 10}" y="{y + 12}">{share.value:.0%}</text>')
    return _svg(parts, ROW * len(shares) + 12, "Shares with their intervals")


def _svg(parts: Sequence[str], height: int, label: str) -> str:
    head = f'<svg class="bars" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">'
    return f'<div class="wide">{head}{"".join(parts)}</svg></div>'


def _share(plain: Plain) -> Share:
    return Share(plain["right"], plain["of"])


def _percent(share: Share) -> str:
    return f"{share.value:.1%}" if share.of else "–"


def _span(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1%} to {high:.1%}"


def _mode(play: Plain) -> str:
    return escape(f"{play['game']}, {play['feedback']}")


def _name(text: str) -> str:
    """A player's name without the address of its server."""
    address, sign, rest = text.partition("#")
    short = f"llm {rest}" if sign and "://" in address else text
    return escape(short if len(short) <= 30 else short[:29] + "…")
