"""Who takes a report file in sees what is being done and how far it is."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from backbeat.report_files.model import IntakeStep, Phase
from backbeat_cli import watching
from backbeat_cli.watching import watched

STEPS = [
    IntakeStep(Phase.OPENING),
    *(IntakeStep(Phase.READING, done, 2_000_000) for done in range(0, 2_000_001, 50_000)),
    IntakeStep(Phase.COMPARING),
    *(IntakeStep(Phase.WRITING, done, 30) for done in range(31)),
]


def test_off_a_terminal_there_is_a_line_for_each_phase_and_each_tenth_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_QUIET_SECONDS", 0)
    with watched("a.csv") as tell:
        for step in STEPS:
            tell(step)

    lines = capsys.readouterr().err.splitlines()
    assert lines[:3] == [
        "a.csv: opening",
        "a.csv: reading 0.0 of 2.0 MB",
        "a.csv: reading 0.2 of 2.0 MB",
    ]
    assert lines[12:14] == ["a.csv: comparing", "a.csv: writing 0 of 30 rows"]
    assert lines[-1] == "a.csv: writing 30 of 30 rows"
    assert len(lines) == 1 + 11 + 1 + 11


def test_what_is_quickly_done_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this clock it takes not quite five seconds."""
    now = time.monotonic() + 4.9
    with watched("a.csv") as tell:
        monkeypatch.setattr(watching, "time", SimpleNamespace(monotonic=lambda: now))
        for step in STEPS:
            tell(step)

    assert capsys.readouterr().err == ""


def test_on_a_terminal_the_phase_and_its_share_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    with watched("a\x1b.csv") as tell:
        for step in STEPS:
            tell(step)

    shown = capsys.readouterr().err
    assert "a .csv: writing" in shown
    assert "30 of 30 rows" in shown
