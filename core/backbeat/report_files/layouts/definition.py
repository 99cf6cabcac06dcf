"""Reading a layout's file: everything that is wrong with it at once, by line and key (LAYOUT-2)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from attrs import define, field, frozen

from backbeat.kernel.money import Currency
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
LONGEST: Final = 100_000
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
_HEADER = re.compile(r"\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"[\"']?([\w-]+)[\"']?\s*=")


def read_layout(text: str, file: str = "") -> ReportLayout:
    """The layout that the text of a TOML file describes; refuses with `LayoutRefused`."""
    if len(text) > LONGEST:
        raise LayoutRefused(file=file, problems=[f"longer than {LONGEST} characters"])
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise LayoutRefused(file=file, problems=[str(problem)]) from None
    reader = _Reader(told, _lines(text))
    layout = reader.layout()
    if reader.problems or layout is None:
        raise LayoutRefused(file=file, problems=reader.told())
    return layout


def _lines(text: str) -> dict[str, int]:
    """On which line each key stands, the first of that name; a section by its own."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line.strip())
        key = _KEY.match(line.strip())
        if header is not None:
            section = header[1]
            lines.setdefault(section, number)
        elif key is not None:
            lines.setdefault(f"{section}.{key[1]}" if section else key[1], number)
    return lines


@frozen
class _Columns:
    """The columns that were told, each with the key that tells it."""

    named: Mapping[str, tuple[str, ...]]

    def __contains__(self, what: str) -> bool:
        return what in self.named

    def all(self) -> Iterable[tuple[str, str]]:
        return ((f"columns.{what}", name) for what, names in self.named.items() for name in names)


@define
class _Reader:
    told_in: Mapping[str, Any]
    lines: Mapping[str, int]
    problems: list[tuple[int, str]] = field(factory=list)

    def layout(self) -> ReportLayout | None:
        self._unknown_keys()
        name, of = self._name(), self._platform()
        role = self._member("role", Role)
        sort = self._sort(role)
        columns = _Columns(self._columns())
        key = self._names("key")
        ignored = self._names("ignored")
        skip = [self._marked("skip", each) for each in self._tables("skip")]
        total = self._marked("total", self._table("total")) if "total" in self.told_in else None
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
            self._choice("file", "delimiter", DELIMITERS),
            self._text("file", "sheet"),
        )

    def told(self) -> list[str]:
        """The problems in the order of their lines."""
        return [
            f"line {line}: {text}" if line else text
            for line, text in sorted(set(self.problems), key=lambda each: each[0] or 10**6)
        ]

    # -- what there may be

    def _unknown_keys(self) -> None:
        self._only("", self.told_in)
        for section in ("file", "forms", "fixed", "columns", "total"):
            if section in self.told_in:
                self._only(section, self._table(section))
        for each in self._tables("skip"):
            self._only("skip", each)

    def _only(self, section: str, told: Mapping[str, Any]) -> None:
        known = _SECTIONS[section]
        for key in told:
            if key not in known:
                path = f"{section}.{key}" if section else key
                near = get_close_matches(key, known, 1)
                hint = f"; {near[0]}?" if near else f"; one of {', '.join(known)}"
                self._wrong(path, f"unknown key{hint}")

    # -- who and what

    def _name(self) -> str:
        name = self._text("", "name", needed=True) or ""
        if name and not NAME.fullmatch(name):
            self._wrong(
                "name",
                f"{name!r}: small letters, digits and _, a letter first, 40 at most",
            )
        if name in KINDS:
            self._wrong("name", f"{name!r} is a kind that is read without a layout")
        return name

    def _platform(self) -> Platform | None:
        name = self._text("", "platform", needed=True)
        if name is None or name not in NAMES:
            if name is not None:
                self._wrong("platform", f"no such platform: {name!r}; one of {', '.join(NAMES)}")
            return None
        return platform(name)

    def _member(self, key: str, members: type[Role]) -> Role | None:
        text = self._text("", key, needed=True)
        try:
            return None if text is None else members(text)
        except ValueError:
            self._wrong(key, f"no such {key}: {text!r}; one of {', '.join(members)}")
            return None

    def _sort(self, role: Role | None) -> Sort | None:
        text = self._text("", "sort")
        if text is None:
            if role is Role.RECORD:
                self._wrong("sort", f"a record says which money it is: one of {', '.join(Sort)}")
            return None
        if role is not None and role is not Role.RECORD:
            self._wrong("sort", f"only a record has a sort, this is {role.value}")
        try:
            return Sort(text)
        except ValueError:
            self._wrong("sort", f"no such sort: {text!r}; one of {', '.join(Sort)}")
            return None

    # -- columns

    def _columns(self) -> dict[str, tuple[str, ...]]:
        told = self._table("columns")
        if "columns" not in self.told_in:
            self._wrong("columns", "it names no column")
        found = {}
        for what in _COLUMNS:
            names = told.get(what)
            if names is None:
                continue
            listed = [names] if isinstance(names, str) else names
            found[what] = self._listed(f"columns.{what}", listed)
        return {what: names for what, names in found.items() if names}

    def _require_once(self, columns: _Columns, ignored: Sequence[str]) -> None:
        """No column may be two things, nor stand twice."""
        seen: dict[str, str] = {}
        for path, name in (*columns.all(), *(("ignored", name) for name in ignored)):
            before = seen.setdefault(column_name(name), path)
            if before != path:
                self._wrong(path, f"{name!r} is {before} already")
            elif [column_name(n) for p, n in columns.all() if p == path].count(
                column_name(name)
            ) > 1:
                self._wrong(path, f"{name!r} stands there twice")

    def _require_key(self, columns: _Columns, key: Sequence[str]) -> None:
        if "key" not in self.told_in:
            self._wrong("key", "it names no key columns: those that tell one row from another")
            return
        there = [column_name(name) for name in key]
        for name in key:
            if there.count(column_name(name)) > 1:
                self._wrong("key", f"{name!r} stands there twice")
        for what in DIMENSIONS:
            names = columns.named.get(what, ())
            if names and not any(column_name(name) in there for name in names):
                self._wrong(
                    "key", f"it lacks {names[0]!r} ({what}): rows would be added up that differ"
                )
        dated = {n for what in ("day", "month") for n in columns.named.get(what, ())}
        for name in key:
            if column_name(name) in map(column_name, dated):
                self._wrong("key", f"{name!r}: day and month belong to every key by themselves")

    def _require_figures(self, columns: _Columns, role: Role, total: MarkedRows | None) -> None:
        needs_revenue = role in (Role.RECORD, Role.ESTIMATE)
        if needs_revenue and "revenue" not in columns:
            self._wrong("columns.revenue", f"a layout of role {role.value} needs it")
        if role is Role.VIEWS and "views" not in columns:
            self._wrong("columns.views", "a layout of role views needs it")
        if role in _DAILY and "day" not in columns:
            self._wrong("columns.day", f"a layout of role {role.value} needs it: figures are daily")
        if total is not None and "revenue" not in columns:
            self._wrong("total", "there is no revenue that it could be the total of")
        if "watch_minutes" in columns and "watch_seconds" in columns:
            self._wrong("columns.watch_seconds", "minutes are told already")

    # -- how cells are written

    def _date(self, columns: _Columns) -> DateForm | None:
        text = self._text("forms", "date")
        dated = [what for what in ("day", "month") if what in columns]
        if len(dated) > 1:
            self._wrong("columns.month", "a day tells its month: name one of the two columns")
        if not dated:
            if text is not None:
                self._wrong("forms.date", "there is no day and no month column")
            return None
        if text is None:
            self._wrong("forms.date", f"needed: how the column {dated[0]} is written")
            return None
        try:
            form = DateForm.parse(text)
        except ValueError as problem:
            self._wrong("forms.date", str(problem))
            return None
        if "day" in columns and "day" not in form.parts:
            self._wrong("forms.date", f"{text!r} has no day, and a day column is to be read by it")
        return form

    def _number(self) -> NumberForm:
        decimal = self._choice("forms", "decimal", DECIMALS) or "."
        thousands = self._choice("forms", "thousands", THOUSANDS) or ""
        if decimal == thousands:
            self._wrong("forms.thousands", f"{decimal!r} is the decimal sign already")
            return NumberForm()
        return NumberForm(decimal, thousands)

    def _currency(self, columns: _Columns) -> Currency | None:
        text = self._text("fixed", "currency")
        if "revenue" not in columns:
            for path, there in (
                ("fixed.currency", text is not None),
                ("columns.currency", "currency" in columns),
            ):
                if there:
                    self._wrong(path, "there is no revenue column")
            return None
        if "currency" in columns:
            if text is not None:
                self._wrong("fixed.currency", "a column tells the currency already")
            return None
        if text is None:
            self._wrong(
                "fixed.currency", "no currency: fix it, or name its column in columns.currency"
            )
            return None
        try:
            return Currency(text)
        except ValueError:
            self._wrong(
                "fixed.currency", f"no such currency: {text!r}; one of {', '.join(Currency)}"
            )
            return None

    def _channel(self, columns: _Columns, of: Platform | None, role: Role | None) -> str:
        text = self._text("fixed", "channel")
        if text is None:
            if "channel" not in columns and role is not Role.CHECK:
                self._wrong(
                    "columns.channel",
                    "no channel: name its column, or one for all rows in fixed.channel",
                )
            return ""
        if "channel" in columns:
            self._wrong("fixed.channel", "a column tells the channel already")
        try:
            return of.ids.reported_channel(text) if of else text
        except NotAnId as problem:
            self._wrong("fixed.channel", str(problem))
            return ""

    def _marked(self, section: str, told: Mapping[str, Any]) -> MarkedRows | None:
        column, words = told.get("column"), told.get("words")
        if not isinstance(column, str) or not column_name(column):
            self._wrong(f"{section}.column", "the name of a column is needed")
            return None
        listed = self._listed(f"{section}.words", [words] if isinstance(words, str) else words)
        if not listed:
            return None
        return MarkedRows(column, frozenset(" ".join(word.casefold().split()) for word in listed))

    # -- values of TOML

    def _wrong(self, path: str, problem: str) -> None:
        section = path.partition(".")[0]
        line = self.lines.get(path) or self.lines.get(section) or 0
        self.problems.append((line, f"{path}: {problem}"))

    def _table(self, key: str) -> Mapping[str, Any]:
        found = self.told_in.get(key, {})
        if isinstance(found, dict):
            return found
        self._wrong(key, f"a section is needed: [{key}]")
        return {}

    def _tables(self, key: str) -> Sequence[Mapping[str, Any]]:
        found = self.told_in.get(key, [])
        if isinstance(found, list) and all(isinstance(each, dict) for each in found):
            return found
        self._wrong(key, f"sections are needed: [[{key}]]")
        return []

    def _text(self, section: str, key: str, *, needed: bool = False) -> str | None:
        path = f"{section}.{key}" if section else key
        found = (self._table(section) if section else self.told_in).get(key)
        if found is None:
            if needed:
                self._wrong(path, "needed")
            return None
        if not isinstance(found, str) or (not found.strip() and key != "thousands"):
            self._wrong(path, "a text is needed")
            return None
        return found

    def _choice(self, section: str, key: str, known: Sequence[str]) -> str | None:
        found = self._table(section).get(key)
        if found is None or found in known:
            return found
        path = f"{section}.{key}" if section else key
        self._wrong(path, f"{found!r} is none of {', '.join(map(repr, known))}")
        return None

    def _names(self, key: str) -> tuple[str, ...]:
        return self._listed(key, self.told_in[key]) if key in self.told_in else ()

    def _listed(self, path: str, listed: object) -> tuple[str, ...]:
        if (
            not isinstance(listed, list)
            or not listed
            or not all(isinstance(name, str) and name.strip() for name in listed)
        ):
            self._wrong(path, "a text, or a list of texts, is needed")
            return ()
        return tuple(listed)
