"""Accounts below a manager: `member/mcn/*`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated

from attrs import evolve, frozen
from msgspec import Meta

from backbeat.accounts.errors import (
    AccountNotFound,
    BadEmail,
    BadIdLength,
    BadNickname,
    BadPasswordLength,
    EmailTaken,
    HasMembers,
    NicknameTaken,
    NoPassword,
    StatusRefused,
    WrongPassword,
)
from backbeat.accounts.model import AccountStatus, Permission
from backbeat.channels.errors import (
    AlreadyRegistered,
    CannotBeRegistered,
    ChannelUnreadable,
    NotAChannelLink,
    ReservedForAnother,
)
from backbeat.channels.model import Category
from backbeat.codes.words import message
from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.service import Rates
from backbeat.idempotency.model import Call
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FieldsMissing, RoleRefused, TooManyRequests
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.limits.rules import PAPERS, SEARCH
from backbeat.members.invitations import MemberInvitations
from backbeat.members.model import Member, MemberChange, NewMember
from backbeat.members.removal import MemberRemovals
from backbeat.members.service import Members
from backbeat.onboarding.member_files import LineAct, MemberFiles, MembersTaken, TakenLine
from backbeat.onboarding.model import Fault
from backbeat.platforms.addresses import LONGEST_LINK
from backbeat.settlement.rate_previews import RatePreview, RatePreviews, Sides
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import FileAnswer, operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import (
    Amount,
    Count,
    Flag,
    Instant,
    MonthText,
    Rate,
    UploadedFile,
    amount,
    decimal_text,
)

AccountRef = Annotated[str, Meta(max_length=254)]
"""An account's id or its e-mail address."""
Link = Annotated[str, Meta(max_length=4 * LONGEST_LINK)]
CSV = "text/csv"
MOST_LINKS = 100
"""More are not even read; how many come with a member is for the core to say."""


@frozen
class MembersQuery(PageQuery):
    """A page of the accounts directly below; `target` is another account above them. `search`, a
    part of the e-mail address or nickname, or an account's id, finds everybody below."""

    target: AccountRef | None = None
    search: Annotated[str, Meta(max_length=200)] | None = None


@frozen
class InviteMemberBody:
    """A member as its manager fills it in; `user_id` is the e-mail address.

    `channels` is a link or a list of them, each of `category`; without `fee_rate` the member gets
    the portal's. `permission_flag` 1 lets a network's creator have members of its own.
    """

    user_id: str
    nickname: str
    channels: Annotated[list[Link], Meta(max_length=MOST_LINKS)] | Link | None = None
    category: Category = Category.PERSONAL_BROADCAST_BLOG
    fee_rate: Decimal | None = None
    permission_flag: Flag | None = None

    @property
    def new(self) -> NewMember:
        """The form in the core's words."""
        links = [self.channels] if isinstance(self.channels, str) else self.channels or []
        return NewMember(
            email=self.user_id,
            password=None,
            nickname=self.nickname,
            channels=tuple(links),
            category=self.category,
            fee_rate=self.fee_rate,
            may_manage=None if self.permission_flag is None else bool(self.permission_flag),
        )


@frozen(kw_only=True)
class AddMemberBody(InviteMemberBody):
    """The same with the member's first password."""

    password: str

    @property
    def new(self) -> NewMember:
        return evolve(super().new, password=self.password)


@frozen
class InvitedAgainBody:
    """Which member gets another link."""

    target: AccountRef


@frozen
class UpdateMemberBody:
    """What changes of a member; what is absent stays. `password` is the member's new one."""

    target: AccountRef
    password: str | None = None
    fee_rate: Decimal | None = None
    permission_flag: Flag | None = None
    nickname: str | None = None
    user_id: str | None = None

    @property
    def change(self) -> MemberChange:
        return MemberChange(
            password=self.password,
            fee_rate=self.fee_rate,
            may_manage=None if self.permission_flag is None else bool(self.permission_flag),
            nickname=self.nickname,
            email=self.user_id,
        )


@frozen
class DeleteMemberBody:
    """Which member, with the caller's own password."""

    target: AccountRef
    password: Annotated[str, Meta(max_length=1024)]


@frozen
class UpperView:
    """An account between the caller and a member, and what the account above keeps of it today."""

    id: str
    name: str
    fee_rate: Rate


@frozen
class MemberView:
    """An account as those above it see it; `fee_rate` is what the account above keeps today,
    `above` are those between the caller and it, the uppermost first."""

    id: str
    user_id: str
    name: str
    permission: Permission
    permission_flag: Flag
    fee_rate: Rate
    next_fee_rate: Rate | None
    next_fee_from: date | None
    channels: Count
    members: Count
    status: AccountStatus
    invited: bool
    verified: bool
    created_at: Instant
    above: list[UpperView]

    @classmethod
    def of(cls, member: Member) -> MemberView:
        account, coming = member.account, member.next_rate
        return cls(
            id=account.id,
            user_id=account.email,
            name=account.name,
            permission=account.permission,
            permission_flag=int(account.permission_flag),
            fee_rate=decimal_text(member.rate),
            next_fee_rate=decimal_text(coming.rate) if coming else None,
            next_fee_from=coming.from_day if coming else None,
            channels=member.channels,
            members=member.members,
            status=account.status,
            invited=account.is_invited,
            verified=account.is_verified,
            created_at=account.created_at,
            above=[
                UpperView(each.account.id, each.account.name, decimal_text(each.rate))
                for each in member.above
            ],
        )


@frozen
class RatePreviewQuery:
    target: AccountRef
    fee_rate: Decimal


@frozen
class SidesView:
    """What a month brings the caller, the member, and those below the member."""

    own: Amount
    own_usd: Amount
    member: Amount
    member_usd: Amount
    below: Amount
    below_usd: Amount

    @classmethod
    def of(cls, sides: Sides, rate: FxRate) -> SidesView:
        """The amounts in the reader's currency, dollars beside them."""

        def shown(usd: Money) -> Amount:
            return amount(usd.converted(rate.rate, rate.currency))

        return cls(
            own=shown(sides.manager),
            own_usd=amount(sides.manager),
            member=shown(sides.member),
            member_usd=amount(sides.member),
            below=shown(sides.below),
            below_usd=amount(sides.below),
        )


@frozen
class RatePreviewView:
    """The newest closed month as it was shared, and as it would have been by the wanted rate.

    `month` is null before the first close. The rate would count from `next_fee_from`.
    """

    fee_rate: Rate
    next_fee_rate: Rate
    next_fee_from: date
    month: MonthText | None
    currency: Currency
    fx_rate: Rate
    before: SidesView
    after: SidesView

    @classmethod
    def of(cls, preview: RatePreview, rate: FxRate) -> RatePreviewView:
        return cls(
            fee_rate=decimal_text(preview.rate),
            next_fee_rate=decimal_text(preview.wanted),
            next_fee_from=preview.from_day,
            month=str(preview.month) if preview.month else None,
            currency=rate.currency,
            fx_rate=decimal_text(rate.rate),
            before=SidesView.of(preview.before, rate),
            after=SidesView.of(preview.after, rate),
        )


@frozen
class MembersFileBody:
    """A CSV of members; with `preview` nothing is kept. The password where it is not fresh."""

    file: UploadedFile
    preview: bool = False
    password: str | None = None


@frozen
class TakenLineView:
    """A line of the file, and what it does: `invite`, `change` (the columns in `changes`) or
    `nothing`."""

    line: Count
    act: LineAct
    user_id: str
    nickname: str
    changes: list[str]

    @classmethod
    def of(cls, taken: TakenLine) -> TakenLineView:
        return cls(taken.number, taken.act, taken.email, taken.nickname, list(taken.changes))


@frozen
class LineFaultView:
    """What is wrong in a line, in which column, with the code that the single call refuses with."""

    line: Count
    column: str | None
    code: Count
    reason: str | None
    message: str

    @classmethod
    def of(cls, fault: Fault, language: Language) -> LineFaultView:
        refusal = fault.refusal
        words = message(refusal.code, language, refusal.details)
        return cls(fault.line, fault.column, refusal.code, refusal.reason, words)


@frozen
class MembersTakenView:
    """What came of a file. With `faults` nothing was kept; `kept` is false for a preview too."""

    kept: bool
    invited: Count
    changed: Count
    unchanged: Count
    lines: list[TakenLineView]
    faults: list[LineFaultView]

    @classmethod
    def of(cls, taken: MembersTaken, language: Language, *, preview: bool) -> MembersTakenView:
        """The same in the words of the wire."""
        return cls(
            kept=not preview and not taken.faults,
            invited=taken.count(LineAct.INVITE),
            changed=taken.count(LineAct.CHANGE),
            unchanged=taken.count(LineAct.NOTHING),
            lines=[TakenLineView.of(line) for line in taken.lines],
            faults=[LineFaultView.of(fault, language) for fault in taken.faults],
        )


@frozen
class DeletedMemberView:
    """How many channels came back to the manager."""

    released_channels: Count


_MAKING = (
    RoleRefused,
    BadIdLength,
    BadEmail,
    BadNickname,
    EmailTaken,
    NicknameTaken,
    NotAChannelLink,
    ChannelUnreadable,
    AlreadyRegistered,
    CannotBeRegistered,
    ReservedForAnother,
    TooManyRequests,
)
"""What stands against an account below the caller, and its channels."""


@frozen
class MembersResource:
    """Answers `member/mcn/*`."""

    members: Members
    removals: MemberRemovals
    invitations: MemberInvitations
    files: MemberFiles
    previews: RatePreviews
    rates: Rates
    clock: Clock

    @operation("listMembers", limit=SEARCH, refuses=(RoleRefused, AccountNotFound))
    def on_get_accounts(self, caller: Caller, query: MembersQuery) -> PageView[MemberView]:
        """The accounts directly below the caller, or below one that it sees, the newest first;
        with `search` those found at whatever depth."""
        page = self.members.list(
            caller.account, query.page_request, below=query.target, search=query.search
        )
        return PageView[MemberView].of(page, MemberView.of)

    def at_hand(self, caller: Caller) -> PageView[MemberView] | None:
        """What the same call answers at the start of a visit, for who may ask for it (WEB-27)."""
        page = self.members.at_hand(caller.account)
        return None if page is None else PageView[MemberView].of(page, MemberView.of)

    @operation("downloadMembers", limit=PAPERS, files=(CSV,), refuses=(RoleRefused,))
    def on_get_file(self, caller: Caller) -> FileAnswer:
        """Every account below the caller as CSV, which may be taken in again."""
        return FileAnswer(self.files.told(caller.account), CSV, "members.csv")

    @operation(
        "importMembers",
        lane=Lane.DOCUMENTS,
        form=True,
        step_up=True,
        refuses=(RoleRefused, TooManyRequests),
    )
    def on_post_import(self, caller: Caller, body: MembersFileBody) -> MembersTakenView:
        """Invite and change members by a CSV, whole or not at all; with `preview` nothing is kept.

        Columns: user_id, nickname, fee_rate, permission_flag; others are passed over. A new address
        is invited by mail, an account directly below is changed where the line says otherwise.
        """
        taken = self.files.take(caller.account, body.file.content, preview=body.preview)
        return MembersTakenView.of(taken, caller.language, preview=body.preview)

    @operation(
        "addMember",
        lane=Lane.PLATFORM,
        refuses=(BadPasswordLength, *_MAKING),
    )
    def on_post_add(self, caller: Caller, body: AddMemberBody, call: Call | None) -> MemberView:
        """Make an account directly below the caller, with its channels."""
        return MemberView.of(self.members.add(caller.account, body.new, call))

    @operation(
        "inviteMember",
        lane=Lane.PLATFORM,
        refuses=_MAKING,
    )
    def on_post_invite(
        self, caller: Caller, body: InviteMemberBody, call: Call | None
    ) -> MemberView:
        """Make an account directly below the caller that sets its own password by a mailed link."""
        return MemberView.of(self.members.add(caller.account, body.new, call))

    @operation(
        "inviteMemberAgain",
        refuses=(RoleRefused, AccountNotFound, StatusRefused, TooManyRequests),
    )
    def on_post_invite_again(self, caller: Caller, body: InvitedAgainBody) -> None:
        """Mail another link to a member that has not set its password yet; older ones are void."""
        self.invitations.again(caller.account, body.target)

    @operation(
        "updateMember",
        lane=Lane.PASSWORDS,
        step_up=True,
        password_is_anothers=True,
        refuses=(
            RoleRefused,
            AccountNotFound,
            FieldsMissing,
            BadPasswordLength,
            BadIdLength,
            BadEmail,
            BadNickname,
            EmailTaken,
            NicknameTaken,
            StatusRefused,
            HasMembers,
            TooManyRequests,
        ),
    )
    def on_post_update(self, caller: Caller, body: UpdateMemberBody) -> MemberView:
        """Change a member's password, fee rate, flag, nickname or unproved address.

        A rate counts from the next month on, unless the portal says otherwise.
        """
        return MemberView.of(self.members.change(caller.account, body.target, body.change))

    @operation("previewMemberRate", refuses=(RoleRefused, AccountNotFound, NoRate))
    def on_get_rate_preview(self, caller: Caller, query: RatePreviewQuery) -> RatePreviewView:
        """What another rate would have made of the newest closed month; nothing is changed."""
        preview = self.previews.preview(caller.account, query.target, query.fee_rate)
        return RatePreviewView.of(preview, self.rates.on(caller.currency, self.clock.today()))

    @operation(
        "deleteMember",
        lane=Lane.PASSWORDS,
        refuses=(
            RoleRefused,
            AccountNotFound,
            WrongPassword,
            NoPassword,
            HasMembers,
            TooManyRequests,
        ),
    )
    def on_post_delete(self, caller: Caller, body: DeleteMemberBody) -> DeletedMemberView:
        """Delete a member: its log-in ends, its channels come back, its money stays its own."""
        released = self.removals.delete(caller.account, body.target, body.password)
        return DeletedMemberView(released)
