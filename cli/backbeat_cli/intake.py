"""A month's intake in words and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import Any

from backbeat.kernel.errors import plain
from backbeat.report_files.model import Reconciled, Remarks, SummarySums
from backbeat.settlement.intake import (
    Expected,
    IntakeDoubt,
    IntakeFinding,
    IntakeLine,
    MonthIntake,
)
from backbeat.settlement.model import SummaryComparison
from backbeat_cli.commands.summary_lines import line_row
from backbeat_cli.output import Row, exact, exact_usd, say, show_json, show_list, show_record

_MOST_DAYS = 5
_AT_A_GLANCE = (
    "kind",
    "owner",
    "expected",
    "come",
    "days",
    "rows",
    "rows_before",
    "revenue_usd",
    "revenue_usd_before",
    "suspense_usd",
    "encodings",
)
"""How many entries a table has room for."""


def show_intake(of: MonthIntake, *, as_json: bool) -> None:
    """Print a month's intake: its kinds, its files, what waits, its payment summary, and what looks
    odd.
    """
    head = {
        "month": str(of.month),
        "over": of.is_over,
        "expected": sum(line.expected is not None for line in of.lines),
        "come": sum(line.held.is_there for line in of.lines),
        "findings": len(of.findings),
        **summary_sums(of.summary),
    }
    lists: dict[str, list[Row]] = {
        "kinds": [_line(line, of) for line in of.lines],
        "files": [_file(line, at) for line in of.lines for at in range(len(line.held.files))],
        "suspense": [
            {"reason": reason, "rows": waiting.rows, "revenue_usd": exact_usd(waiting.nanos)}
            for reason, waiting in of.suspense.items()
        ],
        "payment summary": [summary_row(check) for check in of.summary if not check.is_deduction],
        "deductions": [_deduction(check) for check in of.summary if check.is_deduction],
    }
    if as_json:
        named = {name.replace(" ", "_"): plain(rows) for name, rows in lists.items()}
        show_json({**head, **named, "findings": finding_rows(of.findings)})
        return
    show_record(head, as_json=False)
    lists["kinds"] = [{name: row[name] for name in _AT_A_GLANCE} for row in lists["kinds"]]
    # Blank amounts are said below the tables, in words.
    lists["files"] = [
        {name: row[name] for name in row if name != "blank_amounts"} for row in lists["files"]
    ]
    for title, rows in lists.items():
        if rows:
            show_list(rows, as_json=False, title=title)
    for file in (each for line in of.lines for each in line.held.files):
        if file.remarks.blanks:
            say(f"{file.name}: {blank_amounts(file.remarks)}")
    for line in words(of.findings):
        say(line)


def blank_amounts(remarks: Remarks) -> str:
    """In which columns of a file amounts are blank, the most first, and what they were read as."""
    most_first = sorted(remarks.blanks.items(), key=lambda each: (-each[1], each[0]))
    columns = ", ".join(f"{column} ({cells})" for column, cells in most_first)
    return f"blank cells, each read as 0: {columns}"


def words(findings: Sequence[IntakeFinding]) -> list[str]:
    """What looks odd about a month's intake, one line for each finding."""
    return [_WORDS[finding.doubt](finding.facts) for finding in findings]


def finding_rows(findings: Sequence[IntakeFinding]) -> list[dict[str, object]]:
    """The same findings as rows for scripts."""
    return [
        {"reason": each.doubt.value, "finding": text, "facts": plain(each.facts)}
        for each, text in zip(findings, words(findings), strict=True)
    ]


def summary_lists(summary: SummaryComparison | None) -> dict[str, list[Row]]:
    """The payment summary's lines beside what came, with deductions and settled lines in lists of
    their own.
    """
    if summary is None:
        return {"reconciliation": [], "deductions": [], "settled_lines": []}
    return {
        "reconciliation": [summary_row(check) for check in summary.lines],
        "deductions": [_deduction(check) for check in summary.deductions],
        "settled_lines": [line_row(line) for line in summary.settled],
    }


def summary_sums(lines: Sequence[Reconciled]) -> dict[str, object]:
    """The total of the platform's revenue lines, what is left of it, and the deductions; empty
    without a payment summary.
    """
    if not lines:
        return {}
    sums = SummarySums.of(lines)
    return {
        "platform_revenue_usd": exact(sums.revenue),
        "platform_left_usd": exact(sums.left),
        "platform_deductions_usd": exact(sums.deductions),
    }


def tell_summary(summary: SummaryComparison | None) -> None:
    """Print the payment summary in tables, and how its open lines are settled."""
    if summary is None or not summary.every:
        return
    titles = {"reconciliation": "payment summary", "settled_lines": "settled without a file"}
    for name, rows in summary_lists(summary).items():
        if rows:
            show_list(rows, as_json=False, title=titles.get(name, name))
    show_record(summary_sums(summary.every), as_json=False)
    for line in summary.lines:
        if line.is_open and summary.is_closed:
            say(
                f"{line.name}: no file tells of it; "
                f"`backbeat report line settle {summary.month} {quote(line.name)} --as shared`, "
                "or `--as kept`"
            )


def _deduction(line: Reconciled) -> Row:
    return {"line": line.name, "usd": exact(line.stated)}


def summary_row(check: Reconciled) -> Row:
    """A line of a payment summary beside what came."""
    return {
        "line": check.name,
        "stated_usd": exact(check.stated),
        "found_usd": None if check.found is None else exact(check.found),
        "settled_usd": None if check.settled is None else exact(check.settled),
        "difference_usd": exact(check.difference),
        "agrees": check.agrees,
    }


def _line(line: IntakeLine, of: MonthIntake) -> Row:
    held, before = line.held, line.before
    return {
        "platform": line.key.platform.name,
        "kind": line.key.kind,
        "owner": line.key.owner,
        "expected": line.expected,
        "come": held.is_there,
        "days": f"{len(held.days)}/{of.month.last.day}" if held.days else None,
        "days_before": f"{len(before.days)}/{of.month.previous.last.day}" if before.days else None,
        "rows": held.rows,
        "rows_before": before.rows,
        "views": held.views,
        "revenue_usd": exact_usd(held.nanos),
        "revenue_usd_before": exact_usd(before.nanos),
        "suspense_rows": held.waiting.rows,
        "suspense_usd": exact_usd(held.waiting.nanos),
        "encodings": [*held.encodings],
    }


def _file(line: IntakeLine, at: int) -> Row:
    file = line.held.files[at]
    return {
        "id": file.id,
        "file": file.name,
        "kind": file.kind,
        "rows": file.rows,
        "first": file.first,
        "last": file.last,
        "encoding": file.remarks.encoding,
        "total_line": file.remarks.has_total,
        "blank_amounts": dict(file.remarks.blanks),
        "asked": [*file.remarks.answered],
    }


def _missing_kind(facts: Mapping[str, Any]) -> str:
    why = (
        "the month before has it"
        if facts["expected"] == Expected.MONTH_BEFORE
        else "settlement.record_kinds names it"
    )
    return f"{_whose(facts)}: nothing came, and {why}"


def _missing_days(facts: Mapping[str, Any]) -> str:
    days = facts["days"]
    more = f" and {len(days) - _MOST_DAYS} more" if len(days) > _MOST_DAYS else ""
    listed = ", ".join(str(day) for day in days[:_MOST_DAYS])
    return f"{_whose(facts)}: {len(days)} of {facts['of']} days have no row: {listed}{more}"


def _other_than_stated(facts: Mapping[str, Any]) -> str:
    stated = f"the payment summary says {exact(facts['stated'])} USD for {facts['line']}"
    if facts["found"] is None and facts["settled"] is None:
        return f"{stated}, of which no file tells"
    if facts["found"] is None:
        return f"{stated}, and {exact(facts['settled'])} was settled without a file"
    told = f"{stated}, the files come to {exact(facts['found'])}"
    if facts["settled"] is None:
        return told
    return f"{told}, and {exact(facts['settled'])} was settled without a file"


def _whose(facts: Mapping[str, Any]) -> str:
    return f"{facts['kind']} of {facts['owner']}" if facts["owner"] else str(facts["kind"])


_WORDS: Mapping[IntakeDoubt, Callable[[Mapping[str, Any]], str]] = {
    IntakeDoubt.MISSING_KIND: _missing_kind,
    IntakeDoubt.MISSING_DAYS: _missing_days,
    IntakeDoubt.FEWER_ROWS: lambda facts: (
        f"{_whose(facts)}: {facts['rows']} rows, {facts['before']} the month before"
    ),
    IntakeDoubt.NO_TOTAL: lambda facts: (
        f"{_whose(facts)}: report {facts['report']} has no total line, and report "
        f"{facts['like']} of the month before has one"
    ),
    IntakeDoubt.TAKEN_AS_WHOLE: lambda facts: (
        f"{_whose(facts)}: report {facts['report']} was taken in as whole, though it asked: "
        f"{', '.join(facts['asked'])}"
    ),
    IntakeDoubt.OTHER_THAN_STATED: _other_than_stated,
    IntakeDoubt.OVERLAPPING_KINDS: lambda facts: (
        f"{' and '.join(facts['kinds'])} tell of the same money ({facts['sort']}, "
        f"{facts['videos']} videos): {facts['setting']} chooses"
    ),
    IntakeDoubt.IN_SUSPENSE: lambda facts: (
        f"{facts['rows']} rows with {exact(facts['usd'])} USD wait ({facts['reason']}): "
        "see `backbeat report suspense`"
    ),
}
