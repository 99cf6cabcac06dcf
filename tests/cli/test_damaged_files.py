"""`backbeat report ingest` of files that look damaged: what it asks, says, and keeps."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import frozen
from tests.cli.conftest import Program
from tests.cli.installed import PROGRAM, environment, run_in
from tests.fakes import report_files as fake
from tests.fakes.waiting import PATIENCE, wait_until

KOREAN = fake.text_of(fake.DAILY_HEADER, [fake.daily_row(isrc="")]).replace("KR", "한국")
WHOLE = fake.text_of(fake.DAILY_HEADER, [fake.daily_row(), fake.daily_row("2025-09-06")])
BAD = WHOLE.encode().replace(b"video-one", b"video\xe9one", 1)


def kept(backbeat: Program) -> int:
    return int(backbeat("report", "list", "--json").json["total"])


def written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def test_without_a_terminal_a_question_refuses_and_names_the_option(
    backbeat: Program, tmp_path: Path
) -> None:
    file = written(tmp_path / "daily.csv", WHOLE.encode()[:-2])

    refused = backbeat("report", "ingest", file)
    assert refused.code == 1
    assert "daily.csv: line 3, the last, has no line end after 'C00" in refused.err
    assert (
        ",KR,1000,750,0,20000,1.00,'; get it again, or say that it is whole: --complete"
        in refused.err
    )
    assert "1 of 1 files refused; nothing of them was stored" in refused.err
    assert kept(backbeat) == 0

    done = backbeat("report", "ingest", file, "--complete")

    assert (done.code, kept(backbeat)) == (0, 1)
    assert "taken in as whole, though it asked: not_ended" in done.out
    assert backbeat("report", "show", "1", "--json").json["answered"] == ["not_ended"]


def test_all_questions_are_told_at_once_and_for_scripts(backbeat: Program, tmp_path: Path) -> None:
    file = written(tmp_path / "daily.csv", BAD[:-2])

    answer = backbeat("report", "ingest", file, "--json")

    assert answer.code == 1
    (refused,) = answer.json["refused"]
    assert (refused["file"], refused["reason"]) == (file, "file_asks")
    encoding, end = refused["questions"]
    assert (encoding["reason"], encoding["answer"]) == ("encoding", "--encoding")
    at = BAD.index(b"\xe9")
    assert encoding["facts"] == {
        "encoding": "utf-8",
        "byte": "0xE9",
        "offset": at,
        "line": 2,
        "column": at - BAD.index(b"\n"),
        "count": 1,
        "letters": 0,
        "fitting": ["gb18030", "big5", "shift-jis", "cp1252"],
    }
    assert (end["reason"], end["answer"]) == ("not_ended", "--complete")
    assert end["facts"]["line"] == 3
    assert refused["refused"] == [encoding["question"], end["question"]]
    assert (answer.items, kept(backbeat)) == ([], 0)


def test_a_file_that_is_in_already_for_another_month_or_owner_is_asked_about(
    backbeat: Program, tmp_path: Path
) -> None:
    """Without a day in its rows a file that got a wrong name would be paid twice."""
    september = fake.shorts_ads(tmp_path, fake.shorts_ads_row())
    named = september.name.replace("20250901_20250930", "20250801_20250831")
    august = written(tmp_path / named, september.read_bytes())
    assert backbeat("report", "ingest", str(september)).code == 0

    refused = backbeat("report", "ingest", august)
    owned = backbeat("report", "ingest", str(september), "--owner", "Other")

    assert (refused.code, owned.code, kept(backbeat)) == (1, 1, 1)
    said = "these very bytes are in already as report 1 (Label, 2025-09): undo that one"
    assert said in refused.err
    assert said in owned.err
    assert backbeat("report", "undo", "1", "--yes").code == 0
    assert backbeat("report", "ingest", august).code == 0


def test_a_column_that_stands_twice_is_refused_by_name(backbeat: Program, tmp_path: Path) -> None:
    lines = WHOLE.splitlines()
    twice = [lines[0] + ",revenue_usd", *(f"{each},9.00" for each in lines[1:]), ""]

    refused = backbeat(
        "report", "ingest", written(tmp_path / "daily.csv", "\n".join(twice).encode())
    )

    assert (refused.code, kept(backbeat)) == (1, 0)
    assert "daily.csv: two columns 'revenue_usd'" in refused.err


def test_an_encoding_is_told_by_name_and_said(backbeat: Program, tmp_path: Path) -> None:
    file = written(tmp_path / "daily.csv", KOREAN.encode("cp949"))

    refused = backbeat("report", "ingest", file)
    unknown = backbeat("report", "ingest", file, "--encoding", "cp950")
    wrong = backbeat("report", "ingest", file, "--encoding", "utf_8")
    done = backbeat("report", "ingest", file, "--encoding", "CP949")
    shown = backbeat("report", "show", "1", "--json").json

    assert "or say how it is written: --encoding NAME (cp949" in refused.err
    assert (unknown.code, "--encoding is one of utf-8, utf-16, cp949" in unknown.err) == (2, True)
    assert "is no utf-8" in wrong.err
    assert (done.code, "read as cp949, as told for this owner" in done.out) == (0, True)
    assert (shown["encoding"], shown["encoding_told"]) == ("cp949", True)


def test_blank_amounts_are_told_by_column_before_and_after_a_file_is_in(
    backbeat: Program, tmp_path: Path
) -> None:
    rows = [
        fake.daily_row(video="V1"),
        fake.daily_row(video="V2", revenue="", premium=""),
        fake.daily_row(video="V3", revenue=" "),
    ]
    file = str(fake.own_daily(tmp_path / "daily.csv", *rows))

    seen = backbeat("report", "ingest", file, "--dry-run")
    done = backbeat("report", "ingest", file)
    shown = backbeat("report", "show", "1", "--json").json
    month = backbeat("report", "month", "2025-09", "--json").json

    told = "blank cells, each read as 0: revenue_usd (2), premium_revenue_usd (1)"
    assert (told in seen.out, told in done.out) == (True, True)
    assert shown["blank_amounts"] == {"revenue_usd": 2, "premium_revenue_usd": 1}
    assert [each["blank_amounts"] for each in month["files"]] == [shown["blank_amounts"]]
    page = backbeat("report", "month", "2025-09").out
    assert (f"daily.csv: {told}" in page, "blank" in page.replace(told, "")) == (True, False)


def test_the_outcome_says_what_was_seen_beside_the_rows(backbeat: Program, tmp_path: Path) -> None:
    rows = [fake.claim_row(), fake.claim_row(), fake.claim_row("20250831", adjustment="Backpay")]
    file = str(fake.claims(tmp_path, *rows))

    done = backbeat("report", "ingest", file)
    again = fake.claims(tmp_path / "again", *rows, {})
    unchanged = backbeat("report", "ingest", str(again))
    shown = backbeat("report", "show", "1")

    assert "read as utf-8" in done.out
    assert "columns not read: Asset Channel ID, Asset Type, Custom ID, UPC, GRid" in done.out
    assert "1 lines had the key of another line: added up" in done.out
    assert "rows of other months than the file's: 2025-08 (1)" in done.out
    assert "0 changes" in unchanged.out
    assert "1 lines had the key of another line: added up" in unchanged.out
    assert "Asset Channel ID, Asset Type" in shown.out
    assert "2025-08=1" in shown.out
    document = backbeat("report", "show", "1", "--json").json
    assert document["encoding"] == "utf-8"
    assert document["other_months"] == {"2025-08": 1}
    assert document["unread_columns"][0] == "Asset Channel ID"
    assert (document["duplicates"], document["days"]) == (1, 2)


@pytest.mark.parametrize(
    ("content", "reason", "words"),
    [
        (b"", "empty_file", "it is empty: there is not even a header; get it again"),
        (
            WHOLE.encode().partition(b"\n")[2],
            "no_header",
            "line 1 is data where the header belongs: 2025-09-05,UC",
        ),
        (
            b"Currency,KRW\n" + WHOLE.encode(),
            "wrong_currency",
            "line 1 says that amounts are in KRW; this kind of report is in USD",
        ),
        (
            WHOLE.encode().replace(b"video-one", b"video\0one", 1),
            "unreadable_file",
            "column 42: a NUL; this is no text, or it is damaged: get it again",
        ),
    ],
)
def test_what_no_answer_lets_in_is_refused_by_name(
    backbeat: Program, tmp_path: Path, content: bytes, reason: str, words: str
) -> None:
    file = written(tmp_path / "daily.csv", content)

    refused = backbeat("report", "ingest", file, "--complete", "--encoding", "latin-1")

    assert refused.code == 1
    assert f"daily.csv: {words}" in refused.err.replace("line 2, column", "column")
    document = backbeat("report", "ingest", file, "--json").json
    assert [row["reason"] for row in document["refused"]] == [reason]
    assert kept(backbeat) == 0


def test_a_header_of_another_age_is_told_what_it_lacks(backbeat: Program, tmp_path: Path) -> None:
    text = fake.text_of(fake.CLAIM_HEADER, []).replace(",Partner Revenue\n", ",Partner Earnings\n")
    file = fake.write(tmp_path / fake.STUDIO.format(kind="claim_raw"), text)

    assert "a claim_raw, as its name says, has also: partner_revenue" in (
        backbeat("report", "ingest", str(file)).err
    )


def test_a_bad_line_at_a_cut_end_says_that_the_file_may_be_cut(
    backbeat: Program, tmp_path: Path
) -> None:
    file = written(tmp_path / "daily.csv", WHOLE.encode()[:-30])

    refused = backbeat("report", "ingest", file, "--complete")

    assert "line 3: 3 columns where the header has 11" in refused.err
    assert "has no line end after" in refused.err
    assert ": the file may be cut off" in refused.err
    assert kept(backbeat) == 0


@frozen
class Terminal:
    """A command that somebody sits at: what it said so far, and a keyboard."""

    process: subprocess.Popen[bytes]
    _said: Path
    _keys: int

    def type(self, text: str) -> None:
        os.write(self._keys, text.encode())

    def wait_for(self, text: str) -> None:
        wait_until(lambda: text in self.said, f"{text!r} of the command")

    @property
    def said(self) -> str:
        return self._said.read_text()

    def ends(self) -> int:
        return self.process.wait(PATIENCE)


@contextmanager
def at_a_terminal(folder: Path, *words: str) -> Iterator[Terminal]:
    """Start a command whose keyboard is a terminal's; what it says goes to a file."""
    ours, theirs = pty.openpty()
    said = folder / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [*PROGRAM, *words],
            cwd=folder,
            env=environment({"BACKBEAT_OPERATOR": "ann"}),
            stdin=theirs,
            stdout=out,
            stderr=out,
        )
    os.close(theirs)
    try:
        yield Terminal(process, said, ours)
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(ours)


def listed(folder: Path) -> int:
    return int(json.loads(run_in(folder, "report", "list", "--json").stdout)["total"])


def test_at_a_terminal_it_asks_and_takes_the_answers(installation: Path) -> None:
    (installation / "daily.csv").write_bytes(BAD[:-2])

    with at_a_terminal(installation, "report", "ingest", "daily.csv") as command:
        command.wait_for("--encoding; blank: none")
        assert "has no line end after" in command.said
        command.type("latin-1\n")
        command.wait_for("--complete)?")
        command.type("y\n")
        assert command.ends() == 0

    assert "read as latin-1" in command.said
    assert listed(installation) == 1


@pytest.mark.parametrize("answer", ["n\n", "\n", "\x04", "\x03"])
def test_at_a_terminal_no_means_that_nothing_is_kept(installation: Path, answer: str) -> None:
    (installation / "daily.csv").write_bytes(WHOLE.encode()[:-2])

    with at_a_terminal(installation, "report", "ingest", "daily.csv") as command:
        command.wait_for("--complete)?")
        if answer == "\x03":
            command.process.send_signal(signal.SIGINT)
        else:
            command.type(answer)
        assert command.ends() == 1

    assert "daily.csv" in command.said.splitlines()[-1] or "refused" in command.said
    assert listed(installation) == 0


def test_for_a_script_at_a_terminal_nothing_is_asked(installation: Path) -> None:
    (installation / "daily.csv").write_bytes(WHOLE.encode()[:-2])

    with at_a_terminal(installation, "report", "ingest", "daily.csv", "--json") as command:
        assert command.ends() == 1

    assert '"reason": "not_ended"' in command.said
    assert "--complete)?" not in command.said


def test_the_questions_of_init_name_their_settings(tmp_path: Path) -> None:
    settings = ["site.name", "site.url", "business_tz", "database_url", "mail.sender"]

    with at_a_terminal(tmp_path, "init") as command:
        for setting in settings:
            command.wait_for(f"({setting}) [")
            command.type("\n")
        for setting in ("i18n.keep_saved_korean", "formatting.simplified_units"):
            command.wait_for(f"({setting}) [y/N]")
            command.type("y\n")
        assert command.ends() == 0
    written = (tmp_path / "backbeat.toml").read_text()
    assert "\nkeep_saved_korean = true\n" in written
    assert "\nsimplified_units = true\n" in written


STOPPED = "error: stopped by Ctrl-C: nothing of daily.csv was stored, nor of the files after it\n"


def test_ctrl_c_before_the_first_byte_is_answered_in_words(installation: Path) -> None:
    os.mkfifo(installation / "daily.csv")

    with (
        at_a_terminal(installation, "report", "ingest", "daily.csv", "x.csv") as command,
        (installation / "daily.csv").open("wb"),  # waits until the command reads
    ):
        command.process.send_signal(signal.SIGINT)
        assert command.ends() == 1

    assert command.said == STOPPED
    assert listed(installation) == 0


def run_code(
    code: str, *words: str, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The command with something of its program changed by the code before."""
    command = [PROGRAM[0], "-c", f"{code}\nimport backbeat_cli.__main__ as m; m.main()", *words]
    variables = environment({"BACKBEAT_OPERATOR": "ann"})
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )


AMONG_THE_ROWS = """
import signal
from backbeat_cli import watching

tell = watching._SeldomLines.tell

def stop(self, step):
    if (self.label, step.phase) == ("daily.csv", "writing"):
        signal.raise_signal(signal.SIGINT)
    tell(self, step)

watching._SeldomLines.tell = stop
"""


def test_ctrl_c_among_the_rows_keeps_nothing_of_the_file(installation: Path) -> None:
    fake.own_daily(installation / "before.csv", fake.daily_row("2025-09-01"))
    (installation / "daily.csv").write_text(WHOLE)

    words = ("report", "ingest", "before.csv", "daily.csv", "--json")
    stopped = run_code(AMONG_THE_ROWS, *words, folder=installation)

    assert (stopped.returncode, stopped.stderr) == (1, STOPPED)
    document = json.loads(stopped.stdout)
    assert [row["file"] for row in document["items"]] == ["before.csv"]
    assert f"error: {document['stopped']}\n" == STOPPED
    assert listed(installation) == 1


WHILE_LOADING = """
import signal, sys
import backbeat_cli.__main__

class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


def test_ctrl_c_while_the_program_is_loaded_is_answered_in_words() -> None:
    ran = run_code(WHILE_LOADING)

    assert (ran.returncode, ran.stderr) == (1, "error: stopped by Ctrl-C before it began\n")
