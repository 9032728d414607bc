"""Names that people keep: the characters they may have, and the form in which no two people share one.

The folded form is equal for names that a reader can mistake for each other: it ignores case, accents, spaces and marks,
and replaces characters of other scripts by the Latin ones that look alike. Some honest pairs are one name by it, such
as Muller and Müller: a refused name costs less than an imitated one.
"""

from __future__ import annotations

import unicodedata

from naadam.server.protocol.errors import UserError
from naadam.server.table.players import one_line

LONGEST = 40
LONGEST_FOLDED = 80
PUNCTUATION = frozenset(" -_.'’·")  # an address can hold them, and they imitate nothing but each other
ALIKE = (  # characters of a script, and Latin ones that look like them in one of the two cases
    ("авекмнорстухіјѕһԁԛԝґѵӏ", "abekmhopctyxljshdqwrvl"),  # Cyrillic
    ("αβεζηικμνορτυχγϲ", "abezhlkmvoptyxyc"),  # Greek
    ("01iıøđł", "olllodl"),
)
LOOKALIKES = str.maketrans({one: other for pair in ALIKE for one, other in zip(*pair, strict=True)})


def read_name(text: str) -> str:
    """A name that a person may keep; UserError if it has other characters, or is all punctuation."""
    name = one_line(text)
    if not any(character.isalnum() for character in name):
        raise UserError("no-name")
    wrong = next((each for each in name if not _is_allowed(each)), None)
    if wrong is not None:
        raise UserError("name-character", character=wrong)
    if len(name) > LONGEST or len(fold_name(name)) > LONGEST_FOLDED:
        raise UserError("name-long", most=LONGEST)
    return name


def _is_allowed(character: str) -> bool:
    return character in PUNCTUATION or unicodedata.category(character)[0] in "LM" or character.isdecimal()


def fold_name(name: str) -> str:
    """The form in which names are unique."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(each for each in apart if each not in PUNCTUATION and not _is_accent(each))
    folded = unicodedata.normalize("NFKC", plain).casefold().translate(LOOKALIKES)
    return folded.replace("rn", "m").replace("vv", "w") or name


def _is_accent(character: str) -> bool:
    """True for accents of Latin, Greek and Cyrillic; the vowel signs of other scripts tell names apart."""
    return unicodedata.name(character, "").startswith("COMBINING ")
