"""Accounts: log-in and sign-up, who somebody is, and what an account changes of its own."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from attrs import asdict, evolve, frozen

from backbeat.accounts.deletion import AccountDeletion
from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    BadEmail,
    BadIdLength,
    BadInvitation,
    BadNickname,
    BadPasswordLength,
    CodeExpired,
    EmailTaken,
    HasMembers,
    LinkUnknown,
    LoginCodeRequired,
    NicknameTaken,
    NoPassword,
    OwnInvitation,
    PasswordsDiffer,
    PendingWithdrawal,
    SamePassword,
    TooManyTries,
    TotpRequired,
    TotpWrong,
    WrongCode,
    WrongCredentials,
    WrongPassword,
)
from backbeat.accounts.model import Account, Permission, Preferences, Role, TutorialStep, Viewing
from backbeat.accounts.second_factor import SecondFactors, Standing
from backbeat.accounts.service import AccountChange, Accounts, SignUp
from backbeat.accounts.sessions import Opened, Sessions
from backbeat.fx.model import FxRate
from backbeat.fx.service import Rates
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.members.invitations import MemberInvitations
from backbeat.withdrawals.model import PaymentDetails
from backbeat_http.caller import Caller, Visitor
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.resources.payment_info import PaymentInfoView
from backbeat_http.wire import Amount, Flag, Instant, Rate, amount, decimal_text


class PaymentInfo(Protocol):
    """Where accounts are paid (withdrawals)."""

    def info(self, account: AccountId) -> PaymentDetails | None:
        """Where the account is paid, if that is registered."""


class ChannelStanding(Protocol):
    """Whether accounts have approved channels (channels)."""

    def has_approved(self, caller: AccountId) -> bool:
        """Whether any channel that the account may see is approved."""


@frozen
class InfoView:
    """The account's nickname and log-in id."""

    name: str
    user_id: str

    @classmethod
    def of(cls, account: Account) -> InfoView:
        return cls(name=account.name, user_id=account.email)


@frozen
class TutorialView:
    """Which parts of the tutorial are seen."""

    dashboard: bool
    music: bool
    channel: bool
    guide: bool

    @classmethod
    def of(cls, account: Account) -> TutorialView:
        seen = account.tutorial
        return cls(
            dashboard=TutorialStep.DASHBOARD in seen,
            music=TutorialStep.MUSIC in seen,
            channel=TutorialStep.CHANNEL in seen,
            guide=TutorialStep.GUIDE in seen,
        )


@frozen
class PreferencesView:
    """Which notifications are wanted."""

    notice: bool
    marketing: bool

    @classmethod
    def of(cls, preferences: Preferences) -> PreferencesView:
        return cls(notice=preferences.notice, marketing=preferences.marketing)


@frozen
class TotpView:
    """The second factor: whether log-in asks for it, whether it has to be set up first, how many
    recovery codes are left, and when it will be removed if somebody has reported it as lost.
    """

    active: bool
    required: bool
    recovery_codes: int
    ends_at: Instant | None

    @classmethod
    def of(cls, standing: Standing) -> TotpView:
        """The state of an account's second factor."""
        return cls(
            active=standing.active,
            required=standing.missing,
            recovery_codes=standing.recovery_codes,
            ends_at=standing.ends_at,
        )


@frozen
class ViewingView:
    """Says that the session belongs to an operator, who can look but not change anything, and until
    when.
    """

    operator: str
    until: Instant

    @classmethod
    def of(cls, viewing: Viewing) -> ViewingView:
        return cls(operator=viewing.operator, until=viewing.until)


@frozen
class MeView:
    """A signed-in person; `auth_required` says that the e-mail address has to be proved first."""

    info: InfoView
    role: Role
    permission: Permission
    permission_flag: Flag
    auth_required: bool
    is_mcn_related: bool
    withdrawal: PaymentInfoView | None
    has_approved_channel: bool
    tutorial: TutorialView
    settings: PreferencesView
    totp: TotpView
    referral_code: str
    viewing: ViewingView | None


@frozen
class SessionView(MeView):
    """A session just opened. The token is given here and never again.

    `device` comes with a sign-up, and with a log-in on an unknown device: sent back with the next
    log-in, it keeps other people's wrong passwords from locking out this device.
    """

    token: str
    device: str | None


@frozen
class LoginBody:
    """Id and password; `code` is that of the authenticator app, or a recovery code (0114).

    `device` is the value from an earlier log-in, `mailed_code` the code that was mailed after the
    answer `login_code`.
    """

    id: str
    password: str
    code: str | None = None
    device: str | None = None
    mailed_code: str | None = None


@frozen
class JoinBody:
    """The fields of a sign-up form; `id` is the e-mail address."""

    id: str
    password: str
    nickname: str
    password_confirm: str | None = None
    referral: str | None = None

    def form(self, visitor: Visitor) -> SignUp:
        return SignUp(
            email=self.id,
            password=self.password,
            nickname=self.nickname,
            confirmation=self.password_confirm,
            referral=self.referral,
            language=visitor.language,
            partner=visitor.site,
        )


@frozen
class AcceptBody:
    """The value of a member's invitation, and the password that the member chooses."""

    t: str
    password: str


@frozen
class OneTimeQuery:
    """The value of a one-time log-in."""

    code: str | None = None


@frozen
class OneTimeBody:
    """The value of a one-time log-in in the body, where no log can record it."""

    code: str | None = None

    def value(self, query: OneTimeQuery) -> str:
        """The value from either place; refuses if neither has it."""
        value = self.code or query.code
        if value is None:
            raise FieldsMissing(fields={"code": "required"})
        return value


@frozen
class UpdateBody:
    """What changes; `password` is the current one and goes with `new_password`."""

    password: str | None = None
    new_password: str | None = None
    nickname: str | None = None

    @property
    def change(self) -> AccountChange:
        return AccountChange(
            nickname=self.nickname, password=self.password, new_password=self.new_password
        )


@frozen
class UpdateView:
    """The account after the change."""

    info: InfoView


@frozen
class PasswordBody:
    """The account's password."""

    password: str


@frozen
class LeftView:
    """What expired with the account, in the caller's currency and in USD."""

    currency: Currency
    fx_rate: Rate
    expired: Amount
    expired_usd: Amount

    @classmethod
    def of(cls, expired: Money, rate: FxRate) -> LeftView:
        return cls(
            currency=rate.currency,
            fx_rate=decimal_text(rate.rate),
            expired=amount(expired.converted(rate.rate, rate.currency)),
            expired_usd=amount(expired),
        )


class PushType(StrEnum):
    """Which of the two switches was moved."""

    NOTICE = "notice"
    MARKETING = "marketing"


@frozen
class PushBody:
    """Both switches; if `type` is given, only that one counts (ACCT-12)."""

    notice: bool
    marketing: bool
    type: PushType | None = None

    @property
    def switches(self) -> dict[str, bool | None]:
        """The changes; None leaves a switch as it is."""
        return {
            "notice": None if self.type is PushType.MARKETING else self.notice,
            "marketing": None if self.type is PushType.NOTICE else self.marketing,
        }


class TutorialValue(StrEnum):
    """A part of the tutorial, or all of it."""

    DASHBOARD = "dashboard"
    MUSIC = "music"
    CHANNEL = "channel"
    GUIDE = "guide"
    ALL = "all"

    @property
    def step(self) -> TutorialStep | None:
        """The part as the core names it; None means the whole tutorial."""
        return None if self is TutorialValue.ALL else TutorialStep(self.value)


@frozen
class TutorialBody:
    """What was seen."""

    value: TutorialValue


@frozen
class TutorialAnswer:
    """The tutorial after the change."""

    tutorial: TutorialView


@frozen
class AccountsResource:
    """Answers what opens a session, and what an account says of itself."""

    accounts: Accounts
    sessions: Sessions
    member_invitations: MemberInvitations
    second_factors: SecondFactors
    leaving: AccountDeletion
    payment_info: PaymentInfo
    channels: ChannelStanding
    rates: Rates
    clock: Clock

    @operation(
        "login",
        lane=Lane.PASSWORDS,
        refuses=(
            WrongCredentials,
            AccountSuspended,
            AccountNotFound,
            AccountDeleted,
            LoginCodeRequired,
            TooManyTries,
            WrongCode,
            CodeExpired,
            TotpRequired,
            TotpWrong,
        ),
    )
    def on_post_login(self, visitor: Visitor, body: LoginBody) -> SessionView:
        """Open a session with id and password.

        An account with a second factor is answered `totp_required`; the same call with `code` opens
        the session. Where an id was tried often, a device that is not known is answered `login_code`
        and a code is mailed to the owner; the same call with `mailed_code` goes on.
        """
        opened = self.sessions.log_in(
            body.id,
            body.password,
            evolve(visitor.device, token=body.device or ""),
            visitor.language,
            code=body.code,
            mailed_code=body.mailed_code,
        )
        return self._session(opened)

    @operation(
        "join",
        lane=Lane.PASSWORDS,
        refuses=(
            PasswordsDiffer,
            BadIdLength,
            BadPasswordLength,
            BadEmail,
            BadNickname,
            EmailTaken,
            NicknameTaken,
            BadInvitation,
            OwnInvitation,
        ),
    )
    def on_post_join(self, visitor: Visitor, body: JoinBody) -> SessionView:
        """Open an account and its first session."""
        return self._session(self.accounts.sign_up(body.form(visitor), visitor.device))

    @operation(
        "createOnetimeAuth",
        refuses=(
            FieldsMissing,
            LinkUnknown,
            CodeExpired,
            AccountSuspended,
            AccountNotFound,
            AccountDeleted,
        ),
    )
    def on_post_onetime(
        self, visitor: Visitor, query: OneTimeQuery, body: OneTimeBody
    ) -> SessionView:
        """Open a session with a one-time log-in."""
        return self._session(self.sessions.log_in_once(body.value(query), visitor.device))

    @operation(
        "acceptMemberInvitation",
        lane=Lane.PASSWORDS,
        refuses=(
            LinkUnknown,
            CodeExpired,
            BadPasswordLength,
            AccountSuspended,
            AccountNotFound,
            AccountDeleted,
        ),
    )
    def on_post_accept(self, visitor: Visitor, body: AcceptBody) -> SessionView:
        """Set a member's first password by the mailed link, and open its first session."""
        opened = self.member_invitations.accept(body.t, body.password, visitor.device)
        return self._session(opened)

    @operation("me", unverified=True)
    def on_get_me(self, caller: Caller) -> MeView:
        """Who is signed in."""
        return self.me(caller)

    def me(self, caller: Caller) -> MeView:
        """The person of a session, greeted in the language of their browser."""
        if caller.viewing is not None:
            # What language its owner chose is not for the operator's browser to say.
            return self._me(self.accounts.get(caller.account), caller.viewing)
        return self._me(self.accounts.greet(caller.account, caller.language))

    @operation(
        "updateAccount",
        lane=Lane.PASSWORDS,
        refuses=(
            FieldsMissing,
            BadPasswordLength,
            BadNickname,
            NicknameTaken,
            SamePassword,
            WrongPassword,
            NoPassword,
        ),
    )
    def on_post_update(self, caller: Caller, body: UpdateBody) -> UpdateView:
        """Change nickname or password; a new password ends the caller's other sessions."""
        account = self.accounts.change(
            caller.account, caller.session, body.change, proven=caller.proven
        )
        return UpdateView(info=InfoView.of(account))

    @operation(
        "deleteAccount",
        lane=Lane.PASSWORDS,
        refuses=(WrongPassword, NoPassword, HasMembers, PendingWithdrawal),
    )
    def on_post_delete(self, caller: Caller, body: PasswordBody) -> LeftView:
        """Leave the service: sessions end and the balance expires."""
        rate = self.rates.on(caller.currency, self.clock.today())
        return LeftView.of(self.leaving.leave(caller.account, body.password), rate)

    @operation("updatePush")
    def on_post_push(self, caller: Caller, body: PushBody) -> PreferencesView:
        """Choose which notifications to receive."""
        account = self.accounts.prefer(caller.account, **body.switches)
        return PreferencesView.of(account.preferences)

    @operation("stepTutorial")
    def on_post_tutorial(self, caller: Caller, body: TutorialBody) -> TutorialAnswer:
        """Count a part of the tutorial as seen."""
        account = self.accounts.finish_tutorial(caller.account, body.value.step)
        return TutorialAnswer(tutorial=TutorialView.of(account))

    def _session(self, opened: Opened) -> SessionView:
        me = self._me(opened.account, opened.session.viewing)
        return SessionView(token=opened.token, device=opened.device, **asdict(me, recurse=False))

    def _me(self, account: Account, viewing: Viewing | None = None) -> MeView:
        details = self.payment_info.info(account.id)
        return MeView(
            info=InfoView.of(account),
            role=account.role,
            permission=account.permission,
            permission_flag=int(account.permission_flag),
            auth_required=self.sessions.needs_verification(account),
            is_mcn_related=account.is_mcn_related,
            withdrawal=None if details is None else PaymentInfoView.of(details),
            has_approved_channel=self.channels.has_approved(account.id),
            tutorial=TutorialView.of(account),
            settings=PreferencesView.of(account.preferences),
            totp=TotpView.of(self.second_factors.standing(account)),
            referral_code=account.referral_code,
            viewing=ViewingView.of(viewing) if viewing else None,
        )
