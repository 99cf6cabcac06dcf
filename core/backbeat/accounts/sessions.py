"""Log-in and everything based on it: sessions, step-up, one-time log-ins (SESSION-2, SESSION-8,
SESSION-11).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from attrs import evolve, field, frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import (
    AccountNotFound,
    CodeExpired,
    LinkUnknown,
    LoginRequired,
    TotpRequired,
    WrongCredentials,
)
from backbeat.accounts.guard import Attempt, LoginGuard
from backbeat.accounts.login_notices import LoginNotices
from backbeat.accounts.model import (
    LONGEST_AGENT,
    Account,
    Device,
    Session,
    SessionEnd,
    Ticket,
    TicketPurpose,
    Viewing,
    digest,
)
from backbeat.accounts.passwords import Passwords
from backbeat.accounts.ports import Books, LastSeen, PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.accounts.second_factor import SecondFactors
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, NewId, SessionId
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import ONE_TIME_LOGIN
from backbeat.limits.service import Limits

MOST_SESSIONS = 10
"""An account's eleventh session ends its oldest."""

SEEN_EVERY = timedelta(minutes=5)
"""How often, at most, the use of a session is noted."""

VIEWED_FOR = timedelta(minutes=30)
"""How long an operator may view an account (SESSION-14)."""

_NOBODY = AccountId("")
_VIEW = "view."
"""The beginning of a value that lets an operator view an account; random values never contain a
dot.
"""


@frozen
class Opened:
    """A session that was just opened. `token` is revealed only here and stored as a digest; the
    same is true of `device`, by which the device is known from now on (LIMIT-14).
    """

    token: str
    account: Account
    session: Session
    device: str | None = None


@frozen
class SignedIn:
    """Whose token it is, and what that allows."""

    account: AccountId
    session: SessionId
    email_verified: bool
    """Whether the account may use more than the calls open to unverified accounts (ACCT-8)."""
    proven: bool
    """Whether the password was given recently enough for a step-up (SESSION-8)."""
    totp_missing: bool
    """Whether a second factor has to be set up before anything else."""
    viewing: Viewing | None = None
    """Set if the session is an operator's: it can read but change nothing (SESSION-14)."""


@frozen
class OpenSession:
    """A session as its owner sees it in a list."""

    session: Session
    last_seen: datetime


@frozen
class OneTimeLogin:
    """A value that logs somebody in once within `expires_in` seconds."""

    value: str
    expires_in: int


@frozen
class _Known:
    """Somebody who gave an id and its password, with the account's state at that moment."""

    account: Account
    password_hash: str = field(repr=False)
    has_factor: bool
    attempt: Attempt
    mailed: str | None


@frozen
class Sessions:
    """Opens, checks and ends sessions. All times except those of the audit are security time."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    passwords: Passwords
    second_factors: SecondFactors
    guard: LoginGuard
    notices: LoginNotices
    last_seen: LastSeen
    limits: Limits
    terms: settings.Auth
    members: settings.Members

    def log_in(
        self,
        email: str,
        password: str,
        device: Device,
        language: Language | None = None,
        *,
        code: str | None = None,
        mailed_code: str | None = None,
    ) -> Opened:
        """Open a session with an id and a password, and the code of a second factor if there is one.

        Refuses with 10003 for a wrong pair; with 10013, 10001 or 10002 for a suspended, blocked or
        deleted account, each only after the right password (ACCT-16); with 3 after ten failures of
        the id from this address or three hundred of the address within five minutes (LIMIT-13).
        After the right password: `login_code` if an unknown device has to type a mailed code
        (LIMIT-14), then `totp_required` if a code is missing, `totp_wrong`, and 3 after five of
        those (0114).
        """
        known = self._known(email, password, device, mailed_code)
        account, password_hash = known.account, known.password_hash
        proof = self.second_factors.judge(account.id, code) if known.has_factor else None
        fresh_hash = self._fresh_hash(password_hash, password)
        with self.transactions.begin() as books:
            current = self._still(books, known)
            if proof is not None:
                self.second_factors.spend(books, current, proof)
            elif self.second_factors.is_active(books, current.id):
                raise TotpRequired()  # it was set up while the password was looked at
            now = current.rehashed(fresh_hash).with_language(language or current.language)
            if now != current:
                books.accounts.save(now)
            known_by = self.guard.remember(books, known.attempt, now)
            if known_by is not None and not self.needs_verification(now):
                self.notices.tell(books, now, device)
            return evolve(self.open(books, now, device, proven=True), device=known_by)

    def lose_factor(
        self, email: str, password: str, device: Device, *, mailed_code: str | None = None
    ) -> datetime:
        """Have the second factor removed for an owner who lost it and its recovery codes
        (SESSION-13). Returns when it will be removed.

        Refuses as `log_in` does up to asking for the code, and with `totp_inactive` if there is
        none.
        """
        known = self._known(email, password, device, mailed_code)
        with self.transactions.begin() as books:
            return self.second_factors.lose(books, self._still(books, known))

    def open_first(self, books: Books, account: Account, device: Device) -> Opened:
        """Open the session of a sign-up; the device is known from now on (LIMIT-14)."""
        opened = self.open(books, account, device, proven=True)
        return evolve(opened, device=self.guard.introduce(books, account))

    def open(
        self,
        books: Books,
        account: Account,
        device: Device,
        *,
        proven: bool,
        viewing: Viewing | None = None,
    ) -> Opened:
        """Open a session inside a transaction; `proven` says that the password was given, `viewing`
        that the session is an operator's, which does not count among the owner's.
        """
        now, token = self.security.now(), self.tokens.session()
        session = Session(
            id=SessionId(self.new_id()),
            account=account.id,
            token_hash=digest(token),
            started_at=now,
            password_at=now if proven else None,
            agent=device.agent[:LONGEST_AGENT],
            address=rules.network_of(device.address),
            viewing=viewing,
        )
        own = [each for each in books.sessions.open_of(account.id) if each.viewing is None]
        for oldest in own[: 1 - MOST_SESSIONS] if viewing is None else ():
            books.sessions.save(oldest.ended(SessionEnd.TOO_MANY, now))
        books.sessions.add(session)
        if viewing is None:
            self._record(books, account.id, "logged_in", after={"session": session.id})
        else:
            facts = {"session": session.id, "until": viewing.until}
            by = Actor.operator(viewing.operator)
            self._record(books, account.id, "view_begun", by, after=facts)
        return Opened(token, account, session)

    def resolve(self, token: str) -> SignedIn:
        """Whose token it is.

        Refuses with 10000 if the session is unknown, expired or ended, and with 10013, 10001 or
        10002 if the account was suspended, blocked or deleted (SESSION-3).
        """
        now = self.security.now()
        with self.transactions.look() as books:
            session = books.sessions.by_token(digest(token))
            account = books.accounts.get(session.account) if session else None
            totp_missing = (
                account is not None
                and session is not None
                and session.viewing is None
                and self.second_factors.is_missing(books, account)
            )
        if session is None or account is None:
            raise LoginRequired()
        seen = self._seen(session, now)
        rules.require_live(session, account, seen, now, self.terms)
        if now - seen >= SEEN_EVERY:
            self.last_seen.note(session.id, now)
        return SignedIn(
            account=account.id,
            session=session.id,
            email_verified=not self.needs_verification(account),
            proven=session.is_fresh(now, timedelta(seconds=self.terms.step_up_seconds)),
            totp_missing=totp_missing,
            viewing=session.viewing,
        )

    def needs_verification(self, account: Account) -> bool:
        """Whether `auth_required` applies to the account."""
        return rules.needs_verification(
            account, members_too=self.members.require_email_verification
        )

    def prove(self, account: AccountId, session: SessionId, password: str) -> None:
        """Accept the password as a step-up of the session (SESSION-8). Refuses with 10019 and
        10022.
        """
        self.passwords.confirm(account, password)
        with self.transactions.begin() as books:
            current = _open(books, account, session)
            _keep(books, current.confirmed(self.security.now()))
            self._record(books, account, "stepped_up", after={"session": session})

    def log_out(self, session: SessionId) -> None:
        """End a session at its own request; one that has already ended stays as it is."""
        with self.transactions.begin() as books:
            current = books.sessions.get(session)
            if current is None or current.has_ended:
                return
            ended = current.ended(SessionEnd.LOGGED_OUT, self.security.now())
            if not books.sessions.save(ended):
                return
            viewing, after = current.viewing, {"session": session}
            if viewing is None:
                self._record(books, current.account, "logged_out", after=after)
            else:
                by = Actor.operator(viewing.operator)
                self._record(books, current.account, "view_ended", by, after=after)

    def of(self, account: AccountId) -> list[OpenSession]:
        """The account's sessions that still work, the most recently used first."""
        with self.transactions.look() as books:
            open_ones = books.sessions.open_of(account)
        now = self.security.now()
        shown = [OpenSession(session, self._seen(session, now)) for session in open_ones]
        live = [
            one for one in shown if not rules.is_over(one.session, one.last_seen, now, self.terms)
        ]
        return sorted(live, key=lambda one: one.last_seen, reverse=True)

    def end(
        self,
        account: AccountId,
        session: SessionId | None,
        *,
        keep: SessionId | None = None,
        actor: Actor | None = None,
    ) -> int:
        """End one session of the account, or with None every one except `keep`. Returns how many
        there were.

        Refuses with `NotFound` if the account has no such open session.
        """
        now = self.security.now()
        with self.transactions.begin() as books:
            if session is None:
                ended = books.sessions.end_all(account, SessionEnd.ENDED_BY_OWNER, now, keep)
            else:
                ended = 1
                current = _open(books, account, session)
                _keep(books, current.ended(SessionEnd.ENDED_BY_OWNER, now))
            after = {"session": session or "all", "ended": ended}
            self._record(books, account, "sessions_ended", actor, after=after)
        return ended

    def issue_one_time_login(self, account: AccountId, actor: Actor) -> OneTimeLogin:
        """A value that opens a session of the account, once and soon (SESSION-11).

        This is for services that embed Backbeat, and for the operator: they vouch for whoever uses
        it, and no second factor is asked for. Refuses with 10001, 10002 and 10013.
        """
        value, now = self.tokens.ticket(), self.security.now()
        with self.transactions.begin() as books:
            current = _reachable(books, account)
            books.codes.add_ticket(
                Ticket(
                    TicketPurpose.ONE_TIME_LOGIN,
                    digest(value),
                    current.id,
                    now,
                    now + timedelta(seconds=self.terms.onetime_ttl),
                )
            )
            self._record(books, current.id, "one_time_login_issued", actor)
        return OneTimeLogin(value, self.terms.onetime_ttl)

    def issue_view(self, account: AccountId, actor: Actor, reason: str) -> OneTimeLogin:
        """A value that opens a session of the account for an operator, once and soon, who can look
        but change nothing (SESSION-14). Refuses with 10001, 10002 and 10013.
        """
        value, now = f"{_VIEW}{self.tokens.ticket()}", self.security.now()
        with self.transactions.begin() as books:
            current = _reachable(books, account)
            books.codes.add_ticket(
                Ticket(
                    TicketPurpose.VIEW,
                    digest(value),
                    current.id,
                    now,
                    now + timedelta(seconds=self.terms.onetime_ttl),
                    operator=actor.id,
                )
            )
            record(books, self.business, actor, "view_issued", current.id, reason=reason)
        return OneTimeLogin(value, self.terms.onetime_ttl)

    def log_in_once(self, value: str, device: Device) -> Opened:
        """Open a session with a one-time log-in.

        Refuses with 10017 if the value was used or is too old, with reason `link_invalid` if it was
        never issued, and with the code of the account's status.
        """
        self.limits.take((ONE_TIME_LOGIN, rules.limit_key_of(device.address)))
        now, value_hash = self.security.now(), digest(value)
        with self.transactions.begin() as books:
            ticket = books.codes.ticket(_purpose_of(value), value_hash)
            if ticket is None:
                raise LinkUnknown()
            account = _reachable(books, ticket.account)
            used = books.codes.use_ticket(ticket.purpose, value_hash, now)
            if not used or now >= ticket.expires_at:
                raise CodeExpired()
            viewing = Viewing(ticket.operator, now + VIEWED_FOR) if ticket.operator else None
            return self.open(books, account, device, proven=False, viewing=viewing)

    def _known(self, email: str, password: str, device: Device, mailed_code: str | None) -> _Known:
        """The account with this id and password."""
        with self.transactions.look() as books:
            account = books.accounts.by_email(email)
            # Done for unknown ids as well, so that both take the same time (SEC-9).
            has_factor = self.second_factors.is_active(books, account.id if account else _NOBODY)
        attempt = self.guard.admit(email, account, device)
        password_hash = account.password_hash if account else None
        right = self.hasher.verify(password_hash, password)
        if account is None or password_hash is None or not right:
            self.guard.warn(attempt, account)
            raise WrongCredentials()
        attempt.forgive()
        rules.require_reachable(account)
        mailed = self.guard.judge(attempt, account, mailed_code)
        return _Known(account, password_hash, has_factor, attempt, mailed)

    def _still(self, books: Books, known: _Known) -> Account:
        """The same account, locked, with the mailed code spent; refuses if it has changed in the
        meantime.
        """
        current = _reachable(books, known.account.id)
        if current.password_hash != known.password_hash:
            raise WrongCredentials()
        self.guard.spend(books, known.mailed)
        return current

    def _seen(self, session: Session, now: datetime) -> datetime:
        """When it was last used; in its first minutes nothing has been noted yet."""
        if now - session.started_at < SEEN_EVERY:
            return session.started_at
        return max(session.started_at, self.last_seen.at(session.id) or session.started_at)

    def _fresh_hash(self, password_hash: str, password: str) -> str:
        if self.hasher.is_outdated(password_hash):
            return self.hasher.hash(password)
        return password_hash

    def _record(
        self,
        books: Books,
        account: AccountId,
        action: str,
        actor: Actor | None = None,
        after: Mapping[str, object] | None = None,
    ) -> None:
        record(books, self.business, actor or Actor.account(account), action, account, after=after)


def _purpose_of(value: str) -> TicketPurpose:
    return TicketPurpose.VIEW if value.startswith(_VIEW) else TicketPurpose.ONE_TIME_LOGIN


def _keep(books: Books, session: Session) -> None:
    """Keep a change of an open session; refuses (`NotFound`) where it has ended meanwhile."""
    if not books.sessions.save(session):
        raise NotFound()


def _open(books: Books, account: AccountId, session: SessionId) -> Session:
    current = books.sessions.get(session)
    if current is None or current.account != account or current.has_ended:
        raise NotFound()
    return current


def _reachable(books: Books, account: AccountId) -> Account:
    current = books.accounts.lock(account)
    if current is None:
        raise AccountNotFound()
    rules.require_reachable(current)
    return current
