"""A real mail server on loopback that keeps what it takes, and can be told to misbehave."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from attrs import define, field
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE


@define
class MailServer:
    """Takes every letter unless `answers` holds something else to say, first come first used."""

    port: int
    letters: list[EmailMessage] = field(factory=list)
    answers: list[str] = field(factory=list)
    """SMTP answers to RCPT, such as `550 no such user`."""
    after_data: list[str] = field(factory=list)
    """Answers to DATA that are given after the letter was taken all the same."""
    _open: threading.Event = field(factory=threading.Event, init=False)
    _asked: threading.Event = field(factory=threading.Event, init=False)

    def __attrs_post_init__(self) -> None:
        self._open.set()

    @contextmanager
    def taking_no_letter(self) -> Iterator[threading.Event]:
        """Leave whoever brings a letter waiting inside the block; the event says that one came."""
        self._asked.clear()
        self._open.clear()
        try:
            yield self._asked
        finally:
            self._open.set()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        """Answer to one recipient."""
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep the letter."""
        self._asked.set()
        await asyncio.to_thread(self._open.wait)
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.letters.append(message)
        return self.after_data.pop(0) if self.after_data else "250 OK"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Run a mail server on a free port."""
    server = MailServer(free_port())
    controller = Controller(
        server,
        hostname="127.0.0.1",
        port=server.port,
        ready_timeout=PATIENCE,
        enable_SMTPUTF8=True,
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
