"""A tax authority of a made-up land, and the service over books in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from attrs import define, field
from tests.fakes.withdrawals import MINA, Payouts

from backbeat.settings import Features, Settings
from backbeat.tax.invoice_asking import InvoiceAsking
from backbeat.tax.model import BusinessStanding, NumberKind, TaxNumber
from backbeat.tax.ports import AuthorityUnavailable, TaxAuthorities
from backbeat.tax.service import TaxDetailsService

NOON = datetime(2026, 5, 10, 3, tzinfo=UTC)
OPEN, SMALL, CLOSED, NOBODY = "B1000", "B2000", "B3000", "B4000"
PERSON, UNPROVEN = "P1234", "P9999"


@define
class FakeAuthority:
    """Knows three businesses; numbers are a letter and four digits. It fulfils `TaxAuthority`."""

    standings: Mapping[str, BusinessStanding] = field(
        factory=lambda: {
            OPEN: BusinessStanding.INVOICES,
            SMALL: BusinessStanding.NO_INVOICES,
            CLOSED: BusinessStanding.CLOSED,
        }
    )
    down: bool = False
    asked: list[str] = field(factory=list)
    meanwhile: Callable[[], object] = field(default=lambda: None)
    """What happens while it is asked."""

    def business_number(self, text: str) -> TaxNumber | None:
        return _number(NumberKind.BUSINESS, "B", text)

    def id_number(self, text: str, today: date) -> TaxNumber | None:
        del today
        return _number(NumberKind.PERSON, "P", text)

    def standing(self, number: TaxNumber) -> BusinessStanding:
        self.asked.append(number.digits)
        self.meanwhile()
        if self.down:
            raise AuthorityUnavailable("down")
        return self.standings.get(number.digits, BusinessStanding.UNKNOWN)


def _number(kind: NumberKind, letter: str, text: str) -> TaxNumber | None:
    fits = len(text) == 5 and text[0] == letter and text[1:].isdigit()
    return TaxNumber(kind, text, proven=text != UNPROVEN) if fits else None


@define
class TaxStand:
    """Tax details of people in a world where one country asks for them."""

    payouts: Payouts = field(factory=Payouts.in_memory)
    authority: FakeAuthority = field(factory=FakeAuthority)
    settings: Settings = field(factory=lambda: Settings(features=Features(tax=True)))

    def __attrs_post_init__(self) -> None:
        self.payouts.business.set(NOON)
        self.payouts.add_creator(MINA)

    @property
    def authorities(self) -> TaxAuthorities:
        return {"KR": self.authority}

    @property
    def tax(self) -> TaxDetailsService:
        """The service."""
        return TaxDetailsService(
            self.payouts.transactions,
            self.payouts.business,
            self.authorities,
            self.settings.features,
        )

    @property
    def asking(self) -> InvoiceAsking:
        """Who asks for invoices."""
        return InvoiceAsking(self.payouts.transactions, self.payouts.business)

    def books(self) -> Any:
        """The books, for a look."""
        return self.payouts.transactions.look()
