"""The port that keeps secrets unreadable where they are stored."""

from typing import Protocol


class SecretBox(Protocol):
    """Encrypts texts such as account numbers before they are stored.

    `about` names the one place to which a text belongs, for example
    `payee:<account>:account_number:1`. A sealed text can be opened only with the same `about`, so
    it is useless if copied elsewhere.
    """

    def seal(self, text: str, about: str) -> str:
        """The encrypted text, which may be stored."""

    def marks(self, text: str, about: str) -> tuple[str, ...]:
        """Values by which a sealed text is looked up: equal texts have equal marks, and without the
        key nobody can tell to which text one belongs. The first mark is written, and any of them
        may be in older rows.
        """

    def open(self, sealed: str, about: str) -> str:
        """The decrypted text. Raises ValueError if it was changed or moved, or if its key is gone."""
