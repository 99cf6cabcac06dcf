"""What stands around the books fails: the job worker, the mail server, the platform, the clock."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from attrs import frozen
from dependency_injector import providers
from sqlalchemy import func, select, text
from tests.fakes.canned import Canned
from tests.fakes.canned import serving as serving_canned
from tests.fakes.channels import a_channel, platform_id
from tests.fakes.smtp import MailServer, mail_server
from tests.fakes.waiting import PATIENCE, wait_until
from tests.fakes.withdrawals import BY_PAYPAL
from tests.proofs.house import ANN, House

from backbeat.accounts.errors import LoginRequired
from backbeat.exports.model import ExportRequest
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat_adapters.mail import Security, SmtpTransport
from backbeat_adapters.platforms.choosing import Platforms
from backbeat_adapters.platforms.youtube import Patience, YouTube
from backbeat_adapters.sql.mail import mails as outbox

SENDER = "Backbeat <portal@example.com>"
QUICK = Patience(connect=1, read=0.4, whole=0.6, largest=100_000, tries=2, pause=0)
UNHURRIED = Patience(connect=PATIENCE, read=PATIENCE, whole=PATIENCE, largest=100_000, tries=1)


# -- mails and jobs


def mail_server_ill(url: str, folder: Path, mails: int = 8) -> str:
    """Down, then too busy, then it takes letters and says it did not, then slow: each arrives once.

    While it is slow people ask for payouts as quickly as ever.
    A letter that was taken twice has the same Message-ID both times, by which it counts as one.
    """
    with House.over(url, folder) as house, mail_server() as server:
        _mails(house, mails)
        house.container.mail_transport.override(providers.Object(_postman(house, 1)))
        _work(house)
        assert not server.letters
        _mail_to(house, server)
        server.answers.extend(["451 too busy"] * mails)
        server.after_data.extend(["451 try again"] * (mails // 2))
        _work(house)
        house.security.move(minutes(30))
        _work(house)
        house.security.move(minutes(30))
        slowest = _while_slow(house, server)
        _until_no_mail_waits(house)
        arrived = Counter(str(letter["Message-ID"]) for letter in server.letters)
        assert len(arrived) == mails, arrived
        house.require_sound()
        again = sum(arrived.values()) - mails
        assert again == mails // 2
        return (
            f"{mails} acknowledged = {len(arrived)} present; {again} dropped after DATA came again"
            f" under the same Message-ID; payouts within {slowest * 1000:.0f} ms meanwhile"
        )


def _while_slow(house: House, server: MailServer) -> float:
    """The slowest of a few requests for payouts while no mail gets through, in seconds."""
    people = [house.creator(number) for number in range(50, 56)]
    took = []
    with server.taking_no_letter() as asked:
        working = threading.Thread(target=lambda: _work(house))
        working.start()
        wait_until(asked.is_set, "a letter on its way")
        for account in people:
            started = time.monotonic()
            house.container.portal().withdrawal_requests.request(
                account, BY_PAYPAL, Currency.USD, Money.of("150.00")
            )
            took.append(time.monotonic() - started)
        assert working.is_alive(), "a payout waited for a mail"
    working.join(PATIENCE)
    return max(took)


def killed_in_a_mail(url: str, folder: Path, mails: int = 5) -> str:
    """SIGKILL right after the mail server took a letter and before the worker could note it."""
    with House.over(url, folder) as house, mail_server() as server:
        _mails(house, mails)
        _mail_to(house, server)
        kills = 0
        for number in (1, 2):
            kills += _killed(house, lambda n=number: _die_after_sending(house, server, n))  # type: ignore[misc]
            _lease_over(house)
        _until_no_mail_waits(house)
        arrived = Counter(str(letter["Message-ID"]) for letter in server.letters)
        assert len(arrived) == mails, arrived
        assert sum(arrived.values()) <= mails + kills
        house.require_sound()
        return f"{kills} kills; {mails} acknowledged = {len(arrived)} present"


def killed_in_a_report(url: str, folder: Path) -> str:
    """SIGKILL in the middle of a report's file, and between the file and its row: one file, whole."""
    with House.over(url, folder) as house:
        account = house.creator(1)
        reports = house.container.portal().exports
        month = Month(2025, 9)
        asked = reports.ask(account, ExportRequest(month, month), Currency.USD, Language.ENGLISH)
        kills = 0
        for step in ("begun", "written"):
            kills += _killed(house, lambda s=step: _die_at_the_report(house, s))  # type: ignore[misc]
            _lease_over(house)
        _until_no_job_waits(house)
        name, stored = reports.open(account, asked.id)
        with stored.stream as file:
            assert file.read(2) == b"PK", name
        left = [each.name for each in folder.rglob(f"{asked.id}*")]
        assert left == [f"{asked.id}.xlsx"], left
        return f"{kills} kills; 1 acknowledged = 1 present, no part of a file beside it"


def _mails(house: House, count: int) -> None:
    """As many mails as there are payouts refused."""
    for number in range(count):
        account = house.creator(number)
        asked = house.container.portal().withdrawal_requests.request(
            account, BY_PAYPAL, Currency.USD, Money.of("150.00")
        )
        house.container.portal().withdrawal_decisions.reject(asked.id, ANN, "why", recover=True)


def _postman(house: House, port: int) -> SmtpTransport:
    return SmtpTransport(house.security, SENDER, "127.0.0.1", port, security=Security.NONE)


def _mail_to(house: House, server: MailServer) -> None:
    house.container.mail_transport.override(providers.Object(_postman(house, server.port)))


def _make_anew(*parts: Any) -> None:
    """As in a process of its own."""
    for part in parts:
        part.reset()


def _work(house: House) -> None:
    _make_anew(house.container.job_engine, house.container.storage, house.container.portal)
    house.container.portal().worker.run_once()


def _until_no_mail_waits(house: House) -> None:
    for _ in range(40):
        _work(house)
        if not _waiting(house):
            return
        house.security.move(minutes(30))
    raise AssertionError("mails wait for ever")


def _waiting(house: House) -> int:
    unsettled = select(func.count()).select_from(outbox).where(outbox.c.settled_at.is_(None))
    with house.container.engine().connect() as connection:
        return int(connection.execute(unsettled).scalar_one())


def _until_no_job_waits(house: House) -> None:
    for _ in range(5):
        _work(house)
        house.security.move(minutes(2))


def minutes(count: int) -> timedelta:
    """So many minutes."""
    return timedelta(minutes=count)


def _lease_over(house: House) -> None:
    """Time enough that a silent worker's job is taken over."""
    house.security.move(minutes(3))
    house.business.move(minutes(3))
    engine = house.container.engine()
    if engine.dialect.name == "postgresql":
        # There the database's own clock counts, which nobody can move.
        with engine.begin() as connection:
            connection.execute(
                text(
                    "UPDATE procrastinate_workers"
                    " SET last_heartbeat = last_heartbeat - interval '5 minutes'"
                )
            )


def _killed(house: House, act: Callable[[], None]) -> int:
    """Let a process of its own do it, which has to end by SIGKILL; 1."""
    house.container.engine().dispose()
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status), f"ended with {status}"
    return 1


@frozen
class DyingPostman:
    """Dies right after the server took the letter that makes `letters` full."""

    mail_transport: SmtpTransport
    sent: list[str]
    most: int

    def send(self, letter: Any) -> None:
        """See `MailTransport`."""
        self.mail_transport.send(letter)
        self.sent.append(letter.message_id)
        if len(self.sent) == self.most:
            os.kill(os.getpid(), signal.SIGKILL)

    def check(self) -> None:
        """See `MailTransport`."""
        self.mail_transport.check()


def _die_after_sending(house: House, server: MailServer, most: int) -> None:
    dying = DyingPostman(_postman(house, server.port), [], most)
    house.container.mail_transport.override(providers.Object(dying))
    _work(house)


def _die_at_the_report(house: House, step: str) -> None:
    reports = house.container.portal().exports
    writer: Any = type(reports.writer)
    done = writer.write

    def dying(*given: Any, **named: Any) -> Any:
        if step == "begun":
            os.kill(os.getpid(), signal.SIGKILL)
        made = done(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        return made

    writer.write = dying
    _work(house)


# -- the platform


def _said(description: str, channel: str, **more: Any) -> dict[str, Any]:
    snippet = {
        "title": "Mina",
        "description": description,
        "customUrl": "@mina",
        "publishedAt": "2021-09-28T18:44:35Z",
        "thumbnails": {"medium": {"url": "https://img.example/s240"}},
        "localized": {"title": "Mina", "description": description},
    }
    item = {"id": channel, "snippet": snippet, "statistics": {"viewCount": "200000"}}
    return {"items": [item | more]}


def platform_ill(url: str, folder: Path) -> str:
    """Whatever it answers, a channel is verified by its exact code alone."""
    channel, other, code = str(platform_id(1)), str(platform_id(2)), "BB-7F3K9QXA"
    good = _said(f"About me\n{code}", channel)
    whole = Canned.json(good)
    failures = (400, 401, 403, 404, 429, 500, 502, 503, 504)
    lies = {
        **{f"status {status}": Canned.json(good, status) for status in failures},
        "a redirect": Canned(b"", 302, location="http://127.0.0.1:9/"),
        "silence": Canned(whole.body, silence=2),
        "byte by byte": Canned(whole.body, drip=0.05),
        "cut off": Canned(whole.body[:-40]),
        "nothing": Canned(b""),
        "HTML": Canned(f"<html>{code}</html>".encode()),
        "a number": Canned(b"17"),
        "text for a list": Canned.json({"items": code}),
        "a list for an item": Canned.json({"items": [[code]]}),
        "no items": Canned.json({"items": []}),
        "another channel": Canned.json(_said(code, other)),
        "two channels": Canned.json({"items": good["items"] + _said(code, other)["items"]}),
        "too much": Canned(whole.body + b" " * 200_000),
        "NaN views": Canned(whole.body.replace(b'"200000"', b"NaN")),
        "views as an object": Canned.json(_said(code, channel, statistics={"viewCount": {}})),
        "no code": Canned.json(_said("About me", channel)),
        "somebody else's code": Canned.json(_said("BB-AAAAAAAA", channel)),
        "the code but for a letter": Canned.json(_said(code[:-1], channel)),
        "the code with more behind it": Canned.json(_said(f"{code}Z", channel)),
        "the code with more before it": Canned.json(_said(f"X{code}", channel)),
        "the code in the title": Canned.json(_titled(code, channel)),
        "the code with spaces": Canned.json(_said(" ".join(code), channel)),
    }
    with House.over(url, folder) as house, serving_canned(whole) as server:
        account = house.creator(9, None, registered=False)
        with house.container.transactions().begin() as books:
            books.channels.add(a_channel(1, owner=account, code=code))
        youtube = YouTube("key", server.url, QUICK)
        house.container.platform.override(providers.Object(Platforms({YouTube.kind: youtube})))
        _make_anew(house.container.portal)
        for name, answer in lies.items():
            server.answers[:] = [answer]
            assert not _verified(house, account), f"verified by {name}"
        patient = Platforms({YouTube.kind: YouTube("key", server.url, UNHURRIED)})
        house.container.platform.override(providers.Object(patient))
        _make_anew(house.container.portal)
        server.answers[:] = [whole]
        assert _verified(house, account), "not even the exact code counts"
        house.require_sound()
    return f"{len(lies)} ways to fail or lie: 0 verified; the exact code: verified"


def _titled(code: str, channel: str) -> dict[str, Any]:
    said = _said("About me", channel)
    said["items"][0]["snippet"]["title"] = code
    said["items"][0]["snippet"]["localized"]["title"] = code
    return said


def _verified(house: House, account: AccountId) -> bool:
    house.security.move(minutes(10))
    which = ChannelId("channel-1")
    house.container.portal().verifications.verify(account, which)
    with house.container.transactions().look() as books:
        found = books.channels.get(which)
    assert found is not None
    return bool(found.is_verified)


# -- the clock


def clock_jumps(url: str, folder: Path, *, seed: int = 1, jumps: int = 150) -> str:
    """From two days back to 400 ahead, over month ends and changes of daylight saving time.

    No points lapse twice, no ended session comes back to life, the window is open from the 25th.
    """
    chance = random.Random(seed)
    edges = [
        datetime(2026, 3, 29, 0, 59, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 1, tzinfo=UTC),
        datetime(2025, 10, 31, 23, 59, 59, tzinfo=UTC),
        datetime(2028, 2, 29, 0, 0, tzinfo=UTC),
        datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC),
    ]
    with House.over(url, folder) as house:
        account = house.creator(0)
        granted = Money.zero()
        dead: set[str] = set()
        alive = {house.token(account)}
        windows = 0
        for _ in range(jumps):
            hours = chance.choice([-48, -1, 1, 13, 24, 24 * 31, 24 * 400])
            moment = house.business.now() + timedelta(hours=hours)
            if chance.random() < 0.2 or moment.year > 2040:
                moment = chance.choice(edges)
            house.business.set(moment)
            # Security time stands where business time goes back: several records share a moment.
            house.security.set(max(moment, house.security.now()))
            if chance.random() < 0.3:
                points = Correction(account, EntryType.BONUS_POINT, Money.of("1.00"))
                house.container.portal().account_ledger.post(points, ANN, "a reward")
                granted += points.amount
            house.container.portal().account_ledger.expire_lots(Actor.system("points"))
            _require_lots(house, account, granted, house.business.today())
            dead |= {token for token in alive if not _lives(house, token)}
            alive -= dead
            assert not any(_lives(house, token) for token in dead), "an ended session lives again"
            if chance.random() < 0.3:
                alive.add(house.token(account))
            windows += _window(house, account, house.business.today())
        house.require_sound()
    return f"{jumps} jumps, {windows} days in the window, {len(dead)} sessions ended for good"


def _require_lots(house: House, account: AccountId, granted: Money, today: date) -> None:
    with house.container.transactions().look() as books:
        lots = [each for each in books.ledger.store.whole.all_open() if each.expires_on is not None]
        available = books.ledger.balance(account).available
    assert all(each.expires_on >= today for each in lots if each.expires_on), "a lot did not lapse"
    left = sum(each.remaining.micros for each in lots)
    # What is there is what was earned and what of the points has not lapsed: nothing went twice.
    assert available.micros == 150_000_000 + left, (available, left)
    assert left <= granted.micros


def _lives(house: House, token: str) -> bool:
    try:
        house.container.portal().sessions.resolve(token)
    except LoginRequired:
        return False
    return True


def _window(house: House, account: AccountId, today: date) -> bool:
    quote = house.container.portal().withdrawal_requests.quote(account, BY_PAYPAL, Currency.USD)
    is_open = not any(refusal.code == 40001 for refusal in quote.blocked)
    assert is_open == (today.day >= 25), today
    return is_open
