"""The job that sends what is in the outbox."""

from __future__ import annotations

import logging

from attrs import frozen

from backbeat.kernel.ids import MailId
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import MailStatus, OutgoingMail
from backbeat.mail.ports import Books, Closing, MailRefused, MailTransport, Partner
from backbeat.mail.rules import is_wanted
from backbeat.mail.templates import MailTemplates

SEND = "mail.send"
"""The kind of job that sends one mail; its payload is `{"mail": id}`."""

log = logging.getLogger(__name__)


@frozen
class Mails:
    """Sends mails; the code that asked for them never waits for the mail server or fails with it."""

    transactions: Transactions[Books]
    mail_transport: MailTransport
    mail_templates: MailTemplates

    def deliver(self, mail: MailId, closing: Closing) -> None:
        """Send one mail and end its job; a mail that no longer waits is ignored.

        Any exception of the mail server except `MailRefused` is passed on to the worker, which
        tries again later with the same Message-ID.
        """
        with self.transactions.look() as books:
            account = books.outbox.account_of(mail)
            outgoing = books.outbox.get(account, mail) if account else None
            recipient = books.accounts.get(account) if account else None
            partner = books.sites.by_domain(recipient.partner or "") if recipient else None
        if outgoing is None:
            return
        notice = recipient is None or recipient.preferences.notice
        wanted = is_wanted(outgoing.mail.template, notice=notice)
        shown = partner if partner and partner.is_shown else None
        status = self._sent(outgoing, shown) if wanted else MailStatus.UNWANTED
        with closing() as books:
            books.outbox.settle(outgoing.mail.account, mail, status)

    def _sent(self, outgoing: OutgoingMail, partner: Partner | None) -> MailStatus:
        try:
            self.mail_transport.send(self.mail_templates.letter(outgoing, partner))
        except MailRefused:
            log.warning("mail %s was refused by the mail server", outgoing.id)
            return MailStatus.REFUSED
        return MailStatus.SENT
