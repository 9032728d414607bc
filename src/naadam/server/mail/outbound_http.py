"""HTTP requests to addresses that people name: no private networks, no redirects, pinned addresses, short timeouts.

A name is resolved once, all its addresses are checked, and the connection goes to one of these: a name server cannot
answer otherwise for the connection than for the check. The host may allow private addresses and plain HTTP.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from naadam.core.errors import NaadamError

LONGEST_URL = 1000
SECONDS_TO_CONNECT = 5.0
SECONDS_IN_ALL = 15.0  # of a request: a server that answers byte by byte is cut off
TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
URL = re.compile(r"[!-~]+")  # printable ASCII: nothing that could end a header line


class BadAddress(NaadamError):
    """A URL to which this server sends nothing."""


class Target(NamedTuple):
    """A URL, taken apart."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' * self.secure}://{host}{'' if self.port == usual else f':{self.port}'}"


def read_url(url: str, private: bool) -> Target:
    """Take a URL apart; BadAddress unless it is https://, or http:// where private addresses are allowed."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("this is no URL") from None
    if len(url) > LONGEST_URL or not URL.fullmatch(url) or not parts.hostname or parts.username or parts.fragment:
        raise BadAddress("this is no URL")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise BadAddress("the URL must begin with https://")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port or (443 if secure else 80), path)


def is_public(address: str) -> bool:
    """True if an address is of the internet, also after translation to IPv4."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in network for network in TRANSLATED):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def find_address(target: Target, private: bool) -> str:
    """Resolve the host of a URL; BadAddress if one of its addresses is private and that is not allowed."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddress("the host of the URL is not known") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not private and not all(map(is_public, addresses)):
        raise BadAddress("the host of the URL is in a private network")
    return addresses[0]


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> int:
    """Send a POST request and return the status of the answer, which is not read further; this blocks.

    OSError or http.client.HTTPException if it fails. Redirects are not followed.
    """
    target = read_url(url, private)
    address = find_address(target, private)
    plain = socket.create_connection((address, target.port), SECONDS_TO_CONNECT)
    streams = [plain]
    timer = threading.Timer(SECONDS_IN_ALL, _cut, [streams])
    timer.daemon = True
    timer.start()
    try:
        with plain:
            stream = plain
            if target.secure:
                context = ssl.create_default_context()
                stream = context.wrap_socket(plain, server_hostname=target.host, do_handshake_on_connect=False)
                streams.append(stream)
                stream.do_handshake()
            with stream:
                connection = http.client.HTTPConnection(target.host, target.port)
                connection.sock = stream
                name = target.origin.partition("://")[2]
                connection.request("POST", target.path, body, {"Host": name, "Connection": "close", **headers})
                return connection.getresponse().status
    finally:
        timer.cancel()


def _cut(streams: list[socket.socket]) -> None:
    with contextlib.suppress(OSError):  # it has ended
        streams[-1].shutdown(socket.SHUT_RDWR)
