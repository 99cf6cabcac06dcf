"""The port that keeps secrets unreadable where they are stored."""

from typing import Protocol


class SecretBox(Protocol):
    """Seals texts such as account numbers before they are stored.

    `about` names the one place a text belongs to, for example `payee:<account>:account_number:1`.
    A sealed text opens with the same `about` only, so it is worth nothing when copied elsewhere.
    """

    def seal(self, text: str, about: str) -> str:
        """The text as it may be stored."""

    def marks(self, text: str, about: str) -> tuple[str, ...]:
        """What a sealed text is found by: equal texts have equal marks, and nobody without the key
        can tell which text one belongs to. The first is written, each may stand in older rows."""

    def open(self, sealed: str, about: str) -> str:
        """The text again. Raises ValueError when it was changed, moved, or its key is gone."""
