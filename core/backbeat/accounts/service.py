"""Signing up, and what people change about their own account."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import (
    AccountNotFound,
    NoPassword,
    SamePassword,
)
from backbeat.accounts.identifiers import Identifiers
from backbeat.accounts.invitations import Invitation, inviter_of
from backbeat.accounts.model import (
    Account,
    Device,
    Preferences,
    Role,
    SessionEnd,
    TutorialStep,
)
from backbeat.accounts.passwords import Passwords, require_same
from backbeat.accounts.ports import Books, PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.accounts.sessions import Opened, Sessions
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, NewId, SessionId
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import JOIN
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template
from backbeat.policies.service import settings_on
from backbeat.settings import Settings
from backbeat.site.rules import domain_of


@frozen
class SignUp:
    """What a sign-up form contains.

    `partner` is the domain on which it was filled in; a domain that no partner has is ignored
    (SITE-5).
    """

    email: str
    password: str
    nickname: str
    confirmation: str | None = None
    referral: str | None = None
    language: Language = Language.ENGLISH
    partner: str | None = None


@frozen
class AccountChange:
    """What people change about their own account; None leaves a value as it is (ACCT-9)."""

    nickname: str | None = None
    password: str | None = None
    new_password: str | None = None


@frozen
class _Changed:
    """A new password, and the account for which it was judged."""

    judged: Account
    hash: str = field(repr=False)


@frozen
class Accounts:
    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    passwords: Passwords
    sessions: Sessions
    limits: Limits
    identifiers: Identifiers
    bounds: settings.Accounts
    site: settings.Site
    referral: settings.Referral

    def sign_up(self, form: SignUp, device: Device) -> Opened:
        """Open an account and its first session; the e-mail address is still to be proved (ACCT-5).

        Refuses with 10004 to 10008 and `bad_value` for the form, 10009 and 10010 if an identifier
        is taken, 10011 for a bad invitation code, 3 after five sign-ups from one address within an
        hour.
        """
        email = rules.require_email(form.email, self.bounds)
        rules.require_equal(form.password, form.confirmation)
        password = rules.require_password(form.password, self.bounds)
        name = rules.require_nickname(form.nickname, self.bounds)
        rules.require_not_obvious(password, (email, name, self.site.name))
        hit = self.limits.take((JOIN, rules.limit_key_of(device.address)))
        with hit.unless_refused():
            password_hash = self.hasher.hash(password)
            with self.transactions.begin() as books:
                inviter = None
                if form.referral is not None:
                    inviter = inviter_of(books.accounts, form.referral, email).id
                self.identifiers.require_free(books, email, name)
                checked = evolve(
                    form, email=email, nickname=name, partner=self._partner(books, form)
                )
                account = self._new(checked, password_hash, inviter)
                books.accounts.add(account)
                if inviter is not None:
                    books.invitations.add(self._invitation(books, account.id, inviter))
                self._record(
                    books, account.id, "signed_up", {"role": account.role, "invited_by": inviter}
                )
                return self.sessions.open_first(books, account, device)

    def get(self, account: AccountId) -> Account:
        """The account. Refuses with 10001."""
        with self.transactions.look() as books:
            current = books.accounts.get(account)
        if current is None:
            raise AccountNotFound()
        return current

    def greet(self, account: AccountId, language: Language) -> Account:
        """The account, when its owner comes back; the language now in use becomes that of mails
        (ACCT-14).
        """
        current = self.get(account)
        if current.language is language:
            return current
        with self.transactions.begin() as books:
            greeted = _locked(books, account).with_language(language)
            books.accounts.save(greeted)
            self._record(books, account, "language_changed", {"language": language})
        return greeted

    def change(
        self, account: AccountId, session: SessionId, change: AccountChange, *, proven: bool = False
    ) -> Account:
        """Change nickname, password or both; a new password ends all other sessions.

        The current password is needed for a new one unless the session is `proven` (ACCT-9).
        Refuses with 4 if nothing or too little is given, 10008 and 10006 for the form, 10022, 10019
        and 10018 for the passwords, 10010 for a taken nickname.
        """
        _require_enough(change, proven=proven)
        name = (
            None
            if change.nickname is None
            else rules.require_nickname(change.nickname, self.bounds)
        )
        password = self._changed_password(account, change)
        with self.transactions.begin() as books:
            before = _locked(books, account)
            after = before
            if name is not None and name != before.name:
                self.identifiers.require_free_name(books, name, account)
                after = after.renamed(name)
            if password is not None:
                require_same(password.judged, before)
                now = self.security.now()
                after = after.with_password(password.hash, now)
                books.sessions.end_all(account, SessionEnd.PASSWORD_CHANGED, now, session)
                self._tell_of_password(books, before)
            books.accounts.save(after)
            changed = {
                "nickname": after.name != before.name,
                "password": password is not None,
            }
            self._record(books, account, "changed", changed)
        return after

    def prefer(self, account: AccountId, *, notice: bool | None, marketing: bool | None) -> Account:
        """Store which notifications are wanted; None leaves a choice as it is (ACCT-12)."""
        with self.transactions.begin() as books:
            current = _locked(books, account)
            wanted = Preferences(
                notice=current.preferences.notice if notice is None else notice,
                marketing=current.preferences.marketing if marketing is None else marketing,
            )
            changed = current.preferring(wanted)
            books.accounts.save(changed)
            record(
                books,
                self.business,
                Actor.account(account),
                "preferences_changed",
                account,
                before={
                    "notice": current.preferences.notice,
                    "marketing": current.preferences.marketing,
                },
                after={"notice": wanted.notice, "marketing": wanted.marketing},
            )
        return changed

    def finish_tutorial(self, account: AccountId, step: TutorialStep | None) -> Account:
        """Count a part of the tutorial as seen, or with None all of it (ACCT-13)."""
        steps = frozenset(TutorialStep) if step is None else frozenset({step})
        with self.transactions.begin() as books:
            changed = _locked(books, account).with_tutorial_steps(steps)
            books.accounts.save(changed)
            self._record(books, account, "tutorial_seen", {"steps": sorted(steps)})
        return changed

    def _record(
        self, books: Books, account: AccountId, action: str, after: Mapping[str, object]
    ) -> None:
        record(books, self.business, Actor.account(account), action, account, after=after)

    def _new(self, form: SignUp, password_hash: str, inviter: AccountId | None) -> Account:
        """The account that results from a form whose fields were checked."""
        now = self.security.now()
        return Account(
            id=AccountId(self.new_id()),
            email=form.email,
            name=form.nickname,
            password_hash=password_hash,
            role=Role.MAIN,
            permission_flag=bool(self.bounds.signup_permission_flag),
            created_at=self.business.now(),
            password_changed_at=now,
            referral_code=self.tokens.referral_code(),
            language=form.language,
            terms_version=self.site.terms_version,
            terms_accepted_at=now,
            invited_by=inviter,
            partner=form.partner,
        )

    def _invitation(self, books: Books, friend: AccountId, inviter: AccountId) -> Invitation:
        """The invitation, with the window in force on the day of the sign-up (REFER-3)."""
        today = self.business.today()
        terms = settings_on(books.policies, Settings(referral=self.referral), today).referral
        return Invitation.made(friend, inviter, today, terms.window_months)

    def _partner(self, books: Books, form: SignUp) -> str | None:
        """The partner's domain, if it is one: a browser may name any other (HTTP-3), or one that is
        not proved yet.
        """
        site = None if form.partner is None else books.sites.by_domain(domain_of(form.partner))
        return site.domain if site and site.is_shown else None

    def _changed_password(self, account: AccountId, change: AccountChange) -> _Changed | None:
        """The new password, after all its checks; None if there is none."""
        if change.new_password is None:
            return None
        password = rules.require_password(change.new_password, self.bounds, "new_password")
        if change.password is not None:
            current = self.passwords.confirm(account, change.password)
        else:
            current = self.get(account)
        if current.password_hash is None:
            raise NoPassword()
        own = (current.email, current.name, self.site.name)
        rules.require_not_obvious(password, own, "new_password")
        if self.hasher.verify(current.password_hash, password):
            raise SamePassword()
        return _Changed(current, self.hasher.hash(password))

    def _tell_of_password(self, books: Books, account: Account) -> None:
        facts = {"name": account.name}
        books.outbox.add(
            Mail(account.email, Template.PASSWORD_CHANGED, account.language, facts, account.id)
        )


def _require_enough(change: AccountChange, *, proven: bool) -> None:
    if change.nickname is None and change.new_password is None:
        raise FieldsMissing(fields={"new_password": "required", "nickname": "required"})
    if change.new_password is not None and change.password is None and not proven:
        raise FieldsMissing(fields={"password": "required"})


def _locked(books: Books, account: AccountId) -> Account:
    current = books.accounts.lock(account)
    if current is None:
        raise AccountNotFound()
    return current
