"""Why a report file, or an act on one, is refused. These speak to the operator (code 2)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.kernel.errors import Refusal
from backbeat.report_files.model import Question


@define(eq=False)
class FileRefused(Refusal):
    """The base of refusals that are about one file; nothing of it was stored."""

    reason = "file_refused"
    file: str = ""


@define(eq=False)
class UnreadableFile(FileRefused):
    """The file can't be read: truncated, not a table, too large when unpacked, or a trap
    (FILE-21)."""

    reason = "unreadable_file"
    problem: str = ""


@define(eq=False)
class UnknownReport(FileRefused):
    """No kind of report that is known has this header; `header` is what was found (FILE-5).

    Where the file's name tells a kind, `kind` is that and `lacks` are its columns that are not there.
    """

    reason = "unknown_report"
    header: str = ""
    kind: str | None = None
    lacks: Sequence[str] = ()
    questions: Sequence[Question] = ()
    """What its bytes give cause to ask: the header itself may be damaged."""


@define(eq=False)
class EmptyFile(FileRefused):
    """There is nothing in the file, not even a header (FILE-5)."""

    reason = "empty_file"


@define(eq=False)
class NoHeaderLine(FileRefused):
    """The file begins with data: its `first` line holds days, ids or amounts where names of columns
    belong, those of `kind` where the file's name tells one (FILE-5)."""

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
    """The file asks before it is taken in, and not everything was answered (FILE-26)."""

    reason = "file_asks"
    questions: Sequence[Question] = ()


@define(eq=False)
class OptionNeeded(FileRefused):
    """Neither the rows nor the file's name tell the month or the owner: name `option` (FILE-6)."""

    reason = "option_needed"
    option: str = ""


@define(eq=False)
class UnknownPlatform(FileRefused):
    """There is no platform of the given name; `known` are those there are."""

    reason = "unknown_platform"
    platform: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class WrongPlatform(FileRefused):
    """The file's `kind` is `platform`'s, and another one was `given`."""

    reason = "wrong_platform"
    kind: str = ""
    platform: str = ""
    given: str = ""


@define(eq=False)
class BadLines(FileRefused):
    """Lines that can't be read, by number; `total` counts those beyond the ones listed too."""

    reason = "bad_lines"
    lines: Sequence[str] = field(factory=list)
    total: int = 0
    questions: Sequence[Question] = ()
    """What the file asks beside: where it is cut, the last line is a bad one."""


@define(eq=False)
class ReportNotFound(Refusal):
    reason = "not_found"
    report: str = ""


@define(eq=False)
class NothingToRelease(Refusal):
    """What was named is still unknown, or holds no row in suspense."""

    reason = "nothing_to_release"
    name: str = ""


@define(eq=False)
class UndoRefused(Refusal):
    """The file can't be taken back: `problem` is `undone`, `settled` or `later_file` (FILE-11)."""

    reason = "undo_refused"
    report: str = ""
    problem: str = ""
    later: str | None = None
