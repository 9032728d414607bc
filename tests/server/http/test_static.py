"""The index of the page: the preview of a link, and the status of missing pages."""

from __future__ import annotations

import urllib.error
import urllib.request
from importlib import resources

import pytest
from serving import Served

from naadam.server.http.static import picture_in_points

pytestmark = pytest.mark.skipif(
    not (resources.files("naadam.server") / "static" / "index.html").is_file(), reason="the page is not built"
)


def fetch(served: Served, path: str, language: str = "en") -> tuple[int, str]:
    request = urllib.request.Request(served.address + path, headers={"Accept-Language": f"{language};q=0.9"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_a_link_tells_what_it_leads_to(served: Served) -> None:
    table, _ = served.set_table("here", "here", spec="jarmo")
    status, html = fetch(served, f"/table/{table}", "fr")
    assert status == 200
    assert '<html lang="fr">' in html
    assert '<meta property="og:title" content="Jarmo" />' in html
    assert f'<meta property="og:image" content="{served.address}/api/games/jarmo/picture.png" />' in html
    assert "Une table de" in html
    assert table not in html, "the address of a table is not repeated"


@pytest.mark.parametrize(
    "path", ["/nothing", "/play/nothing", "/play/khan/more", "/table/nothing-here", "/api/nothing"]
)
def test_what_is_not_there_has_status_404(served: Served, path: str) -> None:
    assert fetch(served, path)[0] == 404


def test_a_name_cannot_write_into_the_page(served: Served) -> None:
    players = [{"kind": "here", "name": '"><script>x</script>'}, {"kind": "here"}]
    table = served.post("/api/tables", {"spec": "bagh-chal", "players": players})["table"]
    assert "<script>x" not in fetch(served, f"/table/{table}")[1]


def test_the_picture_of_a_game_is_a_png() -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    assert picture_in_points("jarmo").startswith(b"\x89PNG")
