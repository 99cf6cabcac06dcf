"""Lines of the security log: one file a day, bounded by the minute, kept for ninety days."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock

from backbeat_adapters.security_log import Event, SecurityLog, read

EVENT = Event("login", "refused", 10003, None, "m***@example.org", "203.0.113.9", "POST /x", "r1")


def test_a_line_says_who_where_what_and_when(tmp_path: Path) -> None:
    SecurityLog(tmp_path / "security", FixedClock()).note(EVENT)

    (line,) = read(tmp_path / "security")
    assert (line["kind"], line["who"], line["address"]) == ("login", EVENT.who, "203.0.113.9")
    (file,) = (tmp_path / "security").iterdir()
    assert file.name == f"{str(line['at'])[:10]}.jsonl"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_flood_from_one_address_is_counted_and_hides_no_other(tmp_path: Path) -> None:
    clock = FixedClock()
    log = SecurityLog(tmp_path, clock)
    for _ in range(30 + 470):
        log.note(EVENT)
    log.note(evolve(EVENT, address="198.51.100.1"))
    clock.move(timedelta(minutes=1))
    log.note(EVENT)

    lines = list(read(tmp_path))
    assert len(lines) == 30 + 3
    assert [line["left_out"] for line in lines if "left_out" in line] == [470]


def test_lines_go_after_ninety_days(tmp_path: Path) -> None:
    clock = FixedClock()
    log = SecurityLog(tmp_path, clock)
    log.note(EVENT)
    clock.move(timedelta(days=90))
    log.note(EVENT)
    assert len(list(read(tmp_path))) == 2

    clock.move(timedelta(days=1))
    log.note(EVENT)

    assert len(list(read(tmp_path))) == 2


def test_a_folder_that_cannot_be_written_to_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")

    SecurityLog(tmp_path / "file", FixedClock()).note(EVENT)

    assert "cannot be written" in caplog.text


def test_a_line_that_was_cut_off_hides_no_other(tmp_path: Path) -> None:
    log = SecurityLog(tmp_path, FixedClock())
    log.note(EVENT)
    (file,) = tmp_path.iterdir()
    with file.open("a") as out:
        out.write('{"at": "20\n')
    log.note(EVENT)

    assert len(list(read(tmp_path))) == 2


def test_what_was_logged_since_a_moment_begins_with_that_moment(tmp_path: Path) -> None:
    clock = FixedClock()
    log = SecurityLog(tmp_path, clock)
    log.note(evolve(EVENT, what="before"))
    clock.move(timedelta(seconds=1))
    since = clock.now()
    log.note(evolve(EVENT, what="then"))
    clock.move(timedelta(days=1))
    log.note(evolve(EVENT, what="the next day"))

    assert [each.what for each in log.since(since)] == ["then", "the next day"]


def test_lines_that_are_not_ours_hide_no_other(tmp_path: Path) -> None:
    log = SecurityLog(tmp_path, clock := FixedClock())
    log.note(EVENT)
    (file,) = tmp_path.iterdir()
    with file.open("a") as out:
        out.write('[]\n"login"\n{"kind": "login"}\n{"kind": "login", "at": "noon"}\n')
        out.write('{"kind": "login", "at": "2999-01-01T00:00:00"}\n')
    log.note(EVENT)

    assert all(isinstance(line, dict) for line in read(tmp_path))
    assert [each.who for each in log.since(clock.now())] == [EVENT.who] * 2
