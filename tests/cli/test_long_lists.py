"""Lists of as many rows as there are creators are printed without being in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from backbeat_cli import output
from backbeat_cli.output import LongList, Row, show_json, show_list


def three() -> Iterator[Row]:
    return ({"account": f"account-{number}", "amount": "1.00"} for number in range(3))


def test_a_long_list_is_written_as_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    show_json({"postings": LongList(3, three), "none": LongList(0, lambda: iter(()))})

    assert json.loads(capsys.readouterr().out) == {"postings": list(three()), "none": []}


def test_rows_are_made_when_those_before_them_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "ROWS_A_TABLE", 1)
    printed: list[int] = []

    def rows() -> Iterator[Row]:
        for row in three():
            printed.append(capsys.readouterr().out.count("account-"))
            yield row

    show_list(LongList(3, rows), as_json=False, title="postings")

    assert printed == [0, 1, 1]
    assert "account-2" in capsys.readouterr().out
