"""An operator's layout of a catalogue file: what each column is, if its name alone does not tell
(MUSIC-32).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import frozen

from backbeat.catalogue.errors import UnreadableCatalogue
from backbeat.kernel.toml_texts import NoToml, TomlText
from backbeat.platforms.layouts import column_name

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "isrc": "isrc",
        "title": "name",
        "artist": "artist",
        "album": "album",
        "label": "label",
        "composer": "composer",
        "upc": "upc",
        "category": "category",
        "mood_tags": "moods",
        "ai_tags": "ai_tags",
        "duration": "seconds",
        "release_date": "released_on",
        "cover": "thumbnail",
        "preview_url": "audio_url",
        "shopping": "shopping",
        "new": "is_flagged_new",
        "prioritized": "prioritized",
        "partner": "partner",
    }
)
"""What a column can be: from the name that an export writes to the name of the track's field."""
_NEEDED = ("isrc", "title")
_DAY_FIRST: Final = MappingProxyType({"day first": True, "month first": False})
_UNITS: Final = MappingProxyType({"milliseconds": True, "seconds": False})
_DELIMITERS: Final = (",", "\t", ";", "|")
_SECTIONS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "": ("role", "ignored", "file", "forms", "columns"),
        "file": ("delimiter", "sheet"),
        "forms": ("date", "duration"),
        "columns": tuple(FIELDS),
    }
)


@frozen
class CatalogueLayout:
    """Columns are found by their names in the file; if several names are given, the file has one of
    them.
    """

    columns: Mapping[str, Sequence[str]]
    """By the names of the track's fields."""
    ignored: frozenset[str] = frozenset()
    """Columns that are not read, in the form of `column_name`."""
    is_day_first: bool | None = None
    is_in_milliseconds: bool | None = None
    delimiter: str | None = None
    sheet: str | None = None

    def places(self, header: Sequence[str]) -> dict[str, int] | None:
        """The position of each field in a header whose names are in the form of `column_name`; None
        if the header lacks one or has it twice.
        """
        found = {}
        for field, names in self.columns.items():
            at = [place for place, name in enumerate(header) if name in names]
            if len(at) != 1:
                return None
            [found[field]] = at
        return found

    def named(self, header: Sequence[str]) -> int:
        """How many columns a line names; 0 if it is not a header of this layout."""
        return len(self.columns) if self.places(header) else 0


def read_catalogue_layout(text: str, file: str) -> CatalogueLayout:
    """The layout that a TOML text describes; refuses with `UnreadableCatalogue`, naming every
    mistake at once.
    """
    try:
        told = TomlText.of(text)
    except NoToml as problem:
        raise UnreadableCatalogue(file=file, problem=str(problem)) from None
    layout = _layout(told)
    if told.problems:
        raise UnreadableCatalogue(file=file, problem="; ".join(told.told()))
    return layout


def _layout(told: TomlText) -> CatalogueLayout:
    told.only(_SECTIONS, "", told.told_in)
    for section in ("file", "forms", "columns"):
        told.only(_SECTIONS, section, told.table(section))
    if told.text("", "role", needed=True) not in (None, "catalogue"):
        told.wrong("role", "a layout of a catalogue has the role catalogue")
    day = told.choice("forms", "date", tuple(_DAY_FIRST))
    unit = told.choice("forms", "duration", tuple(_UNITS))
    return CatalogueLayout(
        _columns(told),
        frozenset(map(column_name, told.names("ignored"))),
        _DAY_FIRST.get(day or ""),
        _UNITS.get(unit or ""),
        told.choice("file", "delimiter", _DELIMITERS),
        told.text("file", "sheet"),
    )


def _columns(told: TomlText) -> Mapping[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    seen: dict[str, str] = {}
    for key, names in told.table("columns").items():
        if key not in FIELDS:
            continue
        listed = told.listed(f"columns.{key}", [names] if isinstance(names, str) else names)
        found[FIELDS[key]] = tuple(map(column_name, listed))
        for name in found[FIELDS[key]]:
            if seen.setdefault(name, key) != key:
                told.wrong(f"columns.{key}", f"{name!r} is columns.{seen[name]} already")
    for key in _NEEDED:
        if FIELDS[key] not in found:
            told.wrong(f"columns.{key}", "needed")
    return found
