"""The hash of a secret: it is shown, or stored, in its place."""

from __future__ import annotations

import hashlib


def hash_secret(secret: str) -> str:
    """The SHA-256 of a seed, a token or a key, in hexadecimal: it promises the secret, and reveals nothing of it."""
    return hashlib.sha256(secret.encode()).hexdigest()
