"""Proving a phone number, and finding a log-in by it (PHONE-1)."""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts.errors import AccountNotFound, TooManyTries
from backbeat.accounts.model import Account, AccountStatus, Device
from backbeat.accounts.ports import PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.accounts.rules import limit_key_of, read_digits
from backbeat.audit.model import mask_email
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FeatureOff
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import (
    CODE_CHECK_BY_ADDRESS,
    PHONE_CODE_CHECK,
    SMS_BY_ADDRESS,
    SMS_OF_ACCOUNT,
    SMS_OF_ALL,
    SMS_TO_NUMBER,
    SMS_TO_RANGE,
)
from backbeat.limits.service import Hit, Limits
from backbeat.mail.model import Mail, Template
from backbeat.phones import rules
from backbeat.phones.errors import (
    BadPhone,
    NoAccountForPhone,
    PhoneCodeExpired,
    PhoneTaken,
    SmsUnavailable,
    WrongPhoneCode,
)
from backbeat.phones.model import Phone, PhoneCode, PhonePurpose, mask_number
from backbeat.phones.ports import (
    Books,
    PhoneNumbers,
    SmsFailed,
    SmsRefused,
    SmsSender,
    SmsUncertain,
)
from backbeat.phones.words import text_of

KEPT = timedelta(days=1)
"""How long an expired code is kept; one that is gone is treated like one that ran out."""

_FINDABLE = {AccountStatus.ACTIVE, AccountStatus.SUSPENDED}


@frozen
class TextSent:
    """A code is on its way: to which number (masked), and the seconds until it expires and until
    another may be asked for."""

    sent_to: str
    expires_in: int
    resend_in: int


@frozen
class PhoneVerification:
    """Sends codes to phones and checks them. `security` times codes, `business` dates acts."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    limits: Limits
    numbers: PhoneNumbers
    sms: SmsSender
    terms: settings.Auth
    features: settings.Features
    product: str

    def of(self, account: AccountId) -> Phone | None:
        """The number that the account has proved. Refuses with `feature_off`."""
        self._require_on()
        with self.transactions.look() as books:
            return books.phones.get(account)

    def send(
        self, typed: str, device: Device, language: Language, account: AccountId | None = None
    ) -> TextSent:
        """Send a code: for an account that wants to prove the number, or else for finding a log-in.

        The answer is the same whoever has the number, and whether or not anybody has (PHONE-4). Refuses with
        10012 for the number, with 3 where too much is sent (PHONE-5), and with `sms_unavailable`
        where the gateway fails; the earlier code then stays valid.
        """
        self._require_on()
        number = self.numbers.read(typed)
        hit = self._count(number, device, account)
        digits = self.tokens.digits()
        code = self._new_code(number, account, self.hasher.hash(digits))
        with hit.unless_refused(), self.transactions.begin() as books:
            newest = books.phone_codes.newest(code.purpose, account, number)
            rules.require_resendable(newest, code.sent_at, self.terms)
            books.phone_codes.add(code)
        self._hand_over(code, text_of(language, self.product, digits), hit)
        return TextSent(mask_number(number), self.terms.code_ttl, self.terms.resend_after)

    def verify(self, account: AccountId, typed: str, digits: str) -> Phone:
        """Check the code: the number becomes the account's, in place of an earlier one, and its owner
        is told by mail.

        Refuses with 10012, 10015, 10020 and 10023, and after the right code with 10014 where the
        number belongs to somebody else.
        """
        self._require_on()
        number = self.numbers.read(typed)
        code = self._judge(PhonePurpose.VERIFY, account, number, digits)
        with self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            if owner is None or owner.is_deleted:
                raise AccountNotFound()
            now = self.security.now()
            if not books.phone_codes.use(code.id, now):
                raise PhoneCodeExpired()
            holder = books.phones.by_number(number)
            if holder is not None and holder.account != account:
                raise PhoneTaken()
            before, after = books.phones.get(account), Phone(account, number, now)
            books.phones.put(after)
            record(
                books,
                self.business,
                Actor.account(account),
                "phone_verified",
                account,
                before={"phone": before.masked} if before else None,
                after={"phone": after.masked},
            )
            if before is None or before.number != number:
                facts = {"name": owner.name, "phone": after.masked}
                books.outbox.add(
                    Mail(owner.email, Template.PHONE_CHANGED, owner.language, facts, account)
                )
        return after

    def find(self, typed: str, digits: str, device: Device) -> str:
        """The log-in id, masked, of the account that has the number.

        Refuses with 10012, 10015, 10020 and 10023, and after the right code with 10021 where nobody
        has the number, or nobody who could come back.
        """
        self._require_on()
        number = self.numbers.read(typed)
        self.limits.take((CODE_CHECK_BY_ADDRESS, limit_key_of(device.address)))
        code = self._judge(PhonePurpose.FIND, None, number, digits)
        with self.transactions.begin() as books:
            if not books.phone_codes.use(code.id, self.security.now()):
                raise PhoneCodeExpired()
            account = _holder(books, number)
            if account is not None:
                actor = Actor.account(account.id)
                record(books, self.business, actor, "login_found", account.id)
        if account is None:
            raise NoAccountForPhone()
        return mask_email(account.email)

    def forget_old(self) -> int:
        """Remove codes that nobody can use any more; returns how many there were."""
        with self.transactions.begin() as books:
            return books.phone_codes.forget_before(self.security.now() - KEPT)

    def _require_on(self) -> None:
        if not self.features.phone:
            raise FeatureOff()

    def _count(self, number: str, device: Device, account: AccountId | None) -> Hit:
        """Every message costs money: to whom it goes and who asks for it are counted."""
        whose = () if account is None else ((SMS_OF_ACCOUNT, account),)
        return self.limits.take(
            (SMS_TO_NUMBER, number),
            (SMS_TO_RANGE, rules.range_of(number)),
            (SMS_BY_ADDRESS, limit_key_of(device.address)),
            *whose,
            (SMS_OF_ALL, ""),
        )

    def _new_code(self, number: str, account: AccountId | None, code_hash: str) -> PhoneCode:
        now = self.security.now()
        return PhoneCode(
            id=self.new_id(),
            purpose=PhonePurpose.FIND if account is None else PhonePurpose.VERIFY,
            account=account,
            number=number,
            code_hash=code_hash,
            sent_at=now,
            expires_at=now + timedelta(seconds=self.terms.code_ttl),
        )

    def _hand_over(self, code: PhoneCode, text: str, hit: Hit) -> None:
        """Send the message, or withdraw the code: one that may never arrive must not invalidate another.

        The hit is given back only where it is certain that no message went out.
        """
        try:
            self.sms.send(code.number, text)
        except SmsRefused:
            self._take_back(code)
            raise BadPhone() from None
        except SmsUncertain as trouble:
            self._take_back(code)
            raise SmsUnavailable() from trouble
        except SmsFailed as trouble:
            self._take_back(code)
            hit.give_back()
            raise SmsUnavailable() from trouble

    def _take_back(self, code: PhoneCode) -> None:
        with self.transactions.begin() as books:
            books.phone_codes.remove(code.id)

    def _judge(
        self, purpose: PhonePurpose, account: AccountId | None, number: str, digits: str
    ) -> PhoneCode:
        """The code, if that is it. The try is counted before the code is compared, so that tries at
        the same moment count too."""
        self.limits.take((PHONE_CODE_CHECK, f"{purpose}:{account}:{number}"))
        with self.transactions.begin() as books:
            newest = books.phone_codes.newest(purpose, account, number)
            code = rules.require_open(newest, self.security.now(), self.terms)
            if not books.phone_codes.count_try(code.id, self.terms.max_attempts):
                raise TooManyTries()
        if not self.hasher.verify(code.code_hash, read_digits(digits)):
            raise WrongPhoneCode(tries_left=max(0, self.terms.max_attempts - code.tries - 1))
        return code


def _holder(books: Books, number: str) -> Account | None:
    """Whose number it is, if that account could be used again."""
    phone = books.phones.by_number(number)
    account = books.accounts.get(phone.account) if phone else None
    return account if account is not None and account.status in _FINDABLE else None
