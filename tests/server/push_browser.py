"""The part of a browser that gets push messages: its keys, and decryption by RFC 8291 and 8188."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from naadam.server.mail.web_push import Subscription, derive_keys, encode, public_of


class PushBrowser:
    """A browser with a subscription."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def keys(self) -> tuple[str, str]:
        """The fields p256dh and auth of the subscription."""
        return encode(public_of(self._key)), encode(self._secret)

    def decrypt(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender = body[21 : 21 + length]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        subscription = Subscription(public_of(self._key), self._secret)
        key, nonce = derive_keys(self._key.exchange(ec.ECDH(), public), subscription, sender, salt)
        padded = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        message, end = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1:]
        assert end == b"\x02"
        return message
