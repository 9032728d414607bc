"""Metrics of all processes of a server, for the monitoring service only; dashboard and alerts that fit them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from in_memory import run
from serving import Served

from naadam.core.errors import NaadamError
from naadam.server.http.host_check import MetricsToken
from naadam.server.ops.metrics import merge
from naadam.server.ops.processes import newest_file, open_files, resident_bytes
from naadam.server.rooms.rooms import Rooms

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
SAMPLE = re.compile(r'(naadam_\w+)(?:\{((?:[a-z]+="[^"]*",?)*)\})? (\S+)')
TOKEN = "a-secret-of-the-host"
WORDS = {"absent", "histogram_quantile", "increase", "max", "min", "rate", "sum", "up"}
WORDS |= {"and", "time"}
WORDS |= {"by", "instance", "job", "le", "or", "process"}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("two"), options=["--workers", "2", "--metrics-token", TOKEN])
    yield served
    served.stop()


def samples(text: str) -> list[tuple[str, dict[str, str], float]]:
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            match = SAMPLE.fullmatch(line)
            assert match, line
            found.append((match[1], dict(re.findall(r'([a-z]+)="([^"]*)"', match[2] or "")), float(match[3])))
    return found


def test_metrics_are_those_of_all_processes_whichever_answers(two: Served) -> None:
    tables = 12
    for _ in range(tables):
        table, keys = two.set_table("here", "here")
        client = two.join(table, *keys)
        client.play(0, "Gc3")
        client.close()
    for _ in range(6):  # one or the other process answers
        told = samples(two.get("/metrics"))
        processes = {labels["process"] for _, labels, _ in told}
        assert len(processes) == 2
        assert sum(value for name, _, value in told if name == "naadam_tables_set_total") == tables
        assert sum(value for name, _, value in told if name == "naadam_events_stored_total") == tables
        memory = [value for name, _, value in told if name == "naadam_resident_bytes"]
        assert all(value > 20e6 for value in memory), memory
    text = two.get("/metrics")
    assert text.count("# TYPE naadam_rooms gauge\n") == 1, "each metric is introduced once"


def test_the_monitor_needs_the_token_and_no_name(two: Served) -> None:
    def status(path: str, **headers: str) -> int:
        asked = urllib.request.Request(two.address + path, headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code

    remote = {"X-Forwarded-For": "192.0.2.7"}
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert status("/metrics", **remote) == 403
    assert status("/metrics", **remote, Authorization="Bearer another-secret-of-the-host") == 403
    assert status("/metrics", **remote, **bearer) == 200
    assert status("/metrics", Host="10.0.0.7:8000", **bearer) == 200
    assert status("/metrics", Host="10.0.0.7:8000") == 400
    assert status("/api/games", Host="10.0.0.7:8000", **bearer) == 400, "the token opens nothing else"


def test_a_token_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(NaadamError, match="16 characters"):
        MetricsToken("secret")
    assert not MetricsToken().opens({"headers": [(b"authorization", b"Bearer ")]})


def test_samples_of_several_processes_are_grouped_by_metric() -> None:
    one = '# HELP naadam_x X.\n# TYPE naadam_x counter\nnaadam_x 1\n# HELP naadam_y Y.\nnaadam_y_bucket{le="1"} 2\n'
    assert merge({"a": one, "b": one}) == (
        '# HELP naadam_x X.\n# TYPE naadam_x counter\nnaadam_x{process="a"} 1\nnaadam_x{process="b"} 1\n'
        '# HELP naadam_y Y.\nnaadam_y_bucket{le="1",process="a"} 2\nnaadam_y_bucket{le="1",process="b"} 2\n'
    )


def test_the_newest_complete_backup_is_known(tmp_path: Path) -> None:
    assert newest_file(None) == newest_file(tmp_path / "missing") == 0
    assert newest_file(tmp_path) == tmp_path.stat().st_mtime, "a folder without a backup grows older too"
    for name, made in (("a.db", 1000), ("b.dump", 2000), ("c.db.partial", 3000)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (made, made))
    assert newest_file(tmp_path) == 2000


def test_memory_and_files_of_this_process_are_read() -> None:
    before = open_files()
    with Path(__file__).open():
        assert open_files() == before + 1
    assert 5e6 < resident_bytes() < 50e9
    assert resident_bytes(2**22 + 1) == 0


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """All names of samples that a server writes."""
    written: list[str] = []

    async def test(rooms: Rooms) -> None:
        written.append(rooms.services.metrics.write(rooms.gauges()))

    run(tmp_path_factory.mktemp("names"), test)
    return {name for name, _, _ in samples(written[0])}


def expressions() -> dict[str, str]:
    """The queries of the alerts and of the dashboard."""
    rules = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text(encoding="utf-8"))
    found = {rule["alert"]: rule["expr"] for group in rules["groups"] for rule in group["rules"]}
    board = json.loads((DEPLOY / "monitoring" / "dashboard.json").read_text(encoding="utf-8"))
    for panel in board["panels"]:
        for number, target in enumerate(panel["targets"]):
            found[f"{panel['title']} {number}"] = target["expr"]
    return found


@pytest.mark.parametrize("title", expressions())
def test_queries_use_metrics_that_the_server_writes(title: str, names: set[str]) -> None:
    query = expressions()[title]
    assert query.count("(") == query.count(")")
    used = set(re.findall(r"naadam_\w+", query))
    assert used <= names
    words = set(re.findall(r"[a-z_]{2,}", re.sub(r'naadam_\w+|"[^"]*"|\[\w+\]', "", query)))
    assert words <= WORDS, words - WORDS
    assert used or "up{" in query


def test_every_alert_says_what_to_do_and_is_in_the_documents() -> None:
    rules = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text(encoding="utf-8"))
    document = (DEPLOY.parent / "docs" / "serving.md").read_text(encoding="utf-8")
    for rule in (rule for group in rules["groups"] for rule in group["rules"]):
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert f"`{rule['alert']}`" in document


@pytest.mark.skipif(not shutil.which("promtool"), reason="Prometheus is not installed")
def test_prometheus_accepts_rules_queries_and_configuration(tmp_path: Path) -> None:
    for file in (DEPLOY / "monitoring").glob("*.yaml"):
        shutil.copy(file, tmp_path)
    rules = [{"record": f"query{number}", "expr": query} for number, query in enumerate(expressions().values())]
    (tmp_path / "queries.yaml").write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}))
    for check in ("rules alerts.yaml", "rules queries.yaml", "config --syntax-only prometheus.yaml"):
        done = subprocess.run(["promtool", "check", *check.split()], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_monitor_of_the_compose_file_has_the_token_and_nobody_else() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    holders = {name for name, service in compose["services"].items() if "NAADAM_METRICS_TOKEN" in str(service)}
    holders |= {name for name, service in compose["services"].items() if "metrics" in service.get("secrets", ())}
    assert holders == {"server", "monitoring"}
    assert compose["secrets"]["metrics"] == {"environment": "NAADAM_METRICS_TOKEN"}
    [job] = yaml.safe_load((DEPLOY / "monitoring" / "prometheus.yaml").read_text(encoding="utf-8"))["scrape_configs"]
    assert job["authorization"]["credentials_file"] == "/run/secrets/metrics"
    assert "respond @private 404" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
