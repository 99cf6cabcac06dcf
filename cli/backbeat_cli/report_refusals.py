"""Why a report file was refused, and what it asks, in words for the operator."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from backbeat.report_files.errors import (
    BadLines,
    EmptyFile,
    FileAsks,
    FileRefused,
    NoHeaderLine,
    OptionNeeded,
    UnknownPlatform,
    UnknownReport,
    UnreadableFile,
    WrongCurrency,
    WrongPlatform,
)
from backbeat.report_files.layouts.errors import (
    LayoutLacks,
    LayoutsFit,
    RatesMissing,
    UnknownLayout,
)
from backbeat.report_files.model import Doubt, Question
from backbeat_cli.failures import lines_of

_MOST_LISTED = 10


def words(refusal: FileRefused) -> list[str]:
    """Why a file was refused, in words."""
    match refusal:
        case BadLines():
            more = refusal.total - len(refusal.lines[:_MOST_LISTED])
            lines = [f"{refusal.total} lines can't be read", *refusal.lines[:_MOST_LISTED]]
            lines += [f"and {more} more"] if more else []
            return [*lines, *map(_beside, refusal.questions)]
        case FileAsks():
            return [*map(words_of, refusal.questions)]
        case EmptyFile():
            return ["it is empty: there is not even a header; get it again"]
        case NoHeaderLine():
            found = f"line {refusal.line} is data where the header belongs: {refusal.first}"
            return [f"{found}; {_expected(refusal)}"]
        case OptionNeeded():
            return [f"neither the rows nor the name tell it: give {refusal.option}"]
        case UnknownReport():
            told = [f"no kind of report that is known; its header reads: {refusal.header}"]
            if refusal.lacks:
                lacks = ", ".join(refusal.lacks)
                told.append(f"a {refusal.kind}, as its name says, has also: {lacks}")
            return [*told, *map(words_of, refusal.questions)]
        case UnknownPlatform():
            return [f"no such platform: {refusal.platform}; one of {', '.join(refusal.known)}"]
        case WrongPlatform():
            return [
                f"{refusal.kind} is a file of {refusal.platform}, not of {refusal.given}: "
                "leave --platform off"
            ]
        case WrongCurrency():
            return [
                f"line {refusal.line} says that amounts are in {refusal.currency}; this kind of "
                "report is in USD, and nothing is converted"
            ]
        case UnreadableFile():
            return [refusal.problem]
    return _about_layouts(refusal)


def _about_layouts(refusal: FileRefused) -> list[str]:
    match refusal:
        case UnknownLayout():
            return [
                f"no such layout: {refusal.layout}; {', '.join(refusal.known) or 'none is kept'}"
            ]
        case LayoutsFit():
            return [f"its header is that of {', '.join(refusal.layouts)}: name one with --layout"]
        case LayoutLacks():
            head = f"the layout {refusal.layout} does not fit; its header reads: {refusal.header}"
            return [head, *refusal.problems, *map(words_of, refusal.questions)]
        case RatesMissing():
            more = len(refusal.missing) - len(refusal.missing[:_MOST_LISTED])
            shown = refusal.missing[:_MOST_LISTED]
            lines = [f"no rate of {day} or before: `backbeat fx set`" for day in shown]
            return [*lines, f"and {more} more days"] if more else lines
    return list(lines_of(refusal))


def words_of(question: Question) -> str:
    """A question in words, with the option that answers it."""
    facts = question.facts
    if question.doubt is Doubt.ENCODING:
        return f"{_about_encoding(facts)}; get it again, or say how it is written: --encoding {_one_of(facts)}"
    return f"{_ABOUT[question.doubt](facts)}; get it again, or say that it is whole: --complete"


def _beside(question: Question) -> str:
    """A question about a file that also has bad lines, so that no answer would let it in."""
    if question.doubt is Doubt.ENCODING:
        return _about_encoding(question.facts)
    return f"{_ABOUT[question.doubt](question.facts)}: the file may be cut off"


def _expected(refusal: NoHeaderLine) -> str:
    if refusal.kind is None:
        return "expected the names of columns"
    return f"expected the header of {refusal.kind}" + (
        f", with {', '.join(refusal.columns)}"
        if refusal.columns
        else " and nothing but titles above"
    )


def _about_encoding(facts: Mapping[str, Any]) -> str:
    where = f"line {facts['line']}, column {facts['column']} (offset {facts['offset']})"
    others = (
        f"{facts['count']} such places, {facts['letters']} other letters beyond ASCII are right"
    )
    return f"{where}: byte {facts['byte']} is no {facts['encoding']} ({others})"


def _one_of(facts: Mapping[str, Any]) -> str:
    return f"NAME ({', '.join(facts['fitting'])} would fit)" if facts["fitting"] else "NAME"


def _usd(amount: Decimal) -> str:
    whole, _, places = f"{amount:,f}".partition(".")
    return f"{whole}.{places.rstrip('0').ljust(2, '0')}"


_ABOUT = {
    Doubt.NOT_ENDED: lambda facts: (
        f"line {facts['line']}, the last, has no line end after {facts['text']!r}"
    ),
    Doubt.TOTAL_DIFFERS: lambda facts: (
        f"line {facts['line']} says a total of {_usd(facts['stated'])} {facts['currency']}, "
        f"the rows come to {_usd(facts['found'])}"
    ),
    Doubt.TOTAL_MISSING: lambda facts: (
        "it has no total line at its end"
        + (f", and report {facts['like']} has one" if facts["like"] else "")
    ),
    Doubt.FEWER_DAYS: lambda facts: (
        f"{facts['days']} of {facts['of']} days have rows, the last {facts['last']}; report "
        f"{facts['like']} of {facts['like_month']} has {facts['like_days']}"
    ),
    Doubt.ENDS_EARLY: lambda facts: (
        f"its last day is {facts['last']}; report {facts['like']} ({facts['kind']}) of the same "
        f"month goes to {facts['like_last']}"
    ),
    Doubt.FEWER_ROWS: lambda facts: (
        f"{facts['rows']} rows; report {facts['like']} of {facts['like_period']} has "
        f"{facts['like_rows']}"
    ),
    Doubt.LESS_THAN_ANOTHER: lambda facts: (
        f"its rows come to {_usd(facts['found'])} USD, those of report {facts['like']} "
        f"({facts['kind']}), which tells of the same money, to {_usd(facts['like_total'])}"
    ),
    Doubt.SAME_AS_ANOTHER: lambda facts: (
        f"these very bytes are in already as report {facts['like']} ({facts['like_owner']}"
        + (f", {facts['like_month']}" if facts["like_month"] else "")
        + "): undo that one if it is the wrong one"
    ),
    Doubt.LESS_THAN_STATED: lambda facts: (
        f"its rows come to {_usd(facts['found'])} USD, the month's payment summary says "
        f"{_usd(facts['stated'])} for {facts['line']}"
    ),
}
