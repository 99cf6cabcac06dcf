"""Payout destinations as people type them: read kindly, checked strictly (D-087..D-090, R14).

Each function gives the normalised value or refuses, naming the field. The keys of `fields` are
the names of the form: holder, bank_name, bank_address, swift, account_number,
account_number_confirm, postal_code, account_name, account_email.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from attrs import asdict, frozen

from backbeat import settings
from backbeat.accounts.rules import require_email
from backbeat.kernel.countries import is_country
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal
from backbeat.settings import Payment
from backbeat.withdrawals.errors import (
    BadHolderName,
    BadPayeeName,
    BadPayoutAccount,
    BadSwift,
    CountryUnsupported,
)
from backbeat.withdrawals.model import BankAccount, PayPalAccount

NAME_MIN, NAME_MAX = 2, 100
TEXT_MAX = {"bank_name": 100, "bank_address": 200, "postal_code": 20}
"""The most characters of the free fields; a transfer file takes no more of them."""

_IBAN_START = re.compile(r"[A-Z]{2}[0-9]{2}")
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+")
_PLAIN_NUMBER = re.compile(r"[A-Z0-9]+")
_BIC = re.compile(r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?")
_NAME_SIGNS = frozenset(" .'-")

# The lengths of ISO 13616's registry, and of the countries that use IBANs without standing in it
# (most of them in Africa): to refuse those would leave their creators without a payout.
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


@frozen
class BankForm:
    """Bank details as they were typed; a field that was not sent is blank."""

    holder: str = ""
    bank_name: str = ""
    bank_address: str = ""
    swift: str = ""
    account_number: str = ""
    account_number_confirm: str = ""
    postal_code: str = ""


@frozen
class PayPalForm:
    """PayPal details as they were typed."""

    account_name: str = ""
    account_email: str = ""


def bank_account(form: BankForm, rules: Payment) -> BankAccount:
    """The destination that the form describes.

    Refused with 4 (blank fields, all of them named; or a confirmation that differs), 40014,
    40017, 40015, 40016 and 2 `bad_value`, in this order.
    """
    require_filled(asdict(form))
    require_confirmed(form.account_number, form.account_number_confirm)
    holder = holder_name(form.holder)
    swift = bic(form.swift)
    number = account_number(form.account_number, rules)
    require_supported(swift, rules)
    return BankAccount(
        holder=holder,
        bank_name=_free_text("bank_name", form.bank_name),
        bank_address=_free_text("bank_address", form.bank_address),
        swift=swift,
        account_number=number,
        postal_code=_free_text("postal_code", form.postal_code),
    )


def paypal_account(form: PayPalForm) -> PayPalAccount:
    """The destination that the form describes. Refused with 4, 40013 and 40015."""
    require_filled(asdict(form))
    return PayPalAccount(
        account_name=paypal_name(form.account_name),
        account_email=paypal_email(form.account_email),
    )


def require_filled(fields: Mapping[str, str]) -> None:
    """Refuse blank fields with 4, naming every one of them."""
    blank = {name: "required" for name, value in fields.items() if not value.strip()}
    if blank:
        raise FieldsMissing(fields=blank)


def require_confirmed(number: str, confirmation: str) -> None:
    """Refuse with 4 a confirmation that is another number, however the two are spaced."""
    if _compact(number) != _compact(confirmation):
        raise FieldsMissing(fields={"account_number_confirm": "mismatch"})


def require_supported(swift: str, rules: Payment) -> None:
    """Refuse with 40016 a bank in a country that transfers do not reach (D-090)."""
    country = swift[4:6]
    if country in rules.unsupported_bank_countries:
        raise CountryUnsupported(country=country)


def account_number(text: str, rules: Payment) -> str:
    """An IBAN by its own rules, any other number by the installation's bounds (D-087).

    Two letters and two digits at the start make it an IBAN. Refused with 4 and 40015.
    """
    require_filled({"account_number": text})
    number = _compact(text)
    if rules.accept_iban and _IBAN_START.match(number):
        return iban(number)
    fits = rules.account_min <= len(number) <= rules.account_max
    if not fits or not _PLAIN_NUMBER.fullmatch(number):
        raise BadPayoutAccount(fields={"account_number": "account_number"})
    return number


def iban(text: str) -> str:
    """An IBAN with its country's length and right check digits. Refused with 4 and 40015."""
    require_filled({"account_number": text})
    number = _compact(text)
    problem = _iban_problem(number)
    if problem:
        raise BadPayoutAccount(fields={"account_number": problem})
    return number


def bic(text: str) -> str:
    """A SWIFT code of 8 or 11 characters that names a known country (D-088).

    Refused with 4 and 40017.
    """
    require_filled({"swift": text})
    code = _compact(text)
    if not _BIC.fullmatch(code):
        raise BadSwift(fields={"swift": "swift"})
    if not is_country(code[4:6]):
        raise BadSwift(fields={"swift": "swift_country"})
    return code


def holder_name(text: str) -> str:
    """The name of a bank account's holder (D-089). Refused with 4 and 40014."""
    require_filled({"holder": text})
    name = _name(text)
    if not _is_name(name):
        raise BadHolderName(fields={"holder": "name"})
    return name


def paypal_name(text: str) -> str:
    """The name of a PayPal account's owner (D-089). Refused with 4 and 40013."""
    require_filled({"account_name": text})
    name = _name(text)
    if not _is_name(name):
        raise BadPayeeName(fields={"account_name": "name"})
    return name


def paypal_email(text: str) -> str:
    """The e-mail address that PayPal knows (D-089). Refused with 4 and 40015."""
    require_filled({"account_email": text})
    try:
        return require_email(text, settings.Accounts())
    except Refusal:
        raise BadPayoutAccount(fields={"account_email": "email"}) from None


def _iban_problem(number: str) -> str | None:
    """The reason why a compact text is no IBAN, None when it is one."""
    if not _IBAN.fullmatch(number):
        return "iban_form"
    length = _IBAN_LENGTHS.get(number[:2])
    if length is None:
        return "iban_country"
    if len(number) != length:
        return "iban_length"
    # 00, 01 and 99 satisfy the remainder too, but are never given out.
    if number[2:4] in {"00", "01", "99"} or _remainder(number) != 1:
        return "iban_checksum"
    return None


def _remainder(number: str) -> int:
    """ISO 7064 modulo 97 of the number with its first four characters moved to the end."""
    digits = "".join(str(int(character, 36)) for character in number[4:] + number[:4])
    return int(digits) % 97


def _compact(text: str) -> str:
    """Without white space, in upper case; text beyond ASCII is left as it is.

    Upper-casing would turn letters such as the dotless i into plain ones.
    """
    compact = "".join(text.split())
    return compact.upper() if compact.isascii() else compact


def _name(text: str) -> str:
    """One form for names: composed, single spaces, a plain apostrophe."""
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())


def _is_name(name: str) -> bool:
    """Letters of any script with spaces, dots, apostrophes and hyphens between them."""
    letters = [c for c in name if unicodedata.category(c)[0] in "LM"]
    signs = len(name) - len(letters)
    known_signs = sum(name.count(sign) for sign in _NAME_SIGNS)
    return NAME_MIN <= len(name) <= NAME_MAX and bool(letters) and signs == known_signs


def _free_text(field: str, text: str) -> str:
    """A line of text within its bound; control characters are refused with 2 `bad_value`."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if len(line) > TEXT_MAX[field]:
        raise BadValues(fields={field: "too_long"})
    if any(unicodedata.category(character)[0] == "C" for character in line):
        raise BadValues(fields={field: "bad_value"})
    return line
