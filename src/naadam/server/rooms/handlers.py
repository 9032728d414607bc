"""Message handlers: each feature registers the function that handles a type of message, and its cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room

COST_OF_EVENT = 0.25  # of putting an event into words, where a drawing costs 1

Handle = Callable[[Any, Any, Any], Awaitable[None] | None]  # of a room, a client and a message
Greet = Callable[["Room", "Client"], Awaitable[None]]
Function = TypeVar("Function", bound=Handle)


class Handler(NamedTuple):
    """The function that handles a type of message, its cost in units of about a drawing, and who may send it."""

    handle: Handle
    cost: float | Callable[[Any, Any], float]  # fixed, or by room and message
    needs_seat: bool  # whether the sender must hold the seat that the message names


HANDLERS: MutableMapping[type, Handler] = {}
AFTER_HELLO: list[Greet] = []  # called in order when a client has been sent the table


def handles(
    *kinds: type,
    cost: float | Callable[[Any, Any], float] = 1.0,
    needs_seat: bool = True,
    table: MutableMapping[type, Handler] = HANDLERS,
) -> Callable[[Function], Function]:
    """Register a function for these types of message, in the table of all rooms or in that of one kind of room."""

    def register(function: Function) -> Function:
        for kind in kinds:
            table[kind] = Handler(function, cost, needs_seat)
        return function

    return register


def after_hello(function: Greet) -> Greet:
    """Register a function that sends more to a client that has just connected."""
    AFTER_HELLO.append(function)
    return function
