"""A file of channels that earn from a certain day: approved, and vouched for by the operator."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime

from attrs import evolve, field, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.audit.model import AuditEntry
from backbeat.channels.errors import DayNotAllowed
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category, ChangeContext, Channel, StatusChange
from backbeat.channels.platform import PlatformChannel
from backbeat.channels.records import entry
from backbeat.channels.registration import FoundChannel, Registrar, Surroundings
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.onboarding.model import Fault, ImportDone, ImportLine
from backbeat.onboarding.ports import Books
from backbeat.platforms.addresses import Link, LinkKind
from backbeat.platforms.links import url_of
from backbeat.platforms.registry import platform_of

VOUCHED = "vouched"
"""The word in a channel's history and audit which says that an operator vouched for its owner."""


@frozen
class Claim:
    """A line of a file of channels, as read."""

    line: ImportLine
    account: str
    key: PlatformChannelId
    name: str
    category: Category
    earning_from: date


@frozen
class KnownClaims:
    """Whom and what a file of channels meets."""

    holders: Mapping[str, Account]
    """Those whose address the file names, by `email_key`."""
    around: Surroundings
    earliest: date
    """The first day that is in no closed month."""

    @property
    def accounts(self) -> Collection[AccountId]:
        return self.around.people.keys()


@frozen
class ClaimsPlan:
    """The channels that a file adds, and the rows of the audit."""

    lines: int
    faults: tuple[Fault, ...]
    channels: tuple[Channel, ...]
    acts: tuple[AuditEntry, ...]

    @property
    def done(self) -> ImportDone:
        return ImportDone(self.lines, self.faults, channels=len(self.channels))


@frozen
class ClaimsBatch:
    """Fulfils `Batch` for one file of channels."""

    claims: Sequence[Claim]
    by: ChangeContext
    today: date
    seen: datetime
    """When the operator's word came, which stands for the platform's."""
    registrar: Registrar

    def look_up(self, books: Books) -> KnownClaims:
        holders = books.accounts.by_emails({claim.account for claim in self.claims})
        ids = {account.id for account in holders.values()}
        closed = books.settlements.last_closed()
        return KnownClaims(
            holders,
            Surroundings.of(books, ids, {claim.key for claim in self.claims}),
            closed.next.first if closed else date.min,
        )

    def judge(self, known: KnownClaims) -> ClaimsPlan:
        return _Judging(self, known).all()

    def lock(self, books: Books, known: KnownClaims) -> None:
        books.accounts.hold(known.accounts)
        books.channels.hold_spans()

    def write(self, books: Books, plan: ClaimsPlan) -> None:
        books.channels.add_all(plan.channels)
        books.audit.record_all(plan.acts)


@frozen
class _Judging:
    """One file on its way to a plan."""

    batch: ClaimsBatch
    known: KnownClaims
    channels: list[Channel] = field(factory=list)
    acts: list[AuditEntry] = field(factory=list)

    def all(self) -> ClaimsPlan:
        claims = self.batch.claims
        faults = [fault for each in claims if (fault := self._one(each))]
        return ClaimsPlan(len(claims), tuple(faults), tuple(self.channels), tuple(self.acts))

    def _one(self, claim: Claim) -> Fault | None:
        column: str | None = "account"
        try:
            holder = self.known.holders.get(account_rules.email_key(claim.account))
            if holder is None or holder.is_deleted:
                raise AccountNotFound()
            column = "earning_from"
            self._require_day(claim.earning_from)
            column = "channel"
            channel = self._vouched(claim, holder)
        except Refusal as refusal:
            return Fault(claim.line.number, column, refusal)
        self.channels.append(channel)
        self.acts.append(entry(VOUCHED, None, channel, self.batch.by))
        return None

    def _require_day(self, day: date) -> None:
        earliest, today = self.known.earliest, self.batch.today
        if not earliest <= day <= today:
            raise DayNotAllowed(earliest=earliest, latest=today)

    def _vouched(self, claim: Claim, holder: Account) -> Channel:
        by, day = self.batch.by, claim.earning_from
        drafted = self.batch.registrar.drafted(
            self.known.around, _found(claim), claim.category, holder=holder.id, by=by
        )
        timeline = drafted.timeline
        held = evolve(timeline.holdings[0], from_day=day)
        return evolve(
            drafted,
            status=ChannelStatus.APPROVED,
            verification=drafted.verification.passed(self.batch.seen),
            approved_at=by.at,
            timeline=evolve(timeline, holdings=(held,)).earning(day),
            history=(
                *drafted.history,
                StatusChange(ChannelStatus.APPROVED, by.at, by.by, by.reason),
            ),
        )


def _found(claim: Claim) -> FoundChannel:
    platform = platform_of(claim.key)
    link = ""
    with suppress(ValueError):
        link = url_of(Link(LinkKind.CHANNEL_ID, platform.id_of(claim.key), platform.name))
    name = claim.name or platform.id_of(claim.key)
    return FoundChannel(link, PlatformChannel(claim.key, name, None, None, 0, ()))
