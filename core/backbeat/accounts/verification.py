"""Proving an e-mail address: the one given at sign-up, or a new one (CRED-2, ACCT-11)."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.codes import CodeSent, MailedCodes, NewCode
from backbeat.accounts.errors import AccountNotFound, CodeExpired, StatusRefused
from backbeat.accounts.identifiers import Identifiers
from backbeat.accounts.model import OUTLIVE_PASSWORDS, Account, CodePurpose
from backbeat.accounts.ports import Books, Tokens
from backbeat.accounts.records import record
from backbeat.audit.model import mask_email
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import EMAIL_CORRECTION, MAILED_CODE
from backbeat.mail.model import Mail, Template


@frozen
class EmailVerification:
    """Sends six digits to an address and checks them when they are typed back."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    tokens: Tokens
    codes: MailedCodes
    identifiers: Identifiers
    bounds: settings.Accounts
    members: settings.Members

    def send(self, account: AccountId) -> CodeSent:
        """Mail a code to the account's own address.

        Refuses with code 3 within a minute of the last one, and with `account_status` if the
        address is proved already.
        """
        hit = self.codes.limits.take((MAILED_CODE, f"verify:{account}"))
        code = self._new_code()
        with hit.unless_refused(), self.transactions.begin() as books:
            current = _locked(books, account)
            if current.is_verified:
                raise StatusRefused(status="verified")
            self.codes.send(
                books,
                code,
                purpose=CodePurpose.VERIFY_EMAIL,
                subject=account,
                email=current.email,
                account=current,
                template=Template.EMAIL_CODE,
            )
        return self._sent(current.email)

    def verify(self, account: AccountId, typed: str) -> Account:
        """Check the code and count the address as proved. Refuses with 10015, 10016, 10017."""
        code = self.codes.judge(CodePurpose.VERIFY_EMAIL, account, rules.read_digits(typed))
        with self.transactions.begin() as books:
            current = _locked(books, account)
            now = self.security.now()
            # A code for the address before the last change proves nothing about the new one.
            if code.email != current.email or not books.codes.use(code.id, now):
                raise CodeExpired()
            verified = current.verified(now)
            books.accounts.save(verified)
            record(books, self.business, Actor.account(account), "email_verified", account)
        return verified

    def start_change(self, account: AccountId, email: str) -> CodeSent:
        """Mail a code to a new address; nothing changes before the code is typed back.

        If the address given at sign-up was never proved, it may be mistyped: the new one replaces
        it at once, once an hour, and is proved in the same way (ACCT-28). The caller has to be
        stepped up (SESSION-8). Refuses with 10007, 10005, 10009 and 3.
        """
        address = rules.require_email(email, self.bounds)
        with self.transactions.look() as books:
            current = books.accounts.get(account)
        if current is not None and self._is_to_be_proved(current):
            self._correct(account, address)
            return self.send(account)
        hit = self.codes.limits.take((MAILED_CODE, f"change:{account}"))
        code = self._new_code()
        with hit.unless_refused(), self.transactions.begin() as books:
            current = _locked(books, account)
            self.identifiers.require_free_email(books, address)
            self.codes.send(
                books,
                code,
                purpose=CodePurpose.CHANGE_EMAIL,
                subject=account,
                email=address,
                account=current,
                template=Template.EMAIL_CHANGE_CODE,
            )
        return self._sent(address)

    def _is_to_be_proved(self, account: Account) -> bool:
        return rules.needs_verification(
            account, members_too=self.members.require_email_verification
        )

    def _correct(self, account: AccountId, address: str) -> None:
        """Replace an address that was never proved; codes mailed to it become void."""
        hit = self.codes.limits.take((EMAIL_CORRECTION, account))
        with hit.unless_refused(), self.transactions.begin() as books:
            current = _locked(books, account)
            if not self._is_to_be_proved(current):
                raise StatusRefused(status="verified")
            self.identifiers.require_free_email(books, address, account)
            books.codes.forget(account)
            books.accounts.save(current.with_email(address, None))
            record(
                books,
                self.business,
                Actor.account(account),
                "email_corrected",
                account,
                before={"email": mask_email(current.email)},
                after={"email": mask_email(address)},
            )

    def finish_change(self, account: AccountId, typed: str) -> Account:
        """Check the code: from now on the new address is the log-in id.

        The old address is told, and every code and permission given before becomes void. Refuses
        with 10015, 10016, 10017 and 10009.
        """
        code = self.codes.judge(CodePurpose.CHANGE_EMAIL, account, rules.read_digits(typed))
        with self.transactions.begin() as books:
            current = _locked(books, account)
            now = self.security.now()
            self.identifiers.require_free_email(books, code.email)
            if not books.codes.use(code.id, now):
                raise CodeExpired()
            # Whoever still reads the old mailbox must not be able to set a password with what
            # arrived there, but may still say that a change of payment details was not theirs: it
            # may be the reason why the address changed.
            books.codes.forget(account, keep=OUTLIVE_PASSWORDS)
            changed = current.with_email(code.email, now)
            books.accounts.save(changed)
            facts = {"name": current.name, "new_email": mask_email(code.email)}
            books.outbox.add(
                Mail(current.email, Template.EMAIL_CHANGED, current.language, facts, account)
            )
            record(
                books,
                self.business,
                Actor.account(account),
                "email_changed",
                account,
                before={"email": mask_email(current.email)},
                after={"email": mask_email(changed.email)},
            )
        return changed

    def _new_code(self) -> NewCode:
        return NewCode.of(self.tokens.digits(), self.codes.hasher)

    def _sent(self, email: str) -> CodeSent:
        terms = self.codes.terms
        return CodeSent(mask_email(email), terms.code_ttl, terms.resend_after)


def _locked(books: Books, account: AccountId) -> Account:
    current = books.accounts.lock(account)
    if current is None:
        raise AccountNotFound()
    return current
