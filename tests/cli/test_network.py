"""Where a server listens: at its own port, at another one if that will do, and never in silence elsewhere."""

from __future__ import annotations

import ipaddress

import pytest

from naadam.cli.network import ServeError, in_url, local_addresses, open_socket


def test_a_port_that_is_taken_is_an_error_or_the_next_one_is_taken() -> None:
    with open_socket("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with pytest.raises(ServeError, match=str(taken)):
            open_socket("127.0.0.1", taken)
        with open_socket("127.0.0.1", taken, or_another=True) as second:
            assert second.getsockname()[1] != taken


def test_an_address_that_is_not_ours_is_an_error_whatever_the_port() -> None:
    with pytest.raises(ServeError):
        open_socket("203.0.113.1", 0, or_another=True)


def test_addresses_in_the_local_network_are_not_those_of_this_machine_alone() -> None:
    assert not any(ipaddress.ip_address(address).is_loopback for address in local_addresses())


def test_a_host_stands_in_brackets_in_a_url_if_it_is_an_address_of_ipv6() -> None:
    assert [in_url(host) for host in ("::1", "127.0.0.1", "play.example.org")] == [
        "[::1]",
        "127.0.0.1",
        "play.example.org",
    ]
