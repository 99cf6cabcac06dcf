"""Reading a layout's file; everything wrong with it is reported at once, by line and key
(LAYOUT-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from attrs import define, frozen

from backbeat.kernel.money import Currency
from backbeat.kernel.toml_texts import NoToml, TomlText
from backbeat.platforms.cells import NotAnId
from backbeat.platforms.kinds import Role, Sort
from backbeat.platforms.layout_kinds import NAME
from backbeat.platforms.layouts import column_name
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import KINDS, NAMES, platform
from backbeat.report_files.layouts.dates import DateForm
from backbeat.report_files.layouts.errors import LayoutRefused
from backbeat.report_files.layouts.model import DIMENSIONS, READ, MarkedRows, ReportLayout
from backbeat.report_files.layouts.numbers import DECIMALS, THOUSANDS, NumberForm

DELIMITERS: Final = (",", "\t", ";", "|")
_COLUMNS: Final = (*READ, "currency")
_DAILY: Final = (Role.ESTIMATE, Role.VIEWS)
_SECTIONS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "": (
            *("name", "platform", "role", "sort", "key", "ignored"),
            *("file", "forms", "fixed", "columns", "skip", "total"),
        ),
        "file": ("delimiter", "sheet"),
        "forms": ("date", "decimal", "thousands"),
        "fixed": ("currency", "channel"),
        "columns": _COLUMNS,
        "skip": ("column", "words"),
        "total": ("column", "words"),
    }
)


def read_layout(text: str, file: str = "") -> ReportLayout:
    """The layout that the text of a TOML file describes; refuses with `LayoutRefused`."""
    try:
        reader = _Reader.of(text)
    except NoToml as problem:
        raise LayoutRefused(file=file, problems=[str(problem)]) from None
    layout = reader.layout()
    if reader.problems or layout is None:
        raise LayoutRefused(file=file, problems=reader.told())
    return layout


@frozen
class _Columns:
    """The columns that were given, each with the key that gives it."""

    named: Mapping[str, tuple[str, ...]]

    def __contains__(self, what: str) -> bool:
        return what in self.named

    def all(self) -> Iterable[tuple[str, str]]:
        return ((f"columns.{what}", name) for what, names in self.named.items() for name in names)


@define
class _Reader(TomlText):
    def layout(self) -> ReportLayout | None:
        self._unknown_keys()
        name, of = self._name(), self._platform()
        role = self._member("role", Role)
        sort = self._sort(role)
        columns = _Columns(self._columns())
        key = self.names("key")
        ignored = self.names("ignored")
        skip = [self._marked("skip", each) for each in self.tables("skip")]
        total = self._marked("total", self.table("total")) if "total" in self.told_in else None
        self._require_once(columns, ignored)
        self._require_key(columns, key)
        number, date = self._number(), self._date(columns)
        currency = self._currency(columns)
        channel = self._channel(columns, of, role)
        if role is not None:
            self._require_figures(columns, role, total)
        if self.problems or of is None or role is None:
            return None
        return ReportLayout(
            name,
            of,
            role,
            sort,
            MappingProxyType(dict(columns.named)),
            key,
            currency,
            channel,
            date,
            number,
            ignored,
            tuple(each for each in skip if each),
            total,
            self.choice("file", "delimiter", DELIMITERS),
            self.text("file", "sheet"),
        )

    # -- what there may be

    def _unknown_keys(self) -> None:
        self.only(_SECTIONS, "", self.told_in)
        for section in ("file", "forms", "fixed", "columns", "total"):
            if section in self.told_in:
                self.only(_SECTIONS, section, self.table(section))
        for each in self.tables("skip"):
            self.only(_SECTIONS, "skip", each)

    # -- who and what

    def _name(self) -> str:
        name = self.text("", "name", needed=True) or ""
        if name and not NAME.fullmatch(name):
            self.wrong(
                "name",
                f"{name!r}: small letters, digits and _, a letter first, 40 at most",
            )
        if name in KINDS:
            self.wrong("name", f"{name!r} is a kind that is read without a layout")
        return name

    def _platform(self) -> Platform | None:
        name = self.text("", "platform", needed=True)
        if name is None or name not in NAMES:
            if name is not None:
                self.wrong("platform", f"no such platform: {name!r}; one of {', '.join(NAMES)}")
            return None
        return platform(name)

    def _member(self, key: str, members: type[Role]) -> Role | None:
        text = self.text("", key, needed=True)
        try:
            return None if text is None else members(text)
        except ValueError:
            self.wrong(key, f"no such {key}: {text!r}; one of {', '.join(members)}")
            return None

    def _sort(self, role: Role | None) -> Sort | None:
        text = self.text("", "sort")
        if text is None:
            if role is Role.RECORD:
                self.wrong("sort", f"a record says which money it is: one of {', '.join(Sort)}")
            return None
        if role is not None and role is not Role.RECORD:
            self.wrong("sort", f"only a record has a sort, this is {role.value}")
        try:
            return Sort(text)
        except ValueError:
            self.wrong("sort", f"no such sort: {text!r}; one of {', '.join(Sort)}")
            return None

    # -- columns

    def _columns(self) -> dict[str, tuple[str, ...]]:
        told = self.table("columns")
        if "columns" not in self.told_in:
            self.wrong("columns", "it names no column")
        found = {}
        for what in _COLUMNS:
            names = told.get(what)
            if names is None:
                continue
            listed = [names] if isinstance(names, str) else names
            found[what] = self.listed(f"columns.{what}", listed)
        return {what: names for what, names in found.items() if names}

    def _require_once(self, columns: _Columns, ignored: Sequence[str]) -> None:
        """No column may have two meanings or appear twice."""
        seen: dict[str, str] = {}
        for path, name in (*columns.all(), *(("ignored", name) for name in ignored)):
            before = seen.setdefault(column_name(name), path)
            if before != path:
                self.wrong(path, f"{name!r} is {before} already")
            elif [column_name(n) for p, n in columns.all() if p == path].count(
                column_name(name)
            ) > 1:
                self.wrong(path, f"{name!r} stands there twice")

    def _require_key(self, columns: _Columns, key: Sequence[str]) -> None:
        if "key" not in self.told_in:
            self.wrong("key", "it names no key columns: those that tell one row from another")
            return
        there = [column_name(name) for name in key]
        for name in key:
            if there.count(column_name(name)) > 1:
                self.wrong("key", f"{name!r} stands there twice")
        for what in DIMENSIONS:
            names = columns.named.get(what, ())
            if names and not any(column_name(name) in there for name in names):
                self.wrong(
                    "key", f"it lacks {names[0]!r} ({what}): rows would be added up that differ"
                )
        dated = {n for what in ("day", "month") for n in columns.named.get(what, ())}
        for name in key:
            if column_name(name) in map(column_name, dated):
                self.wrong("key", f"{name!r}: day and month belong to every key by themselves")

    def _require_figures(self, columns: _Columns, role: Role, total: MarkedRows | None) -> None:
        needs_revenue = role in (Role.RECORD, Role.ESTIMATE)
        if needs_revenue and "revenue" not in columns:
            self.wrong("columns.revenue", f"a layout of role {role.value} needs it")
        if role is Role.VIEWS and "views" not in columns:
            self.wrong("columns.views", "a layout of role views needs it")
        if role in _DAILY and "day" not in columns:
            self.wrong("columns.day", f"a layout of role {role.value} needs it: figures are daily")
        if total is not None and "revenue" not in columns:
            self.wrong("total", "there is no revenue that it could be the total of")
        if "watch_minutes" in columns and "watch_seconds" in columns:
            self.wrong("columns.watch_seconds", "minutes are told already")

    # -- how cells are written

    def _date(self, columns: _Columns) -> DateForm | None:
        text = self.text("forms", "date")
        dated = [what for what in ("day", "month") if what in columns]
        if len(dated) > 1:
            self.wrong("columns.month", "a day tells its month: name one of the two columns")
        if not dated:
            if text is not None:
                self.wrong("forms.date", "there is no day and no month column")
            return None
        if text is None:
            self.wrong("forms.date", f"needed: how the column {dated[0]} is written")
            return None
        try:
            form = DateForm.parse(text)
        except ValueError as problem:
            self.wrong("forms.date", str(problem))
            return None
        if "day" in columns and "day" not in form.parts:
            self.wrong("forms.date", f"{text!r} has no day, and a day column is to be read by it")
        return form

    def _number(self) -> NumberForm:
        decimal = self.choice("forms", "decimal", DECIMALS) or "."
        thousands = self.choice("forms", "thousands", THOUSANDS) or ""
        if decimal == thousands:
            self.wrong("forms.thousands", f"{decimal!r} is the decimal sign already")
            return NumberForm()
        return NumberForm(decimal, thousands)

    def _currency(self, columns: _Columns) -> Currency | None:
        text = self.text("fixed", "currency")
        if "revenue" not in columns:
            for path, there in (
                ("fixed.currency", text is not None),
                ("columns.currency", "currency" in columns),
            ):
                if there:
                    self.wrong(path, "there is no revenue column")
            return None
        if "currency" in columns:
            if text is not None:
                self.wrong("fixed.currency", "a column tells the currency already")
            return None
        if text is None:
            self.wrong(
                "fixed.currency", "no currency: fix it, or name its column in columns.currency"
            )
            return None
        try:
            return Currency(text)
        except ValueError:
            self.wrong(
                "fixed.currency", f"no such currency: {text!r}; one of {', '.join(Currency)}"
            )
            return None

    def _channel(self, columns: _Columns, of: Platform | None, role: Role | None) -> str:
        text = self.text("fixed", "channel")
        if text is None:
            if "channel" not in columns and role is not Role.CHECK:
                self.wrong(
                    "columns.channel",
                    "no channel: name its column, or one for all rows in fixed.channel",
                )
            return ""
        if "channel" in columns:
            self.wrong("fixed.channel", "a column tells the channel already")
        try:
            return of.ids.reported_channel(text) if of else text
        except NotAnId as problem:
            self.wrong("fixed.channel", str(problem))
            return ""

    def _marked(self, section: str, told: Mapping[str, Any]) -> MarkedRows | None:
        column, words = told.get("column"), told.get("words")
        if not isinstance(column, str) or not column_name(column):
            self.wrong(f"{section}.column", "the name of a column is needed")
            return None
        listed = self.listed(f"{section}.words", [words] if isinstance(words, str) else words)
        if not listed:
            return None
        return MarkedRows(column, frozenset(" ".join(word.casefold().split()) for word in listed))
