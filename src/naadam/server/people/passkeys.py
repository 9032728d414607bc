"""Passkeys: the options that a browser is sent, and the checks of its answers, by the library webauthn.

Both ceremonies are bound to the name of the server as its host has configured it, never to one that a request names.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from naadam.server.protocol.errors import Gone, Unavailable, UserError

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

SECONDS = 300.0  # in which a challenge must be answered
MOST_CHALLENGES = 10_000
LOCALHOST = "localhost"


class Passkey(NamedTuple):
    """A passkey as it is stored: its id in base64url, its public key, and how often it was used."""

    id: str
    public_key: bytes
    uses: int


class Challenges:
    """The challenges that are open now, each for a person, or for one who is about to come in."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[bytes, tuple[str, float]] = {}  # in the order in which they were issued

    def note(self, challenge: bytes, person: str = "") -> None:
        now = self._clock()
        while self._open and next(iter(self._open.values()))[1] <= now:
            del self._open[next(iter(self._open))]
        if len(self._open) >= MOST_CHALLENGES:
            raise Unavailable("no-more-codes")
        self._open[challenge] = person, now + SECONDS

    def take(self, challenge: bytes, person: str = "") -> bytes:
        """A challenge that was issued to this person, once; Gone if there is none."""
        found = self._open.pop(challenge, None)
        if found is None or found[0] != person or found[1] <= self._clock():
            raise Gone("passkey-late")
        return challenge


def find_relying_party(hosts: Iterable[str]) -> str:
    """The name to which passkeys are bound: the first configured name with a dot, or localhost; empty without either.

    It is also empty where the library is missing.
    """
    if importlib.util.find_spec("webauthn") is None:
        return ""
    named = [host.lower() for host in hosts if not _is_address(host) and "*" not in host]
    return next((host for host in named if "." in host), LOCALHOST if LOCALHOST in named else "")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def ask_to_register(relying_party: str, person: str, name: str, known: Sequence[str]) -> tuple[dict[str, Any], bytes]:
    """The options to make a passkey, unless the device has one of the known ones; and the challenge."""
    import webauthn
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    options = webauthn.generate_registration_options(
        rp_id=relying_party,
        rp_name="Naadam",
        user_id=bytes.fromhex(person),
        user_name=name,
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[_describe(each) for each in known],
    )
    return json.loads(webauthn.options_to_json(options)), options.challenge


def _describe(passkey: str) -> PublicKeyCredentialDescriptor:
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return PublicKeyCredentialDescriptor(base64url_to_bytes(passkey))


def ask_to_enter(relying_party: str) -> tuple[dict[str, Any], bytes]:
    """The options to come in with any passkey of this server; and the challenge."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=relying_party)
    return json.loads(webauthn.options_to_json(options)), options.challenge


def check_registered(relying_party: str, answer: dict[str, Any], take: Callable[[bytes], bytes]) -> Passkey:
    """The new passkey in the answer of a browser; UserError if it is not an answer to a challenge of ours."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    challenge, origin = _read(relying_party, answer)
    expected = take(challenge)
    try:
        found = webauthn.verify_registration_response(
            credential=answer, expected_challenge=expected, expected_rp_id=relying_party, expected_origin=origin
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise UserError("bad-passkey") from None
    return Passkey(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def check_entered(
    relying_party: str, answer: dict[str, Any], known: Passkey, take: Callable[[bytes], bytes]
) -> Passkey:
    """A passkey with its new count of uses; UserError if the answer is not signed by it."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    challenge, origin = _read(relying_party, answer)
    expected = take(challenge)
    try:
        found = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=expected,
            expected_rp_id=relying_party,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.uses,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise UserError("bad-passkey") from None
    return known._replace(uses=found.new_sign_count)


def _read(relying_party: str, answer: dict[str, Any]) -> tuple[bytes, str]:
    """The challenge that an answer is to, and the origin of its page, which must be of our name."""
    from webauthn import base64url_to_bytes

    try:
        client = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        challenge, origin = base64url_to_bytes(client["challenge"]), str(client["origin"])
        page = urlsplit(origin)
        secure = page.scheme == "https" or (page.scheme == "http" and relying_party == LOCALHOST)
        if page.hostname != relying_party or not secure:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise UserError("bad-passkey") from None
    return challenge, origin
