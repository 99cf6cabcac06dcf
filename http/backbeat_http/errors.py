"""One table from refusals to HTTP statuses (HTTP-2), and the refusals that the HTTP layer itself
makes.
"""

from __future__ import annotations

from attrs import define

from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    LoginRequired,
    NoPassword,
    StepUpRequired,
    WrongPassword,
)
from backbeat.kernel.errors import Refusal

DEFAULT_STATUS = 400

STATUS_OF_CODE = {
    1: 500,
    3: 429,
    5: 413,
    10000: 401,
    10001: 404,
    10002: 403,
    10013: 403,
    30002: 502,
    40005: 403,
    40008: 502,
    60004: 403,
    70000: 502,
}

STATUS_OF_REASON = {
    "role": 403,
    "step_up": 403,
    "email_unverified": 403,
    "totp_setup": 403,
    "view_only": 403,
    "channel_not_approved": 403,
    "feature_off": 403,
    "not_found": 404,
    "method": 405,
    "media_type": 415,
    "range": 416,
    "in_flight": 409,
    "idempotency_mismatch": 422,
    "sms_unavailable": 502,
    "unavailable": 503,
}


def status_of(refusal: type[Refusal]) -> int:
    """The HTTP status of a refusal: by its reason if that has a status, otherwise by its code."""
    by_code = STATUS_OF_CODE.get(refusal.code, DEFAULT_STATUS)
    return STATUS_OF_REASON.get(refusal.reason or "", by_code)


DEAD_SESSIONS = (LoginRequired, AccountNotFound, AccountDeleted, AccountSuspended)
"""The refusals of a call that needs a session but has no live one (SESSION-3)."""

FAILED_STEP_UP = (StepUpRequired, WrongPassword, NoPassword)
"""The refusals of a call that needs a fresh password but has none (SESSION-8)."""


CROWDED = "backbeat.crowded"
"""A key in a request's environment: no thread was free for it, and too many calls wait already
(OPS-19).
"""


@define(eq=False)
class BodyTooLarge(Refusal):
    """The body is larger than `limit` bytes."""

    code = 5
    limit: int


@define(eq=False)
class MediaTypeRefused(Refusal):
    """The body is not `application/json`."""

    code = 2
    reason = "media_type"


@define(eq=False)
class MethodRefused(Refusal):
    """The path exists, but not for this method."""

    code = 2
    reason = "method"


@define(eq=False)
class NoSuchRange(Refusal):
    """The file has none of the requested bytes; `size` is the number of bytes that it has."""

    code = 2
    reason = "range"
    size: int


@define(eq=False)
class PathNotFound(Refusal):
    code = 2
    reason = "not_found"


@define(eq=False)
class BadRequest(Refusal):
    """The request itself cannot be read."""

    code = 2
    reason = "bad_value"


@define(eq=False)
class ServerFault(Refusal):
    """Something unforeseen happened; `request_id` finds it in the log."""

    code = 1
    request_id: str


@define(eq=False)
class Unavailable(Refusal):
    """The database does not answer now, or it contains what this version does not know
    (PLATFORM-10), or too many calls of this kind wait; the same call may succeed later.
    """

    code = 1
    reason = "unavailable"
    retry_after: int = 5
