"""Catalogue files on disk: the header is recognised, and every line is read or refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from attrs import frozen

from backbeat.catalogue.errors import UnreadableCatalogue
from backbeat.catalogue.layout import CatalogueLayout
from backbeat.catalogue.model import CatalogueRow, RefusedRow, Track
from backbeat.catalogue.ports import OpenCatalogue
from backbeat.catalogue.vocabulary import Vocabulary
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import has_prefix, is_isrc, normalise_isrc
from backbeat.platforms.layouts import column_name
from backbeat.report_files.errors import UnreadableFile
from backbeat_adapters.catalogue import values, writing
from backbeat_adapters.catalogue.columns import (
    is_in_milliseconds,
    is_total,
    named,
    recognised,
    recognised_by,
)
from backbeat_adapters.catalogue.encodings import decoded
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.tables import NoHeader, Table, table
from backbeat_adapters.report_files.values import Malformed, shown, title


@frozen
class DiskCatalogues:
    @contextmanager
    def open(
        self, path: Path, encoding: str | None = None, layout: CatalogueLayout | None = None
    ) -> Iterator[OpenCatalogue]:
        """Recognise a file by its header; see the port."""
        meaning = recognised if layout is None else partial(recognised_by, layout)
        told = named if layout is None else layout.named
        try:
            with table(look_at(path), meaning, decoded(encoding, told)) as found:
                yield _Open.of(path.name, found, layout)
        except NoHeader as problem:
            sought = "columns for a track code and a title" if layout is None else "all its columns"
            raise UnreadableCatalogue(
                file=path.name, problem=f"no line has {sought}: {problem.text!r}"
            ) from None
        except UnreadableFile as problem:
            raise UnreadableCatalogue(file=path.name, problem=problem.problem) from None

    def write(self, path: Path, tracks: Iterable[Track]) -> int:
        """Write tracks as a file that `open` reads back; see the port."""
        return writing.write(path, tracks)


@frozen
class _Open:
    name: str
    columns: Sequence[tuple[str, str]]
    ignored: Sequence[str]
    _table: Table
    _in_milliseconds: bool
    _day_first: bool | None

    @property
    def encoding(self) -> str | None:
        return self._table.text.name if self._table.text is not None else None

    @classmethod
    def of(cls, name: str, found: Table, layout: CatalogueLayout | None) -> _Open:
        places: dict[str, int] = found.meaning
        header = [cell.strip() for cell in found.header]
        used = {place: meaning for meaning, place in places.items()}
        length = places.get("seconds")
        told = layout.is_in_milliseconds if layout else None
        left_out = layout.ignored if layout else frozenset[str]()
        return cls(
            name=name,
            columns=[(header[place], used[place]) for place in sorted(used)],
            ignored=[
                cell
                for place, cell in enumerate(header)
                if place not in used and cell and column_name(cell) not in left_out
            ],
            table=found,
            in_milliseconds=(
                length is not None and is_in_milliseconds(header[length]) if told is None else told
            ),
            day_first=layout.is_day_first if layout else None,
        )

    def rows(
        self, prefixes: Collection[str], vocabulary: Vocabulary
    ) -> Iterator[CatalogueRow | RefusedRow]:
        """Every line: a track, or the reason why it was not accepted; see the port."""
        places: dict[str, int] = self._table.meaning
        lines = list(self._table.lines)
        days = places.get("released_on")
        day_first = self._day_first
        if day_first is None:
            day_first = days is not None and values.is_day_first(
                cells[days] for _, cells in lines if days < len(cells)
            )
        read = partial(self._row, vocabulary=vocabulary, day_first=day_first)
        seen: dict[str, int] = {}
        for number, cells in lines:
            told = {
                meaning: cells[place].strip()
                for meaning, place in places.items()
                if place < len(cells)
            }
            if not any(told.values()):
                continue
            code = normalise_isrc(told.get("isrc", ""))
            if not is_isrc(code) and is_total(cells):
                continue
            problem = _problem(code, prefixes, seen)
            if problem is not None:
                yield RefusedRow(number, problem[0], title(told.get("isrc", ""))[:40], problem[1])
                continue
            seen[code] = number
            yield read(number, Isrc(code), told)

    def _row(
        self,
        number: int,
        code: Isrc,
        told: Mapping[str, str],
        *,
        vocabulary: Vocabulary,
        day_first: bool,
    ) -> CatalogueRow | RefusedRow:
        found: dict[str, object] = {}
        for meaning, text in told.items():
            try:
                if meaning in values.READERS:
                    found |= values.READERS[meaning](text)
                elif meaning == "released_on":
                    found[meaning] = values.day(text, day_first=day_first) if text else None
            except Malformed as problem:
                return RefusedRow(number, f"bad_{meaning}", title(text)[:40], str(problem))
        if self._in_milliseconds and isinstance(found.get("seconds"), int):
            found["seconds"] = values.from_milliseconds(told["seconds"])
        if not {"moods", "ai_tags"} & told.keys():
            return CatalogueRow(number, code, found)
        tags = vocabulary.sorted_out(told.get("moods", ""), told.get("ai_tags", ""))
        found |= {"moods": tags.moods, "ai_tags": tags.ai_tags}
        return CatalogueRow(number, code, found, tags.unknown)


def _problem(
    code: str, prefixes: Collection[str], seen: Mapping[str, int]
) -> tuple[str, str] | None:
    """Why a code is not accepted: a reason code, and words."""
    if not code:
        return "missing", "no track code"
    if not is_isrc(code):
        return _malformed(code)
    if not has_prefix(code, prefixes):
        return "prefix", f"{code} does not begin with {' or '.join(sorted(prefixes))}"
    if code in seen:
        return "duplicate", f"{code} stands on line {seen[code]} already; the first holds"
    return None


def _malformed(code: str) -> tuple[str, str]:
    if len(code) != 12:
        return "length", f"{shown(code)} has {len(code)} characters; a track code has 12"
    digits = code[5:].replace("O", "0").replace("I", "1")
    if is_isrc(code[:5] + digits):
        return "letter_for_digit", f"{shown(code)} has a letter O or I where a digit belongs"
    return "form", f"{shown(code)} is no track code"
