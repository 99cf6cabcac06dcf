"""Gathers what the portal knows of one person (PRIVACY-6, PRIVACY-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.accounts.records import record
from backbeat.accounts.second_factor import SecondFactors, Standing
from backbeat.accounts.sessions import Sessions
from backbeat.campaigns.bonuses import reversed_by_video
from backbeat.campaigns.model import ListView
from backbeat.channels.model import Channel
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.dossiers import files
from backbeat.dossiers.model import Dossier, DossierFile, Places, Restriction, RestrictionInForce
from backbeat.dossiers.ports import Books
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import ZERO, EntryType, OpenEntry
from backbeat.withdrawals.invoices import Invoices
from backbeat.withdrawals.model import ListedWithdrawal, PaymentDetails, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat.withdrawals.rules import held_until

T = TypeVar("T")

LATELY = 10
"""So many of the newest notices, mails and acts stand on the page."""

_ALL = 100_000


@frozen
class Dossiers:
    """Reads what there is of one person; `business` is the business clock."""

    transactions: Transactions[Books]
    business: Clock
    sessions: Sessions
    second_factors: SecondFactors
    invoices: Invoices
    payment: settings.Payment

    def of(self, account: AccountId) -> Dossier:
        """Everything on one page, lists cut to the newest. Refuses with 10001."""
        with self.transactions.look() as books:
            person = books.accounts.get(account)
            if person is None:
                raise AccountNotFound()
            places = _places(books, person, self.business)
            channels = tuple(_channels(books, account))
            summary = books.ledger.statements.summary(account, self.business.today())
            open_by_type = _by_type(books.ledger.store.open_entries(account))
            waiting = WithdrawalFilter(account, WithdrawalStatus.PENDING)
            under_way = tuple(books.withdrawals.listed(waiting, PageRequest()).items)
            details = books.payment_details.get(account)
            tax_details = books.tax_details.get(account)
            phone = books.phones.get(account)
            newest = PageRequest(size=LATELY)
            notices = tuple(books.notifications.page(account, None, newest).items)
            mails = tuple(books.outbox.lately(account, LATELY))
            acts = tuple(books.audit.about(f"account:{account}", LATELY))
        standing = self.second_factors.standing(person)
        return Dossier(
            account=person,
            places=places,
            channels=channels,
            summary=summary,
            open_by_type=open_by_type,
            under_way=under_way,
            details=details,
            tax_details=tax_details,
            sessions=tuple(self.sessions.of(account)),
            second_factor=standing,
            phone=phone,
            in_force=tuple(self._in_force(person, details, standing)),
            notices=notices,
            mails=mails,
            acts=acts,
        )

    def export(self, account: AccountId, actor: Actor) -> tuple[DossierFile, ...]:
        """The files that a person asks for by law: all that is kept of them, nothing of others.

        Hashes of passwords, codes and secrets are left out. Refuses with 10001. It is audited.
        """
        dossier = self.of(account)
        with self.transactions.look() as books:
            wanted = WithdrawalFilter(account)
            withdrawals = list(_every(lambda page: books.withdrawals.listed(wanted, page)))
            told = files.Told(
                dossier=dossier,
                # An operator who looked in is another person: the acts tell that somebody did.
                sessions=[each for each in books.sessions.all_of(account) if each.viewing is None],
                factor=books.second_factors.get(account),
                rates=books.fee_rates.of(account),
                entries=list(
                    _every(lambda page: books.ledger.store.statements.entries(account, page))
                ),
                withdrawals=withdrawals,
                notices=list(_every(lambda page: books.notifications.page(account, None, page))),
                mails=books.outbox.lately(account, _ALL),
                consents=books.consents.all_of(account),
                inquiries=books.inquiries.all_of(account),
                favourites=list(
                    _every(
                        lambda page: books.favourites.page(account, dossier.account.partner, page)
                    )
                ),
                part=taken_part(books, dossier.account, self.business.today()),
                reviews=list(_every(lambda page: books.video_reviews.of(account, None, page))),
                acts=books.audit.about(f"account:{account}", _ALL),
            )
            attached = [
                (inquiry, books.inquiries.file(account, inquiry.id)) for inquiry in told.inquiries
            ]
        papers = [self._paper(dossier.account, number) for number in _numbers(withdrawals)]
        with self.transactions.begin() as books:
            record(books, self.business, actor, "exported", account)
        return (
            *files.tables(told),
            *files.attachments(attached),
            *files.papers(papers),
        )

    def _paper(self, person: Account, number: str) -> Document:
        return self.invoices.print(person.id, number, DocumentFormat.PDF, person.language)

    def _in_force(
        self, person: Account, details: PaymentDetails | None, factor: Standing
    ) -> Iterator[RestrictionInForce]:
        if not person.is_active:
            yield RestrictionInForce(Restriction(person.status.value), person.status_since)
        if not person.is_deleted and self.sessions.needs_verification(person):
            yield RestrictionInForce(Restriction.EMAIL_UNVERIFIED)
        if factor.missing:
            yield RestrictionInForce(Restriction.TOTP_MISSING)
        if person.consent_required:
            yield RestrictionInForce(Restriction.CONSENT_REQUIRED)
        if person.has_payouts_locked:
            yield RestrictionInForce(Restriction.PAYOUTS_LOCKED, person.payouts_locked_at)
        until = held_until(details, self.business.today(), self.payment) if details else None
        if until is not None:
            yield RestrictionInForce(Restriction.PAYOUTS_HELD, until=until)


def _places(books: Books, person: Account, business: Clock) -> Places:
    _, *above = books.accounts.chain(person.id)
    tree = books.accounts.downwards([person.id])
    below = books.accounts.get_all(list(tree.below(person.id)))
    direct = len(books.accounts.children(person.id))
    rate = rules.rate_on(books.fee_rates.of(person.id), business.today())
    return Places(tuple(above), direct, sum(not each.is_deleted for each in below.values()), rate)


def _channels(books: Books, account: AccountId) -> Iterator[Channel]:
    ids = frozenset({account})
    wanted = ChannelFilter(Scope(ids, ids))
    return _every(lambda page: books.channels.page(wanted, page))


def taken_part(books: Books, person: Account, today: date) -> files.TakenPart:
    """The campaigns, events and programs that a person takes part in."""
    joined = list(_every(lambda page: books.campaigns.shown(ListView.MINE, person.id, today, page)))
    campaigns = {each.id: each.title for each in joined}
    participations = books.events.all_of(person.id)
    applications = books.programs.all_of(person.id)
    ids = {each.event for each in participations} | {each.program for each in applications}
    posts = (books.posts.get(each) for each in sorted(ids))
    return files.TakenPart(
        campaigns=campaigns,
        applications=books.campaigns.applications_of(person.id, list(campaigns)),
        entries=books.campaigns.entries_of(person.id, list(campaigns)),
        reversed=reversed_by_video(
            books.ledger, books.campaigns.bonuses_of(person.id, list(campaigns))
        ),
        posts={each.id: each.text(person.language).title for each in posts if each is not None},
        participations=participations,
        programs=applications,
    )


def _by_type(entries: Iterable[OpenEntry]) -> Mapping[EntryType, Money]:
    left: dict[EntryType, Money] = {}
    for each in entries:
        left[each.entry.type] = left.get(each.entry.type, ZERO) + each.remaining
    return {type_: left[type_] for type_ in EntryType if type_ in left}


def _numbers(withdrawals: Sequence[ListedWithdrawal]) -> list[str]:
    """The invoices and credit notes of all withdrawals, each once, in the order of the requests."""
    numbers: dict[str, None] = {}
    for each in reversed(withdrawals):
        for note in each.credit_notes:
            numbers |= {note.corrects: None, note.number: None}
        numbers[each.invoice] = None
    return list(numbers)


def _every(page_of: Callable[[PageRequest], Page[T]]) -> Iterator[T]:
    asked = PageRequest(size=LARGEST_PAGE)
    while True:
        page = page_of(asked)
        yield from page.items
        if len(page.items) < LARGEST_PAGE:
            return
        asked = PageRequest(asked.page + 1, LARGEST_PAGE)
