"""`backbeat event open|participants` and `backbeat program`."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Program
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel

from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.events.model import Participation
from backbeat.events.rules import LEAST_BENEFIT, LEAST_PLACES
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import Language
from backbeat.programs.model import ProgramApplication
from backbeat.settings import Features, Settings
from backbeat_adapters.container import Container

DAYS = ("--apply-from", "2001-01-01", "--apply-until", "2099-12-01")
BENEFIT = (
    *("--benefit", "5.00", "--benefit-from", "2099-12-02", "--benefit-until", "2099-12-31"),
    *("--places", "9"),
)
MINA, CHANNEL = AccountId("mina"), ChannelId("channel-1")
WHY = ("--reason", "not enough shorts")


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Both are on, unless a test says otherwise."""
    is_on = getattr(request, "param", True)
    return Settings(features=Features(events=is_on, programs=is_on))


@pytest.fixture
def party(container: Container) -> str:
    text, which = PostText("Party", "Come.", "Come."), PostId("party")
    with container.transactions().begin() as books:
        span = PublishedSpan(container.portal().clock.now())
        books.posts.put(Post(which, PostKind.EVENT, {Language.ENGLISH: text}, span))
        books.accounts.add(an_account(id=MINA))
        books.channels.add(a_channel(1, owner=MINA, name="Mina sings"))
    return which


@pytest.mark.parametrize("settings", [False], indirect=True)
def test_without_its_switch_nothing_is_opened(backbeat: Program, party: str) -> None:
    for noun, switch in (("event", "features.events"), ("program", "features.programs")):
        refused = backbeat(noun, "open", party, *DAYS)
        assert (refused.code, switch in refused.err) == (1, True)


def test_an_event_is_opened_changed_and_its_participants_listed(
    backbeat: Program, container: Container, party: str
) -> None:
    trial = backbeat("event", "open", party, *DAYS, *BENEFIT, "--dry-run", "--json").json
    assert trial["dry_run"] is True
    assert backbeat("event", "participants", party).code == 1

    opened = backbeat("event", "open", party, *DAYS, *BENEFIT, "--json").json
    assert opened == {
        "id": party,
        "state": "open",
        "apply_from": "2001-01-01",
        "apply_until": "2099-12-01",
        "cancel_until": "2099-12-01",
        "places": 9,
        "taken": 0,
        "benefit": "5.00",
        "benefit_from": "2099-12-02",
        "benefit_until": "2099-12-31",
        "dry_run": False,
    }
    portal = container.portal()
    with container.transactions().begin() as books:
        event = books.events.get(PostId(party))
        assert event is not None
        books.events.put(event.joined())
        now, today = portal.clock.now(), portal.clock.today()
        books.events.join(Participation(event.id, MINA, CHANNEL, today, now))
    [row] = backbeat("event", "participants", party, "--json").items
    assert (row["account"], row["channel"], row["claimed_on"]) == (MINA, CHANNEL, None)
    assert (row["email"], row["channel_name"]) == ("mina@example.org", "Mina sings")
    assert backbeat("event", "participants", party, "--page", "1", "--json").items == []

    fixed = backbeat("event", "open", party, *DAYS)
    assert (fixed.code, "benefit" in fixed.err) == (1, True)
    changed = backbeat("event", "open", party, *DAYS, *BENEFIT, "--cancel-until", "2050-01-01")
    assert (changed.code, "2050-01-01" in changed.out) == (0, True)
    acts = [row["action"] for row in backbeat("audit", "list", "--json").items]
    assert acts == ["event.opened", "event.opened"]


def test_what_an_event_cannot_be_is_refused_with_its_field(backbeat: Program, party: str) -> None:
    for change, field in (
        (("--apply-until", "2000-12-31"), "apply_until"),
        (("--cancel-until", "2000-12-31"), "cancel_until"),
        (("--places", "0"), f"places (at least {LEAST_PLACES}, "),
        (("--benefit", "0"), f"benefit (at least {LEAST_BENEFIT})"),
        (("--benefit", "five"), "benefit"),
        (("--benefit-from", "2099-12-01"), "benefit_from"),
        (("--benefit-until", "2099-12-01"), "benefit_until (not before benefit_from)"),
    ):
        refused = backbeat("event", "open", party, *DAYS, *BENEFIT, *change)
        assert (refused.code, field in refused.err) == (1, True), change
    assert backbeat("event", "open", party, *DAYS, "--benefit", "5.00").code == 2
    assert backbeat("event", "edit", party, "--until", "2099-12-30").code == 0
    for noun, days in (("event", (*DAYS, *BENEFIT)), ("program", (*DAYS[:-1], "2099-12-31"))):
        refused = backbeat(noun, "open", party, *days)
        assert (refused.code, "backbeat event edit --until" in refused.err) == (1, True), noun
    assert "no such event" in backbeat("event", "open", "nothing", *DAYS).err


def test_a_program_is_opened_and_its_applications_decided(
    backbeat: Program, container: Container, party: str
) -> None:
    assert backbeat("program", "open", party, *DAYS, "--dry-run", "--json").json["dry_run"] is True
    assert backbeat("program", "list", "--json").items == []
    opened = backbeat("program", "open", party, *DAYS, "--json").json
    assert (opened["term"], opened["state"]) == (1, "open")
    again = backbeat("program", "open", party, *DAYS)
    assert (again.code, "term before" in again.err) == (1, True)
    assert [row["id"] for row in backbeat("program", "list", "--json").items] == [party]

    portal = container.portal()
    now, today = portal.clock.now(), portal.clock.today()
    with container.transactions().begin() as books:
        for channel in (CHANNEL, ChannelId("channel-2")):
            made = ProgramApplication(PostId(party), 1, channel, MINA, today, now)
            books.programs.apply(made)
    tried = backbeat("program", "approve", party, CHANNEL, "--dry-run", "--json").json
    assert tried["state"] == "active"
    waiting = backbeat("program", "applications", party, "--state", "waiting", "--json").items
    assert [row["channel"] for row in waiting] == [CHANNEL, "channel-2"]
    assert backbeat("program", "approve", party, CHANNEL, "--json").json["state"] == "active"
    active = backbeat("program", "applications", party, "--state", "active", "--json").items
    assert [row["channel"] for row in active] == [CHANNEL]
    assert (active[0]["email"], active[0]["channel_name"]) == ("mina@example.org", "Mina sings")
    twice = backbeat("program", "approve", party, CHANNEL)
    assert (twice.code, "is waiting" in twice.err) == (1, True)
    for act in (("deny", party, "channel-2"), ("end", party, CHANNEL)):
        trial = backbeat("program", *act, *WHY, "--dry-run", "--json")
        assert (trial.code, trial.json["dry_run"]) == (0, True)
    denied = backbeat("program", "deny", party, "channel-2", *WHY, "--json").json
    assert (denied["state"], denied["reason"]) == ("denied", "not enough shorts")
    ended = backbeat("program", "end", party, CHANNEL, *WHY, "--yes", "--json").json
    assert ended["state"] == "ended"
    gone = backbeat("program", "end", party, CHANNEL, *WHY, "--yes")
    assert (gone.code, "is not in the program" in gone.err) == (1, True)
    assert "no such program" in backbeat("program", "applications", "nothing").err
    bad = backbeat(
        "program", "open", party, "--apply-from", "2001-01-02", "--apply-until", "2001-01-01"
    )
    assert (bad.code, "apply_until" in bad.err) == (1, True)
