"""What the shell offers while a command is typed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli import layout_examples
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.forking import forking
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import a_withdrawal
from tests.http.world import MAIN, World
from typer import _completion_classes, main

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.report_files.model import Answers
from backbeat_adapters.sql import completion_queries
from backbeat_cli.app import app

SHELL = "from backbeat_cli.app import app; app(prog_name='backbeat')"


WATCHED = """
import sys
from backbeat_cli.app import app
try:
    app(prog_name="backbeat")
finally:
    heavy = {"sqlalchemy", "falcon", "openpyxl", "fpdf", "dependency_injector"}
    print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


LIGHT = (
    "backbeat_cli.app",
    "backbeat_cli.output",
    "backbeat.settings",
    "typer._completion_classes",
)
"""What every command loads may be loaded before; none of it is heavy."""


def in_a_shell(
    folder: Path, text: Sequence[str], **variables: str
) -> subprocess.CompletedProcess[str]:
    """The program in a process that has loaded no more than what is light."""
    return forking(*LIGHT).run(folder, ["-c", *text], {**os.environ, **variables})


def offered(*words: str) -> list[str]:
    """What the program offers after these words; the last one may be half typed."""
    complete = _completion_classes.BashComplete(
        main.get_command(app), {}, "backbeat", "_BACKBEAT_COMPLETE"
    )
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.fixture(autouse=True)
def nobody_waits_at_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """There half a second without an answer is none, which a machine with other work to do needs."""
    monkeypatch.setattr(completion_queries, "_BUSY_SECONDS", PATIENCE)
    monkeypatch.setattr(completion_queries, "_ANSWER_MILLISECONDS", int(PATIENCE * 1000))
    monkeypatch.setattr(completion_queries, "_CONNECT_SECONDS", int(PATIENCE))


@pytest.fixture
def at(world: World, database: Database, monkeypatch: pytest.MonkeyPatch) -> World:
    """The world, in the database that the program would use."""
    monkeypatch.setenv("BACKBEAT_DATABASE_URL", database.url)
    return world


def test_accounts_are_offered_by_address_and_by_id(at: World) -> None:
    assert "main@example.org" in offered("account", "show", "")
    assert offered("account", "suspend", "mai") == ["main@example.org"]
    assert offered("channel", "transfer", "x", "--to", "stran") == ["stranger@example.org"]
    assert offered("ledger", "show", "net") == ["network@example.org"]
    assert offered("account", "show", "%") == []


def test_channels_and_withdrawals_are_offered_by_id(at: World) -> None:
    channel = at.things["channel", MAIN]
    assert channel in offered("channel", "show", "")
    assert channel in offered("channel", "approve", "other-one", channel[:-1])
    platform = at.container.portal().channel_reviews.find(channel).channel.platform_id
    assert platform in offered("channel", "show", platform[:12])
    withdrawal = a_withdrawal(7, account=AccountId(MAIN), invoice="INV-2025-000007")
    with at.container.transactions().begin() as books:
        books.withdrawals.add(withdrawal)
    assert offered("withdrawal", "approve", withdrawal.id) == [withdrawal.id]
    assert offered("withdrawal", "pay", "INV-2025") == ["INV-2025-000007"]


def test_kinds_of_payout_files_are_offered_by_the_beginning_of_their_name() -> None:
    assert offered("payout", "export", "--method", "") == ["bank", "pain001", "paypal"]
    assert offered("payout", "export", "--method", "pa") == ["pain001", "paypal"]
    assert offered("payout", "export", "--method", "x") == []


def test_layouts_are_offered_by_name_each_once(at: World) -> None:
    layouts = at.container.portal().report_layouts
    text = layout_examples.files()["nordvik.toml"]
    layouts.add(text, Actor.operator("ann"))
    layouts.add(text.replace('sort = "both"', 'sort = "ads"'), Actor.operator("ann"))

    assert offered("report", "ingest", "x.csv", "--layout", "") == ["nordvik_royalties"]
    assert offered("report", "ingest", "x.csv", "--layout", "tik") == []


def test_lines_of_the_month_s_payment_summary_are_offered(
    at: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [("Ads Revenue: Dispute Resolution", "90.00"), ("Adjustments", "1.00")]
    path = fake.payment_summary(tmp_path, *lines)
    whole = Answers(complete=True)
    at.container.portal().ingestion.ingest(path, Actor.operator("ann"), answers=whole)

    settle = ("report", "line", "settle", "2025-09")
    assert sorted(offered(*settle, "")) == ["Adjustments", "Ads Revenue: Dispute Resolution"]
    assert offered(*settle, "Adj") == ["Adjustments"]
    monkeypatch.setenv("_BACKBEAT_COMPLETE", "complete_bash")
    assert offered(*settle, "Ads") == [r"Ads\ Revenue:\ Dispute\ Resolution"]
    assert offered("report", "line", "reverse", "2025-08", "") == []


@pytest.mark.parametrize(
    "of",
    [
        completion_queries.ACCOUNTS,
        completion_queries.CHANNELS,
        completion_queries.WITHDRAWALS,
        completion_queries.TRACKS,
        completion_queries.REPORT_LAYOUTS,
        completion_queries.REPORT_FILES,
        completion_queries.PAYOUT_BATCHES,
        completion_queries.SUMMARY_LINES,
    ],
    ids=lambda of: of.table,
)
def test_every_look_knows_its_table(database: Database, of: completion_queries.Names) -> None:
    assert completion_queries.names(database.url, of, "") == []
    assert completion_queries.names(database.url, of, "1") == []


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (("withdrawal", "list", "--status", ""), {"pending", "success", "rejected"}),
        (("channel", "list", "--status", "den"), {"denied", "denied-pending"}),
        (("account", "list", "--status", "s"), {"suspended"}),
        (("chan",), {"channel"}),
        (("channel", "re"), {"reopen", "recheck"}),
    ],
)
def test_statuses_and_commands_are_offered_without_a_database(
    words: Sequence[str], some: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKBEAT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")

    assert some <= set(offered(*words))


@pytest.mark.parametrize(
    "setting",
    [
        "sqlite:///nothing/here.sqlite3",
        "sqlite:///empty.sqlite3",
        "postgresql://nobody@127.0.0.1:1/nothing",
        "mysql://x",
        "nonsense",
    ],
)
def test_without_a_database_the_shell_hears_nothing(tmp_path: Path, setting: str) -> None:
    (tmp_path / "empty.sqlite3").touch()
    ran = in_a_shell(
        tmp_path,
        [SHELL],
        BACKBEAT_DATABASE_URL=setting,
        _BACKBEAT_COMPLETE="complete_bash",
        COMP_WORDS="backbeat account show mai",
        COMP_CWORD="3",
    )

    assert (ran.stdout.strip(), ran.stderr) == ("", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.sqlite3"]


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["account", "--help"],
        ["backbeat", ""],
        ["backbeat", "account", "show", ""],
        ["backbeat", "channel", "approve", "x"],
        ["backbeat", "withdrawal", "list", "--status", ""],
        ["backbeat", "report", "show", ""],
        ["backbeat", "payout", "show", ""],
        ["backbeat", "settle", "explain", ""],
    ],
    ids=" ".join,
)
def test_help_and_completion_load_neither_database_library_nor_server(
    words: list[str], database: Database, tmp_path: Path
) -> None:
    """Decision 0035: what is not loaded costs no time."""
    completing = {
        "_BACKBEAT_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    ran = in_a_shell(
        tmp_path,
        [WATCHED, *([] if words[0] == "backbeat" else words)],
        BACKBEAT_DATABASE_URL=database.url,
        **(completing if words[0] == "backbeat" else {}),
    )

    assert ran.stderr == "[]\n"
