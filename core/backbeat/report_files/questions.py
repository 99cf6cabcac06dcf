"""The questions about a file before it is taken in: if what was read, compared with other files,
does not look like a complete file (FILE-26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import chain
from typing import Any

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Role
from backbeat.report_files import rules
from backbeat.report_files.model import (
    COMPLETE,
    Answers,
    BadByte,
    Doubt,
    Ending,
    Question,
    Reading,
    ReportFile,
    StatedTotal,
)

FEWEST_COMPARED = 20
"""Periods with fewer rows than this say nothing about how many rows there should be."""
FEWEST_DAYS = 7
"""Files with rows on fewer days say nothing about how far the days of others should go."""
STRAY_DAYS = 2
"""How many more days without rows than in the months beside it, or at the end, lead to no question.
"""
_SPARSE = Decimal("0.9")
"""A file with rows on less than this share of its days is not judged by days."""
_KEPT = Decimal("0.9")
"""With `--replace` a file should have at least this share of the rows that it replaces."""
_ABOUT_ALL = Decimal("0.99")
"""Files about the same money may differ by a hundredth."""
_HALF_A_CENT = Decimal("0.005")
_MICRO = Decimal("0.000001")


def about_text(reading: Reading, ending: Ending) -> Sequence[Question]:
    asked = []
    if reading.bad_byte is not None:
        asked.append(reading.bad_byte.question)
    if not ending.is_ended:
        facts = {"line": ending.line, "text": ending.text}
        asked.append(Question(Doubt.NOT_ENDED, COMPLETE, facts))
    return asked


def about_layouts_total(ending: Ending) -> Sequence[Question]:
    """Questions about the total row that a layout describes, without any other file."""
    total = ending.total
    if ending.lacks_total:
        return [Question(Doubt.TOTAL_MISSING, COMPLETE, {"like": None})]
    if total is None or total.found is None:
        return []
    if abs(rules.added(total.amount, -total.found)) <= _half_of_last_place(total.amount):
        return []
    return [Question(Doubt.TOTAL_DIFFERS, COMPLETE, _stated_and_found(total, total.found))]


def about_bytes(
    file: ReportFile, same: ReportFile | None, *, tells_month: bool
) -> Sequence[Question]:
    """The question about a file whose very bytes are in already, as `same`, where its rows would
    be stored a second time: for another month that only the file's name or an option tells, or for
    another owner or platform.
    """
    if same is None or not file.rows:
        return []
    is_elsewhere = (file.platform, file.owner) != (same.platform, same.owner)
    if not is_elsewhere and (tells_month or file.first == same.first):
        return []
    facts = {"like": same.id, "like_owner": same.owner, "like_month": _month_of(same)}
    return [Question(Doubt.SAME_AS_ANOTHER, COMPLETE, facts)]


def about_rows(
    file: ReportFile,
    ending: Ending,
    beside: Sequence[ReportFile],
    stated: Mapping[str, int],
    today: date,
) -> Sequence[Question]:
    """Questions about the rows, compared with the file's own total line, other files of its month
    and the months around it, and its month's payment summary.

    `beside` are files of the same platform that were not undone, of the file's months and of those
    before and after; `stated` are the lines of the summary, in nano-USD.
    """
    found = chain(
        _about_total(file, ending, beside),
        _about_days(file, beside, today),
        _about_count(file, beside),
        _about_summary(file, beside, stated),
        _about_money(file, beside),
    )
    return [Question(doubt, COMPLETE, facts) for doubt, facts in found]


def unanswered(asked: Iterable[Question], answers: Answers) -> Sequence[Question]:
    """The questions that the operator did not answer in advance.

    A question about the encoding remains only if the answer, if any, did not fit.
    """
    return [each for each in asked if each.answer != COMPLETE or not answers.complete]


def speaks_otherwise(bad: BadByte) -> bool:
    """Whether a text looks as if it was written in another encoding and not damaged: more of it is
    unreadable than readable. Only then does an answer given for another file of the owner count.
    """
    return bad.count > bad.letters


def encodings_to_try(asked: Iterable[Question]) -> Sequence[str]:
    """The encodings in which a header might be recognised, for a text that seems to be in another
    one.
    """
    found: list[str] = []
    for each in asked:
        facts: Mapping[str, Any] = each.facts
        if each.doubt is Doubt.ENCODING and facts["count"] > facts["letters"]:
            found += facts["fitting"]
    return found


_Found = Iterator[tuple[Doubt, Mapping[str, object]]]


def _about_total(file: ReportFile, ending: Ending, beside: Sequence[ReportFile]) -> _Found:
    total = ending.total
    if total is None:
        had = [other for other in beside if _is_akin(file, other) and other.remarks.has_total]
        if had or file.kind.is_summary or ending.lacks_total:
            yield Doubt.TOTAL_MISSING, {"like": had[0].id if had else None}
        return
    found = file.total if total.found is None else total.found
    if abs(rules.added(total.amount, -found)) > _tolerance(file, total):
        yield Doubt.TOTAL_DIFFERS, _stated_and_found(total, found)


def _stated_and_found(total: StatedTotal, found: Decimal) -> Mapping[str, object]:
    return {
        "line": total.line,
        "stated": total.amount,
        "found": found,
        "currency": total.currency,
    }


def _tolerance(file: ReportFile, total: StatedTotal) -> Decimal:
    """Half a unit of the last stated place; a summary's lines are rounded individually."""
    if total.found is not None:
        return _half_of_last_place(total.amount)
    lines = file.rows if file.kind.is_summary else 1
    return max(_half_of_last_place(total.amount) * lines, _MICRO)


def _half_of_last_place(amount: Decimal) -> Decimal:
    places = amount.as_tuple().exponent
    return Decimal(5).scaleb(places - 1) if isinstance(places, int) else _MICRO


def _about_days(file: ReportFile, beside: Sequence[ReportFile], today: date) -> _Found:
    month = _month_of(file)
    last = file.remarks.last_day
    if month is None or last is None or file.is_adjustment or month.last >= today:
        return
    akin = [other for other in beside if _is_akin(file, other) and other.remarks.days]
    if not file.replaced and any(_month_of(other) == month for other in akin):
        # What it adds to is there already, and stays.
        return
    yield from _beside_other_months(file, akin, month, last)
    yield from _beside_other_kinds(file, beside, month, last)


def _beside_other_months(
    file: ReportFile, akin: Sequence[ReportFile], month: Month, last: date
) -> _Found:
    """Days that are missing where the files of the months before and after have nearly all."""
    around = [other for other in akin if _month_of(other) in (month.previous, month.next)]
    without = [_days_without(other) for other in around]
    most = max(without, default=0)
    if around and most <= STRAY_DAYS < _days_without(file) - most:
        fullest = around[without.index(min(without))]
        yield (
            Doubt.FEWER_DAYS,
            {
                "days": file.remarks.days,
                "of": month.last.day,
                "last": last,
                "like": fullest.id,
                "like_days": fullest.remarks.days,
                "like_month": _month_of(fullest),
            },
        )


def _beside_other_kinds(
    file: ReportFile, beside: Sequence[ReportFile], month: Month, last: date
) -> _Found:
    """An end before that of another kind's file of the same month."""
    same = [
        other
        for other in beside
        if other.kind != file.kind and _may_share(file, other) and _tells_days(other, month)
    ]
    latest = max(same, key=_last_day, default=None)
    if (
        latest is not None
        and not _is_sparse(file)
        and _last_day(latest) > last + timedelta(days=STRAY_DAYS)
    ):
        facts = {
            "last": last,
            "like": latest.id,
            "kind": latest.kind,
            "like_last": _last_day(latest),
        }
        yield Doubt.ENDS_EARLY, facts


def _about_count(file: ReportFile, beside: Sequence[ReportFile]) -> _Found:
    if file.is_adjustment or file.first is None:
        return
    akin = [
        other for other in beside if _is_akin(file, other) and _is_daily(other) == _is_daily(file)
    ]
    here = [other for other in akin if _period(other) == _period(file)]
    if here:
        # What it adds to is there already, and stays: only what would go is asked about.
        most = max(here, key=_rows)
        if file.replaced and _is_telling(most) and file.rows < most.rows * _KEPT:
            yield _fewer(file, most)
        return
    around = [_nearest(akin, file, before=before) for before in (True, False)]
    found = [other for other in around if other is not None]
    least = min(found, key=_rows, default=None)
    if least is not None and _is_telling(least) and file.rows * 2 < least.rows:
        yield _fewer(file, least)


def _about_summary(
    file: ReportFile, beside: Sequence[ReportFile], stated: Mapping[str, int]
) -> _Found:
    month = _month_of(file)
    if month is None or file.role is not Role.RECORD or file.is_adjustment:
        return
    here = [other for other in beside if _meets(other, month)]
    summaries = [other for other in here if other.kind.is_summary]
    if any(other.owner != file.owner for other in summaries) or any(
        _is_akin(file, other) for other in here
    ):
        # It cannot be told whose line it is, or which rows are new.
        return
    # Only the kind's own lines have something to be compared with.
    for line in rules.reconciled(stated, {file.kind: 0}):
        if line.found is not None and file.total < line.stated - _HALF_A_CENT:
            facts = {"line": line.name, "stated": line.stated, "found": file.total}
            yield Doubt.LESS_THAN_STATED, facts


def _about_money(file: ReportFile, beside: Sequence[ReportFile]) -> _Found:
    month = _month_of(file)
    if month is None or file.is_adjustment or not file.kind.same_money:
        return
    here = [other for other in beside if _meets(other, month) and other.owner == file.owner]
    if any(_is_akin(file, other) for other in here):
        # Which rows are new can't be told.
        return
    alike = [
        other
        for other in here
        if other.kind.same_money == file.kind.same_money
        and not other.is_adjustment
        and _month_of(other) == month
        and _is_telling(other)
    ]
    most = max(alike, key=_total, default=None)
    if most is not None and file.total < most.total * _ABOUT_ALL:
        facts = {"found": file.total, "like": most.id, "kind": most.kind, "like_total": most.total}
        yield Doubt.LESS_THAN_ANOTHER, facts


def _total(file: ReportFile) -> Decimal:
    return file.total


def _fewer(file: ReportFile, other: ReportFile) -> tuple[Doubt, Mapping[str, object]]:
    facts = {
        "rows": file.rows,
        "like": other.id,
        "like_rows": other.rows,
        "like_period": _period(other),
    }
    return Doubt.FEWER_ROWS, facts


def _is_akin(file: ReportFile, other: ReportFile) -> bool:
    """Whether both are of one kind and owner, and neither has only adjustments."""
    return (other.kind, other.owner, other.is_adjustment) == (file.kind, file.owner, False)


def _may_share(file: ReportFile, other: ReportFile) -> bool:
    """Whether both may be of one owner; the file names of some kinds contain none."""
    both = file.kind.named_by_owner and other.kind.named_by_owner
    return not both or file.owner == other.owner


def _is_daily(file: ReportFile) -> bool:
    """Whether the file is for one day, so that there is one for each day."""
    return file.kind.is_daily and file.first == file.last


def _period(file: ReportFile) -> Month | date | None:
    """The month of a file, or its day if there is a file for each day."""
    return file.first if _is_daily(file) or file.first is None else Month.of(file.first)


def _nearest(akin: Sequence[ReportFile], file: ReportFile, *, before: bool) -> ReportFile | None:
    """The file with the most rows for the period just before or after the file's."""
    step = timedelta(days=-1 if before else 1)
    if _is_daily(file):
        wanted = [other for other in akin if file.first and other.first == file.first + step]
    else:
        month = _month_of(file)
        near = month and (month.previous if before else month.next)
        wanted = [other for other in akin if near and _month_of(other) == near]
    return max(wanted, key=_rows, default=None)


def _rows(file: ReportFile) -> int:
    return file.rows


def _is_telling(file: ReportFile) -> bool:
    return file.rows >= FEWEST_COMPARED


def _month_of(file: ReportFile) -> Month | None:
    """The month of a file that is about one month only, and not a daily file for a single day."""
    if file.first is None or file.last is None or _is_daily(file):
        return None
    month = Month.of(file.first)
    return month if file.last <= month.last else None


def _tells_days(file: ReportFile, month: Month) -> bool:
    """Whether a file of the month shows how far its days go: it has rows on most days of a week, or
    on more.
    """
    is_of_it = _month_of(file) == month and not file.is_adjustment
    return is_of_it and file.remarks.days >= FEWEST_DAYS and not _is_sparse(file)


def _meets(file: ReportFile, month: Month) -> bool:
    return file.first is not None and file.first <= month.last and _last_of(file) >= month.first


def _last_of(file: ReportFile) -> date:
    return file.last or date.min


def _last_day(file: ReportFile) -> date:
    return file.remarks.last_day or date.min


def _days_without(file: ReportFile) -> int:
    """Days of its month on which the file has no row."""
    return Month.of(_last_of(file)).last.day - file.remarks.days


def _is_sparse(file: ReportFile) -> bool:
    """Whether the days with rows are so far apart that the last of them means nothing."""
    if file.first is None or file.remarks.last_day is None:
        return True
    return file.remarks.days < ((file.remarks.last_day - file.first).days + 1) * _SPARSE
