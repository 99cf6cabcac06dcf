"""`backbeat report layout`, and the examples of docs/report-layouts.md as they stand there."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from tests.cli import layout_examples as examples
from tests.cli.conftest import Program
from tests.fakes.accounts import an_account

from backbeat.kernel.ids import AccountId
from backbeat_adapters.container import Container

EURO = Decimal("0.92")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples' files, in the folder that commands are run in."""
    examples.lay(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mina(container: Container) -> str:
    with container.transactions().begin() as books:
        books.accounts.add(an_account(id=AccountId("mina"), name="mina", referral_code="mina"))
    return "mina"


def amounts(file: str, delimiter: str, above: int, column: str) -> list[str]:
    """A column of an example, read by other means than ours."""
    lines = examples.files()[file].splitlines()[above:]
    return [row[column] for row in csv.DictReader(lines, delimiter=delimiter)]


def test_every_command_of_the_page_prints_what_the_page_says(backbeat: Program) -> None:
    for words, printed in examples.commands():
        answer = backbeat(*words)
        lines = [line.rstrip() for line in f"{answer.out}{answer.err}".splitlines()]
        assert lines == printed, words


def test_the_totals_of_the_examples_are_those_of_their_columns(backbeat: Program) -> None:
    *net, stated = amounts("nordvik-2025-09.csv", ",", 0, "Net")
    rewards = amounts("rewards.csv", ";", 1, "Rewards")
    first, second, _, last = (
        Decimal(text.strip("()").replace(".", "").replace(",", ".")) for text in rewards
    )
    for name in ("nordvik.toml", "rewards.toml"):
        assert backbeat("report", "layout", "add", name).code == 0
    backbeat("fx", "set", "EUR", str(EURO), "--date", "2025-09-01")

    done = backbeat("report", "ingest", "nordvik-2025-09.csv", "rewards.csv", "--json").items

    euros = sum(map(Decimal, net), Decimal(0))
    assert abs(euros - Decimal(stated)) < Decimal("0.000005")
    assert Decimal(done[0]["conversion"]["totals"]["EUR"]) == euros
    assert abs(Decimal(done[0]["total_usd"]) - euros / EURO) < Decimal("1e-17")
    assert done[1]["conversion"]["totals"] == {"EUR": str(second - last), "USD": str(first)}
    assert abs(Decimal(done[1]["total_usd"]) - first - (second - last) / EURO) < Decimal("1e-17")
    for each in done:
        assert Decimal(each["total_usd"]) == Decimal(each["booked_usd"]) + Decimal(
            each["suspense_usd"]
        )


def test_a_statement_goes_from_suspense_to_the_close_and_back_to_its_line(
    backbeat: Program, mina: str
) -> None:
    backbeat("report", "layout", "add", "nordvik.toml")
    backbeat("fx", "set", "EUR", str(EURO), "--date", "2025-09-01")
    backbeat("report", "ingest", "nordvik-2025-09.csv")
    registered = backbeat(
        *("channel", "register", "own:NV-007", "--name", "Harbour Lights", "--account", mina),
        *("--category", "music_dance", "--reason", "contract 7", "--json"),
    )
    assert registered.code == 0, registered.err
    released = backbeat("report", "suspense", "--release", "own:NV-007", "--yes", "--json")
    traced = backbeat("settle", "explain", "--file", "nordvik-2025-09.csv", "--line", "2", "--json")
    preview = backbeat("settle", "preview", "2025-09")

    assert (released.json["rows"], released.json["revenue_usd"]) == (3, "0.600282608")
    assert "nordvik_royalties.own.both" in preview.out
    assert traced.code == 0, traced.err
    assert "0.448760869" in traced.out


def test_a_check_says_everything_by_line(backbeat: Program, folder: Path) -> None:
    wrong = folder / "wrong.toml"
    wrong.write_text(
        examples.files()["nordvik.toml"]
        .replace('"own"', '"myspace"')
        .replace('role = "record"', 'rolle = "record"')
        .replace('currency = "EUR"', "")
    )

    answer = backbeat("report", "layout", "check", "wrong.toml")

    assert answer.code == 1
    assert answer.err.splitlines() == [
        "wrong.toml: line 2: platform: no such platform: 'myspace'; one of youtube, tiktok, own",
        "wrong.toml: line 3: rolle: unknown key; role?",
        "wrong.toml: line 19: fixed.currency: no currency: fix it, or name its column in columns.currency",
        "wrong.toml: role: needed",
        "error: 4 things are wrong",
    ]
    assert backbeat("report", "layout", "add", "wrong.toml").code == 1
    assert backbeat("report", "layout", "list", "--json").items == []


def test_a_check_of_a_sample_names_its_bad_lines_and_what_nobody_reads(
    backbeat: Program, folder: Path
) -> None:
    lines = examples.files()["nordvik-2025-09.csv"].splitlines()
    odd = [
        f"{lines[0]},Remark",
        f"{lines[1]},x",
        lines[2].replace("0E-18", "none") + ",",
        f"{lines[-1]},",
    ]
    (folder / "odd.csv").write_text("\n".join(odd).replace("0.55226", ""))

    answer = backbeat("report", "layout", "check", "nordvik.toml", "odd.csv")
    told = backbeat("report", "layout", "check", "nordvik.toml", "odd.csv", "--json")

    assert answer.code == 1
    assert "columns that nobody reads: Remark" in answer.out
    assert "ingest needs --layout" in answer.out
    assert "line 3: Net: not a number" in answer.err
    assert (told.json["sample"]["rows"], told.json["sample"]["unread"]) == (1, ["Remark"])
    fine = backbeat("report", "layout", "check", "nordvik.toml", "--json")
    assert (fine.code, fine.json["kind"]) == (0, "nordvik_royalties.own.both")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "nordvik.toml", "rewards.csv"), "the layout nordvik_royalties does not fit"),
        (("check", "rewards.csv"), "rewards.csv: "),
        (("check", "missing.toml"), "missing.toml"),
        (("check", "latin.toml"), "not a UTF-8 text"),
        (("show", "nobody"), "no such layout or version: nobody; none is kept"),
    ],
)
def test_what_cannot_be_checked_or_shown_is_said(
    backbeat: Program, folder: Path, words: tuple[str, ...], said: str
) -> None:
    (folder / "latin.toml").write_bytes('name = "é"'.encode("latin-1"))

    answer = backbeat("report", "layout", *words)

    assert answer.code in (1, 2)
    assert said in answer.err


def test_versions_are_listed_and_shown_as_they_were_added(backbeat: Program, folder: Path) -> None:
    text = examples.files()["nordvik.toml"]
    backbeat("report", "layout", "add", "nordvik.toml")
    same = backbeat("report", "layout", "add", "nordvik.toml", "--json")
    (folder / "nordvik.toml").write_text(text.replace("EUR", "GBP"))
    changed = backbeat("report", "layout", "add", "nordvik.toml", "--json")

    assert (same.json["version"], same.json["new"]) == (1, False)
    assert (changed.json["version"], changed.json["new"]) == (2, True)
    listed = backbeat("report", "layout", "list", "--json").items
    assert [
        (each["name"], each["version"], each["platform"], each["files"]) for each in listed
    ] == [
        ("nordvik_royalties", 1, "own", []),
        ("nordvik_royalties", 2, "own", []),
    ]
    assert backbeat("report", "layout", "show", "nordvik_royalties", "--version", "1").out == text
    assert "GBP" in backbeat("report", "layout", "show", "nordvik_royalties").out
    (entry,) = backbeat("audit", "list", "--json").items[-1:]
    assert entry["action"] == "report_layout.added"


def test_ingest_names_what_it_needs_to_be_told(backbeat: Program, folder: Path) -> None:
    backbeat("report", "layout", "add", "nordvik.toml")
    other = examples.files()["nordvik.toml"].replace("nordvik_royalties", "second")
    (folder / "second.toml").write_text(other)
    backbeat("report", "layout", "add", "second.toml")

    both = backbeat("report", "ingest", "nordvik-2025-09.csv")
    unknown = backbeat("report", "ingest", "nordvik-2025-09.csv", "--layout", "third")
    lacks = backbeat("report", "ingest", "rewards.csv", "--layout", "second")

    assert "that of nordvik_royalties, second: name one with --layout" in both.err
    assert "no such layout: third; nordvik_royalties, second" in unknown.err
    assert "no column 'Catalog Number'" in lacks.err
