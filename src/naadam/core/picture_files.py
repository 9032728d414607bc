"""Pictures as files: SVG as it is, PNG through resvg."""

from __future__ import annotations

from pathlib import Path

from naadam.core.errors import NaadamError
from naadam.core.extras import need

WIDTH = 1200  # of a PNG, in pixels


def save_picture(svg: str, file: str | Path, width: int = WIDTH) -> None:
    """Write a picture as the ending of the file's name says; NaadamError if it cannot be written."""
    file = Path(file)
    if file.suffix not in (".svg", ".png"):
        raise NaadamError(f"a picture is saved as .svg or .png, not as {str(file)!r}")
    if isinstance(width, bool) or not isinstance(width, int) or not 16 <= width <= 8192:
        raise NaadamError(f"the width of a picture must be 16 to 8192, not {width!r}")
    data = svg.encode("utf-8")
    if file.suffix == ".png":
        resvg = need("resvg_py", "a picture as PNG", "server")
        data = bytes(resvg.svg_to_bytes(svg_string=svg, width=width, background="#ffffff"))
    try:
        file.write_bytes(data)
    except OSError as error:
        raise NaadamError(f"{file} cannot be written: {error.strerror}") from None
