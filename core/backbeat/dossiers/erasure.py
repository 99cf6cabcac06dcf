"""Forgetting somebody at once, on an operator's order (PRIVACY-8)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from attrs import frozen

from backbeat.accounts import deletion
from backbeat.accounts.errors import AccountNotFound, StatusRefused
from backbeat.accounts.model import Account
from backbeat.audit.model import mask_addresses
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.dossiers.ports import ErasureBooks
from backbeat.dossiers.service import taken_part
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.withdrawals.ports import WithdrawalFilter

ERASED = "erased"
_FIRST = PageRequest(size=1)
_ALL = 100_000


@frozen
class Fate:
    """What becomes of one sort of records: how many there are, and why those that stay do."""

    records: str
    count: int
    why: str | None = None

    @property
    def stays(self) -> bool:
        return self.why is not None


@frozen
class Erasure:
    """An account as erasing leaves it, and what that takes along and leaves behind."""

    account: Account
    fates: tuple[Fate, ...]


@frozen
class Erasures:
    """Erases people. `business` dates what is written down, `security` ends sessions."""

    transactions: Transactions[ErasureBooks]
    business: Clock
    security: Clock

    def erase(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Erasure:
        """Erase an account now, whether it left or not; its address is free at once.

        Refuses with 10001, `account_status` for one that is erased, `has_members`,
        `pending_withdrawal` while money is on its way, and `balance_left` while something is owed on
        either side. With `dry_run` nothing is changed.
        """
        act = ActContext(actor, self.business.today(), self.security.now(), reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            person = books.accounts.lock(account)
            if person is None:
                raise AccountNotFound()
            if person.erased_at is not None:
                raise StatusRefused(status=ERASED)
            deletion.require_nothing_under_way(books, account)
            deletion.require_nothing_owed(books, account)
            fates = tuple(each for each in _fates(books, person, act.day) if each.count)
            left = person
            if not person.is_deleted:
                left = deletion.close(books, person, act, self.business)
            deletion.erase(books, left, self.business, actor, mask_addresses(reason))
            erased = books.accounts.get(account)
        return Erasure(erased or left, fates)


def _fates(books: ErasureBooks, person: Account, today: date) -> Iterator[Fate]:
    account, ids = person.id, frozenset({person.id})
    yield Fate("address, nickname, password and settings", 1)
    yield Fate("devices of sessions", len(books.sessions.all_of(account)))
    yield Fate("second factor", int(books.second_factors.get(account) is not None))
    yield Fate("phone number", int(books.phones.get(account) is not None))
    yield Fate("payment details", int(books.payment_details.get(account) is not None))
    yield Fate("tax details", int(books.tax_details.get(account) is not None))
    yield Fate("mails", len(books.outbox.lately(account, _ALL)))
    notices = books.notifications.page(account, None, _FIRST).total
    yield Fate("notices", notices or 0)
    yield Fate("signed consents", len(books.consents.all_of(account)))
    yield Fate("inquiries", len(books.inquiries.all_of(account)))
    yield Fate("saved tracks", books.favourites.count(account, person.partner))
    channels = books.channels.page(ChannelFilter(Scope(ids, ids)), _FIRST).total
    yield Fate("channels, by a job", channels or 0)
    entries = books.ledger.store.statements.entries(account, _FIRST).total
    yield Fate("ledger entries", entries or 0, "the books; they name the account's id alone")
    withdrawals = books.withdrawals.listed(WithdrawalFilter(account), _FIRST).total
    yield Fate(
        "withdrawals and their invoices",
        withdrawals or 0,
        "an invoice names who was paid, as the law asks; where it was paid to goes",
    )
    yield Fate(
        "campaigns, events and programs taken part in",
        taken_part(books, person, today).count,
        "what was counted and paid; they name the account's id alone",
    )
    reviews = books.video_reviews.of(account, None, _FIRST).total
    yield Fate(
        "videos looked at again",
        reviews or 0,
        "operators' answers; they name the account's id alone",
    )
    acts = len(books.audit.about(f"account:{account}", _ALL))
    yield Fate("audit rows", acts, "ids and masked values only; their chain is sealed")
