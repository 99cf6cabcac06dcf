"""`backbeat audit security`: what the security log holds, picked and newest first."""

from __future__ import annotations

from attrs import evolve
from tests.cli.conftest import Program

from backbeat_adapters.security_log import Event

EVENT = Event("login", "refused", 10003, None, "m***@example.org", "203.0.113.9", "POST /x", "r1")


def test_events_are_picked_by_kind_address_and_who(backbeat: Program) -> None:
    note = backbeat.container.security_log().note
    note(EVENT)
    note(evolve(EVENT, kind="limit", code=3, request="r2"))
    note(evolve(EVENT, address="198.51.100.1", who="a1", request="r3"))

    def requests(*options: str) -> list[object]:
        rows = backbeat("audit", "security", "--json", *options).items
        return [row["request"] for row in rows]

    assert requests() == ["r3", "r2", "r1"]
    assert requests("--kind", "limit") == ["r2"]
    assert requests("--address", "203.0.113.9") == ["r2", "r1"]
    assert requests("--who", "a1", "--most", "1") == ["r3"]
    assert requests("--since", "2999-01-01") == []
    assert "m***@example.org" in backbeat("audit", "security").out


def test_without_a_log_there_is_nothing_to_show(backbeat: Program) -> None:
    assert backbeat("audit", "security", "--json").items == []
