"""Who is calling: the four headers of HTTP-3, the session behind a token, and the first checks in
their order.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from attrs import frozen
from falcon import Request

from backbeat.accounts.model import Device, Viewing
from backbeat.accounts.rules import limit_key_of, plain_address
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.languages import Language, negotiate
from backbeat.kernel.money import Currency

TOKEN_HEADER = "Zs-Authentification"  # noqa: S105 - a header's name
CURRENCY_HEADER = "ZS-Currency"
SITE_HEADER = "ZS-Mcn-Domain"
IDEMPOTENCY_HEADER = "Idempotency-Key"

SHOWN_CURRENCIES = (Currency.USD, Currency.CNY)
"""The currencies that `ZS-Currency` may name; others exist only in the formatter (FX-1)."""

_LONGEST_TOKEN = 200
_LONGEST_ADDRESS = 45
_LONGEST_AGENT = 300
_LONGEST_SITE = 253


class SignedIn(Protocol):
    """What the HTTP layer needs to know about a live session."""

    @property
    def account(self) -> AccountId: ...

    @property
    def session(self) -> SessionId: ...

    @property
    def email_verified(self) -> bool:
        """Whether the account may use more than the calls of an unverified one (ACCT-8)."""

    @property
    def proven(self) -> bool:
        """Whether the password was given within the last ten minutes (SESSION-8)."""

    @property
    def totp_missing(self) -> bool:
        """Whether a second factor has to be set up before anything else (0114)."""

    @property
    def viewing(self) -> Viewing | None:
        """Whether an operator is viewing the account, so that nothing may be changed (SESSION-14)."""


class Sessions(Protocol):
    """Live sessions, by token and by password (accounts)."""

    def resolve(self, token: str) -> SignedIn:
        """The session behind a token. Refuses with 10000, 10002 or 10013 (SESSION-3)."""

    def prove(self, account: AccountId, session: SessionId, password: str) -> None:
        """Take the account's password as proof for the next ten minutes; refuses with 10019."""


@frozen
class Visitor:
    """What is known of any caller: the requested languages and currency, and where the call comes
    from.

    `address` is the client's network address (for limits), `agent` its user agent (shown in the
    list of sessions), `site` the partner domain it came through, which only ever picks branding.
    """

    language: Language
    currency: Currency
    address: str
    agent: str
    site: str | None

    @property
    def device(self) -> Device:
        """Where the call comes from."""
        return Device(self.address, self.agent)


@frozen
class Caller(Visitor):
    """A signed-in person, together with what is known of any visitor.

    `proven` says that the password was given within the last ten minutes (SESSION-8).
    """

    account: AccountId
    session: SessionId
    proven: bool
    viewing: Viewing | None = None


def language_of(req: Request) -> Language:
    return negotiate(req.get_header("Accept-Language"))


def token_of(req: Request) -> str | None:
    """The bare token of the request, or None; text that cannot be a token is passed on shortened."""
    token = (req.get_header(TOKEN_HEADER) or "").strip()
    return token[:_LONGEST_TOKEN] or None


def peer_of(req: Request) -> str:
    """The address of the other end of the connection: the client's, or a proxy's."""
    return plain_address(str(req.remote_addr or ""))


def address_of(req: Request, trusted_proxies: Collection[str]) -> str:
    """The client's network address; a trusted proxy is believed about the client that it names."""
    hops = [hop.strip() for hop in (req.get_header("X-Forwarded-For") or "").split(",")]
    address = peer_of(req)
    while address in trusted_proxies and hops and hops[-1]:
        address = plain_address(hops.pop()[:_LONGEST_ADDRESS])
    return address


def stranger_of(req: Request, trusted_proxies: Collection[str]) -> str:
    """The key by which limits count a caller who is not signed in (LIMIT-12)."""
    return limit_key_of(address_of(req, trusted_proxies))


def visitor_of(req: Request, trusted_proxies: Collection[str]) -> Visitor:
    """The visitor behind a request. Refuses an unknown currency (code 2, HTTP-3)."""
    return Visitor(
        language=language_of(req),
        currency=_currency_of(req),
        address=address_of(req, trusted_proxies),
        agent=(req.user_agent or "")[:_LONGEST_AGENT],
        site=(req.get_header(SITE_HEADER) or "").strip().lower()[:_LONGEST_SITE] or None,
    )


def caller_of(signed_in: SignedIn, visitor: Visitor) -> Caller:
    """The visitor together with the account and the session."""
    return Caller(
        language=visitor.language,
        currency=visitor.currency,
        address=visitor.address,
        agent=visitor.agent,
        site=visitor.site,
        account=signed_in.account,
        session=signed_in.session,
        proven=signed_in.proven,
        viewing=signed_in.viewing,
    )


def _currency_of(req: Request) -> Currency:
    text = (req.get_header(CURRENCY_HEADER) or Currency.USD).strip()
    if text not in SHOWN_CURRENCIES:
        raise BadValues(fields={CURRENCY_HEADER: "bad_value"})
    return Currency(text)
