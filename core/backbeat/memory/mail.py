"""The outbox in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.jobs.ports import JobQueue
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, MailId, NewId
from backbeat.mail.model import Mail, MailRecord, MailStatus, OutgoingMail, RenderedMail
from backbeat.mail.service import SEND


@define(eq=False)
class MemoryOutbox:
    """Keeps waiting mails in a dict, and a record of the others. `clock` is the security clock."""

    clock: Clock
    new_id: NewId
    jobs: JobQueue
    _waiting: dict[MailId, OutgoingMail] = field(factory=dict, init=False)
    _records: dict[MailId, tuple[AccountId, MailRecord]] = field(factory=dict, init=False)

    def add(self, mail: Mail) -> MailId:
        outgoing = OutgoingMail(MailId(self.new_id()), mail, self.clock.now())
        self._waiting[outgoing.id] = outgoing
        self._keep(outgoing, MailStatus.WAITING)
        self.jobs.enqueue(SEND, {"mail": outgoing.id})
        return outgoing.id

    def add_all(self, mails: Sequence[Mail]) -> None:
        for mail in mails:
            self.add(mail)

    def account_of(self, mail: MailId) -> AccountId | None:
        outgoing = self._waiting.get(mail)
        return outgoing.mail.account if outgoing else None

    def get(self, account: AccountId, mail: MailId) -> OutgoingMail | None:
        outgoing = self._waiting.get(mail)
        return outgoing if outgoing and outgoing.mail.account == account else None

    def settle(self, account: AccountId, mail: MailId, status: MailStatus) -> None:
        outgoing = self.get(account, mail)
        if outgoing is not None:
            del self._waiting[mail]
            self._keep(outgoing, status)

    def lately(self, account: AccountId, most: int) -> Sequence[MailRecord]:
        mine = [record for owner, record in self._records.values() if owner == account]
        return mine[::-1][:most]

    def remove_all_of(self, account: AccountId) -> None:
        for mail in [id for id, (owner, _) in self._records.items() if owner == account]:
            del self._records[mail]
            self._waiting.pop(mail, None)

    def waiting(self) -> tuple[OutgoingMail, ...]:
        """Every mail that waits, the oldest first."""
        return tuple(self._waiting.values())

    def _keep(self, outgoing: OutgoingMail, status: MailStatus) -> None:
        record = MailRecord(outgoing.mail.template, status, outgoing.added_at)
        self._records[outgoing.id] = (outgoing.mail.account, record)


@define(eq=False)
class MemoryMailTransport:
    """Fulfils `MailTransport`: keeps what it is handed."""

    sent: list[RenderedMail] = field(factory=list)

    def send(self, letter: RenderedMail) -> None:
        self.sent.append(letter)
