"""The portal makes every service from ports; the public names are there for services that embed it."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from attrs import fields
from tests.fakes.standins import FixedClock

import backbeat
from backbeat import MemoryMailTransport, MemoryPlatform, Portal, PortMissing, Settings, public
from backbeat.memory.storage import MemoryStorage
from backbeat.portal import Service, _NotGiven

PAGE = Path(__file__).parents[2] / "docs" / "embedding.md"
SERVICES = sorted(name for name, part in vars(Portal).items() if isinstance(part, Service))


@pytest.fixture
def portal() -> Portal:
    clock = FixedClock(datetime(2025, 9, 1, 9, tzinfo=UTC))
    return Portal(Settings(), clock, MemoryPlatform(), MemoryMailTransport())


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_made_once(portal: Portal, name: str) -> None:
    assert name not in vars(portal)

    assert getattr(portal, name) is getattr(portal, name)


def test_threads_share_a_service(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = threading.Barrier(8)
    asked = threading.Semaphore(0)

    def made_while_others_ask(_: Portal) -> object:
        makers.append(threading.get_ident())
        for _other in range(8 if len(makers) == 1 else 0):
            asked.acquire()
        return object()

    def ask(_: int) -> object:
        everybody.wait()
        asked.release()
        return portal.rates

    makers: list[int] = []
    monkeypatch.setattr(vars(Portal)["rates"], "_make", made_while_others_ask)
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(ask, range(8)))

    assert len(makers) == 1
    assert len({id(each) for each in made}) == 1


def test_a_service_can_be_replaced(portal: Portal) -> None:
    other = Portal(portal.settings, portal.clock, portal.platform, portal.mail).rates

    portal.rates = other

    assert portal.rates is other


def test_a_port_that_is_missing_is_named(portal: Portal) -> None:
    with pytest.raises(PortMissing, match="Portal\\(..., report_files=...\\)"):
        portal.report_files.open(Path("figures.csv"))


PORTS = [each.name for each in fields(Portal) if each.init]


@pytest.mark.parametrize("name", PORTS)
def test_a_port_that_is_needed_is_missed_under_its_own_name(portal: Portal, name: str) -> None:
    port = getattr(portal, name)
    if isinstance(port, _NotGiven):
        with pytest.raises(PortMissing, match=rf"Portal\(\.\.\., {name}=\.\.\.\)"):
            port.anything  # noqa: B018 - that it is asked for is enough


def test_the_page_names_every_port_and_those_that_are_missed(portal: Portal) -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## What a service brings")[2]
    rows = [row.split("|") for row in table.partition("\n\n")[2].splitlines() if "|" in row]
    told = {name: row[2] for row in rows for name in re.findall(r"`(\w+)`", row[1])}

    assert set(PORTS) - set(told) == set()
    missed = {name for name, said in told.items() if "`PortMissing`" in said}
    assert missed == {name for name in PORTS if isinstance(getattr(portal, name), _NotGiven)}


def test_the_first_five_are_given_by_position_and_the_others_by_name() -> None:
    given = inspect.signature(Portal).parameters.values()
    by_position = [each.name for each in given if each.kind is not each.KEYWORD_ONLY]

    assert by_position == ["settings", "clock", "platform", "mail", "storage"]


def test_one_clock_is_both_unless_there_are_two(portal: Portal) -> None:
    real = FixedClock(datetime(2025, 9, 2, tzinfo=UTC))
    two = Portal(portal.settings, portal.clock, portal.platform, portal.mail, security_clock=real)

    assert portal.security_clock is portal.clock
    assert (two.clock, two.security_clock) == (portal.clock, real)


BY_SECURITY_TIME = {
    *("addresses", "exports", "invoices", "kept_answers", "limits", "webhook_sending", "worker"),
}
"""Whose `clock` is the security clock: signed addresses, files, links, keys, limits, attempts, jobs (DAY-8)."""


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_has_the_clock_that_its_part_is_named_after(name: str) -> None:
    business, security = (FixedClock(datetime(2025, 9, day, tzinfo=UTC)) for day in (1, 2))
    portal = Portal(
        *(Settings(), business, MemoryPlatform(), MemoryMailTransport()), security_clock=security
    )
    clocks = {"business": business, "security": security}
    clocks["clock"] = security if name in BY_SECURITY_TIME else business

    service = getattr(portal, name)

    has = {each.name: getattr(service, each.name) for each in fields(type(service))}
    given = {part: value for part, value in has.items() if isinstance(value, FixedClock)}
    assert given == {part: clocks[part] for part in given}


def test_what_is_kept_in_memory_is_dated_by_the_security_clock() -> None:
    business, security = (FixedClock(datetime(2025, 9, day, tzinfo=UTC)) for day in (1, 2))
    portal = Portal(
        *(Settings(), business, MemoryPlatform(), MemoryMailTransport()), security_clock=security
    )

    assert isinstance(portal.storage, MemoryStorage)
    assert portal.storage.transactions.books.clock is security


def test_two_portals_keep_apart(portal: Portal) -> None:
    other = Portal(portal.settings, portal.clock, portal.platform, portal.mail)

    assert other.storage.transactions is not portal.storage.transactions


def test_the_page_lists_the_public_names() -> None:
    page = PAGE.read_text(encoding="utf-8")
    part = page.partition("## What is stable")[2].split("\n\n")[2]

    assert re.findall(r"`(\w+)`", part) == public.__all__


@pytest.mark.parametrize("name", public.__all__)
def test_a_public_name_is_imported_from_backbeat(name: str) -> None:
    assert getattr(backbeat, name) is getattr(public, name)


def test_an_unknown_name_is_no_part_of_backbeat() -> None:
    with pytest.raises(ImportError):
        from backbeat import Nothing  # type: ignore[attr-defined]  # noqa: F401


def test_importing_backbeat_loads_nothing_else() -> None:
    program = "import sys, backbeat; print([m for m in sys.modules if m.startswith('backbeat.')])"

    said = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )

    assert said.stdout.strip() == "[]"
