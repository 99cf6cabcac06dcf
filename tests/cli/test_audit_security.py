"""`backbeat audit security`: what the security log holds, picked and newest first."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from tests.cli.conftest import Program
from tests.fakes.platform import FakePlatform

from backbeat.channels.platform import PlatformUnavailable
from backbeat.kernel.ids import PlatformChannelId
from backbeat.ledger.integrity.service import LedgerIntegrity
from backbeat_adapters.container import platform_teller
from backbeat_adapters.platforms.guarded import GuardedPlatform
from backbeat_adapters.security_log import Event
from backbeat_cli.commands.database import tell_of_lost_tail

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


def test_since_a_moment_begins_with_that_moment_and_skips_what_has_none(backbeat: Program) -> None:
    folder = backbeat.container.security_log().folder
    folder.mkdir(parents=True, exist_ok=True)
    lines = ['{"at": "2026-05-01T11:59:59.999+00:00", "request": "before"}']
    lines += ['{"at": "2026-05-01T12:00:00.000+00:00", "request": "then"}']
    lines += ['{"request": "none"}', '{"at": "noon"}', '{"at": null}']
    (folder / "2026-05-01.jsonl").write_text("\n".join(lines))

    rows = backbeat("audit", "security", "--since", "2026-05-01T12:00:00", "--json").items
    assert [row["request"] for row in rows] == ["then"]
    assert len(backbeat("audit", "security", "--json").items) == 5


def test_without_a_log_there_is_nothing_to_show(backbeat: Program) -> None:
    assert backbeat("audit", "security", "--json").items == []


def test_a_platform_that_fails_in_a_command_leaves_its_cause(backbeat: Program) -> None:
    tell = platform_teller(backbeat.container.security_log())
    platform = GuardedPlatform("youtube", FakePlatform(down=True), tell=tell)
    for _ in range(6):
        with pytest.raises(PlatformUnavailable):
            platform.channel(PlatformChannelId("UC" + "a" * 22))

    rows = backbeat("audit", "security", "--kind", "platform", "--json").items
    assert [row["outcome"] for row in rows] == ["left_alone", *["failed"] * 5]
    assert {row["what"] for row in rows} == {"youtube"}
    assert {row["reason"] for row in rows} == {"the platform is down"}


def test_a_restored_backup_that_lacks_what_was_sealed_is_said(
    backbeat: Program, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    container = backbeat.container
    gone = "checkpoint 9 was sealed and is not there, the last one is 7"
    monkeypatch.setattr(LedgerIntegrity, "sealed_and_gone", lambda _: gone)

    tell_of_lost_tail(container, Path("old.backup"))

    (row,) = backbeat("audit", "security", "--json").items
    assert (row["outcome"], row["reason"]) == ("restored_short", f"old.backup: {gone}")
    assert gone in capsys.readouterr().err
