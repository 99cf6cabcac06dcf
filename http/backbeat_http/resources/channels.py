"""Channels: `channel/*`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Self

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import AccountNotFound, NoPassword, WrongPassword
from backbeat.channels.errors import (
    AlreadyRegistered,
    AlreadyVerified,
    CannotBeRegistered,
    ChannelAssigned,
    ChannelUnassigned,
    ChannelUnreadable,
    NotAChannelLink,
    NotUnderHold,
    ReservedForAnother,
    ReviewedToday,
    UnderReview,
)
from backbeat.channels.model import (
    Category,
    ChannelStatus,
    Outcome,
    StatusChange,
    VerificationState,
)
from backbeat.channels.removal import ChannelRemovals, DeletionCost
from backbeat.channels.service import ChannelListFilter, Channels
from backbeat.channels.verification import Progress, Verifications
from backbeat.channels.visibility import ChannelCard, Person
from backbeat.codes.words import category_label
from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.service import Rates
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadSort, FieldsMissing, NotFound, RoleRefused, TooManyRequests
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.limits.rules import SEARCH
from backbeat.platforms.addresses import LONGEST_LINK
from backbeat.policies.service import Policies
from backbeat.withdrawals.rules import window
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import (
    Amount,
    Count,
    Instant,
    PlatformName,
    Rate,
    amount,
    decimal_text,
)

REGISTERED_DESC = "registered_desc"

Id = Annotated[str, Meta(max_length=64)]
Search = Annotated[str, Meta(max_length=200)]
AccountRef = Annotated[str, Meta(max_length=254)]
"""An account's id or its e-mail address."""


@frozen
class ChannelQuery:
    id: Id


@frozen
class ChannelListQuery(PageQuery):
    """Which channels; `subaccount` is the id or e-mail address of the account that holds them."""

    status: ChannelStatus | None = None
    subaccount: AccountRef | None = None
    search: Search | None = None
    sort: str = REGISTERED_DESC

    @property
    def which(self) -> ChannelListFilter:
        """The filter as the core has it; refuses any order but the only one there is."""
        if self.sort != REGISTERED_DESC:
            raise BadSort()
        return ChannelListFilter(self.status, self.subaccount, self.search)


@frozen
class SubChannelListQuery(PageQuery):
    account: AccountRef | None = None
    status: ChannelStatus | None = None


@frozen
class AddChannelBody:
    """A channel to register; `member` is the account that will hold it."""

    link: Annotated[str, Meta(max_length=4 * LONGEST_LINK)]
    category: Category
    member: AccountRef | None = None
    platform: PlatformName | None = None
    """The link decides the platform; if a platform is named too, it has to be the same."""


@frozen
class ChannelBody:
    """Which channel."""

    id: Id


@frozen
class AssignBody:
    """Which channel, and the account that will hold it."""

    id: Id
    target: AccountRef


@frozen
class DeleteChannelBody:
    """Which channel, with the caller's own password and the acknowledgement."""

    id: Id
    password: Annotated[str, Meta(max_length=1024)]
    confirm: bool


@frozen
class PersonView:
    """An account beside a channel."""

    id: str
    name: str

    @classmethod
    def of(cls, person: Person) -> PersonView:
        """The account's id and nickname."""
        return cls(person.id, person.name)


@frozen
class VerificationView:
    """How far the proof of ownership has come; the code until it has been used, the end of a
    running timer.
    """

    state: VerificationState
    code: str | None
    expires_at: Instant | None

    @classmethod
    def of(cls, card: ChannelCard) -> VerificationView:
        """The proof as it stands now."""
        return cls(card.state, card.code, card.expires_at)


@frozen
class ReviewView:
    """Whether a re-review can be requested now, and when it last was.

    Of a channel on hold `enough_views_on` is the day on which it is expected to have more views than
    `channels.hold_max_views`; null before it was read on three days, and where it gains none.
    """

    can_request: bool
    last_requested_at: Instant | None
    has_enough_views: bool
    enough_views_on: date | None

    @classmethod
    def of(cls, card: ChannelCard) -> ReviewView:
        """What can be asked for now."""
        return cls(
            card.can_ask_review,
            card.channel.review_asked_at,
            card.has_enough_views,
            card.enough_views_on,
        )


@frozen
class ChannelView:
    """A channel."""

    id: str
    platform: PlatformName
    link: str
    name: str
    thumbnail: str | None
    category: Category
    status: ChannelStatus
    deny_reason: str | None
    total_views: Count
    registered_at: Instant
    approved_at: Instant | None
    earning_from: date | None
    exclusive_logo: str | None
    owner: PersonView
    assigned_member: PersonView | None
    verification: VerificationView
    review: ReviewView

    @classmethod
    def of(cls, card: ChannelCard, **more: Any) -> Self:
        """The channel as its owner and holder see it; `more` are the fields that a derived class adds."""
        channel = card.channel
        return cls(
            id=channel.id,
            platform=channel.platform.name,
            link=channel.link,
            name=channel.name,
            thumbnail=channel.thumbnail,
            category=channel.category,
            status=channel.status,
            deny_reason=channel.deny_reason,
            total_views=channel.total_views,
            registered_at=channel.registered_at,
            approved_at=channel.approved_at,
            earning_from=channel.earning_from,
            exclusive_logo=card.logo,
            owner=PersonView.of(card.owner),
            assigned_member=PersonView.of(card.member) if card.member else None,
            verification=VerificationView.of(card),
            review=ReviewView.of(card),
            **more,
        )


@frozen
class StatusView:
    """A status that the channel reached; the reason is given if it was denied."""

    status: ChannelStatus
    at: Instant
    reason: str | None

    @classmethod
    def of(cls, change: StatusChange) -> StatusView:
        """One line of the history."""
        told = change.reason if change.status is ChannelStatus.DENIED else None
        return cls(change.status, change.at, told)


@frozen
class ChannelDetailView(ChannelView):
    """A channel with the history of its statuses, oldest first."""

    history: list[StatusView]

    @classmethod
    def of(cls, card: ChannelCard, **more: Any) -> Self:
        history = [StatusView.of(change) for change in card.channel.history]
        return super().of(card, history=history, **more)


@frozen
class VerifyView:
    """The result of the verification; in `retry_in` seconds the description is read again."""

    outcome: Outcome
    channel: ChannelView
    retry_in: Count

    @classmethod
    def of(cls, progress: Progress) -> VerifyView:
        """How far the proof is."""
        return cls(progress.outcome, ChannelView.of(progress.card), progress.retry_in)


@frozen
class DeletePreviewView:
    """What a deletion would cost, `lost` in all; with `small` no second question is asked, with
    `window_open` a payout can be requested first.
    """

    currency: Currency
    fx_rate: Rate
    lost: Amount
    lost_usd: Amount
    balance: Amount
    balance_usd: Amount
    unsettled: Amount
    unsettled_usd: Amount
    small: bool
    window_open: bool

    @classmethod
    def of(cls, price: DeletionCost, rate: FxRate, *, window_open: bool) -> DeletePreviewView:
        """The price in the reader's currency, dollars beside it."""
        return cls(
            currency=rate.currency,
            fx_rate=decimal_text(rate.rate),
            lost=_shown(price.lost, rate),
            lost_usd=amount(price.lost),
            balance=_shown(price.balance, rate),
            balance_usd=amount(price.balance),
            unsettled=_shown(price.unsettled, rate),
            unsettled_usd=amount(price.unsettled),
            small=price.small,
            window_open=window_open,
        )


@frozen
class DeletedView:
    """What expired with the channel."""

    currency: Currency
    fx_rate: Rate
    forfeited: Amount
    forfeited_usd: Amount

    @classmethod
    def of(cls, forfeited: Money, rate: FxRate) -> DeletedView:
        """The amount in the reader's currency, dollars beside it."""
        return cls(
            rate.currency,
            decimal_text(rate.rate),
            _shown(forfeited, rate),
            amount(forfeited),
        )


@frozen
class CategoryView:
    """A category, named in the reader's language."""

    code: Category
    label: str

    @classmethod
    def of(cls, category: Category, language: Language) -> CategoryView:
        return cls(category, category_label(category, language))


@frozen
class CategoriesView:
    """Every category, in the order in which they are offered."""

    items: list[CategoryView]


@frozen
class ChannelsResource:
    """Answers `channel/*`."""

    channels: Channels
    verifications: Verifications
    removals: ChannelRemovals
    rates: Rates
    clock: Clock
    """The business clock."""
    policies: Policies

    @operation("listChannels", limit=SEARCH, refuses=(BadSort, AccountNotFound))
    def on_get_list(self, caller: Caller, query: ChannelListQuery) -> PageView[ChannelView]:
        """The channels that the caller may see, the newest first."""
        page = self.channels.list(caller.account, query.which, query.page_request)
        return PageView[ChannelView].of(page, ChannelView.of)

    @operation("listSubChannels", refuses=(RoleRefused, AccountNotFound))
    def on_get_sub_list(self, caller: Caller, query: SubChannelListQuery) -> PageView[ChannelView]:
        """The channels of all accounts below a network account."""
        filter = ChannelListFilter(query.status, query.account)
        page = self.channels.list_below(caller.account, filter, query.page_request)
        return PageView[ChannelView].of(page, ChannelView.of)

    @operation("getChannel", refuses=(NotFound,))
    def on_get_detail(self, caller: Caller, query: ChannelQuery) -> ChannelDetailView:
        """One channel with the history of its statuses."""
        return ChannelDetailView.of(self.channels.show(caller.account, ChannelId(query.id)))

    @operation("listChannelCategories")
    def on_get_categories(self, caller: Caller) -> CategoriesView:
        """The 21 categories in the caller's language."""
        return CategoriesView([CategoryView.of(each, caller.language) for each in Category])

    @operation(
        "addChannel",
        lane=Lane.PLATFORM,
        refuses=(
            NotAChannelLink,
            ChannelUnreadable,
            AlreadyRegistered,
            CannotBeRegistered,
            ReservedForAnother,
            RoleRefused,
            AccountNotFound,
            TooManyRequests,
        ),
    )
    def on_post_add(self, caller: Caller, body: AddChannelBody) -> ChannelView:
        """Register a channel by its link; its code is to be placed then."""
        return ChannelView.of(
            self.channels.add(caller.account, body.link, body.category, body.member, body.platform)
        )

    @operation(
        "verifyChannel",
        refuses=(
            NotFound,
            AlreadyVerified,
            AlreadyRegistered,
            CannotBeRegistered,
            TooManyRequests,
        ),
    )
    def on_post_verify(self, caller: Caller, body: ChannelBody) -> VerifyView:
        """Check for the code now, and keep checking in the background."""
        return VerifyView.of(self.verifications.verify(caller.account, ChannelId(body.id)))

    @operation("getChannelVerification", refuses=(NotFound,))
    def on_get_verify_status(self, caller: Caller, query: ChannelQuery) -> VerifyView:
        """The state of the verification; no check is started."""
        return VerifyView.of(self.verifications.status(caller.account, ChannelId(query.id)))

    @operation("reviewChannel", refuses=(NotFound, ReviewedToday, UnderReview, NotUnderHold))
    def on_post_review(self, caller: Caller, body: ChannelBody) -> ChannelView:
        """Request a review of a channel on hold, once a day."""
        return ChannelView.of(self.channels.ask_review(caller.account, ChannelId(body.id)))

    @operation("assignChannel", refuses=(RoleRefused, NotFound, AccountNotFound))
    def on_post_assign(self, caller: Caller, body: AssignBody) -> ChannelView:
        """Hand a channel to an account below, from today on."""
        return ChannelView.of(self.channels.assign(caller.account, ChannelId(body.id), body.target))

    @operation("unassignChannel", refuses=(RoleRefused, NotFound, ChannelUnassigned))
    def on_post_unassign(self, caller: Caller, body: ChannelBody) -> ChannelView:
        """Take a channel back from its member, from today on."""
        return ChannelView.of(self.channels.unassign(caller.account, ChannelId(body.id)))

    @operation("previewChannelDeletion", refuses=(RoleRefused, NotFound, ChannelAssigned, NoRate))
    def on_get_delete_preview(self, caller: Caller, query: ChannelQuery) -> DeletePreviewView:
        """What deleting a channel would cost now."""
        price = self.removals.price(caller.account, ChannelId(query.id))
        today = self.clock.today()
        return DeletePreviewView.of(
            price,
            self.rates.on(caller.currency, today),
            window_open=window(today, self.policies.on(today).withdrawal.windows).open,
        )

    @operation(
        "deleteChannel",
        lane=Lane.PASSWORDS,
        refuses=(
            RoleRefused,
            NotFound,
            FieldsMissing,
            WrongPassword,
            NoPassword,
            ChannelAssigned,
            NoRate,
            TooManyRequests,
        ),
    )
    def on_post_delete(self, caller: Caller, body: DeleteChannelBody) -> DeletedView:
        """Delete a channel; what it earned and was not requested expires."""
        rate = self.rates.on(caller.currency, self.clock.today())
        forfeited = self.removals.delete(
            caller.account, ChannelId(body.id), body.password, confirmed=body.confirm
        )
        return DeletedView.of(forfeited, rate)


def _shown(usd: Money, rate: FxRate) -> Amount:
    return amount(usd.converted(rate.rate, rate.currency))
