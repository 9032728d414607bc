"""Figures and plot of a soak."""

from __future__ import annotations

import statistics
from collections import Counter
from pathlib import Path

from bench.soak.guests import Guest
from bench.soak.samples import Sample, growth
from bench.soak.visitors import Visitor
from playing import count

COLOURS = {
    "kill_server": "#c0392b",
    "stop_server": "#8e44ad",
    "kill_thinker": "#d68910",
    "slow_disk": "#95a5a6",
    "other_writer": "#16a085",
    "jump": "#2980b9",
}
MEASURES = {
    "server": "MB",
    "thinkers": "MB",
    "descriptors": "",
    "descriptors_of_thinkers": "",
    "file": "MB",
    "log": "MB",
}
MOST_GROWTH = {"server": 0.3, "thinkers": 1.0, "descriptors": 0.1, "descriptors_of_thinkers": 0.1}
"""Per minute in the last half of a soak of an hour or more. Descriptors of the server are those of its clients too."""


def print_report(
    samples: list[Sample], players: list[Guest], visitors: list[Visitor], done: list[tuple[float, str]]
) -> None:
    print(dict(Counter(what for _, what in done)))
    visits, refused = sum(one.visits for one in visitors), sum(one.refused for one in visitors)
    print(f"{sum(map(count, players))} events told, {visits} visits, {refused} refused")
    asked: Counter[str] = sum((player.asked for player in players), Counter())
    breaks: Counter[str] = sum((player.breaks for player in players), Counter())
    print(f"asked for: {dict(asked)}; broken connections: {dict(breaks)}")
    seconds = sorted(seconds for player in players for _, seconds in player.answers) or [0.0]
    shares = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "99.9 %": 0.999}
    figures = ", ".join(f"{name} {1000 * seconds[int(share * len(seconds))]:.0f}" for name, share in shares.items())
    print(f"{len(seconds)} answers, ms: {figures}, at most {1000 * seconds[-1]:.0f}")
    print("first -> last, at most, slope over the last half")
    for what, unit in MEASURES.items() if samples else ():
        values = [float(getattr(sample, what)) for sample in samples]
        first, last = statistics.mean(values[:5]), statistics.mean(values[-5:])
        rate = growth(samples, what)
        print(f"{what:24} {first:8.1f} -> {last:8.1f} {unit:2}  at most {max(values):8.1f}, {rate:+.3f} per minute")


def find_growth(samples: list[Sample]) -> list[str]:
    """Measures that grow faster than they may."""
    rates = {what: growth(samples, what) for what in MOST_GROWTH}
    return [f"{what} grows by {rate:.2f} per minute" for what, rate in rates.items() if rate > MOST_GROWTH[what]]


def draw(
    file: Path, samples: list[Sample], players: list[Guest], done: list[tuple[float, str]], minute: float = 60.0
) -> None:
    """Draw memory, descriptors, files and delays over time, with the disturbances as lines."""
    from matplotlib.figure import Figure

    if not samples:
        return
    begin = samples[0].at
    times = [(sample.at - begin) / minute for sample in samples]
    figure = Figure(figsize=(11, 12), layout="constrained")
    memory, descriptors, files, delays = figure.subplots(4, 1, sharex=True)
    memory.plot(times, [sample.server for sample in samples], label="server")
    memory.plot(times, [sample.thinkers for sample in samples], label="processes that think")
    memory.set_ylabel("MB")
    descriptors.plot(times, [sample.descriptors for sample in samples], label="descriptors of the server")
    descriptors.plot(times, [sample.descriptors_of_thinkers for sample in samples], label="of processes that think")
    files.plot(times, [sample.file for sample in samples], label="database")
    files.plot(times, [sample.log for sample in samples], label="write-ahead log")
    files.set_ylabel("MB")
    by_minute: dict[int, list[float]] = {}
    for player in players:
        for at, seconds in player.answers:
            by_minute.setdefault(int((at - begin) / minute), []).append(1000 * seconds)
    for name, share in (("median", 0.5), ("99 %", 0.99)):
        values = [sorted(each)[int(share * len(each))] for _, each in sorted(by_minute.items())]
        delays.plot([number + 0.5 for number in sorted(by_minute)], values, label=f"answers, {name}")
    delays.set_yscale("log")
    delays.set_ylabel("ms")
    delays.set_xlabel("minutes")
    for axes in (memory, descriptors, files, delays):
        for what, colour in COLOURS.items():
            moments = [(at - begin) / minute for at, name in done if name == what]
            for number, at in enumerate(moments):
                label = what.replace("_", " ") if axes is memory and number == 0 else None
                axes.axvline(at, color=colour, linewidth=0.7, alpha=0.7, label=label)
        axes.set_ylim(bottom=0 if axes is not delays else None)
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize="small")
    figure.savefig(file, dpi=110)
