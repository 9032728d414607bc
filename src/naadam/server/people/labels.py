"""Labels of browsers, by which a person tells their devices apart: "Firefox, Android"."""

from __future__ import annotations

# Searched in this order, because browsers also name those that they are compatible with.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def describe_browser(user_agent: str) -> str:
    """The browser and the system of a User-Agent header; empty for a program that says neither."""
    named = [next((name for mark, name in kinds if mark in user_agent), "") for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, named))
