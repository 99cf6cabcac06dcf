"""Saying who one is to the tax office, over books in memory."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.tax import CLOSED, NOBODY, NOON, OPEN, PERSON, SMALL, UNPROVEN, TaxStand
from tests.fakes.withdrawals import BANK_FORM, MINA, PAYPAL_FORM

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import FeatureOff, FieldsMissing, NotFound, Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Settings
from backbeat.tax.model import NumberKind, TaxDetails, TaxForm, TaxNumber

FIRM = TaxForm("(주)Noodles 24", business_no=OPEN, country="KR")


@pytest.fixture
def stand() -> TaxStand:
    return TaxStand()


def refused(stand: TaxStand, form: TaxForm) -> Refusal:
    """Why a form is refused; nothing of it is kept."""
    before = stand.tax.page(MINA).details
    with pytest.raises(Refusal) as caught:
        stand.tax.check(MINA, form)
    assert stand.tax.page(MINA).details == before
    return caught.value


def test_a_business_at_work_is_kept_with_the_day_of_its_check(stand: TaxStand) -> None:
    kept = stand.tax.check(MINA, FIRM)

    assert kept == TaxDetails(
        MINA, "KR", TaxNumber(NumberKind.BUSINESS, OPEN), "(주)Noodles 24", NOON
    )
    assert stand.tax.page(MINA).details == kept
    assert stand.authority.asked == [OPEN]


@pytest.mark.parametrize(
    ("number", "code", "fields"),
    [
        (SMALL, 40009, None),
        (CLOSED, 40010, None),
        (NOBODY, 40011, {"business_no": "wrong"}),
    ],
)
def test_what_the_authority_knows_of_a_business_refuses_it(
    stand: TaxStand, number: str, code: int, fields: object
) -> None:
    why = refused(stand, evolve(FIRM, business_no=number))

    assert (why.code, why.details.get("fields")) == (code, fields)


def test_an_authority_that_is_away_is_40008_and_earlier_details_stay(stand: TaxStand) -> None:
    kept = stand.tax.check(MINA, FIRM)
    stand.authority.down = True

    assert refused(stand, evolve(FIRM, name="Other")).code == 40008
    assert stand.tax.page(MINA).details == kept


@pytest.mark.parametrize(
    ("form", "code", "fields"),
    [
        (evolve(FIRM, business_no="B12"), 40011, {"business_no": "wrong"}),
        (TaxForm("Mina Kim", id_no="P12", country="KR"), 40012, {"id_no": "wrong"}),
        (TaxForm("Mina 2", id_no=PERSON, country="KR"), 40013, {"name": "name"}),
        (evolve(FIRM, name="(!)"), 40013, {"name": "name"}),
        (evolve(FIRM, name="a"), 40013, {"name": "name"}),
        (evolve(FIRM, name="a" * 101), 40013, {"name": "name"}),
        (evolve(FIRM, name="No\0odles"), 40013, {"name": "name"}),
        (evolve(FIRM, name="  "), 4, {"name": "required"}),
        (evolve(FIRM, business_no=" "), 4, {"business_no": "required"}),
        (evolve(FIRM, id_no=PERSON), 2, {"id_no": "bad_value"}),
        (evolve(FIRM, country="DE"), 2, {"country": "bad_value"}),
        (evolve(FIRM, country="XX"), 2, {"country": "bad_value"}),
        (evolve(FIRM, country=None), 4, {"country": "required"}),
    ],
)
def test_a_wrong_form_is_refused_before_anybody_is_asked(
    stand: TaxStand, form: TaxForm, code: int, fields: dict[str, str]
) -> None:
    stand.authority.down = True
    why = refused(stand, form)

    assert (why.code, why.details["fields"]) == (code, fields)
    assert stand.authority.asked == []


def test_a_person_is_kept_by_the_number_alone(stand: TaxStand) -> None:
    stand.authority.down = True

    kept = stand.tax.check(MINA, TaxForm(" Mina  Kim ", id_no=PERSON, country="kr"))

    assert (kept.number.kind, kept.number.proven, kept.name) == (
        NumberKind.PERSON,
        True,
        "Mina Kim",
    )
    assert stand.authority.asked == []


def test_a_number_that_no_checksum_speaks_for_is_kept_and_marked(stand: TaxStand) -> None:
    kept = stand.tax.check(MINA, TaxForm("Mina Kim", id_no=UNPROVEN, country="KR"))
    assert not kept.number.proven


def test_the_country_is_the_banks_unless_another_is_named(stand: TaxStand) -> None:
    stand.payouts.payment_details.register(MINA, BANK_FORM)
    page = stand.tax.page(MINA)
    assert (page.country, page.countries, page.details) == ("KR", ("KR",), None)

    assert stand.tax.check(MINA, evolve(FIRM, country=None)).country == "KR"
    assert refused(stand, evolve(FIRM, country="DE")).code == 2


def test_paypal_tells_no_country(stand: TaxStand) -> None:
    stand.payouts.payment_details.register(MINA, PAYPAL_FORM)

    assert stand.tax.page(MINA).country is None
    assert isinstance(refused(stand, evolve(FIRM, country=None)), FieldsMissing)


def test_saying_it_again_replaces_it(stand: TaxStand) -> None:
    stand.tax.check(MINA, FIRM)
    again = stand.tax.check(MINA, TaxForm("Mina Kim", id_no=PERSON, country="KR"))

    assert stand.tax.page(MINA).details == again


def test_numbers_are_masked_and_never_printed(stand: TaxStand) -> None:
    firm = stand.tax.check(MINA, FIRM)
    person = stand.tax.check(MINA, TaxForm("Mina Kim", id_no=PERSON, country="KR"))

    assert (firm.number.masked, person.number.masked) == ("…1000", "…34")
    assert OPEN not in repr(firm)
    with stand.books() as books:
        rows = books.audit.page(AuditFilter(), PageRequest()).items
    acts = [row.entry for row in rows if row.entry.action == "tax.checked"]
    masked = [act.after["number"] for act in acts]
    assert (len(acts), sorted(masked)) == (2, sorted(["…1000", "…34"]))
    assert acts[0].before == {"country": "KR", "kind": "business", "number": "…1000"}
    assert not any(PERSON in str(act) or OPEN in str(act) for act in acts)


def test_off_every_act_says_so_and_asks_nobody(stand: TaxStand) -> None:
    stand.settings = Settings()

    for act in (lambda: stand.tax.page(MINA), lambda: stand.tax.check(MINA, FIRM)):
        with pytest.raises(FeatureOff) as caught:
            act()
        assert caught.value.details == {"reason": "feature_off"}
    assert stand.authority.asked == []


def test_who_is_gone_when_the_authority_answers_leaves_nothing(stand: TaxStand) -> None:
    def leave() -> None:
        with stand.payouts.transactions.begin() as books:
            account = books.accounts.get(MINA)
            books.accounts.lock(account.id)
            books.accounts.save(account.deleted("left", NOON))

    stand.authority.meanwhile = leave
    with pytest.raises(NotFound):
        stand.tax.check(MINA, FIRM)
    with stand.books() as books:
        assert books.tax_details.get(MINA) is None
        assert books.audit.about(f"account:{MINA}", 9) == []


def test_nobody_there_keeps_nothing(stand: TaxStand) -> None:
    with pytest.raises(NotFound):
        stand.tax.check(AccountId("nobody"), FIRM)
    with stand.books() as books:
        assert books.tax_details.get(AccountId("nobody")) is None
