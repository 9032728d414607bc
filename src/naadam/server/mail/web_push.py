"""Web push: encrypted messages to browsers (RFC 8291, in the coding of RFC 8188), signed by this server (RFC 8292).

Needs the package cryptography (`naadam[push]`).
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from naadam.core.errors import NaadamError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AVAILABLE = importlib.util.find_spec("cryptography") is not None
RECORD = 4096  # bytes: a message is one record
POINT = 65  # bytes of an uncompressed point of P-256
SECRET = 16  # bytes of a subscription's secret
SECONDS_VALID = 12 * 3600  # of a signature
SECONDS_KEPT = 86_400  # by the push service, for a browser that is not there


class BadKey(NaadamError):
    """The keys of a subscription are not what browsers make."""


class Subscription(NamedTuple):
    """The keys of a browser's subscription: its public key and the secret that it shares with this server."""

    public: bytes
    secret: bytes


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_subscription(p256dh: str, auth: str) -> Subscription:
    """The keys of a subscription as a browser writes them; BadKey if no browser has written them."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        public, secret = decode(p256dh), decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        raise BadKey("these are no keys of a browser") from None
    if len(public) != POINT or len(secret) != SECRET:
        raise BadKey("these are no keys of a browser")
    return Subscription(public, secret)


def new_key() -> str:
    """A private key of this server, for the database."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return encode(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def load_key(text: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(text), "big"), ec.SECP256R1())


def public_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public key as an uncompressed point."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sign(key: EllipticCurvePrivateKey, audience: str, contact: str, now: float) -> str:
    """The header Authorization for a push service, which is named by its origin."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": int(now) + SECONDS_VALID, "sub": contact}
    token = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={token}.{signature}, k={encode(public_of(key))}"


def encrypt(message: bytes, subscription: Subscription) -> bytes:
    """Encrypt a message for a browser, with a key and a salt that are used once."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    once, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.public)
    public = public_of(once)
    shared = once.exchange(ec.ECDH(), browser)
    key, nonce = derive_keys(shared, subscription, public, salt)
    header = salt + RECORD.to_bytes(4, "big") + len(public).to_bytes(1, "big") + public
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)  # \x02 ends the last record


def derive_keys(shared: bytes, subscription: Subscription, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The content encryption key and the nonce of a message."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derive(length: int, salt: bytes, secret: bytes, info: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    secret = derive(32, subscription.secret, shared, b"WebPush: info\0" + subscription.public + sender)
    key = derive(16, salt, secret, b"Content-Encoding: aes128gcm\0")
    return key, derive(12, salt, secret, b"Content-Encoding: nonce\0")
