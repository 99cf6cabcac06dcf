"""How the command line behaves, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Program
from tests.cli.installed import run_in
from tests.fakes.standins import NOON
from tests.http.world import MAIN, STRANGER, World
from typer.testing import CliRunner

from backbeat.audit.model import AuditEntry
from backbeat.campaigns.errors import CampaignRefused
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound
from backbeat.ledger.errors import AlreadyReversed
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.outages import (
    DatabaseConflict,
    DatabaseUnavailable,
    OutcomeUnknown,
)
from backbeat_adapters.sql.migrations import upgrade
from backbeat_cli.app import COMMANDS, app
from backbeat_cli.failures import Refused, WrongUsage, feature_told
from backbeat_cli.output import cell, confirm, printable, progress


def record(program: Program, number: int = 1, **more: str) -> None:
    with program.container.transactions().begin() as books:
        for n in range(number):
            books.audit.record(
                AuditEntry(
                    at=NOON,
                    actor=Actor.operator("kim"),
                    action=more.get("action", "channel.approved"),
                    target=f"channel:{n}",
                    after={"status": "approved"},
                    reason=more.get("reason", "fine"),
                )
            )


SERVED = {"falcon", "gunicorn", "msgspec"}
UNUSED = SERVED | {
    *(
        "psycopg",
        "fpdf",
        "openpyxl",
        "av",
        "obstore",
        "fontTools",
        "PIL",
        "procrastinate",
        "alembic",
    ),
    *("rich.prompt", "sqlalchemy.orm"),
}
"""What is loaded when it is used: by the server, on PostgreSQL, for a document, for a migration."""


def test_the_help_names_every_command_and_imports_none() -> None:
    code = (
        "import sys\n"
        "from backbeat_cli.app import app\n"
        "try:\n    app(['--help'])\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'sqlalchemy', 'falcon', 'rich.table', 'backbeat_adapters'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    for name in COMMANDS:
        assert f"  {name} " in run.stdout


def test_a_command_on_sqlite_loads_only_what_it_uses(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'portal.sqlite3'}"
    upgrade(engine := make_engine(url))
    engine.dispose()
    code = (
        "import sys\n"
        "from backbeat_cli.app import app\n"
        "try:\n    app(['channel', 'list'])\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        f"unused = {sorted(UNUSED)!r}\n"
        "loaded = [name for name in unused if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    environ = {**os.environ, "BACKBEAT_DATABASE_URL": url}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environ)


def test_the_server_on_sqlite_loads_no_writer_of_documents() -> None:
    code = (
        "import sys\n"
        "import backbeat_http.wsgi\n"
        "import backbeat_http.assembly\n"
        "import backbeat_adapters.container\n"
        f"unused = {sorted(UNUSED - SERVED)!r}\n"
        "loaded = [name for name in unused if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(app, [name, "--help"])

    assert result.exit_code == 0
    assert "--help" in result.stdout


@pytest.mark.parametrize("name", ["", "  ", "a" * 65, "ann\nbob", "ann\x1b[2J"])
def test_an_act_without_a_name_to_write_down_is_wrong_usage(backbeat: Program, name: str) -> None:
    refused = backbeat("fx", "set", "CNY", "7.1", "--operator", name)

    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert backbeat("fx", "list", "--json").items == []


def test_a_name_is_written_down_without_spaces_around_it(backbeat: Program) -> None:
    assert backbeat("fx", "set", "CNY", "7.1", "--operator", " ann  lee ").code == 0

    assert [row["source"] for row in backbeat("fx", "list", "--json").items] == ["ann lee"]


@pytest.mark.parametrize(
    "words",
    [
        ("account", "show", "\udcff"),
        ("withdrawal", "pay", "\udcff", "--yes"),
        ("payout", "show", "9" * 25),
        ("payout", "export", "--batch", "9" * 25),
        ("audit", "list", "--page", "9" * 25),
        ("settle", "preview", "9999-12"),
        ("settle", "close", "0001-01", "--yes"),
        ("settle", "preview", "２０２５-09"),
    ],
)
def test_what_nobody_can_mean_is_wrong_usage(backbeat: Program, words: tuple[str, ...]) -> None:
    refused = backbeat(*words)

    assert (refused.code, refused.out, "unexpected" in refused.err) == (2, "", False)


def test_a_report_that_is_none_is_not_found(backbeat: Program) -> None:
    for which in ("x", "9" * 25, "1e3"):
        refused = backbeat("report", "suspense", "--report", which)
        assert (refused.code, "not_found" in refused.err) == (1, True)


@pytest.mark.parametrize(
    "words",
    [
        ("account", "suspend", MAIN),
        ("account", "block", MAIN),
        ("account", "consent", MAIN, "--ask"),
        ("channel", "transfer", "channel-0", "--to", STRANGER, "--yes"),
        ("channel", "block", "UC000000000000000000777A"),
        ("policy", "set", "withdrawal.minimum", "25", "--from", "2099-01-01"),
    ],
)
def test_a_reason_of_spaces_is_none(
    backbeat: Program, world: World, words: tuple[str, ...]
) -> None:
    before = backbeat("audit", "list", "--json").json["total"]
    refused = backbeat(*words, "--reason", "  ")

    assert (refused.code, "reason': 'required'" in refused.err) == (1, True)
    assert backbeat("audit", "list", "--json").json["total"] == before


def test_an_unknown_command_is_wrong_usage() -> None:
    result = CliRunner().invoke(app, ["nonsense"])

    assert result.exit_code == 2
    assert "nonsense" in result.stderr


def test_the_version_is_printed() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout.startswith("backbeat ")


def test_a_list_is_a_table_for_people_and_a_document_for_scripts(backbeat: Program) -> None:
    record(backbeat, 3)

    table = backbeat("audit", "list", "--size", "2")
    document = backbeat("audit", "list", "--size", "2", "--json").json

    assert "channel.approved" in table.out
    assert "page 0: 2 of 3" in table.out
    assert (document["page"], document["size"], document["total"]) == (0, 2, 3)
    assert document["items"][0] | {"id": None} == {
        "id": None,
        "at": "2025-10-15T12:00:00Z",
        "actor": "operator:kim",
        "action": "channel.approved",
        "target": "channel:2",
        "before": {},
        "after": {"status": "approved"},
        "reason": "fine",
    }


def test_an_empty_list_says_so(backbeat: Program) -> None:
    assert backbeat("audit", "list").out == "nothing found\n"
    assert backbeat("audit", "list", "--json").items == []


def test_rows_can_be_picked(backbeat: Program) -> None:
    record(backbeat)
    record(backbeat, action="account.suspended")

    found = backbeat("audit", "list", "--action", "account.", "--json").items

    assert [item["action"] for item in found] == ["account.suspended"]


def test_a_trail_as_written_passes_the_check(backbeat: Program) -> None:
    record(backbeat, 2)

    assert backbeat("audit", "verify").out == "2 rows, all as they were written; 0 of them sealed\n"
    checked = backbeat("audit", "verify", "--json").json
    whole: dict[str, object] = {"changed": [], "broken_seals": [], "forged_seals": [], "lost": []}
    assert checked == {"rows": 2, "sealed": 0, **whole}


def test_an_anchor_is_printed_and_given_back(backbeat: Program, tmp_path: Path) -> None:
    record(backbeat, 2)
    printed = backbeat("audit", "anchor").out
    (tmp_path / "kept").write_text(f"\n{printed}")

    assert backbeat("audit", "verify", "--anchor", printed).code == 0
    assert backbeat("audit", "verify", "--anchor", str(tmp_path / "kept")).code == 0
    assert backbeat("audit", "anchor", "--json").json["rows"]["audit"] == 2
    refused = backbeat("audit", "verify", "--anchor", "something else")
    assert (refused.code, refused.err) == (1, "error: this is no anchor: give the whole line\n")


def test_a_failure_is_one_line_and_no_traceback(
    backbeat: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise DatabaseUnavailable("gone\nfor lunch")

    monkeypatch.setattr(backbeat.container, "portal", broken)
    answer = backbeat("audit", "list")

    assert answer.code == 1
    assert answer.out == ""
    assert answer.err == "error: the database cannot be used: gone for lunch\n"


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (OutcomeUnknown("server closed"), "it is not known whether it was; backbeat audit list"),
        (DatabaseConflict("deadlock detected"), "undid this change; run the command again"),
    ],
)
def test_what_became_of_a_change_is_told(
    backbeat: Program, monkeypatch: pytest.MonkeyPatch, failure: Exception, words: str
) -> None:
    def broken() -> None:
        raise failure

    monkeypatch.setattr(backbeat.container, "portal", broken)
    answer = backbeat("audit", "list")

    assert (answer.code, words in answer.err, str(failure) in answer.err) == (1, True, True)


def test_a_full_disk_is_told_with_what_helps(
    backbeat: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device", "/books")

    monkeypatch.setattr(backbeat.container, "portal", full)
    answer = backbeat("audit", "list")

    told = "error: /books: No space left on device: make room, then run the command again\n"
    assert (answer.code, answer.err) == (1, told)


def test_what_strangers_typed_cannot_paint_the_terminal(backbeat: Program) -> None:
    record(backbeat, reason="nice \x1b[31mred\x07 [bold]x[/bold]")

    out = backbeat("audit", "list").out

    assert "\x1b" not in out
    assert "\x07" not in out
    assert "[bold]x[/bold]" in out


def test_cells_are_plain() -> None:
    cells = [cell(value) for value in (None, "", True, [1, "a"], {"a": None})]

    assert cells == ["-", "-", "yes", "1, a", "a=-"]
    assert printable("a\r\nb\x00") == "a b "


def test_progress_off_a_terminal_is_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("reading", 1000) as tell:
        for done in range(0, 1001, 50):
            tell(done)

    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "reading: 100 of 1,000"
    assert lines[-1] == "reading: 1,000 of 1,000"
    assert len(lines) == 10


def test_without_a_terminal_a_question_asks_for_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    confirm("Sure?", yes=True)
    with pytest.raises(WrongUsage, match="--yes"):
        confirm("Sure?", yes=False)


def test_wrong_settings_are_all_told_at_once(tmp_path: Path) -> None:
    ran = run_in(tmp_path, "config", "show", BACKBEAT_MAIL_PORT="x", BACKBEAT_FOO="1")

    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.splitlines() == [
        "error: BACKBEAT_FOO: there is no such setting",
        "error: mail.port (BACKBEAT_MAIL_PORT): a whole number is needed, not 'x'",
    ]


def test_settings_are_shown_with_their_origin_and_secrets_masked(tmp_path: Path) -> None:
    (tmp_path / "backbeat.toml").write_text('[site]\nname = "Sal"\n')
    ran = run_in(tmp_path, "config", "show", "--changed", BACKBEAT_MAIL_PASSWORD="hush")

    assert "hush" not in ran.stdout
    assert "site.name" in ran.stdout
    assert "backbeat.toml" in ran.stdout
    assert "BACKBEAT_MAIL_PASSWORD" in ran.stdout


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (FeatureOff(), "campaigns are switched off: set features.campaigns"),
        (NotFound(), "no such campaign"),
        (CampaignRefused(), "it was opened before"),
        (
            BadValues(fields={"rate": "too_small", "odd": "date"}),
            "not taken: rate (more than 0), odd (date)",
        ),
    ],
)
def test_what_a_switched_feature_refuses_is_told_in_words_of_its_command(
    trouble: Exception, words: str
) -> None:
    about = feature_told(
        "campaigns",
        "no such campaign",
        CampaignRefused,
        "it was opened before",
        {"rate": "more than 0"},
    )
    with pytest.raises(Refused) as told, about:
        raise trouble
    assert str(told.value) == words


@pytest.mark.parametrize(
    "trouble",
    [
        FieldsMissing(fields={"title": "required"}),
        AlreadyReversed(transaction="t1"),
        OSError("full"),
        KeyError("x"),
    ],
    ids=lambda trouble: type(trouble).__name__,
)
@pytest.mark.parametrize("refused", [CampaignRefused, None])
def test_what_a_switched_feature_does_not_know_is_left_to_its_own_words(
    trouble: Exception, refused: type[Exception] | None
) -> None:
    with pytest.raises(type(trouble)) as left, feature_told("campaigns", "no such", refused, "why"):
        raise trouble
    assert left.value is trouble


def test_a_command_of_a_switched_feature_lets_other_refusals_speak_by_their_code(
    backbeat: Program,
) -> None:
    refused = backbeat(
        "campaign",
        "create",
        " ",
        *("--track", "QZBB12500001", "--rate", "2"),
        "--budget",
        "5",
        "--until",
        "2099-01-01",
    )
    assert (refused.code, "code 4" in refused.err, "title" in refused.err) == (1, True, True)
