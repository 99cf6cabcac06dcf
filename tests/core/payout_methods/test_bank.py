"""Payout destinations: kindly read, strictly checked (DEST-3, DEST-7, DEST-8, DEST-9)."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from backbeat.codes.catalogue import FIELD_REASONS
from backbeat.kernel.errors import BadValues, FieldsMissing, FieldsRefused, Refusal
from backbeat.payout_methods import bank, banking, checks
from backbeat.payout_methods.bank import BankForm
from backbeat.payout_methods.errors import (
    BadHolderName,
    BadPayeeName,
    BadPayoutAccount,
    BadSwift,
    CountryUnsupported,
)
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.settings import Payment

RULES = Payment()


def an_iban(country: str, account: str) -> str:
    """An IBAN with right check digits."""
    digits = "".join(str(int(c, 36)) for c in f"{account}{country}00")
    return f"{country}{98 - int(digits) % 97:02}{account}"


GERMAN = an_iban("DE", "500105170000000001")
FORM = BankForm(
    holder="Kim Minji",
    bank_name="Example Bank",
    bank_address="1 Example Street, Seoul",
    swift="EXAMKRSE",
    account_number="123456789012",
    account_number_confirm="123456789012",
    postal_code="04524",
)


def refused(kind: type[FieldsRefused], form: BankForm, rules: Payment = RULES) -> dict[str, str]:
    with pytest.raises(kind) as caught:
        form.destination(rules)
    return dict(caught.value.fields)


def test_a_whole_form_becomes_a_destination() -> None:
    account = evolve(FORM, swift=" exam kr se ", holder=" Kim  Minji ").destination(RULES)

    assert account.holder == "Kim Minji"
    assert account.swift == "EXAMKRSE"
    assert account.country == "KR"
    assert account.account_number == "123456789012"


def test_every_blank_field_is_named() -> None:
    fields = refused(FieldsMissing, BankForm(holder="Kim Minji", swift="  "))

    assert set(fields) == {
        "bank_name",
        "bank_address",
        "swift",
        "account_number",
        "account_number_confirm",
        "postal_code",
    }
    assert set(fields.values()) == {"required"}


def test_a_confirmation_must_be_the_same_number() -> None:
    form = evolve(FORM, account_number_confirm="123456789013")
    assert refused(FieldsMissing, form) == {"account_number_confirm": "mismatch"}

    spaced = evolve(FORM, account_number_confirm="1234 5678 9012")
    assert spaced.destination(RULES).account_number == "123456789012"


@pytest.mark.parametrize("length", [10, 11, 12])
def test_plain_numbers_have_ten_to_twelve_characters(length: int) -> None:
    assert bank.account_number("1" * length, RULES) == "1" * length


@pytest.mark.parametrize(
    "number", ["1" * 9, "1" * 13, "110-123-4567", "12345六7890", "１２３４５６７８９０"]
)
def test_other_plain_numbers_are_refused(number: str) -> None:
    with pytest.raises(BadPayoutAccount) as caught:
        bank.account_number(number, RULES)

    assert caught.value.code == 40015
    assert caught.value.fields == {"account_number": "account_number"}


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (GERMAN[:-1], "iban_length"),
        (GERMAN[:-1] + "2", "iban_checksum"),
        ("XX" + GERMAN[2:], "iban_country"),
        (GERMAN[:-1] + "-", "iban_form"),
    ],
)
def test_what_begins_like_an_iban_is_judged_as_one(number: str, reason: str) -> None:
    with pytest.raises(BadPayoutAccount) as caught:
        bank.account_number(number, RULES)

    assert caught.value.fields == {"account_number": reason}


IBAN_LENGTHS = {
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
}
"""As the registry of ISO 13616 has them, and those that use IBANs beside it."""


@pytest.mark.parametrize(
    ("country", "length"),
    [(country, length) for length, all_ in IBAN_LENGTHS.items() for country in all_.split()],
)
def test_an_iban_is_as_long_as_its_country_has_it(country: str, length: int) -> None:
    for characters in (length - 1, length, length + 1):
        number = an_iban(country, "1" * (characters - 4))
        assert banking.is_iban(number) is (characters == length)


def test_a_blank_number_and_a_blank_swift_code_are_missing() -> None:
    for read, name in ((banking.iban, "account_number"), (banking.bic, "swift")):
        with pytest.raises(FieldsMissing) as caught:
            read("  ")
        assert caught.value.fields == {name: "required"}


def test_a_blank_address_of_paypal_is_missing_and_not_malformed() -> None:
    with pytest.raises(FieldsMissing) as caught:
        checks.email("account_email", " ")
    assert caught.value.fields == {"account_email": "required"}


def test_an_iban_is_accepted_however_it_is_written() -> None:
    spaced = " ".join(GERMAN[i : i + 4] for i in range(0, len(GERMAN), 4)).lower()

    assert bank.account_number(spaced, RULES) == GERMAN


def test_the_literal_rule_refuses_ibans() -> None:
    with pytest.raises(BadPayoutAccount):
        bank.account_number(GERMAN, evolve(RULES, accept_iban=False))


@given(st.text(alphabet="0123456789", min_size=18, max_size=18), st.data())
def test_a_single_wrong_digit_is_always_found(account: str, data: st.DataObject) -> None:
    number = an_iban("DE", account)
    place = data.draw(st.integers(2, len(number) - 1))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != number[place]]))

    assert banking.iban(number) == number
    with pytest.raises(BadPayoutAccount):
        banking.iban(number[:place] + other + number[place + 1 :])


@pytest.mark.parametrize(("given", "never"), [("97", "00"), ("98", "01"), ("02", "99")])
def test_check_digits_that_no_bank_gives_out_are_refused(given: str, never: str) -> None:
    """They leave the same remainder of 97 as those that are given."""
    numbers = (an_iban("DE", f"{account:018}") for account in range(10_000))
    number = next(each for each in numbers if each[2:4] == given)

    assert banking.iban(number) == number
    with pytest.raises(BadPayoutAccount) as refused:
        banking.iban(f"DE{never}{number[4:]}")
    assert refused.value.fields == {"account_number": "iban_checksum"}


@pytest.mark.parametrize("code", ["EXAMKRSE", "EXAMKRSEXXX", "examkrse", "EXAM KR SE", "EXAMXKPR"])
def test_swift_codes_have_eight_or_eleven_characters(code: str) -> None:
    assert banking.bic(code) == "".join(code.split()).upper()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("ABC", "swift"),
        ("EXAMKRS", "swift"),
        ("EXAMKRSE1", "swift"),
        ("EXAMKRSEXX", "swift"),
        ("EXAMKRSEXXXX", "swift"),
        ("EXAMKRSE-XX", "swift"),
        ("EXA1KRSE", "swift"),
        ("ＥＸＡＭＫＲＳＥ", "swift"),
        ("examkrſe", "swift"),
        ("EXAMZZSE", "swift_country"),
        ("EXAMQQSE", "swift_country"),
    ],
)
def test_other_swift_codes_are_refused(code: str, reason: str) -> None:
    with pytest.raises(BadSwift) as caught:
        banking.bic(code)

    assert caught.value.code == 40017
    assert caught.value.fields == {"swift": reason}


@pytest.mark.parametrize(
    "name", ["Kim Minji", "김민지", "José Ñúñez", "O'Neill", "O’Neill", "J. R. Lee-Park", "王芳"]
)
def test_names_are_letters_of_any_script(name: str) -> None:
    assert checks.name("holder", name, BadHolderName) == name.replace("’", "'")
    assert checks.name("account_name", name, BadPayeeName) == name.replace("’", "'")


@pytest.mark.parametrize(
    "name", ["Kim123", "1", "K", "..", "- -", "a" * 101, "<b>Kim</b>", "Kim\u200bMin"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(BadHolderName) as holder:
        checks.name("holder", name, BadHolderName)
    with pytest.raises(BadPayeeName) as details:
        checks.name("account_name", name, BadPayeeName)

    assert (holder.value.code, details.value.code) == (40014, 40013)


def test_paypal_details_are_read() -> None:
    account = PayPalForm("Kim Minji", " minji@example.com ").destination(RULES)

    assert account.account_email == "minji@example.com"


@pytest.mark.parametrize(
    "email", ["x", "a@", "@b.com", "a b@example.com", "a@" + "b" * 260 + ".com"]
)
def test_a_malformed_paypal_address_is_refused(email: str) -> None:
    with pytest.raises(BadPayoutAccount) as caught:
        PayPalForm("Kim Minji", email).destination(RULES)

    assert caught.value.fields == {"account_email": "email"}


def test_a_country_that_transfers_do_not_reach_is_refused() -> None:
    rules = evolve(RULES, unsupported_bank_countries=frozenset({"KR"}))

    with pytest.raises(CountryUnsupported):
        FORM.destination(rules)


def test_free_fields_have_bounds_and_no_control_characters() -> None:
    assert refused(BadValues, evolve(FORM, bank_name="x" * 101)) == {"bank_name": "too_long"}
    assert refused(BadValues, evolve(FORM, bank_address="a\u0000b")) == {
        "bank_address": "bad_value"
    }


@pytest.mark.parametrize(
    ("name", "longest"), [("bank_name", 100), ("bank_address", 200), ("postal_code", 20)]
)
def test_a_free_field_is_as_long_as_its_bound_and_no_longer(name: str, longest: int) -> None:
    kept = evolve(FORM, **{name: "x" * longest}).destination(RULES)

    assert getattr(kept, name) == "x" * longest
    too_long = evolve(FORM, **{name: "x" * (longest + 1)})
    assert refused(BadValues, too_long) == {name: "too_long"}


@pytest.mark.parametrize("length", [2, 100])
def test_names_have_two_to_a_hundred_characters(length: int) -> None:
    assert checks.name("holder", "a" * length, BadHolderName) == "a" * length


@given(*(st.text(max_size=40) for _ in range(4)))
def test_any_text_is_accepted_or_refused_with_words(
    holder: str, swift: str, number: str, address: str
) -> None:
    form = evolve(
        FORM,
        holder=holder,
        swift=swift,
        account_number=number,
        account_number_confirm=number,
        bank_address=address,
    )
    try:
        form.destination(RULES)
    except Refusal as refusal:
        fields = getattr(refusal, "fields", {})
        assert set(fields.values()) <= set(FIELD_REASONS)


@pytest.mark.parametrize(
    ("letters", "spelled"),
    [
        ("ÆæŒœßẞ", "AEaeOEoessSS"),
        ("ÞþÐðĐđ", "ThthDdDd"),
        ("ŁłØøĦħı", "LlOoHhi"),
        ("O’Neil‐Kim", "O'Neil-Kim"),
        ("Žofia Nuñez", "Zofia Nunez"),
    ],
)
def test_letters_are_spelled_as_banks_spell_them(letters: str, spelled: str) -> None:
    assert banking.latin(letters) == spelled


def test_one_account_number_in_two_countries_is_two_places() -> None:
    korean, german = (evolve(FORM, swift=f"EXAM{country}XX") for country in ("KR", "DE"))

    here, there = (each.destination(RULES).identity for each in (korean, german))

    assert here != there
    assert here == evolve(korean, holder="Kim Suji", bank_name="Other").destination(RULES).identity


@pytest.mark.parametrize("other", ["MINA@example.org", "mina+two@example.org"])
def test_two_spellings_of_a_mailbox_are_one_place(other: str) -> None:
    one, two, third = (
        PayPalForm("Mina Kim", email).destination(RULES).identity
        for email in ("mina@example.org", other, "mia@example.org")
    )

    assert one == two != third
