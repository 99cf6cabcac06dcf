"""Tax authorities: every implementation alike, and what the one of Korea makes of a bad service.

The service is the simulated one, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from attrs import frozen
from tests.fakes import tax
from tests.fakes.tax_office import tax_office
from tests.fakes.waiting import PATIENCE

from backbeat.tax.model import BusinessStanding, NumberKind, TaxNumber
from backbeat.tax.ports import AuthorityUnavailable, TaxAuthority
from backbeat_adapters.breaker import Breaker
from backbeat_adapters.demo.tax_office import BUSINESSES, Fault
from backbeat_adapters.deployment import TaxRoute
from backbeat_adapters.tax.choosing import tax_authorities
from backbeat_adapters.tax.guarded import GuardedAuthority
from backbeat_adapters.tax.korea import KoreanTaxService, Patience

UNHURRIED = Patience(connect=PATIENCE, read=PATIENCE, whole=PATIENCE, pause=0)
IMPATIENT = Patience(connect=PATIENCE, read=0.3, whole=0.5, pause=0)
TODAY = date(2026, 11, 23)


@frozen
class Known:
    """An authority, and numbers as it knows them."""

    authority: TaxAuthority
    open: str
    small: str
    closed: str
    nobody: str
    person: str


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tax_office() as base:
        yield base


@pytest.fixture(params=["fake", "korea", "korea behind a breaker"])
def known(request: pytest.FixtureRequest, address: str) -> Known:
    if request.param == "fake":
        return Known(tax.FakeAuthority(), tax.OPEN, tax.SMALL, tax.CLOSED, tax.NOBODY, tax.PERSON)
    korea = KoreanTaxService("key", address, UNHURRIED)
    numbers = ("9998100015", "9998100034", "9998100067", "9998100072", "8501011000004")
    if request.param == "korea":
        return Known(korea, *numbers)
    return Known(GuardedAuthority(korea, Breaker("korea", AuthorityUnavailable)), *numbers)


def standing(authority: TaxAuthority, digits: str) -> BusinessStanding:
    number = authority.business_number(digits)
    assert number is not None
    return authority.standing(number)


def test_a_business_stands_as_the_authority_says(known: Known) -> None:
    found = [
        standing(known.authority, digits)
        for digits in (known.open, known.small, known.closed, known.nobody)
    ]
    assert found == [
        BusinessStanding.INVOICES,
        BusinessStanding.NO_INVOICES,
        BusinessStanding.CLOSED,
        BusinessStanding.UNKNOWN,
    ]


def test_numbers_are_read_by_their_form_alone(known: Known) -> None:
    business = known.authority.business_number(known.open)
    assert business == TaxNumber(NumberKind.BUSINESS, known.open)
    person = known.authority.id_number(known.person, TODAY)
    assert person == TaxNumber(NumberKind.PERSON, known.person)
    for wrong in ("", "hello", known.open[:-1]):
        assert known.authority.business_number(wrong) is None
        assert known.authority.id_number(wrong, TODAY) is None


def test_every_kind_of_taxpayer_is_judged(address: str) -> None:
    korea = KoreanTaxService("key", address, UNHURRIED)
    judged = {
        digits: standing(korea, digits)
        for digits, business in BUSINESSES.items()
        if business.fault is None
    }
    assert judged == {
        "9998100015": BusinessStanding.INVOICES,
        "9998100029": BusinessStanding.INVOICES,
        "9998100034": BusinessStanding.NO_INVOICES,
        "9998100048": BusinessStanding.NO_INVOICES,
        "9998100053": BusinessStanding.NO_INVOICES,
        "9998100067": BusinessStanding.CLOSED,
        "9998100072": BusinessStanding.UNKNOWN,
    }


@pytest.mark.parametrize("fault", list(Fault))
def test_a_service_that_fails_is_unavailable(address: str, fault: Fault) -> None:
    (digits,) = (digits for digits, each in BUSINESSES.items() if each.fault is fault)
    korea = KoreanTaxService("key", address, IMPATIENT if fault is Fault.SILENCE else UNHURRIED)

    with pytest.raises(AuthorityUnavailable) as told:
        standing(korea, digits)
    assert digits not in str(told.value)
    assert "key" not in str(told.value)


def test_nobody_there_is_unavailable() -> None:
    korea = KoreanTaxService("key", "http://127.0.0.1:9/nothing", UNHURRIED)
    with pytest.raises(AuthorityUnavailable):
        standing(korea, "9998100015")


def test_who_fails_again_and_again_is_left_alone_and_numbers_are_read_on(address: str) -> None:
    told: list[tuple[str, str, str]] = []
    korea = KoreanTaxService("key", address, UNHURRIED)
    breaker = Breaker(
        "korea", AuthorityUnavailable, failures=2, tell=lambda *each: told.append(each)
    )
    guarded = GuardedAuthority(korea, breaker)
    for _ in range(3):
        with pytest.raises(AuthorityUnavailable):
            standing(guarded, "9998100091")

    with pytest.raises(AuthorityUnavailable, match="is not asked"):
        standing(guarded, "9998100015")
    assert guarded.business_number("9998100015") is not None
    assert [outcome for outcome, _, _ in told] == ["failed", "failed", "left_alone"]


def test_without_a_key_no_country_asks_for_tax_details() -> None:
    assert tax_authorities(TaxRoute()) == {}
    assert list(tax_authorities(TaxRoute(korea_key="key"))) == ["KR"]


@pytest.mark.parametrize(
    "base",
    ["http://api.odcloud.kr/api", "https://example.org/api", "file:///etc", "https://10.0.0.1"],
)
def test_the_key_is_sent_to_the_public_service_or_this_machine_only(base: str) -> None:
    with pytest.raises(ValueError, match="address must be"):
        KoreanTaxService("key", base)
