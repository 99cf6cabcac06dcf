"""What of the calls goes into the security log (SEC-18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from falcon import Request

from backbeat.accounts.errors import (
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
    WrongCode,
    WrongCredentials,
    WrongPassword,
)
from backbeat.audit.model import mask_email
from backbeat.channels.errors import ChannelUnreadable
from backbeat.kernel.errors import Refusal, RoleRefused, TooManyRequests
from backbeat_adapters.security_log import Event
from backbeat_http.caller import address_of
from backbeat_http.errors import Unavailable

Note = Callable[[Event], object]

KINDS: Mapping[type[Refusal], str] = {
    WrongCredentials: "login",
    LoginCodeRequired: "login",
    TotpRequired: "login",
    WrongPassword: "login",
    AccountSuspended: "login",
    TotpWrong: "code",
    WrongCode: "code",
    TooManyTries: "code",
    CodeExpired: "code",
    ResetExpired: "code",
    LinkUnknown: "code",
    RoleRefused: "rights",
    StepUpRequired: "rights",
    EmailUnverified: "rights",
    TooManyRequests: "limit",
    Unavailable: "limit",
    ChannelUnreadable: "platform",
}
"""Which refusals are written down, and as what."""

LOGIN = "/api/member/login"


def refused(req: Request, refusal: Refusal, note: Note) -> None:
    kind = KINDS.get(type(refusal))
    if kind is not None:
        note(_event(req, kind, "refused", refusal.code, refusal.reason))


def answered(req: Request, status: int, note: Note) -> None:
    """After any answer: a log-in that went through is written down too."""
    if req.path == LOGIN and status == 200:
        note(_event(req, "login", "granted", 0, None))


def nowhere(event: Event) -> None:
    """For applications without a log of their own."""


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
    """The account behind the session, else the id that was typed, masked."""
    account = getattr(req.context, "account", None)
    if account is not None:
        return str(account)
    body = getattr(req.context, "body", None)
    typed = getattr(body, "id", None) or getattr(body, "email", None)
    return mask_email(typed[:200]) if isinstance(typed, str) and "@" in typed else None
