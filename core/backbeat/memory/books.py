"""The books in memory: all repositories together, and transactions that can be rolled back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from attrs import Factory, define, field, fields, has

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.ledger.ledger import Ledger
from backbeat.memory.accounts import (
    MemoryAccounts,
    MemoryCodes,
    MemoryFeeRates,
    MemorySecondFactors,
    MemorySessions,
)
from backbeat.memory.audit import MemoryAudit
from backbeat.memory.board import MemoryBanners, MemoryPictures, MemoryPosts
from backbeat.memory.campaigns import MemoryCampaigns
from backbeat.memory.catalogue import (
    MemoryFavourites,
    MemoryPlays,
    MemoryShelves,
    MemoryTags,
    MemoryTracks,
    MemoryTrackSearch,
)
from backbeat.memory.channels import MemoryChannels, MemoryRegistrationRules
from backbeat.memory.confirmed_days import MemoryConfirmedDays
from backbeat.memory.consents import MemoryConsents
from backbeat.memory.dashboards import MemoryFigures
from backbeat.memory.events import MemoryEvents
from backbeat.memory.exports import MemoryExports
from backbeat.memory.figures import MemoryConfirmedFigures, MemoryStatistics, MemoryVideos
from backbeat.memory.fx import MemoryRates
from backbeat.memory.idempotency import MemoryIdempotency
from backbeat.memory.inquiries import MemoryInquiries
from backbeat.memory.integrity import MemoryIntegrityQueries
from backbeat.memory.jobs import MemoryJobs
from backbeat.memory.kept_rows import KeptRows
from backbeat.memory.ledger import MemoryCheckpoints, MemoryLedger
from backbeat.memory.locks import Locks
from backbeat.memory.mail import MemoryOutbox
from backbeat.memory.media import MemoryTrackMedia
from backbeat.memory.network_days import MemoryNetworkDays
from backbeat.memory.notifications import MemoryNotifications
from backbeat.memory.payout_state import MemoryPayoutCards
from backbeat.memory.payouts import MemoryAttempts, MemoryBatches
from backbeat.memory.phones import MemoryPhoneCodes, MemoryPhones
from backbeat.memory.policies import MemoryPolicies
from backbeat.memory.programs import MemoryPrograms
from backbeat.memory.referral import MemoryInvitations, MemoryRewards
from backbeat.memory.report_files import MemoryReports
from backbeat.memory.report_layouts import MemoryLayouts
from backbeat.memory.report_rows import MemoryReportRows
from backbeat.memory.settlement import MemorySettledLines, MemorySettlements
from backbeat.memory.site import MemoryPartnerSites, MemoryShortLinks
from backbeat.memory.suspense import MemorySuspense
from backbeat.memory.tax import MemoryTaxDetails
from backbeat.memory.video_reviews import MemoryVideoReviews
from backbeat.memory.webhooks import MemoryWebhooks
from backbeat.memory.withdrawals import MemoryInvoices, MemoryPaymentDetails, MemoryWithdrawals

Repository = TypeVar("Repository")


def _under_locks(repository: Callable[[Locks], Repository]) -> Repository:
    """What makes a repository that asks for the locks of the books."""
    return Factory(lambda my: repository(my.locks), takes_self=True)


@define(eq=False)
class MemoryBooks:
    """What one transaction sees.

    Each feature adds its repository here as one field. A repository is an attrs `@define` class
    that keeps its records (which never change) in dicts, lists and sets of its own; these are what
    a rollback restores. `clock` is the security clock.
    """

    clock: Clock
    new_id: NewId
    locks: Locks = field(init=False, factory=Locks)
    ledger_store: MemoryLedger = field(init=False, default=_under_locks(MemoryLedger))
    checkpoints: MemoryCheckpoints = field(
        init=False, default=Factory(lambda my: MemoryCheckpoints(my.ledger_store), takes_self=True)
    )
    accounts: MemoryAccounts = field(init=False, default=_under_locks(MemoryAccounts))
    sessions: MemorySessions = field(init=False, factory=MemorySessions)
    codes: MemoryCodes = field(init=False, factory=MemoryCodes)
    second_factors: MemorySecondFactors = field(init=False, factory=MemorySecondFactors)
    phone_codes: MemoryPhoneCodes = field(init=False, factory=MemoryPhoneCodes)
    phones: MemoryPhones = field(
        init=False, default=Factory(lambda my: MemoryPhones(my.phone_codes), takes_self=True)
    )
    fee_rates: MemoryFeeRates = field(init=False, factory=MemoryFeeRates)
    invitations: MemoryInvitations = field(init=False, default=_under_locks(MemoryInvitations))
    rewards: MemoryRewards = field(init=False, factory=MemoryRewards)
    audit: MemoryAudit = field(
        init=False, default=Factory(lambda my: MemoryAudit(my.clock, my.new_id), takes_self=True)
    )
    notifications: MemoryNotifications = field(
        init=False, default=Factory(lambda my: MemoryNotifications(my.new_id), takes_self=True)
    )
    jobs: MemoryJobs = field(
        init=False, default=Factory(lambda my: MemoryJobs(my.clock, my.new_id), takes_self=True)
    )
    outbox: MemoryOutbox = field(
        init=False,
        default=Factory(lambda my: MemoryOutbox(my.clock, my.new_id, my.jobs), takes_self=True),
    )
    sites: MemoryPartnerSites = field(init=False, default=_under_locks(MemoryPartnerSites))
    short_links: MemoryShortLinks = field(init=False, factory=MemoryShortLinks)
    posts: MemoryPosts = field(init=False, default=_under_locks(MemoryPosts))
    banners: MemoryBanners = field(init=False, default=_under_locks(MemoryBanners))
    pictures: MemoryPictures = field(init=False, factory=MemoryPictures)
    campaigns: MemoryCampaigns = field(init=False, default=_under_locks(MemoryCampaigns))
    events: MemoryEvents = field(init=False, default=_under_locks(MemoryEvents))
    programs: MemoryPrograms = field(init=False, default=_under_locks(MemoryPrograms))
    consents: MemoryConsents = field(init=False, factory=MemoryConsents)
    inquiries: MemoryInquiries = field(init=False, factory=MemoryInquiries)
    idempotency: MemoryIdempotency = field(
        init=False, default=Factory(lambda my: MemoryIdempotency(my.clock), takes_self=True)
    )

    exports: MemoryExports = field(init=False, factory=MemoryExports)
    rates: MemoryRates = field(init=False, factory=MemoryRates)
    policies: MemoryPolicies = field(init=False, factory=MemoryPolicies)
    channels: MemoryChannels = field(init=False, default=_under_locks(MemoryChannels))
    registration_rules: MemoryRegistrationRules = field(init=False, factory=MemoryRegistrationRules)
    network_days: MemoryNetworkDays = field(init=False, factory=MemoryNetworkDays)
    confirmed_days: MemoryConfirmedDays = field(init=False, factory=MemoryConfirmedDays)
    settlements: MemorySettlements = field(init=False, factory=MemorySettlements)
    settled_lines: MemorySettledLines = field(init=False, factory=MemorySettledLines)
    withdrawals: MemoryWithdrawals = field(init=False, default=_under_locks(MemoryWithdrawals))
    payment_details: MemoryPaymentDetails = field(init=False, factory=MemoryPaymentDetails)
    tax_details: MemoryTaxDetails = field(init=False, factory=MemoryTaxDetails)
    invoices: MemoryInvoices = field(init=False, factory=MemoryInvoices)
    attempts: MemoryAttempts = field(
        init=False, default=Factory(lambda my: MemoryAttempts(my.withdrawals), takes_self=True)
    )
    batches: MemoryBatches = field(
        init=False, default=Factory(lambda my: MemoryBatches(my.attempts), takes_self=True)
    )
    payout_cards: MemoryPayoutCards = field(init=False, default=_under_locks(MemoryPayoutCards))
    video_reviews: MemoryVideoReviews = field(init=False, default=_under_locks(MemoryVideoReviews))
    webhooks: MemoryWebhooks = field(
        init=False, default=Factory(lambda my: MemoryWebhooks(my.clock, my.new_id), takes_self=True)
    )
    tracks: MemoryTracks = field(init=False, default=_under_locks(MemoryTracks))
    media: MemoryTrackMedia = field(init=False, factory=MemoryTrackMedia)
    search: MemoryTrackSearch = field(
        init=False, default=Factory(lambda my: MemoryTrackSearch(my.tracks), takes_self=True)
    )
    favourites: MemoryFavourites = field(
        init=False, default=Factory(lambda my: MemoryFavourites(my.tracks), takes_self=True)
    )
    shelves: MemoryShelves = field(init=False, factory=MemoryShelves)
    plays: MemoryPlays = field(
        init=False, default=Factory(lambda my: MemoryPlays(my.tracks), takes_self=True)
    )
    tags: MemoryTags = field(
        init=False, default=Factory(lambda my: MemoryTags(my.tracks), takes_self=True)
    )
    kept_rows: KeptRows = field(init=False, factory=KeptRows)
    reports: MemoryReports = field(
        init=False, default=Factory(lambda my: MemoryReports(my.kept_rows), takes_self=True)
    )
    layouts: MemoryLayouts = field(
        init=False, default=Factory(lambda my: MemoryLayouts(my.reports), takes_self=True)
    )
    videos: MemoryVideos = field(
        init=False, default=Factory(lambda my: MemoryVideos(my.kept_rows), takes_self=True)
    )

    @property
    def confirmed(self) -> MemoryConfirmedFigures:
        return MemoryConfirmedFigures(self.reports, self.kept_rows, self.layouts)

    @property
    def statistics(self) -> MemoryStatistics:
        return MemoryStatistics(self.reports, self.kept_rows)

    @property
    def report_rows(self) -> MemoryReportRows:
        return MemoryReportRows(self.reports, self.kept_rows)

    @property
    def suspense(self) -> MemorySuspense:
        return MemorySuspense(self.reports, self.kept_rows, self.tracks, self.channels)

    @property
    def figures(self) -> MemoryFigures:
        return MemoryFigures(self.channels, self.videos, self.statistics, self.confirmed_days)

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.ledger_store)

    @property
    def integrity(self) -> MemoryIntegrityQueries:
        return MemoryIntegrityQueries(
            self.ledger_store,
            self.checkpoints,
            self.settlements,
            self.settled_lines,
            self.withdrawals,
            self.invoices,
            self.rewards,
        )


@define(eq=False)
class MemoryTransactions:
    """Opens the books in memory, one block at a time; a block that raises leaves nothing behind.

    It fulfils the `Transactions` port of every feature and may be shared between threads.
    """

    books: MemoryBooks
    _lock: threading.Lock = field(factory=threading.Lock, init=False)
    _holder: int | None = field(default=None, init=False)

    @classmethod
    def empty(cls, clock: Clock, new_id: NewId) -> MemoryTransactions:
        """Transactions over empty books."""
        return cls(MemoryBooks(clock, new_id))

    @contextmanager
    def begin(self) -> Iterator[MemoryBooks]:
        """Open the books for writing: everything is kept if the block ends without an exception,
        otherwise nothing.
        """
        with self._alone():
            put_back = _remember(self.books)
            try:
                yield self.books
            except BaseException:
                put_back()
                raise

    @contextmanager
    def look(self) -> Iterator[MemoryBooks]:
        """Open the books for reading; anything that the block writes nevertheless is discarded."""
        with self._alone():
            put_back = _remember(self.books)
            try:
                yield self.books
            finally:
                put_back()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._holder == threading.get_ident():
            raise RuntimeError(
                "the books are open already: a use case opens one transaction at a time"
            )
        with self._lock:
            self._holder = threading.get_ident()
            try:
                yield
            finally:
                self.books.locks.release()
                self._holder = None


def _remember(books: MemoryBooks) -> Callable[[], None]:
    """Remember what every repository contains now; call the result to restore it."""
    held = [
        (repository, attribute.name, _copied(getattr(repository, attribute.name)))
        for repository in (getattr(books, f.name) for f in fields(MemoryBooks))
        if has(type(repository))
        for attribute in fields(type(repository))
        if isinstance(getattr(repository, attribute.name), dict | list | set | int | None)
    ]

    def put_back() -> None:
        for repository, name, value in held:
            setattr(repository, name, value)

    return put_back


def _copied(value: Any) -> Any:
    """A copy of the containers; the records in them are frozen and shared."""
    match value:
        case dict():
            twin = value.copy()  # keeps a defaultdict what it is
            twin.update({key: _copied(item) for key, item in value.items()})
            return twin
        case list():
            return [_copied(item) for item in value]
        case set():
            return set(value)
    return value
