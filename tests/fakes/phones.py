"""Phones for tests: numbers by a simple form, a gateway that keeps what it is given, use cases in memory."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from attrs import Factory, define, field
from tests.fakes.accounts import NOW, an_account
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.model import Account, Device
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Mail
from backbeat.memory.mail import MemoryMailTransport, MemoryOutbox
from backbeat.memory.platform import MemoryPlatform
from backbeat.memory.storage import MemoryStorage
from backbeat.phones.errors import BadPhone
from backbeat.phones.service import PhoneVerification, TextSent
from backbeat.portal import Portal
from backbeat.settings import Features, Settings

NUMBER = "+821012345678"
OTHER = "+821087654321"
DESK = Device("198.51.100.5", "Chromium on a laptop")


class SimpleNumbers:
    """Fulfils `PhoneNumbers`: a plus and at least eight digits, spaces left out."""

    def read(self, text: str) -> str:
        number = text.replace(" ", "")
        if not re.fullmatch(r"\+[0-9]{8,15}", number):
            raise BadPhone()
        return number


@define
class KeptSms:
    """Fulfils `SmsSender`: keeps every message, or fails as it is told to."""

    sent: list[tuple[str, str]] = field(factory=list)
    trouble: Exception | None = None

    def send(self, number: str, text: str) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.sent.append((number, text))

    def code(self, number: str = NUMBER) -> str:
        """The newest code that was sent to a number."""
        texts = [text for to, text in self.sent if to == number]
        (code,) = re.findall(r"[0-9]{6}", texts[-1])
        return str(code)


@define
class PhoneHouse:
    """The use cases over books in memory, with clocks that the test moves; mina has an account."""

    settings: Settings = Factory(lambda: Settings(features=Features(phone=True)))
    sms: KeptSms = Factory(KeptSms)
    clock: FixedClock = Factory(lambda: FixedClock(NOW))
    portal: Portal = field(init=False)
    phones: PhoneVerification = field(init=False)

    def __attrs_post_init__(self) -> None:
        new_id = counting_ids()
        self.portal = Portal(
            self.settings,
            self.clock,
            MemoryPlatform(),
            MemoryMailTransport(),
            MemoryStorage.empty(self.clock, new_id),
            new_id=new_id,
            hasher=ScryptPasswords(2),
            phone_numbers=SimpleNumbers(),
            sms=self.sms,
        )
        self.phones = self.portal.phone_verification
        self.open("mina")

    def open(self, name: str) -> AccountId:
        """An account of that name; its id is the name."""
        with self.portal.storage.transactions.begin() as books:
            books.accounts.add(an_account(id=name, name=name, referral_code=f"REF{name}"))
        return AccountId(name)

    def save(self, account: Account) -> None:
        with self.portal.storage.transactions.begin() as books:
            books.accounts.lock(account.id)
            books.accounts.save(account)

    def send(
        self, number: str = NUMBER, account: str | None = "mina", device: Device = DESK
    ) -> TextSent:
        """Ask for a code; without an account it is for finding a log-in."""
        who = None if account is None else AccountId(account)
        return self.phones.send(number, device, Language.ENGLISH, who)

    def prove(self, account: str = "mina", number: str = NUMBER) -> None:
        """The whole way to a proved number."""
        self.send(number, account)
        self.phones.verify(AccountId(account), number, self.sms.code(number))

    def wrong(self, number: str = NUMBER) -> str:
        """Six digits that are not the code."""
        return f"{(int(self.sms.code(number)) + 1) % 1_000_000:06}"

    def pass_time(self, **by: int) -> datetime:
        self.clock.move(timedelta(**by))
        return self.clock.now()

    def mails(self) -> list[Mail]:
        """What waits to be mailed, the oldest first."""
        with self.portal.storage.transactions.look() as books:
            outbox = books.outbox
        assert isinstance(outbox, MemoryOutbox)
        return [outgoing.mail for outgoing in outbox.waiting()]

    def acts(self) -> list[tuple[str, dict[str, object]]]:
        """What the audit says was done, the oldest first, with what is true since."""
        with self.portal.storage.transactions.look() as books:
            return [(row.entry.action, dict(row.entry.after)) for row in books.audit.all()]
