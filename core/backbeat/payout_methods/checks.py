"""Checks that forms of several methods share: each returns the normalised text or refuses its
field.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from backbeat import settings
from backbeat.accounts.rules import require_email
from backbeat.kernel.errors import BadValues, FieldsMissing, FieldsRefused, Refusal
from backbeat.payout_methods.errors import BadPayoutAccount

NAME_MIN, NAME_MAX = 2, 100

_NAME_SIGNS = frozenset(" .'-")


def require_filled(fields: Mapping[str, str]) -> None:
    """Refuse blank fields with 4, naming every one of them."""
    blank = {name: "required" for name, value in fields.items() if not value.strip()}
    if blank:
        raise FieldsMissing(fields=blank)


def name(field: str, text: str, refusal: type[FieldsRefused]) -> str:
    """A person's or a company's name: composed, single spaces, a plain apostrophe.

    Letters of any script with spaces, dots, apostrophes and hyphens between them; refused with 4 if
    it is blank and with `refusal` otherwise.
    """
    require_filled({field: text})
    found = " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())
    if not _is_name(found):
        raise refusal(fields={field: "name"})
    return found


def email(field: str, text: str) -> str:
    """An e-mail address. Refused with 4 and 40015."""
    require_filled({field: text})
    try:
        return require_email(text, settings.Accounts())
    except Refusal:
        raise BadPayoutAccount(fields={field: "email"}) from None


def free_text(field: str, text: str, longest: int) -> str:
    """A line of text within its limit; control characters are refused with 2 `bad_value`."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if len(line) > longest:
        raise BadValues(fields={field: "too_long"})
    if any(unicodedata.category(character)[0] == "C" for character in line):
        raise BadValues(fields={field: "bad_value"})
    return line


def compact(text: str) -> str:
    """Without white space, in upper case; text beyond ASCII is left as it is.

    Upper-casing would turn letters such as the dotless i into plain ones.
    """
    without = "".join(text.split())
    return without.upper() if without.isascii() else without


def _is_name(text: str) -> bool:
    letters = [c for c in text if unicodedata.category(c)[0] in "LM"]
    signs = len(text) - len(letters)
    known_signs = sum(text.count(sign) for sign in _NAME_SIGNS)
    return NAME_MIN <= len(text) <= NAME_MAX and bool(letters) and signs == known_signs
