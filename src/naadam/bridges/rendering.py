"""Positions as environments show them: as text, as a picture in an array, or on the screen."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.errors import SpecError
from naadam.core.extras import need
from naadam.core.view import View

MODES = ("human", "ansi", "rgb_array")
FRAMES_PER_SECOND = 2
WIDTH = 640  # of a picture, in pixels


def check_mode(mode: str | None) -> str | None:
    """The mode itself, or SpecError."""
    if mode is not None and mode not in MODES:
        raise SpecError(f"a render mode must be {', '.join(MODES)} or None, not {mode!r}")
    return mode


def show(view: View, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """A view in a render mode; `human` draws it in a notebook, or else prints it, and gives nothing back."""
    if mode == "rgb_array":
        return paint(view)
    if mode == "ansi":
        return sketch(view)
    if mode == "human":
        notebook = sys.modules.get("IPython")
        if notebook is not None and notebook.get_ipython() is not None:
            notebook.display.display(notebook.display.SVG(view._repr_svg_()))
        else:
            print(sketch(view))
    return None


def sketch(view: View) -> str:
    """A view as lines of text."""
    face = view.game.face
    return f"{face.sketch(view.record)}\n{face.status(view.record)}"


def paint(view: View) -> npt.NDArray[np.uint8]:
    """A view as an array of rows, columns and red, green, blue."""
    resvg: Any = need("resvg_py", "a picture in an array", "bridges")
    image: Any = need("PIL.Image", "a picture in an array", "bridges")
    drawn = bytes(resvg.svg_to_bytes(svg_string=view._repr_svg_(), width=WIDTH, background="#ffffff"))
    return np.asarray(image.open(io.BytesIO(drawn)).convert("RGB"), np.uint8).copy()
