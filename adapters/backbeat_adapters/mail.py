"""How mails are sent: through a mail server, into a folder of files, or to the console."""

from __future__ import annotations

import smtplib
import ssl
import sys
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import parseaddr
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from attrs import field, frozen

from backbeat.kernel.clock import Clock
from backbeat.mail.model import RenderedMail
from backbeat.mail.ports import MailRefused
from backbeat_adapters.private_folders import make_private

_TIMEOUT_SECONDS = 20
_FOR_GOOD = 500


class Security(StrEnum):
    """How the connection to the mail server is protected."""

    NONE = "none"
    STARTTLS = "starttls"
    TLS = "tls"


@frozen
class SmtpTransport:
    """Hands mails to a mail server by SMTP; it fulfils `MailTransport`. `clock` dates them."""

    clock: Clock
    sender: str
    host: str
    port: int = 587
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    security: Security = Security.STARTTLS

    def send(self, letter: RenderedMail) -> None:
        message = as_message(letter, self.sender, self.clock)
        with self._connected() as server:
            try:
                server.send_message(message)
            except smtplib.SMTPRecipientsRefused as error:
                raise _told(error, min(code for code, _ in error.recipients.values())) from error
            except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
                raise _told(error, error.smtp_code) from error
            except smtplib.SMTPNotSupportedError as error:
                raise MailRefused("the mail server takes no such address") from error

    def check(self) -> None:
        """Connect and log in without sending anything; raises whatever prevents it."""
        with self._connected() as server:
            server.noop()

    def _connected(self) -> smtplib.SMTP:
        safe = ssl.create_default_context()
        if self.security is Security.TLS:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=_TIMEOUT_SECONDS, context=safe
            )
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=_TIMEOUT_SECONDS)
        try:
            if self.security is Security.STARTTLS:
                server.starttls(context=safe)
            if self.username:
                server.login(self.username, self.password or "")
        except BaseException:
            server.close()
            raise
        return server


def _told(error: Exception, code: int) -> Exception:
    """A 5xx answer is final, a 4xx one temporary. The server's words may quote the mail."""
    return MailRefused(f"SMTP {code}") if code >= _FOR_GOOD else error


@frozen
class FileTransport:
    """Writes each mail into a folder as an `.eml` file named by its Message-ID."""

    clock: Clock
    sender: str
    folder: Path

    def send(self, letter: RenderedMail) -> None:
        """See `MailTransport`. A mail that is sent twice is written once."""
        make_private(self.folder)
        name = letter.message_id.strip("<>").split("@")[0]
        draft = self.folder / f".{name}.part"
        draft.write_bytes(as_message(letter, self.sender, self.clock).as_bytes())
        draft.rename(self.folder / f"{name}.eml")


@frozen
class ConsoleTransport:
    """Prints each mail's text; for first runs."""

    stream: TextIO = field(factory=lambda: sys.stdout)

    def send(self, letter: RenderedMail) -> None:
        self.stream.write(f"Mail to {letter.to}: {letter.subject}\n\n{letter.text}\n")
        self.stream.flush()


def as_message(letter: RenderedMail, sender: str, clock: Clock) -> EmailMessage:
    """The mail as a message of plain text and HTML."""
    plain_address = letter.to.isascii() and sender.isascii()
    message = EmailMessage(SMTP if plain_address else SMTPUTF8)
    message["From"] = _named(sender, letter.sender)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Message-ID"] = letter.message_id
    message["Date"] = clock.now()
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    message.add_alternative(letter.html, subtype="html")
    # Last: setting the content clears every header that begins with Content.
    message["Content-Language"] = letter.language.value
    return message


def _named(sender: str, name: str | None) -> str | Address:
    """The portal's own address, under another name if the mail has one."""
    return sender if name is None else Address(name, addr_spec=parseaddr(sender)[1])
