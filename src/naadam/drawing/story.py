"""A story: one action told in small steps, each with its sayings and the position after it."""

from __future__ import annotations

from dataclasses import dataclass

from naadam.drawing.description import Description, Saying


@dataclass(frozen=True)
class Frame:
    """A step of a story, as all may know it."""

    saying: Saying  # its points are those that it is about
    drawing: Description
    clause: str = ""
    chapter: Saying | None = None  # the part of the story that it belongs to
