"""Where a server listens: its socket, another port where the one that is wanted is taken, the local network."""

from __future__ import annotations

import errno
import ipaddress
import socket

from naadam.core.errors import NaadamError

BACKLOG = 128
PORTS_TRIED = 20  # one after the other, so that the address stays nearly the same
ELSEWHERE = "10.255.255.255"  # any address that is not of this machine: nothing is sent to it


class ServeError(NaadamError):
    """The server cannot start."""


def open_socket(host: str, port: int, or_another: bool = False) -> socket.socket:
    """Listen on a port; if it is taken and another will do, on one of the next, or on any that is free."""
    ports = [port, *range(port + 1, min(port + PORTS_TRIED, 65_536)), 0] if or_another else [port]
    for wanted in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named: no answer is held back
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen(BACKLOG)
            return listening
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or wanted == ports[-1]:
                raise ServeError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    raise AssertionError


def in_url(host: str) -> str:
    """A host as written in a URL and in the header of a request: addresses of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def local_addresses() -> list[str]:
    """The addresses of this machine in the local network, the one by which it reaches others first."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 1))
            found[asking.getsockname()[0]] = None
        except OSError:
            pass  # no network at all
    try:
        own = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        own = []
    found.update(dict.fromkeys(str(address[4][0]) for address in own))
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]
