"""The kinds of arguments of hooks and kernels, as annotations from which the compiler's types are found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

Int = Annotated[int, "int"]
Ints = Annotated[Any, "ints"]  # an array of whole numbers
Floats = Annotated[Any, "floats"]
Masks = Annotated[Any, "masks"]  # [game, action]: flags
Table = Annotated[Any, "table"]  # [game, seat]: numbers
State = Annotated[Any, "state"]  # a record of the game's STATE
States = Annotated[Any, "states"]
View = Annotated[Any, "view"]  # a record of the game's VIEW
Trail = Annotated[Any, "trail"]  # [row, word]: see kernels.py
Trails = Annotated[Any, "trails"]


def kinds_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The kinds of a function's arguments; tag and tables, which have none, are left out."""
    hints = get_type_hints(inspect.unwrap(getattr(function, "py_func", function)), include_extras=True)
    return tuple(hint.__metadata__[0] for hint in hints.values())
