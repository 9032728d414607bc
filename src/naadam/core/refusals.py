"""A refusal: the clause that forbids an action, and why, in the player's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from naadam.core.contract import WORDING
from naadam.core.texts import Texts


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed. The same object reaches page, answer, exception and terminal."""

    clause: str  # "BC-5"
    key: str  # of its sentence, under [refusals] in the texts
    parameters: Mapping[str, object] = field(hash=False)
    texts: Texts = field(repr=False, compare=False)

    def text(self, language: str = "en") -> str:
        """The reason, in one sentence."""
        return self.texts.get("refusals", self.key, language, **self.parameters)

    def rule(self, language: str = "en") -> str:
        """The text of the clause."""
        return self.texts.clause(self.clause, language)

    def __str__(self) -> str:
        return f"{self.clause}: {self.text()}"


def refuse(prefix: str, code: int, parameters: Mapping[str, object], texts: Texts) -> Refusal:
    """The refusal that rules have named by a number: the clause, plus WORDING times the number of its sentence."""
    wording, clause = divmod(int(code), WORDING)
    return Refusal(f"{prefix}-{clause}", f"{clause}.{wording}" if wording else str(clause), parameters, texts)
