"""One log line for each request, without secrets (SEC-7), and one with the traceback of an
unexpected error.
"""

from __future__ import annotations

import logging
import re
from urllib.parse import quote, unquote_plus

LOGGER = logging.getLogger("backbeat.http")

SECRET_PARAMETERS = frozenset({"t", "code", "token", "password", "password_confirm", "signature"})
MASK = "***"

_LONGEST = 1_000
_LONGEST_CAUSE = 300
_UNSPEAKABLE = re.compile(r"[^\x21-\x7e]")


def to_stderr() -> None:
    """Write the log of this process to its error stream, one line each, from INFO on."""
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", force=True
    )


def masked(path: str, query_string: str) -> str:
    """Path and query in the form in which they may be logged: secret values masked, odd bytes
    escaped.
    """
    parts = [_masked_part(part) for part in query_string.split("&") if part]
    text = path + ("?" + "&".join(parts) if parts else "")
    return _UNSPEAKABLE.sub(
        lambda match: quote(match[0], safe="", errors="replace"), text[:_LONGEST]
    )


def request_done(method: str, target: str, status: int, milliseconds: int, request_id: str) -> None:
    """The line of one request. `target` is already masked."""
    LOGGER.info("%s %s %s %dms request=%s", method, target, status, milliseconds, request_id)


def request_failed(method: str, target: str, request_id: str, error: Exception) -> None:
    """An unexpected error; the traceback is for the operator only."""
    LOGGER.error("%s %s failed request=%s", method, target, request_id, exc_info=error)


def request_unavailable(method: str, target: str, request_id: str, error: Exception) -> None:
    """The database cannot serve; one line is enough, since every call during an outage says the
    same (OPS-16).
    """
    cause = " ".join(str(error).split())[:_LONGEST_CAUSE]
    LOGGER.error(
        "%s %s unavailable: %s: %s request=%s",
        *(method, target, type(error).__name__, cause, request_id),
    )


def not_counted(operation: str, error: Exception) -> None:
    """A call was let through uncounted, because counters cannot be written."""
    LOGGER.warning("%s is not counted: %s", operation, error)


def proxy_unnamed(address: str) -> None:
    """Calls of several clients come through an address that is not trusted to name them."""
    LOGGER.warning(
        "a proxy at %s is not named in server.trusted_proxies: all its clients share one's limits",
        address,
    )


def policy_broken(directive: str, stopped: str, page: str, request_id: str) -> None:
    """A browser has blocked something; all words arrive masked already (`policy_reports`)."""
    LOGGER.warning("csp %s stopped=%s page=%s request=%s", directive, stopped, page, request_id)


def _masked_part(part: str) -> str:
    name, equals, _ = part.partition("=")
    is_secret = unquote_plus(name).lower() in SECRET_PARAMETERS
    return name + equals + MASK if is_secret and equals else part
