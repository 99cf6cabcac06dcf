"""Lists on a terminal that is narrower than their tables."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from backbeat_cli import output

ID = "01m8htm41kp5p6p7b1c3n6f28v"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """A terminal of eighty columns."""
    shown = StringIO()
    console = Console(file=shown, width=80, force_terminal=True, color_system=None)
    monkeypatch.setattr(output, "_console", lambda: console)
    return shown


def row(columns: int) -> dict[str, Any]:
    return {"id": ID} | {f"amount_{number}": number for number in range(columns)}


def test_a_table_that_has_room_is_a_table(terminal: StringIO) -> None:
    output.show_list([row(2)], as_json=False)

    assert f"│ {ID} │" in terminal.getvalue()


def test_a_table_without_room_is_shown_row_below_row_with_every_word_whole(
    terminal: StringIO,
) -> None:
    output.show_list([row(30), row(30)], as_json=False, title="things")

    shown = terminal.getvalue()
    assert shown.startswith("things\n")
    assert shown.count(ID) == 2
    assert "amount_29" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_word_longer_than_its_place_goes_on_in_the_next_line(terminal: StringIO) -> None:
    link = "https://www.youtube.com/channel/" + 3 * ID

    output.show_record({"link": link}, as_json=False)

    assert "".join(shown.removeprefix("link").strip() for shown in lines(terminal)) == link


def lines(terminal: StringIO) -> list[str]:
    return terminal.getvalue().splitlines()
