"""The second factor of a log-in: an authenticator app, and recovery codes for when it is lost.

Setting up and removing need a fresh password, which is checked before (SESSION-8).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts import mail_links, rules
from backbeat.accounts.errors import (
    AccountNotFound,
    CodeExpired,
    TotpActive,
    TotpInactive,
    TotpRequired,
    TotpWrong,
)
from backbeat.accounts.model import (
    Account,
    Device,
    RecoveryCode,
    SecondFactor,
    SessionEnd,
    Ticket,
    TicketPurpose,
    digest,
)
from backbeat.accounts.ports import Authenticator, Books, PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.jobs.ports import Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import DISOWN, SECOND_FACTOR
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template

END = "accounts.end_second_factor"
"""The job that removes a second factor when its time has come."""

LOST_FOR = timedelta(hours=72)
"""How long a second factor that is said to be lost stays, and payouts are locked (SESSION-13)."""

RECOVERY_CODES = 10
"""How many recovery codes an account gets at once."""


@frozen
class Enrolment:
    """What the app has to be given: the secret by itself, and the address that is drawn as a
    picture.
    """

    secret: str
    address: str


@frozen
class Standing:
    """The state of an account's second factor."""

    active: bool
    """Whether log-in asks for it."""
    missing: bool
    """Whether the installation requires one and the account has none (`auth.require_totp`)."""
    recovery_codes: int
    """How many recovery codes are left."""
    ends_at: datetime | None = None
    """When it will be removed, if somebody says that it is lost (SESSION-13)."""


@frozen
class Proof:
    """A second factor that was given and checked, to be used up together with the act it is for."""

    step: int | None = None
    """The time step of the app's code, if it was one."""
    mark: str | None = None
    """The mark of the recovery code, if it was one."""


@frozen
class SecondFactors:
    """Sets second factors up, asks for them and removes them. Its times are security time."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    authenticator: Authenticator
    tokens: Tokens
    hasher: PasswordHasher
    limits: Limits
    terms: settings.Auth
    site: settings.Site

    def standing(self, account: Account) -> Standing:
        with self.transactions.look() as books:
            active = _is_active(books, account.id)
            codes = books.second_factors.codes(account.id)
        return Standing(
            active=active,
            missing=not active and rules.must_have_totp(account, self.terms),
            recovery_codes=sum(code.used_at is None for code in codes),
            ends_at=account.totp_ends_at,
        )

    def is_missing(self, books: Books, account: Account) -> bool:
        """Whether the installation requires a second factor that the account does not have."""
        return rules.must_have_totp(account, self.terms) and not _is_active(books, account.id)

    def is_active(self, books: Books, account: AccountId) -> bool:
        """Whether a log-in of the account needs a second factor."""
        return _is_active(books, account)

    def set_up(self, account: AccountId) -> Enrolment:
        """A new secret for the owner's app; log-in does not ask for it before `confirm`.

        Refuses with `totp_active` if one is in use.
        """
        secret = self.authenticator.new_secret()
        with self.transactions.begin() as books:
            current = _locked(books, account)
            if _is_active(books, account):
                raise TotpActive()
            books.second_factors.put(SecondFactor(account, secret, self.security.now()))
            record(books, self.business, Actor.account(account), "totp_set_up", account)
        address = self.authenticator.address(secret, current.email, self.site.name)
        return Enrolment(secret, address)

    def confirm(self, account: AccountId, session: SessionId, typed: str) -> tuple[str, ...]:
        """Check the app's first code: from now on log-in asks for one. Returns the recovery codes,
        which are shown here and never again.

        All other sessions end, and the owner is mailed. Refuses with `totp_active`, with
        `totp_inactive` if nothing was set up, with `totp_wrong` and with 3 after five wrong codes
        in five minutes.
        """
        with self.transactions.look() as books:
            factor = _pending(books, account)
        proof = self._compare(factor, (), typed)
        letters, hashed = self._new_codes()
        with self.transactions.begin() as books:
            current = _locked(books, account)
            if proof.step is None or _pending(books, account) != factor:
                raise TotpWrong()
            now = self.security.now()
            books.second_factors.put(factor.confirmed(now, proof.step))
            books.second_factors.put_codes(account, hashed)
            books.sessions.end_all(account, SessionEnd.SECOND_FACTOR_CHANGED, now, session)
            _tell(books, current, Template.TOTP_ADDED)
            record(books, self.business, Actor.account(account), "totp_confirmed", account)
        return letters

    def renew_codes(self, account: AccountId, typed: str) -> tuple[str, ...]:
        """Replace all recovery codes with new ones, in exchange for a code of either sort.

        They are shown here and never again, and the owner is mailed. The app and the sessions stay.
        Refuses with `totp_inactive`, `totp_wrong` and 3.
        """
        proof = self.judge(account, typed)
        if proof is None:
            raise TotpInactive()
        letters, hashed = self._new_codes()
        with self.transactions.begin() as books:
            current = _locked(books, account)
            self.spend(books, current, proof)
            books.second_factors.put_codes(account, hashed)
            _tell(books, current, Template.RECOVERY_CODES_RENEWED)
            record(books, self.business, Actor.account(account), "recovery_codes_renewed", account)
        return letters

    def remove(self, account: AccountId, session: SessionId, typed: str) -> None:
        """Remove the second factor, in exchange for one of its codes or a recovery code.

        All other sessions end, and the owner is mailed. Refuses with `totp_inactive`, `totp_wrong`
        and 3.
        """
        proof = self.judge(account, typed)
        if proof is None:
            raise TotpInactive()
        with self.transactions.begin() as books:
            current = _locked(books, account)
            self.spend(books, current, proof)
            self._remove(books, current, Actor.account(account), "totp_removed", keep=session)

    def remove_later(self, account: AccountId) -> datetime:
        """The same as `lose`, for an owner who is signed in with neither the app nor a code."""
        with self.transactions.begin() as books:
            return self.lose(books, _locked(books, account))

    def lose(self, books: Books, account: Account) -> datetime:
        """Have the second factor of an account (already locked in the transaction) removed after
        three days. Returns when that is.

        Whoever asks has given the password. Payouts are locked until then, and the owner is mailed
        at once with a link that keeps the factor. Asking again does not change the time. Refuses
        with `totp_inactive`.
        """
        if not _is_active(books, account.id):
            raise TotpInactive()
        if account.totp_ends_at is not None:
            return account.totp_ends_at
        value, now = self.tokens.ticket(), self.security.now()
        ends_at = now + LOST_FOR
        books.accounts.save(account.with_totp_ending(ends_at))
        books.codes.add_ticket(
            Ticket(TicketPurpose.KEEP_FACTOR, digest(value), account.id, now, ends_at)
        )
        books.jobs.enqueue(END, {"account": account.id, "at": ends_at.isoformat()}, due=ends_at)
        told = {"at": f"{ends_at.astimezone(UTC):%Y/%m/%d %H:%M} UTC", "ticket": value}
        _tell(books, account, Template.TOTP_LOST, **told)
        after = {"ends_at": ends_at}
        record(
            books, self.business, Actor.account(account.id), "totp_lost", account.id, after=after
        )
        return ends_at

    def keep(self, account: AccountId) -> None:
        """Keep a second factor that was said to be lost; it no longer locks payouts.

        Refuses with `totp_inactive` if none is about to be removed.
        """
        with self.transactions.begin() as books:
            self._keep(books, _locked(books, account))

    def keep_by_link(self, value: str, device: Device) -> None:
        """The same through the mail's link. Refuses with 10017 a link that was used, has expired or
        never existed, and with 3 after too many tries.
        """
        self.limits.take((DISOWN, rules.limit_key_of(device.address)))
        now = self.security.now()
        with self.transactions.begin() as books:
            owner, ticket = mail_links.spend(books, TicketPurpose.KEEP_FACTOR, value, now)
            if owner.totp_ends_at != ticket.expires_at:
                raise CodeExpired()
            self._keep(books, owner)

    def end(self, task: Task[Books]) -> None:
        """Remove a second factor whose time has come; one that was kept in the meantime stays."""
        account = AccountId(str(task.job.payload["account"]))
        ends_at = datetime.fromisoformat(str(task.job.payload["at"]))
        with task.closing() as books:
            current = _locked(books, account)
            if current.totp_ends_at == ends_at and not current.is_deleted:
                self._remove(books, current, Actor.system(END), "totp_ended")

    def _keep(self, books: Books, account: Account) -> None:
        if account.totp_ends_at is None:
            raise TotpInactive()
        books.accounts.save(account.with_totp_ending(None))
        _tell(books, account, Template.TOTP_KEPT)
        record(books, self.business, Actor.account(account.id), "totp_kept", account.id)

    def reset(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Account:
        """Remove the second factor for an owner who lost it; every session ends.

        The operator has made sure of who is asking. Refuses with 10001 and `totp_inactive`; with
        `dry_run` nothing is changed.
        """
        opened = self.transactions.look() if dry_run else self.transactions.begin()
        with opened as books:
            current = books.accounts.get(account) if dry_run else books.accounts.lock(account)
            if current is None:
                raise AccountNotFound()
            if not _is_active(books, account):
                raise TotpInactive()
            if not dry_run:
                self._remove(books, current, actor, "totp_reset", reason=reason)
        return current

    def judge(self, account: AccountId, typed: str | None) -> Proof | None:
        """Check what was typed; None if the account has no second factor.

        Call it outside a transaction, because it is slow, and `spend` the proof inside one. Refuses
        with `totp_required` if nothing was typed, `totp_wrong`, and 3 after five wrong codes in
        five minutes.
        """
        with self.transactions.look() as books:
            factor = books.second_factors.get(account)
            codes = books.second_factors.codes(account)
        if factor is None or not factor.is_active:
            return None
        if typed is None:
            raise TotpRequired()
        return self._compare(factor, codes, typed)

    def spend(self, books: Books, account: Account, proof: Proof) -> None:
        """Use up a proof. Refuses with `totp_wrong` if somebody was faster with the same code."""
        factors = books.second_factors
        if proof.step is not None and not factors.use_step(account.id, proof.step):
            raise TotpWrong()
        if proof.mark is None:
            return
        if not factors.use_code(account.id, proof.mark, self.security.now()):
            raise TotpWrong()
        left = sum(code.used_at is None for code in factors.codes(account.id))
        _tell(books, account, Template.RECOVERY_CODE_USED, left=left)
        actor = Actor.account(account.id)
        after = {"left": left}
        record(books, self.business, actor, "recovery_code_used", account.id, after=after)

    def _compare(self, factor: SecondFactor, codes: tuple[RecoveryCode, ...], typed: str) -> Proof:
        """What the typed code proves. The try is counted before the code is compared (0050)."""
        hit = self.limits.take((SECOND_FACTOR, factor.account))
        digits = rules.read_digits(typed)
        if rules.is_app_code(digits):
            proof = self._compare_digits(factor, digits)
        else:
            proof = self._compare_letters(codes, rules.read_recovery_code(typed))
        hit.give_back()
        return proof

    def _compare_digits(self, factor: SecondFactor, digits: str) -> Proof:
        step = self.authenticator.step_of(factor.secret, digits, self.security.now())
        if step is None or (factor.last_step is not None and step <= factor.last_step):
            raise TotpWrong()
        return Proof(step=step)

    def _compare_letters(self, codes: tuple[RecoveryCode, ...], letters: str) -> Proof:
        mark, rest = _parts(letters)
        meant = next((each for each in codes if each.mark == mark), None)
        right = self.hasher.verify(meant.code_hash if meant else None, rest)
        if meant is None or meant.used_at is not None or not right:
            raise TotpWrong()
        return Proof(mark=mark)

    def _new_codes(self) -> tuple[tuple[str, ...], list[RecoveryCode]]:
        """Recovery codes with different marks: as they are shown, and as they are stored."""
        by_mark: dict[str, str] = {}
        while len(by_mark) < RECOVERY_CODES:
            code = self.tokens.second_factor_code()
            by_mark[code[: rules.MARK]] = code
        letters = tuple(by_mark.values())
        parts = map(_parts, map(rules.read_recovery_code, letters))
        return letters, [RecoveryCode(mark, self.hasher.hash(rest)) for mark, rest in parts]

    def _remove(
        self,
        books: Books,
        account: Account,
        actor: Actor,
        action: str,
        *,
        keep: SessionId | None = None,
        reason: str | None = None,
    ) -> None:
        books.second_factors.remove(account.id)
        if account.totp_ends_at is not None:
            books.accounts.save(account.with_totp_ending(None))
        now = self.security.now()
        books.sessions.end_all(account.id, SessionEnd.SECOND_FACTOR_CHANGED, now, keep)
        _tell(books, account, Template.TOTP_REMOVED)
        record(books, self.business, actor, action, account.id, reason=reason)


def _parts(letters: str) -> tuple[str, str]:
    """A recovery code's mark, and its secret letters."""
    return letters[: rules.MARK], letters[rules.MARK :]


def _is_active(books: Books, account: AccountId) -> bool:
    factor = books.second_factors.get(account)
    return factor is not None and factor.is_active


def _pending(books: Books, account: AccountId) -> SecondFactor:
    factor = books.second_factors.get(account)
    if factor is None:
        raise TotpInactive()
    if factor.is_active:
        raise TotpActive()
    return factor


def _locked(books: Books, account: AccountId) -> Account:
    current = books.accounts.lock(account)
    if current is None:
        raise AccountNotFound()
    return current


def _tell(books: Books, account: Account, template: Template, **facts: object) -> None:
    told = {"name": account.name, **facts}
    books.outbox.add(Mail(account.email, template, account.language, told, account.id))
