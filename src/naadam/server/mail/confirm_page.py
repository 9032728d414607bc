"""The page that a link in an e-mail opens: a question and a button, because mail scanners follow links.

Mail servers and mail programs look at links before people do. It needs no scripts and no style sheet.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from naadam.server.protocol.errors import TEXTS

Answer = Literal["yes", "no"]

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>{title}</title>
<main>
<h1>{title}</h1>
{content}
</main>
</html>
"""
FORM = '<form method="post"><button name="sure" value="yes">{button}</button></form>'  # an empty body is refused


def write_question(answer: Answer, language: str) -> str:
    """The page that asks whether to confirm or to cancel notifications."""
    title = TEXTS.get("email", "confirm-subject" if answer == "yes" else "stop-title", language)
    button = TEXTS.get("email", "want" if answer == "yes" else "stop", language)
    return write_page(title, button, language)


def write_page(title: str, button: str, language: str) -> str:
    """A page with a question, and a button that says yes."""
    return _write(title, FORM.format(button=escape(button)), language)


def write_answer(answer: Answer, language: str) -> str:
    """The page that says whether e-mails will come from now on."""
    return _write(TEXTS.get("email", "confirmed" if answer == "yes" else "stopped", language), "", language)


def _write(title: str, content: str, language: str) -> str:
    return PAGE.format(language=language, title=escape(title), content=content)
