"""Why a layout, or its use, is refused. These speak to the operator (code 2)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.kernel.errors import Refusal
from backbeat.report_files.errors import FileRefused
from backbeat.report_files.model import Question


@define(eq=False)
class LayoutRefused(Refusal):
    """What is wrong with a layout's file, everything at once, by line and key (LAYOUT-2)."""

    reason = "layout_refused"
    file: str = ""
    problems: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutNotFound(Refusal):
    """No layout of this name is kept; `known` are those that are."""

    reason = "not_found"
    layout: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class UnknownLayout(FileRefused):
    """The file was to be read by a layout that is not kept; `known` are those that are."""

    reason = "unknown_layout"
    layout: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutsFit(FileRefused):
    """More than one layout or kind has this very header: name one of `layouts` (LAYOUT-6)."""

    reason = "several_layouts"
    layouts: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutLacks(FileRefused):
    """The file's header has not what the named layout reads: `problems` tell the columns."""

    reason = "layout_lacks"
    layout: str = ""
    problems: Sequence[str] = field(factory=list)
    header: str = ""
    questions: Sequence[Question] = ()
    """What the file asks beside: its header may be in another encoding."""


@define(eq=False)
class RatesMissing(FileRefused):
    """No rate is kept for these currencies on these days, nor on any day before (LAYOUT-8)."""

    reason = "rates_missing"
    missing: Sequence[str] = field(factory=list)
