"""Which calls go into the security log (SEC-18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from falcon import Request

from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    CodeExpired,
    EmailUnverified,
    LinkUnknown,
    LoginCodeRequired,
    ResetExpired,
    StepUpRequired,
    TooManyTries,
    TotpRequired,
    TotpWrong,
    ViewOnly,
    WrongCode,
    WrongCredentials,
    WrongPassword,
)
from backbeat.audit.model import mask_email
from backbeat.channels.errors import ChannelUnreadable
from backbeat.dashboards.errors import VideoForbidden
from backbeat.kernel.errors import BadValues, NotFound, Refusal, RoleRefused, TooManyRequests
from backbeat.phones.errors import PhoneCodeExpired, SmsUnavailable, WrongPhoneCode
from backbeat_adapters.security_log import Event
from backbeat_http.caller import address_of
from backbeat_http.errors import BadRequest, BodyTooLarge, MediaTypeRefused, Unavailable

Note = Callable[[Event], object]

KINDS: Mapping[type[Refusal], str] = {
    WrongCredentials: "login",
    LoginCodeRequired: "login",
    TotpRequired: "login",
    WrongPassword: "login",
    AccountSuspended: "login",
    AccountDeleted: "login",
    TotpWrong: "code",
    WrongCode: "code",
    TooManyTries: "code",
    CodeExpired: "code",
    WrongPhoneCode: "code",
    PhoneCodeExpired: "code",
    ResetExpired: "code",
    LinkUnknown: "code",
    RoleRefused: "rights",
    StepUpRequired: "rights",
    EmailUnverified: "rights",
    ViewOnly: "rights",
    NotFound: "rights",
    AccountNotFound: "rights",
    VideoForbidden: "rights",
    BadRequest: "input",
    BadValues: "input",
    BodyTooLarge: "input",
    MediaTypeRefused: "input",
    TooManyRequests: "limit",
    Unavailable: "limit",
    ChannelUnreadable: "platform",
    SmsUnavailable: "platform",
}
"""Which refusals are logged, and as which kind. What belongs to others counts as not found
(ACCESS-4).
"""

GRANTED: Mapping[str, str] = {
    "/api/member/login": "login",
    "/api/member/join": "login",
    "/api/member/create.onetime.auth": "login",
    "/api/member/invite.accept": "login",
    "/api/member/stepup": "login",
    "/api/member/logout": "login",
    "/api/member/emailverify": "code",
    "/api/member/email.change.verify": "code",
    "/api/member/account/find.password.verify": "code",
    "/api/member/account/find.password.update": "code",
    "/api/member/phone/verify": "code",
    "/api/member/phone/find.id": "code",
    "/api/member/totp/confirm": "code",
    "/api/member/totp/codes": "code",
    "/api/member/totp/remove": "code",
    "/api/member/totp/lost": "login",
    "/api/member/totp/keep": "code",
    "/api/member/login.disown": "code",
    "/api/withdrawal/info.disown": "code",
}
"""The calls by which somebody proves who they are, or logs out; they are logged when they succeed.
"""

PROOFS = ("password", "code", "mailed_code", "ticket", "t")
"""Fields that prove who is calling; the line of a successful call names those that were given."""


def refused(req: Request, refusal: Refusal, note: Note) -> None:
    kind = KINDS.get(type(refusal))
    if kind is not None:
        note(_event(req, kind, "refused", refusal.code, refusal.reason))


def answered(req: Request, status: int, note: Note) -> None:
    """Called after any answer; successful log-ins and proofs are logged too."""
    kind = GRANTED.get(req.path)
    if kind is not None and req.method != "OPTIONS" and status < 300:
        body = getattr(req.context, "body", None)
        given = [name for name in PROOFS if getattr(body, name, None) or req.has_param(name)]
        note(_event(req, kind, "granted", 0, ", ".join(given) or None))


def nowhere(event: Event) -> None:
    """The log of applications that have none: it drops everything."""


def _event(req: Request, kind: str, outcome: str, code: int, reason: str | None) -> Event:
    return Event(
        kind=kind,
        outcome=outcome,
        code=code,
        reason=reason,
        who=_who(req),
        address=address_of(req, req.context.edge.trusted_proxies),
        what=f"{req.method} {req.path[:200]}",
        request=req.context.request_id,
    )


def _who(req: Request) -> str | None:
    """The account behind the session, or else the typed id, masked."""
    account = getattr(req.context, "account", None)
    if account is not None:
        return str(account)
    body = getattr(req.context, "body", None)
    typed = getattr(body, "id", None) or getattr(body, "email", None)
    return mask_email(typed[:200]) if isinstance(typed, str) and "@" in typed else None
