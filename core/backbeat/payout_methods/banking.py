"""What all banks use: IBAN, BIC, and the letters that their networks carry."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from backbeat.kernel.countries import is_country
from backbeat.kernel.errors import FieldsRefused
from backbeat.payout_methods.checks import compact, require_filled
from backbeat.payout_methods.errors import BadPayoutAccount, BadSwift

LONGEST_NAME = 70
"""Banks cut off names longer than this on the way, so they are not sent."""

IBAN_START = re.compile(r"[A-Z]{2}[0-9]{2}")

_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+")
_BIC = re.compile(r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?")
_LATIN = re.compile(r"[A-Za-z0-9/\-?:().,'+ ]+")

_SPELLED = str.maketrans(
    {
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "ß": "ss", "ẞ": "SS",
        "Þ": "Th", "þ": "th", "Ð": "D", "ð": "d", "Đ": "D", "đ": "d",
        "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Ħ": "H", "ħ": "h", "ı": "i",
        "’": "'", "‐": "-",
    }
)  # fmt: skip
"""Letters that are more than a Latin letter with an accent, as passports and banks spell them."""

# The lengths in ISO 13616's registry, and those of countries that use IBANs without being in it
# (most of them in Africa): refusing these would leave their creators without a payout.
_IBAN_LENGTHS: Mapping[str, int] = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FK FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "AO CV GW LY MZ PT ST",
        26: "DZ IR IS TR",
        27: "BI CF CG CM DJ FR GA GQ GR IT KM MC MG MR SM TD",
        28: "AL AZ BF BJ BY CI CY DO GT HN HU LB MA ML NE NI PL SN SV TG",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
    for country in countries.split()
}


def iban(text: str) -> str:
    """An IBAN with its country's length and right check digits. Refused with 4 and 40015."""
    require_filled({"account_number": text})
    number = compact(text)
    problem = _iban_problem(number)
    if problem:
        raise BadPayoutAccount(fields={"account_number": problem})
    return number


def bic(text: str) -> str:
    """A SWIFT code of 8 or 11 characters that names a known country.

    Refused with 4 and 40017.
    """
    require_filled({"swift": text})
    code = compact(text)
    if not _BIC.fullmatch(code):
        raise BadSwift(fields={"swift": "swift"})
    if not is_country(code[4:6]):
        raise BadSwift(fields={"swift": "swift_country"})
    return code


def is_iban(number: str) -> bool:
    """Whether an account number is an IBAN with right check digits."""
    try:
        iban(number)
    except FieldsRefused:
        return False
    return True


def is_bic(text: str) -> bool:
    """Whether a text is a SWIFT code of a known country."""
    try:
        bic(text)
    except FieldsRefused:
        return False
    return True


def latin(text: str) -> str | None:
    """The text in the letters that banks carry, without accents; None if that is not possible."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    bare = " ".join(bare.split())
    return bare if _LATIN.fullmatch(bare) else None


def _iban_problem(number: str) -> str | None:
    """The reason why a compact text is not an IBAN; None if it is one."""
    if not _IBAN.fullmatch(number):
        return "iban_form"
    length = _IBAN_LENGTHS.get(number[:2])
    if length is None:
        return "iban_country"
    if len(number) != length:
        return "iban_length"
    # 00, 01 and 99 also satisfy the remainder, but are never given out.
    if number[2:4] in {"00", "01", "99"} or _remainder(number) != 1:
        return "iban_checksum"
    return None


def _remainder(number: str) -> int:
    """ISO 7064 modulo 97 of the number with its first four characters moved to the end."""
    digits = "".join(str(int(character, 36)) for character in number[4:] + number[:4])
    return int(digits) % 97
