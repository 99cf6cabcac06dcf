"""Operators are told at once of what must not wait: once an hour, each in their own way."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import pytest
from attrs import define, evolve, field
from tests.fakes.standins import NOON, FixedClock

from backbeat.alerts import rules
from backbeat.alerts.model import Alert, AlertKind, Sighting
from backbeat.alerts.service import ask
from backbeat.alerts.words import words_of
from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language
from backbeat.ledger.checks import Finding
from backbeat.ledger.integrity.model import IntegrityReport, Outcome, Status
from backbeat.mail.model import RenderedMail
from backbeat.mail.ports import MailRefused
from backbeat.memory.platform import MemoryPlatform
from backbeat.portal import Portal
from backbeat.settings import Alerts, Settings

CAFE = "203.0.113.9"
LOGIN = Sighting(NOON, "login", "refused", "a***@example.org", CAFE)
CODE = Sighting(NOON, "code", "refused", "0199-mina", CAFE)


@define
class Door:
    seen: list[Sighting] = field(factory=list)

    def since(self, moment: datetime) -> Iterable[Sighting]:
        return [each for each in self.seen if each.at >= moment]


@define
class Letters:
    sent: list[RenderedMail] = field(factory=list)
    anchors: list[RenderedMail] = field(factory=list)
    fails: set[str] = field(factory=set)
    refuses: set[str] = field(factory=set)

    def send(self, letter: RenderedMail) -> None:
        if letter.to in self.fails:
            raise ConnectionError
        if letter.to in self.refuses:
            raise MailRefused("SMTP 550")
        if letter.message_id.startswith("<alert.anchor."):
            self.anchors.append(letter)
        else:
            self.sent.append(letter)


@define
class Board:
    posted: list[Mapping[str, object]] = field(factory=list)
    fails: bool = False

    def post(self, content: Mapping[str, object]) -> None:
        if self.fails:
            raise ConnectionError
        if content["kind"] != AlertKind.ANCHOR:
            self.posted.append(content)


@define
class House:
    emails: tuple[str, ...] = ("ops@example.org", "night@example.org")
    language: Language = Language.KOREAN
    clock: FixedClock = field(factory=FixedClock)
    door: Door = field(factory=Door)
    letters: Letters = field(factory=Letters)
    board: Board = field(factory=Board)

    def portal(self) -> Portal:
        return Portal(
            Settings(alerts=Alerts(self.emails, self.language)),
            self.clock,
            MemoryPlatform(),
            self.letters,
            sightings=self.door,
            hook=self.board,
        )


def guesses(count: int) -> Sequence[Sighting]:
    return [evolve(LOGIN, who=f"{number}***@example.org") for number in range(count)]


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (guesses(10), Alert(AlertKind.LOGINS_OF_MANY, 10, CAFE)),
        (guesses(9), None),
        ([*guesses(9), evolve(LOGIN, who=None)], None),
        (
            [*guesses(10), *(evolve(each, address="10.0.0.9") for each in guesses(11))],
            Alert(AlertKind.LOGINS_OF_MANY, 11, "10.0.0.9"),
        ),
        ([LOGIN] * 40, None),
        ([evolve(each, outcome="granted") for each in guesses(10)], None),
        ([evolve(each, address=f"10.0.0.{at}") for at, each in enumerate(guesses(10))], None),
        ([CODE] * 10, Alert(AlertKind.CODES_TRIED, 10, "0199-mina")),
        ([CODE] * 9, None),
        ([evolve(CODE, who=None)] * 20, None),
        (
            [Sighting(NOON, "platform", "left_alone", what="youtube")],
            Alert(AlertKind.PLATFORM_SILENT, 1, "youtube"),
        ),
        ([Sighting(NOON, "platform", "failed", what="youtube")] * 4, None),
        (
            [Sighting(NOON, "proxy", "unnamed", address="10.0.0.2")],
            Alert(AlertKind.PROXY_UNNAMED, 1, "10.0.0.2"),
        ),
        (
            [Sighting(NOON, "database", "restored_short", reason="x.backup")],
            Alert(AlertKind.RESTORED_SHORT, 1, "x.backup"),
        ),
    ],
)
def test_what_matters_is_told_and_nothing_else(
    seen: Sequence[Sighting], told: Alert | None
) -> None:
    assert list(rules.judge(seen)) == ([told] if told else [])


def test_each_recipient_is_told_once_an_hour_in_the_operators_language() -> None:
    house = House()
    worker = house.portal().worker
    house.door.seen = [*guesses(12)]
    worker.run_once()
    house.clock.move(timedelta(minutes=5))
    worker.run_once()

    assert sorted(each.to for each in house.letters.sent) == [
        "night@example.org",
        "ops@example.org",
    ]
    assert len({each.message_id for each in house.letters.sent}) == 2
    assert house.letters.sent[0].subject == f"{CAFE}에서 계정 12개의 로그인을 시도했습니다"
    assert house.letters.sent[0].language is Language.KOREAN
    assert "2025-10-15 12:00 UTC" in house.letters.sent[0].text
    (posted,) = house.board.posted
    assert (posted["kind"], posted["portal"]) == ("logins_of_many", "http://127.0.0.1:8000")

    house.door.seen = [evolve(each, at=NOON + timedelta(hours=1)) for each in guesses(12)]
    house.clock.move(timedelta(minutes=55))
    worker.run_once()
    assert len(house.letters.sent) == 4


def test_the_hook_is_given_what_happened_when_and_how_often() -> None:
    house = House()
    house.door.seen = [*guesses(12)]
    house.portal().worker.run_once()

    assert house.board.posted == [
        {
            "id": "alert.logins_of_many.20251015T12",
            "kind": "logins_of_many",
            "at": "2025-10-15T12:00:00+00:00",
            "portal": "http://127.0.0.1:8000",
            "subject": f"{CAFE}에서 계정 12개의 로그인을 시도했습니다",
            "facts": {"count": "12", "of": CAFE, "at": "2025-10-15 12:00 UTC"},
        }
    ]


def test_the_log_has_alerts_as_errors_in_english_and_the_anchor_of_the_day_in_passing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House()
    house.door.seen = [*guesses(12)]
    with caplog.at_level(logging.INFO, "backbeat.alerts.service"):
        house.portal().worker.run_once()

    told = [each for each in caplog.records if each.name == "backbeat.alerts.service"]
    errors = [each.getMessage() for each in told if each.levelno == logging.ERROR]
    assert errors == [f"Log-ins of 12 accounts tried from {CAFE}"]
    assert [each.levelname for each in told if each.levelno != logging.ERROR] == ["INFO"]


def test_what_was_seen_long_ago_is_not_told_again() -> None:
    house = House()
    house.door.seen = [*guesses(12)]
    house.clock.move(timedelta(minutes=15, seconds=1))
    house.portal().worker.run_once()

    assert not house.letters.sent


def test_what_was_seen_in_the_last_quarter_of_an_hour_is_told() -> None:
    house = House()
    house.door.seen = [*guesses(12)]
    house.clock.move(timedelta(minutes=15))
    house.portal().worker.run_once()

    assert house.letters.sent


def test_who_cannot_be_reached_is_tried_again_without_the_others() -> None:
    house = House()
    house.letters.fails, house.board.fails = {"night@example.org"}, True
    house.door.seen = [*guesses(12)]
    worker = house.portal().worker
    worker.run_once()
    house.letters.fails, house.board.fails = set(), False
    house.clock.move(timedelta(minutes=1))
    worker.run_once()

    assert [each.to for each in house.letters.sent] == ["ops@example.org", "night@example.org"]
    assert len(house.board.posted) == 1


def test_an_address_that_the_mail_server_refuses_is_given_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House(emails=("gone@example.org",))
    house.letters.refuses = {"gone@example.org"}
    house.door.seen = [*guesses(12)]
    worker = house.portal().worker
    worker.run_once()
    house.clock.move(timedelta(minutes=1))

    assert worker.run_once().failed == 0
    assert "refuses alerts for recipient 1" in caplog.text
    assert "gone@" not in caplog.text


@define
class Unsound:
    """A ledger in which something was changed."""

    findings = (Finding("I3", "account mina has 5 too much"), Finding("I14", "a hash"))

    def watch(self, _: Actor) -> IntegrityReport:
        broken = Outcome("I3", "balances", "Balances", Status.BROKEN, self.findings)
        return IntegrityReport(1, 2, (broken,))


def test_the_anchor_of_the_day_is_mailed_once_a_day() -> None:
    house = House(emails=("ops@example.org",), language=Language.ENGLISH)
    portal = house.portal()
    for _ in range(26):
        portal.worker.run_once()
        house.clock.move(timedelta(hours=1))

    first, second = house.letters.anchors
    line = next(each for each in first.text.splitlines() if each.startswith("bba1."))
    assert portal.anchors.examine(portal.anchors.read(line)).lines == ()
    assert first.message_id != second.message_id


def test_a_ledger_that_is_found_unsound_is_told() -> None:
    house = House(language=Language.ENGLISH)
    portal = house.portal()
    portal.integrity = Unsound()  # type: ignore[assignment]
    portal.worker.run_once()

    assert house.letters.sent[0].subject == "The ledger is not sound: 2 findings"
    assert "I3: account mina has 5 too much" in house.letters.sent[0].text


def test_what_an_act_raises_is_mailed_each_time() -> None:
    house = House(emails=("ops@example.org",), language=Language.ENGLISH)
    portal = house.portal()
    for friend in ("fern", "kai"):
        with portal.storage.transactions.begin() as books:
            alert = Alert(AlertKind.INVITATION_HELD, 2, friend)
            ask(books.jobs, alert, house.clock.now(), friend)
    portal.worker.run_once()

    first, second = house.letters.sent
    assert first.subject == "Invitations held: 2, the first of fern"
    assert "backbeat referral release fern --reason REASON" in first.text
    assert first.message_id != second.message_id


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", AlertKind)
def test_every_alert_has_its_words_in_every_language(kind: AlertKind, language: Language) -> None:
    facts = {"count": "1207", "of": "the-subject", "at": "2025-10-15 12:00 UTC"}
    words = words_of(kind, language, facts)
    said = words.subject + "".join(words.paragraphs)

    assert len(words.paragraphs) == 2
    assert "the-subject" in said
    assert facts["at"] in said
    assert "{" not in said
    if language is not Language.ENGLISH:
        assert words.subject != words_of(kind, Language.ENGLISH, facts).subject
