"""Web push: messages that a browser can decrypt, and signatures that a push service can check."""

from __future__ import annotations

import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from push_browser import PushBrowser

from naadam.server.mail.web_push import (
    BadKey,
    Subscription,
    decode,
    derive_keys,
    encrypt,
    load_key,
    new_key,
    public_of,
    read_subscription,
    sign,
)


def test_the_keys_are_those_of_the_example_in_rfc_8291() -> None:
    browser = load_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    sender = load_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    subscription = Subscription(public_of(browser), decode("BTBZMqHH6r4Tts7J_aSIgg"))
    shared = sender.exchange(ec.ECDH(), browser.public_key())
    key, nonce = derive_keys(shared, subscription, public_of(sender), decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert (key, nonce) == (decode("oIhVW04MRdy2XN9CiKLxTg"), decode("4h_95klXJ5E_qnoN"))


def test_a_browser_decrypts_what_was_encrypted_for_it_and_no_other_does() -> None:
    browser, other = PushBrowser(), PushBrowser()
    subscription = read_subscription(*browser.keys)
    sent = encrypt("C’est votre tour".encode(), subscription)
    assert browser.decrypt(sent) == "C’est votre tour".encode()
    assert encrypt(b"a", subscription) != encrypt(b"a", subscription)
    with pytest.raises(InvalidTag):
        other.decrypt(sent)


def test_the_signature_names_the_push_service_and_can_be_checked() -> None:
    key = load_key(new_key())
    header = sign(key, "https://push.example.org", "https://play.example.org", 1_000_000.0)
    token, public = header.removeprefix("vapid t=").split(", k=")
    assert decode(public) == public_of(key)
    head, claims, signature = token.split(".")
    told = json.loads(decode(claims))
    assert told["aud"] == "https://push.example.org"
    assert 1_000_000 < told["exp"] <= 1_000_000 + 86_400, "services refuse more than a day"
    raw = decode(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key.public_key().verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("keys", [("", ""), ("AAAA", "AAAA"), ("%", "%"), ("B" * 87, "A" * 22)])
def test_keys_that_no_browser_makes_are_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(BadKey):
        read_subscription(*keys)
