"""Containers: the compose file has the shape that Compose expects, and its server runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import platformdirs
import pytest
import yaml

DEPLOY = Path(__file__).parent.parent / "deploy"

KNOWN: dict[str, type | tuple[type, ...]] = {
    "image": str,
    "build": dict,
    "command": list,
    "environment": dict,
    "depends_on": (list, dict),
    "healthcheck": dict,
    "ports": list,
    "profiles": list,
    "secrets": list,
    "restart": str,
    "stop_grace_period": str,
    "volumes": list,
}


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_the_compose_file_has_only_what_compose_knows(compose: Any) -> None:
    assert set(compose) == {"services", "secrets", "volumes"}
    for name, service in compose["services"].items():
        assert ("image" in service) != ("build" in service), name
        for key, value in service.items():
            assert isinstance(value, KNOWN[key]), (name, key)
        for other in service.get("depends_on", ()):
            assert other in compose["services"]
        assert set(service.get("healthcheck", {})) <= {"test", "interval", "timeout", "retries", "start_period"}
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), volume
    assert "ports" not in compose["services"]["server"], "the proxy alone is open to the net"
    build = compose["services"]["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_backup_of_the_compose_file_makes_one_dump_per_day_and_keeps_14(compose: Any, tmp_path: Path) -> None:
    """Its loop, with a pg_dump that writes one line, and a sleep that counts to three."""
    folder, programs = tmp_path / "backups", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    for name, text in {
        "pg_dump": 'for word in "$@"; do case $word in --file=*) echo dump > "${word#--file=}";; esac; done',
        "sleep": f"echo x >> {tmp_path}/slept; [ $(wc -l < {tmp_path}/slept) -lt 3 ] || kill $PPID",
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    (folder / "naadam-20260101T000000.dump.partial").touch()
    for day in range(1, 15):
        old = folder / f"naadam-202601{day:02}T000000.dump"
        old.touch()
        os.utime(old, (1000, 1000))
    *shell, script = compose["services"]["backup"]["command"]
    script = script.replace("$$", "$").replace("/backups", str(folder))
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([*shell, script], env=environment, timeout=60)
    names = sorted(file.name for file in folder.iterdir())
    assert len(names) == 14
    assert names[0] == "naadam-20260102T000000.dump", "one dump was made, and the oldest deleted"
    assert (folder / names[-1]).read_text() == "dump\n"


def test_what_is_made_on_the_host_goes_into_no_image() -> None:
    ignored = (DEPLOY.parent / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".venv", "**/node_modules", "src/naadam/server/static"} <= set(ignored)


def test_the_image_runs_as_a_user_who_owns_its_folders_and_has_a_health_check(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER naadam$.*^HEALTHCHECK .*^CMD ", last, re.MULTILINE | re.DOTALL)
    folders = re.search(r"install --directory --owner=naadam (.*)$", last, re.MULTILINE)
    variables = dict(re.findall(r"(XDG_\w+)=(\S+)", last))
    assert folders
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    kept = platformdirs.user_data_dir("naadam", appauthor=False)
    assert kept in folders[1].split()
    assert f"VOLUME {kept}" in last, "tables outlive the container"
    assert variables["XDG_CACHE_HOME"] in folders[1].split()


def test_the_image_has_the_documents() -> None:
    stages = re.split(r"^FROM ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    making = next(stage for stage in stages if " AS documents\n" in stage)
    assert "scripts/make_docs.py /site" in making
    assert "COPY --from=documents /site ./src/naadam/server/site\n" in stages[-1]
    assert stages[-1].index("--from=documents") < stages[-1].index("pip install"), "they are installed with the rest"


def test_what_the_image_is_made_of_is_there() -> None:
    for line in (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words and words[0] == "COPY" and not words[1].startswith("--"):
            for source in words[1:-1]:
                assert (DEPLOY.parent / source).exists(), source


def test_the_server_of_the_compose_file_runs_by_its_command(compose: Any, tmp_path: Path) -> None:
    service = compose["services"]["server"]
    *shell, script = service["command"]
    script = script.replace("$$", "$").replace("--port 8000", "--port 0")
    assert "naadam serve --host 0.0.0.0" in script
    environment = os.environ | {
        "NAADAM_HOST": "play.example.org",
        "NAADAM_DATABASE": str(tmp_path / "tables.db"),  # in place of PostgreSQL: tests/server has that
        "FORWARDED_ALLOW_IPS": service["environment"]["FORWARDED_ALLOW_IPS"],
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    with subprocess.Popen([*shell, script], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().rsplit(":", 1)[1].strip()
        try:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": "play.example.org"})
            with urllib.request.urlopen(asked, timeout=120) as answer:
                assert answer.read() == b"ok\n"
            assert check_health(compose, port) == 0
        finally:
            process.terminate()
    assert process.returncode == 0
    assert check_health(compose, port) != 0


def check_health(compose: Any, port: str) -> int:
    """The exit code of the health check, which is the same in the image and in the compose file."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    [of_image] = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", text, re.MULTILINE)
    word, program, *arguments = compose["services"]["server"]["healthcheck"]["test"]
    assert (word, program) == ("CMD", "python")
    assert json.loads(of_image) == [program, *arguments]
    command = [sys.executable, *(argument.replace(":8000", f":{port}") for argument in arguments)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, timeout=60).returncode


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    units = [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]
    assert len(units) == 3
    for unit in units:
        text = unit.read_text(encoding="utf-8")
        (tmp_path / unit.name).write_text(text.replace("/opt/naadam/bin/naadam", "/bin/true"), encoding="utf-8")
    files = [str(tmp_path / unit.name) for unit in units]
    checked = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
