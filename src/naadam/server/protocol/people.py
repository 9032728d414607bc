"""Schemas of the person who asks: name, devices and other keys."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from naadam.server.protocol.schemas import Body


class NameWanted(Body):
    name: str = Field(max_length=200, description="empty to keep no name")


class CodeEntered(Body):
    """A code by which a browser becomes a device of a person.

    It has nine digits, is a recovery code, or has the eight characters of an e-mail, which may also add its address.
    """

    code: str = Field(max_length=60)


class AddressNamed(Body):
    address: str = Field(max_length=254, description="an e-mail address")


class SheetPrinted(BaseModel):
    code: str = Field(description="a recovery code; it is shown once, and the one before is void")


class PasskeyOptions(BaseModel):
    """Options as `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read them."""

    options: dict[str, Any]


class PasskeyAnswer(Body):
    answer: dict[str, Any] = Field(description="a credential as its `toJSON` writes it")


class KeyInfo(BaseModel):
    """A way in: a browser, a recovery code, a passkey, a token of a program, an e-mail address."""

    id: str
    kind: Literal["browser", "sheet", "passkey", "token", "email"]
    label: str
    created: float = Field(description="in seconds since 1970")
    used: float = Field(description="to the hour")
    here: bool = Field(description="whether it is that of this browser")


class VacationInfo(BaseModel):
    """Vacation of this person in a year: hours in which days per move do not run out."""

    year: int
    hours: int = Field(description="of the year")
    left: int = Field(description="hours not taken yet")
    on: bool = Field(description="whether it is taken when a clock would run out")


class VacationWanted(Body):
    on: bool


class Me(BaseModel):
    """The person of this browser."""

    name: str | None
    kept: bool = Field(description="whether nobody else may have this name")
    passkeys: str = Field(default="", description="the host name to which passkeys are bound; empty without any")
