"""Why a report file was refused, in words."""

from __future__ import annotations

from backbeat.report_files.errors import (
    BadLines,
    FileRefused,
    OptionNeeded,
    UnknownPlatform,
    UnknownReport,
    UnreadableFile,
    WrongPlatform,
)
from backbeat.report_files.layouts.errors import (
    LayoutLacks,
    LayoutsFit,
    RatesMissing,
    UnknownLayout,
)
from backbeat_cli.failures import lines_of

MOST_LISTED = 10


def words_of(refusal: FileRefused) -> list[str]:
    """Why a file was refused, in words."""
    match refusal:
        case BadLines():
            more = refusal.total - len(refusal.lines[:MOST_LISTED])
            lines = [f"{refusal.total} lines can't be read", *refusal.lines[:MOST_LISTED]]
            return [*lines, f"and {more} more"] if more else lines
        case OptionNeeded():
            return [f"neither the rows nor the name tell it: give {refusal.option}"]
        case UnknownReport():
            return [f"no kind of report that is known; its header reads: {refusal.header}"]
        case UnknownPlatform():
            return [f"no such platform: {refusal.platform}; one of {', '.join(refusal.known)}"]
        case WrongPlatform():
            return [
                f"{refusal.kind} is a file of {refusal.platform}, not of {refusal.given}: "
                "leave --platform off"
            ]
        case UnreadableFile():
            return [refusal.problem]
        case UnknownLayout():
            return [
                f"no such layout: {refusal.layout}; {', '.join(refusal.known) or 'none is kept'}"
            ]
        case LayoutsFit():
            return [f"its header is that of {', '.join(refusal.layouts)}: name one with --layout"]
        case LayoutLacks():
            head = f"the layout {refusal.layout} does not fit; its header reads: {refusal.header}"
            return [head, *refusal.problems]
        case RatesMissing():
            shown = refusal.missing[:MOST_LISTED]
            more = len(refusal.missing) - len(shown)
            lines = [f"no rate of {day} or before: `backbeat fx set`" for day in shown]
            return [*lines, f"and {more} more days"] if more else lines
    return list(lines_of(refusal))
