"""Why a layout, or its use, is refused. These messages are for the operator (code 2)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.kernel.errors import Refusal
from backbeat.report_files.errors import FileRefused
from backbeat.report_files.model import Question


@define(eq=False)
class LayoutRefused(Refusal):
    """Everything wrong with a layout's file at once, by line and key (LAYOUT-2)."""

    reason = "layout_refused"
    file: str = ""
    problems: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutNotFound(Refusal):
    """No layout with this name is stored; `known` are those that are."""

    reason = "not_found"
    layout: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class UnknownLayout(FileRefused):
    """The file was to be read with a layout that is not stored; `known` are those that are."""

    reason = "unknown_layout"
    layout: str = ""
    known: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutsFit(FileRefused):
    """More than one layout or kind fits this header: name one of `layouts` (LAYOUT-6)."""

    reason = "several_layouts"
    layouts: Sequence[str] = field(factory=list)


@define(eq=False)
class LayoutLacks(FileRefused):
    """The file's header lacks what the named layout reads: `problems` name the columns."""

    reason = "layout_lacks"
    layout: str = ""
    problems: Sequence[str] = field(factory=list)
    header: str = ""
    questions: Sequence[Question] = ()
    """Further questions about the file: its header may be in another encoding."""


@define(eq=False)
class RatesMissing(FileRefused):
    """No rate is stored for these currencies on these days, or on any day before (LAYOUT-8)."""

    reason = "rates_missing"
    missing: Sequence[str] = field(factory=list)
