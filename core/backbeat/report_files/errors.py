"""Why a report file, or an act on one, is refused. These messages are for the operator (code 2)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.kernel.errors import Refusal
from backbeat.report_files.model import Question


@define(eq=False)
class FileRefused(Refusal):
    """The base of refusals about one file, of which nothing was stored."""

    reason = "file_refused"
    file: str = ""


@define(eq=False)
class UnreadableFile(FileRefused):
    """The file cannot be read: truncated, not a table, too large when unpacked, or a trap
    (FILE-21).
    """

    reason = "unreadable_file"
    problem: str = ""


@define(eq=False)
class UnknownReport(FileRefused):
    """No known kind of report has this header; `header` is what was found (FILE-5).

    If the file's name suggests a kind, it is `kind`, and `lacks` are its missing columns.
    """

    reason = "unknown_report"
    header: str = ""
    kind: str | None = None
    lacks: Sequence[str] = ()
    questions: Sequence[Question] = ()
    """Questions about its bytes, because the header itself may be damaged."""


@define(eq=False)
class EmptyFile(FileRefused):
    """The file is empty, without even a header (FILE-5)."""

    reason = "empty_file"


@define(eq=False)
class NoHeaderLine(FileRefused):
    """The file begins with data: its `first` line contains days, ids or amounts where the names of
    columns belong; `kind` is the kind that the file's name suggests, if any (FILE-5).
    """

    reason = "no_header"
    line: int = 1
    first: str = ""
    kind: str | None = None
    columns: Sequence[str] = ()


@define(eq=False)
class WrongCurrency(FileRefused):
    """A line above the header says another currency than the kind's US dollars (FILE-2)."""

    reason = "wrong_currency"
    line: int = 0
    currency: str = ""


@define(eq=False)
class FileAsks(FileRefused):
    """There are questions about the file, and not all of them were answered (FILE-26)."""

    reason = "file_asks"
    questions: Sequence[Question] = ()


@define(eq=False)
class OptionNeeded(FileRefused):
    """Neither the rows nor the file's name tell the month or the owner: give `option`, or both that
    it names (FILE-6).
    """

    reason = "option_needed"
    option: str = ""


@define(eq=False)
class UnknownPlatform(FileRefused):
    """There is no platform with the given name; `known` are those that exist."""

    reason = "unknown_platform"
    platform: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class WrongPlatform(FileRefused):
    """The file's `kind` belongs to `platform`, but another one was `given`."""

    reason = "wrong_platform"
    kind: str = ""
    platform: str = ""
    given: str = ""


@define(eq=False)
class BadLines(FileRefused):
    """Lines that cannot be read, by number; `total` also counts those that are not listed."""

    reason = "bad_lines"
    lines: Sequence[str] = field(factory=list)
    total: int = 0
    questions: Sequence[Question] = ()
    """Further questions about the file: if it is cut off, the last line is a bad one."""


@define(eq=False)
class ReportNotFound(Refusal):
    reason = "not_found"
    report: str = ""


@define(eq=False)
class NothingToRelease(Refusal):
    """What was named is still unknown, or has no row in suspense."""

    reason = "nothing_to_release"
    name: str = ""


@define(eq=False)
class UndoRefused(Refusal):
    """The file cannot be undone: `problem` is `undone`, `settled` or `later_file` (FILE-11)."""

    reason = "undo_refused"
    report: str = ""
    problem: str = ""
    later: str | None = None
