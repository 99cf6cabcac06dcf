"""Taking part in an event of the board: applying, cancelling, having the benefit."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.board.model import Post, PostId
from backbeat.channels.model import ChannelStatus
from backbeat.events import rules
from backbeat.events.errors import AlreadyTakingPart, NotTakingPart
from backbeat.events.model import Benefit, BoardEvent, EventStanding, Participation
from backbeat.events.ports import Books
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import FALLBACK
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.model import Entry, EntryType, Kind
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.rules import ruled
from backbeat.settings import Settings
from backbeat.withdrawals.errors import ChannelNotApproved

_NO_FACTS: Mapping[str, object] = {}


@frozen
class Events:
    """What creators do. `business` dates acts, `security` dates records (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    settings: Settings

    def period(self, which: PostId) -> BoardEvent | None:
        """The event behind a post, for anybody; None where nobody takes part in it, or events are
        switched off."""
        if not self.settings.features.events:
            return None
        with self.transactions.look() as books:
            return books.events.get(which)

    def show(self, account: AccountId, which: PostId) -> EventStanding:
        self._require_on()
        with self.transactions.look() as books:
            event = _found(books.events.get(which))
            rules.seen(books.posts.get(which), self.business)
            return self._standing(books, event, books.events.participation(which, account))

    def apply(self, account: AccountId, which: PostId, channel: ChannelId | None) -> EventStanding:
        """Take part, with an approved channel that the account holds or with none.

        Refuses with `NotFound`, 50001, 10026, `EventFull` and `ChannelNotApproved`.
        """
        self._require_on()
        with self.transactions.begin() as books:
            event, _ = self._locked(books, which)
            if books.events.participation(which, account) is not None:
                raise AlreadyTakingPart()
            # Asked while nobody else has the event: who frees the places of leavers comes later.
            _require_there(books, account)
            today = self.business.today()
            rules.require_open(event, today)
            if channel is not None:
                _require_own(books, account, channel)
            joined = Participation(which, account, channel, today, self.business.now())
            event = event.joined()
            books.events.join(joined)
            books.events.put(event)
            self._record(books, joined, "applied", after={"channel": channel})
            return self._standing(books, event, joined)

    def cancel(self, account: AccountId, which: PostId) -> EventStanding:
        """No longer take part: the place is free again, for the account too.

        Refuses with `NotFound`, `NotTakingPart` and 10025.
        """
        self._require_on()
        with self.transactions.begin() as books:
            event, _ = self._locked(books, which)
            left = _participation(books, which, account)
            rules.require_can_cancel(event, left, self.business.today())
            event = event.left()
            books.events.leave(left)
            books.events.put(event)
            self._record(books, left, "cancelled", before={"applied_on": left.applied_on})
            return self._standing(books, event, None)

    def claim(self, account: AccountId, which: PostId) -> EventStanding:
        """Have the benefit, which is posted at once; claiming it again gives nothing more.

        Refuses with `NotFound` where there is none, `NotTakingPart`, 90001 and 90000.
        """
        self._require_on()
        with self.transactions.begin() as books:
            event, post = self._locked(books, which)
            if event.benefit is None:
                raise NotFound()
            participation = _participation(books, which, account)
            rules.require_claimable(event.benefit, self.business.today())
            if participation.claimed_on is None:
                participation = self._paid(books, post, event.benefit, participation)
                books.events.keep(participation)
                self._record(books, participation, "claimed", after={"entry": participation.entry})
            return self._standing(books, event, participation)

    # -- parts

    def _require_on(self) -> None:
        if not self.settings.features.events:
            raise FeatureOff()

    def _locked(self, books: Books, which: PostId) -> tuple[BoardEvent, Post]:
        """The event with its post, if readers can see that now."""
        event = _found(books.events.lock(which))
        return event, rules.seen(books.posts.get(which), self.business)

    def _paid(
        self, books: Books, post: Post, benefit: Benefit, participation: Participation
    ) -> Participation:
        """The participation with its benefit posted, and its account told."""
        account = participation.account
        act = ActContext(Actor.account(account), self.business.today(), self.security.now())
        points = ruled(self.settings, books.policies.all(), act.day).points
        source = f"event:{post.id}:{account}"
        row = Entry(
            ledger_rules.entry_id(source, 0),
            account,
            EntryType.BONUS_POINT,
            benefit.amount,
            act.day,
            channel=participation.channel,
            expires_on=ledger_rules.lot_expiry(act.day, points.valid_months),
            note=post.text(FALLBACK).title,
        )
        books.ledger.lock(account)
        books.ledger.post_entry(row, act, kind=Kind.GRANT, source=source)
        granted = ledger_rules.points(benefit.amount, points.per_usd)
        which = {"type": str(row.type), "date": str(row.day), "entry": str(row.id)}
        books.notifications.add(
            Notification(
                account,
                Subject.POINTS_GRANTED,
                self.business.now(),
                {"points": granted, "expires_on": row.expires_on},
                Target(TargetKind.ENTRY, which),
            )
        )
        return participation.claimed(act.day, row.id)

    def _record(
        self,
        books: Books,
        participation: Participation,
        what: str,
        *,
        before: Mapping[str, object] = _NO_FACTS,
        after: Mapping[str, object] = _NO_FACTS,
    ) -> None:
        """Record in the audit what an account did about taking part."""
        actor, target = Actor.account(participation.account), f"post:{participation.event}"
        books.audit.record(
            AuditEntry(self.business.now(), actor, f"event.{what}", target, before, after)
        )

    def _standing(
        self, books: Books, event: BoardEvent, participation: Participation | None
    ) -> EventStanding:
        channel = None
        if participation is not None and participation.channel is not None:
            channel = books.channels.get(participation.channel)
        name = None if channel is None else channel.name
        return EventStanding(event, self.business.today(), participation, name)


def _found(event: BoardEvent | None) -> BoardEvent:
    if event is None:
        raise NotFound()
    return event


def _participation(books: Books, which: PostId, account: AccountId) -> Participation:
    found = books.events.participation(which, account)
    if found is None:
        raise NotTakingPart()
    return found


def _require_there(books: Books, account: AccountId) -> None:
    """Refuse an account that has left."""
    found = books.accounts.get_all([account]).get(account)
    if found is None or found.is_deleted:
        raise NotFound()


def _require_own(books: Books, account: AccountId, channel: ChannelId) -> None:
    """Refuse a channel that the account does not hold, and one that is not approved."""
    found = books.channels.get(channel)
    if found is None or found.is_deleted or found.holder != account:
        raise NotFound()
    if found.status is not ChannelStatus.APPROVED:
        raise ChannelNotApproved()
