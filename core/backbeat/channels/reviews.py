"""The operator's reviews: the queue and every act on a channel (CHAN-9, CHAN-15, CLI-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import AccountStatus
from backbeat.accounts.rules import require_email
from backbeat.audit.model import AuditEntry, mask_email
from backbeat.channels import rules
from backbeat.channels.errors import ChannelUnreadable, LinkOfOther, NoLinks
from backbeat.channels.lifecycle import ChannelStatus, Step
from backbeat.channels.model import Category, ChangeContext, Channel
from backbeat.channels.platform import PlatformChannel
from backbeat.channels.ports import Books, ChannelFilter
from backbeat.channels.records import record, tell
from backbeat.channels.registration import FoundChannel, Registrar
from backbeat.channels.verification import Silence, Verifications
from backbeat.channels.verification import read as read_platform
from backbeat.channels.visibility import ChannelCard, ChannelPresenter
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import Subject
from backbeat.platforms.links import read, url_of
from backbeat.platforms.registry import DEFAULT, channel_key, platform_of
from backbeat.settings import Accounts as AccountSettings

Change: TypeAlias = Callable[[Books, Channel, ChangeContext], Channel]
"""What an act turns a channel into; it refuses if the channel's status does not allow it."""

_CANDIDATES = 3


@frozen
class OperatorOrder:
    """What an operator says with every act on a channel: who, why, and whether it is only a trial.
    The act adds the time and records it as a `ChangeContext`.
    """

    operator: str
    reason: str | None = None
    dry_run: bool = False


@frozen
class ChannelReviews:
    """What an operator does with channels.

    Every act is audited, and the channel's people are told. With `dry_run` an act returns what it
    would lead to, with the same refusals, and changes nothing.
    """

    transactions: Transactions[Books]
    registrar: Registrar
    verifications: Verifications
    presenter: ChannelPresenter
    account_settings: AccountSettings

    def list(self, which: ChannelFilter, page: PageRequest) -> Page[ChannelCard]:
        """Channels as wanted, the newest registration first."""
        with self.transactions.look() as books:
            found = books.channels.page(which, page)
            presenter = self.presenter.of(books, found.items)
            return found.holding(presenter)

    def find(self, text: str) -> ChannelCard:
        """The channel meant by an id, the beginning of one, a platform id or a link.

        A deleted channel is found only by its whole id or, if it was denied, by its platform id.
        Refuses with `NotFound` if this matches none, or more than one.
        """
        with self.transactions.look() as books:
            return self.presenter.one(books, _only(self._candidates(books, text)))

    def waiting(self) -> Sequence[ChannelId]:
        """Every channel that waits for approval, the longest waiting first."""
        which, ids = ChannelFilter(status=ChannelStatus.PENDING), list[ChannelId]()
        asked: PageRequest | None = PageRequest(size=LARGEST_PAGE)
        with self.transactions.look() as books:
            while asked is not None:
                found = books.channels.page(which, asked)
                ids += [channel.id for channel in found.items]
                asked = asked.following(found)
        return ids[::-1]

    def approve(self, channel: ChannelId, order: OperatorOrder) -> ChannelCard:
        """Let a channel earn, from today on or as the settings say (CHAN-12)."""
        return self._act(channel, order, "approved", Subject.CHANNEL_APPROVED, self._approve)

    def hold(self, channel: ChannelId, order: OperatorOrder) -> ChannelCard:
        """Put a channel on hold; its people may ask for a review again."""
        return self._act(
            channel,
            order,
            "held",
            Subject.CHANNEL_HELD,
            lambda _, before, stamp: before.held(stamp),
        )

    def deny(self, channel: ChannelId, order: OperatorOrder) -> ChannelCard:
        """Refuse a channel for good; it no longer earns after today. A reason is needed (code 4)."""
        _require_reason(order)
        today = self.presenter.business.today()
        return self._act(
            channel,
            order,
            "denied",
            Subject.CHANNEL_DENIED,
            lambda _, before, stamp: before.denied(stamp, on=today),
        )

    def reopen(self, channel: ChannelId, order: OperatorOrder) -> ChannelCard:
        """Take back a denial; the channel waits for approval again.

        One that was deleted since stays deleted, but may be registered again (decision 0111).
        """
        return self._act(
            channel,
            order,
            "reopened",
            Subject.CHANNEL_REOPENED,
            lambda _, before, stamp: before.reopened(stamp),
            deleted_too=True,
        )

    def recheck(self, channel: ChannelId, order: OperatorOrder) -> ChannelCard:
        """Read the channel from the platform again: name, views and, if it is unproved, the code.

        Refuses with 30002 when the platform does not answer.
        """
        with self.transactions.look() as books:
            seen = _there(books.channels.get(channel))
        if seen.platform.verification.by_operator:
            raise NoLinks(platform=seen.platform.name)
        reading = read_platform(self.registrar.platform, seen)
        if reading is Silence.UNREACHABLE:
            raise ChannelUnreadable()
        if not isinstance(reading, PlatformChannel):
            raise NotFound()
        with self._books(order) as books:
            before = self._open(books, channel, order)
            after = before.refreshed(reading, self.presenter.security.now())
            self._keep(books, "rechecked", before, after, order)
            if not order.dry_run and not after.is_verified:
                after = self.verifications.judge(books, after, reading, self._stamp(order))
            return self.presenter.one(books, after)

    def register(
        self, text: str, name: str, account: str, category: Category, order: OperatorOrder
    ) -> ChannelCard:
        """Register a channel that has no link, by its key, for an account: the operator vouches for
        it, so it is verified and waits for approval.

        Refuses channels of platforms that prove ownership themselves, an unknown account (10001)
        and what `Registrar` refuses. Needs a reason.
        """
        _require_reason(order)
        key = rules.require_vouched(text)
        title = rules.require_channel_name(name)
        with self._books(order) as books:
            holder = _account(books, account)
            stamp = self._stamp(order)
            found = FoundChannel("", PlatformChannel(key, title, None, None, 0, ()))
            make = self.registrar.draft if order.dry_run else self.registrar.register
            before = make(books, found, category, holder=holder, by=stamp)
            after = before.verified(stamp, seen=self.presenter.security.now(), needed_views=-1)
            self._keep(books, "vouched", before, after, order)
            if not order.dry_run:
                tell(books, Subject.CHANNEL_VERIFIED, after, stamp)
            return self.presenter.one(books, after)

    def block(
        self, text: str, order: OperatorOrder, platform: str | None = None
    ) -> PlatformChannelId:
        """Bar a platform channel, by id or link, from being registered (30004). Needs a reason."""
        reason = _require_reason(order)
        platform_id = self._platform_id(text, platform)
        if not order.dry_run:
            with self.transactions.begin() as books:
                books.registration_rules.block(platform_id, reason, self.presenter.business.now())
                self._record(books, "blocked", platform_id, order)
        return platform_id

    def preregister(
        self, text: str, email: str, order: OperatorOrder, platform: str | None = None
    ) -> PlatformChannelId:
        """Reserve a platform channel, by id or link, for one e-mail address (all others get 30005)."""
        address = require_email(email, self.account_settings)
        platform_id = self._platform_id(text, platform)
        if not order.dry_run:
            with self.transactions.begin() as books:
                books.registration_rules.reserve(
                    platform_id, address, self.presenter.business.now()
                )
                self._record(books, "preregistered", platform_id, order, email=mask_email(address))
        return platform_id

    def _approve(self, books: Books, before: Channel, stamp: ChangeContext) -> Channel:
        rules.require_step(before, Step.APPROVE)
        earning_from = rules.earning_day(
            before,
            today=self.presenter.business.today(),
            zone=self.presenter.zone,
            first=self.presenter.ruled(books.policies).first_earning_from,
            again=bool(books.channels.past(before.platform_id)),
        )
        return before.approved(stamp, earning_from=earning_from)

    def _act(
        self,
        channel: ChannelId,
        order: OperatorOrder,
        action: str,
        subject: Subject,
        change: Change,
        *,
        deleted_too: bool = False,
    ) -> ChannelCard:
        with self._books(order) as books:
            before = self._open(books, channel, order, deleted_too=deleted_too)
            stamp = self._stamp(order)
            after = change(books, before, stamp)
            self._keep(books, action, before, after, order)
            if not order.dry_run and not after.is_deleted:
                tell(
                    books,
                    subject,
                    after,
                    stamp,
                    reason=order.reason,
                    earning_from=after.earning_from,
                )
            return self.presenter.one(books, after)

    def _books(self, order: OperatorOrder) -> AbstractContextManager[Books]:
        return self.transactions.look() if order.dry_run else self.transactions.begin()

    def _open(
        self, books: Books, channel: ChannelId, order: OperatorOrder, *, deleted_too: bool = False
    ) -> Channel:
        """The channel, locked unless it is only a trial."""
        found = books.channels.get(channel) if order.dry_run else books.channels.lock(channel)
        return _there(found, deleted_too=deleted_too)

    def _keep(
        self, books: Books, action: str, before: Channel, after: Channel, order: OperatorOrder
    ) -> None:
        if not order.dry_run:
            books.channels.save(after)
            record(books, action, before, after, self._stamp(order))

    def _stamp(self, order: OperatorOrder) -> ChangeContext:
        return ChangeContext(
            self.presenter.business.now(), Actor.operator(order.operator), order.reason
        )

    def _record(
        self,
        books: Books,
        action: str,
        platform_id: PlatformChannelId,
        order: OperatorOrder,
        **after: str,
    ) -> None:
        books.audit.record(
            AuditEntry(
                self.presenter.business.now(),
                Actor.operator(order.operator),
                f"channel.{action}",
                f"platform_channel:{platform_id}",
                after=after,
                reason=order.reason,
            )
        )

    def _platform_id(self, text: str, platform: str | None) -> PlatformChannelId:
        """The key of a platform channel given by its key, its id or a link."""
        text = text.strip()
        of = DEFAULT if platform is None else rules.require_platform(platform)
        if of.ids.is_channel(text):
            return of.channel_key(text)
        key = channel_key(text)
        if key is None:
            return self.registrar.look_up(text, platform).channel.id
        told = platform_of(key)
        if platform is not None and told is not of:
            raise LinkOfOther(platform=told.name, wanted=of.name)
        return key

    def _candidates(self, books: Books, text: str) -> Sequence[Channel]:
        exact = books.channels.get(ChannelId(text))
        if exact is not None:
            return [exact]
        key = channel_key(text)
        if key is not None:
            found = books.channels.claims(key) or rules.denied(books.channels.past(key))
            if found:
                return found
        link = read(text)
        if link.names_a_channel:
            which = ChannelFilter(search=url_of(link))
            return books.channels.page(which, PageRequest(0, _CANDIDATES)).items
        return books.channels.starting_with(text, _CANDIDATES) if text else []


def _only(found: Sequence[Channel]) -> Channel:
    if len(found) != 1:
        raise NotFound()
    return found[0]


def _account(books: Books, text: str) -> AccountId:
    accounts = books.accounts
    found = accounts.by_email(text) if "@" in text else accounts.get(AccountId(text))
    if found is None or found.status is AccountStatus.DELETED:
        raise AccountNotFound()
    return found.id


def _there(channel: Channel | None, *, deleted_too: bool = False) -> Channel:
    if channel is None or (channel.is_deleted and not deleted_too):
        raise NotFound()
    return channel


def _require_reason(order: OperatorOrder) -> str:
    if order.reason is None or not order.reason.strip():
        raise FieldsMissing(fields={"reason": "required"})
    return order.reason.strip()
