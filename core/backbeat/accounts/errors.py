"""Why an act on an account may be refused: one class per rule, with its catalogue code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import define, field

from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money


@define(eq=False)
class LoginRequired(Refusal):
    """The token belongs to no session, or the session has ended."""

    code = 10000


@define(eq=False)
class AccountNotFound(Refusal):
    """There is no such account, it is blocked, or the caller may not reach it
    (ACCT-16, ACCESS-4)."""

    code = 10001


@define(eq=False)
class AccountDeleted(Refusal):
    """The account was deleted; its address is free again after the hold (ACCT-21)."""

    code = 10002


@define(eq=False)
class WrongCredentials(Refusal):
    """The id or the password is wrong; which of them is not said (SESSION-4)."""

    code = 10003


@define(eq=False)
class PasswordsDiffer(Refusal):
    """The password and its confirmation are not the same (ACCT-7)."""

    code = 10004
    fields: Mapping[str, str] = field(factory=lambda: {"password_confirm": "mismatch"})


@define(eq=False)
class BadIdLength(Refusal):
    """The log-in id is too short or too long (ACCT-1)."""

    code = 10005
    min: int
    max: int


@define(eq=False)
class BadPasswordLength(Refusal):
    """The password is too short or too long (ACCT-1)."""

    code = 10006
    min: int
    max: int


@define(eq=False)
class BadEmail(Refusal):
    """The text is not an e-mail address."""

    code = 10007


@define(eq=False)
class BadNickname(Refusal):
    """The nickname is too short, too long, or contains other characters than letters and digits
    (ACCT-3).
    """

    code = 10008
    min: int
    max: int
    problem: Literal["length", "characters"]


@define(eq=False)
class EmailTaken(Refusal):
    """The address belongs to an account, or to one that left and is still held (ACCT-21)."""

    code = 10009


@define(eq=False)
class NicknameTaken(Refusal):
    """Somebody else has this nickname, in whatever case (ACCT-3)."""

    code = 10010


@define(eq=False)
class BadInvitation(Refusal):
    """No active account has this invitation code."""

    code = 10011


@define(eq=False)
class OwnInvitation(BadInvitation):
    """The invitation code is that of the caller, or of an account with the same mailbox."""

    reason = "own_code"


@define(eq=False)
class AccountSuspended(Refusal):
    """The account is suspended for a policy violation (ACCT-16)."""

    code = 10013


@define(eq=False)
class TooManyTries(Refusal):
    """The code was tried too often; only a new one helps (CRED-2)."""

    code = 10015


@define(eq=False)
class WrongCode(Refusal):
    code = 10016
    tries_left: int


@define(eq=False)
class CodeExpired(Refusal):
    """The code or link was used or is too old, or none was sent (CRED-3, SESSION-11)."""

    code = 10017


@define(eq=False)
class SamePassword(Refusal):
    """The new password is the old one."""

    code = 10018


@define(eq=False)
class WrongPassword(Refusal):
    """The current password is wrong (ACCT-9)."""

    code = 10019


@define(eq=False)
class NoPassword(Refusal):
    """The account has no password yet; recovery sets one (ACCT-15)."""

    code = 10022


@define(eq=False)
class ResetExpired(Refusal):
    """The time to set a new password is over, or the permission for it is spent (CRED-6)."""

    code = 10024


@define(eq=False)
class EmailUnverified(Refusal):
    """The e-mail address has to be verified first (ACCT-8)."""

    code = 2
    reason = "email_unverified"


@define(eq=False)
class StepUpRequired(Refusal):
    """The password has to be given again first (SESSION-8)."""

    code = 2
    reason = "step_up"


@define(eq=False)
class LoginCodeRequired(Refusal):
    """The password is right, but the device is unknown and the id was tried often: a mailed code is
    needed.
    """

    code = 2
    reason = "login_code"


@define(eq=False)
class ViewOnly(Refusal):
    """An operator is viewing the account, so nothing can be changed (SESSION-14)."""

    code = 2
    reason = "view_only"


@define(eq=False)
class TotpRequired(Refusal):
    """The password is right; the second factor's code is missing (0114)."""

    code = 2
    reason = "totp_required"


@define(eq=False)
class TotpWrong(Refusal):
    """The second factor's code is wrong, or was used before."""

    code = 2
    reason = "totp_wrong"


@define(eq=False)
class TotpActive(Refusal):
    """A second factor is set up already; it has to be removed first."""

    code = 2
    reason = "totp_active"


@define(eq=False)
class TotpInactive(Refusal):
    """There is no second factor that could be confirmed or removed."""

    code = 2
    reason = "totp_inactive"


@define(eq=False)
class TotpSetupRequired(Refusal):
    """The installation requires a second factor from this account, and it has none yet."""

    code = 2
    reason = "totp_setup"


@define(eq=False)
class HasMembers(Refusal):
    """There are accounts below this one, which have to be moved or deleted first (ACCT-19)."""

    code = 2
    reason = "has_members"
    members: int


@define(eq=False)
class BalanceLeft(Refusal):
    """Something is owed to the account or by it, and has to be settled before the account is erased
    (PRIVACY-8).
    """

    code = 2
    reason = "balance_left"
    amount: Money


@define(eq=False)
class BelowItself(Refusal):
    """An account cannot be placed below itself, or below one that is below it (NET-18)."""

    code = 2
    reason = "below_itself"


@define(eq=False)
class OtherRank(Refusal):
    """Members of that account have another rank than this one, or it cannot have members (NET-18)."""

    code = 2
    reason = "other_rank"
    permission: str
    above: str


@define(eq=False)
class TooDeep(Refusal):
    """A tree has three levels at most (NET-3)."""

    code = 2
    reason = "depth"


@define(eq=False)
class PendingWithdrawal(Refusal):
    """A withdrawal of the account has not been answered: until then its owner cannot leave
    (ACCT-19) and nothing else can be requested (WITHDRAW-12).
    """

    code = 2
    reason = "pending_withdrawal"


@define(eq=False)
class LinkUnknown(Refusal):
    """No one-time log-in was issued with this value (SESSION-11)."""

    code = 2
    reason = "link_invalid"


@define(eq=False)
class AmbiguousAccount(Refusal):
    """Several accounts have an id that begins like this; more of it has to be typed."""

    code = 2
    reason = "bad_value"
    ids: tuple[str, ...]


@define(eq=False)
class StatusRefused(Refusal):
    """The account's state does not allow this act, for example reinstating an active one."""

    code = 2
    reason = "account_status"
    status: str
