"""Phone numbers and their codes in memory."""

from __future__ import annotations

from datetime import datetime

from attrs import Factory, define, evolve, field

from backbeat.kernel.ids import AccountId
from backbeat.phones.errors import PhoneTaken
from backbeat.phones.model import Phone, PhoneCode, PhonePurpose


@define(eq=False)
class MemoryPhoneCodes:
    """Fulfils `PhoneCodeRepository`."""

    _codes: dict[str, PhoneCode] = field(factory=dict, init=False)

    def add(self, code: PhoneCode) -> None:
        self._codes[code.id] = code

    def newest(
        self, purpose: PhonePurpose, account: AccountId | None, number: str
    ) -> PhoneCode | None:
        wanted = (purpose, account, number)
        found = [c for c in self._codes.values() if (c.purpose, c.account, c.number) == wanted]
        return max(found, key=lambda code: (code.sent_at, code.id), default=None)

    def count_try(self, code: str, most: int) -> bool:
        tried = self._codes[code]
        if tried.tries >= most:
            return False
        self._codes[code] = evolve(tried, tries=tried.tries + 1)
        return True

    def use(self, code: str, at: datetime) -> bool:
        used = self._codes.get(code)
        if used is None or used.used_at is not None:
            return False
        self._codes[code] = evolve(used, used_at=at)
        return True

    def remove(self, code: str) -> None:
        self._codes.pop(code, None)

    def remove_all_of(self, account: AccountId, number: str | None) -> None:
        """Forget the codes of an account, and those that were sent to a number."""
        gone = [c.id for c in self._codes.values() if account == c.account or number == c.number]
        for code in gone:
            del self._codes[code]

    def forget_before(self, instant: datetime) -> int:
        old = [code.id for code in self._codes.values() if code.expires_at < instant]
        for code in old:
            del self._codes[code]
        return len(old)


@define(eq=False)
class MemoryPhones:
    """Fulfils `PhoneRepository`."""

    codes: MemoryPhoneCodes = Factory(MemoryPhoneCodes)
    _phones: dict[AccountId, Phone] = field(factory=dict, init=False)

    def get(self, account: AccountId) -> Phone | None:
        return self._phones.get(account)

    def by_number(self, number: str) -> Phone | None:
        return next((each for each in self._phones.values() if each.number == number), None)

    def put(self, phone: Phone) -> None:
        holder = self.by_number(phone.number)
        if holder is not None and holder.account != phone.account:
            raise PhoneTaken()
        self._phones[phone.account] = phone

    def remove(self, account: AccountId) -> None:
        gone = self._phones.pop(account, None)
        self.codes.remove_all_of(account, gone.number if gone else None)
