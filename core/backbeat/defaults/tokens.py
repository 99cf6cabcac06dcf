"""Random values from the operating system."""

from __future__ import annotations

import secrets

from attrs import frozen

from backbeat.accounts.rules import CODE_ALPHABET
from backbeat.channels import rules as channel_rules

_REFERRAL_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_RANDOM_BYTES = 32


@frozen
class RandomTokens:
    """Fulfils the port `Tokens` of accounts."""

    def session(self) -> str:
        """`bb1_` and 256 bits in base64url."""
        return f"bb1_{secrets.token_urlsafe(_RANDOM_BYTES)}"

    def ticket(self) -> str:
        """256 bits in base64url."""
        return secrets.token_urlsafe(_RANDOM_BYTES)

    def digits(self) -> str:
        """Six digits, leading zeros included."""
        return f"{secrets.randbelow(1_000_000):06d}"

    def recovery_code(self) -> str:
        """XXXX-XXXX: forty bits in base32."""
        letters = _letters(CODE_ALPHABET, 8)
        return f"{letters[:4]}-{letters[4:]}"

    def second_factor_code(self) -> str:
        """XXXXX-XXXXX: fifty bits in base32."""
        letters = _letters(CODE_ALPHABET, 10)
        return f"{letters[:5]}-{letters[5:]}"

    def referral_code(self) -> str:
        """Eight letters and digits, without 0, 1, I and O."""
        return _letters(_REFERRAL_ALPHABET, 8)


def _letters(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def random_channel_code() -> str:
    """A channel's verification code: `BB-` and forty bits in letters and digits without lookalikes."""
    return channel_rules.CODE_PREFIX + _letters(
        channel_rules.CODE_ALPHABET, channel_rules.CODE_LENGTH
    )
