"""A proxy that nobody named is said once: in the log and in the security log."""

from __future__ import annotations

import pytest
from falcon import Request
from falcon.testing import create_environ
from tests.http.portal import Portal

from backbeat_adapters.security_log import Event, read
from backbeat_http.unnamed_proxies import UnnamedProxies

PROXY = "10.0.0.2"


def through(portal: Portal, address: str, clients: range, header: str = "X-Forwarded-For") -> None:
    for number in clients:
        said = f"203.0.113.{number}" if header == "X-Forwarded-For" else f"for=203.0.113.{number}"
        portal.send("GET", "site/settings", address=address, headers={header: said})


def seen(portal: Portal) -> list[object]:
    lines = read(portal.container.security_log().folder)
    return [line["address"] for line in lines if line["kind"] == "proxy"]


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_it_is_told_once_however_many_come_through_it(
    portal: Portal, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    through(portal, PROXY, range(30), header)

    assert seen(portal) == [PROXY]
    assert caplog.text.count("a proxy at 10.0.0.2 is not named in server.trusted_proxies") == 1


def test_it_is_told_again_the_next_day_and_not_before(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("backbeat_http.unnamed_proxies.monotonic", lambda: now)
    through(portal, PROXY, range(6))
    now += 24 * 3600 - 1
    through(portal, PROXY, range(6))
    assert seen(portal) == [PROXY]

    now += 1
    through(portal, PROXY, range(6))
    assert seen(portal) == [PROXY] * 2


def test_the_next_day_five_clients_are_needed_again(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("backbeat_http.unnamed_proxies.monotonic", lambda: now)
    through(portal, PROXY, range(5))

    now += 24 * 3600
    through(portal, PROXY, range(4))
    assert seen(portal) == [PROXY]


def test_what_a_client_says_of_others_before_it_is_not_believed(portal: Portal) -> None:
    for number in range(10):
        said = {"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.1"}
        portal.send("GET", "site/settings", address=PROXY, headers=said)

    assert not seen(portal)


def test_a_proxy_that_is_named_is_never_told() -> None:
    told: list[Event] = []
    proxies = UnnamedProxies((PROXY,), told.append)

    for address in (PROXY, f"::ffff:{PROXY}", "10.0.0.3"):
        for number in range(5):
            said = {"X-Forwarded-For": f"203.0.113.{number}"}
            proxies.look(Request(create_environ(remote_addr=address, headers=said)))

    assert [event.address for event in told] == ["10.0.0.3"]


def test_five_clients_are_needed(portal: Portal) -> None:
    through(portal, PROXY, range(4))
    assert not seen(portal)

    through(portal, PROXY, range(5))
    assert seen(portal) == [PROXY]


def test_one_client_that_sends_the_header_is_no_proxy(portal: Portal) -> None:
    for _ in range(10):
        through(portal, PROXY, range(4))

    assert not seen(portal)


def test_clients_of_different_addresses_are_no_proxy(portal: Portal) -> None:
    for number in range(10):
        through(portal, f"10.0.1.{number}", range(number, number + 1))

    assert not seen(portal)
