"""How a kind of report is laid out: the header by which it is recognised, and what each column is.

Column names are lower case, with words joined by underscores. Order, case, NBSP and further columns
make no difference; kinds are told apart by the columns that they must and must not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from attrs import field, frozen

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind

FIELDS = (
    "day",
    "month",
    "channel",
    "video",
    "country",
    "isrc",
    "asset",
    "adjustment",
    "title",
    "views",
    "engaged_views",
    "premium_views",
    "watch_minutes",
    "watch_seconds",
    "rate",
    "revenue",
    "ads_revenue",
    "premium_revenue",
)
"""What a column can mean for a row."""


def column_name(text: str) -> str:
    """A header cell as it is compared: `Partner Revenue : Auction` is `partner_revenue_auction`.

    Case, white space of any kind, punctuation and full-width forms make no difference.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "_", plain).strip("_")


@frozen
class Layout:
    """A kind's columns. `key` names the columns that make a row's key beside owner and day."""

    kind: Kind
    needs: frozenset[str]
    columns: Mapping[str, Sequence[str]]
    """For each field the possible names of its column; the first that exists counts."""
    key: Sequence[str]
    lacks: frozenset[str] = field(default=frozenset())

    def fits(self, names: frozenset[str]) -> bool:
        """Whether a header with these names is of this kind."""
        return self.needs <= names and not self.lacks & names

    def places(self, header: Sequence[str]) -> dict[str, int]:
        """The position of each field's column; fields without one are left out."""
        at = {name: place for place, name in reversed(list(enumerate(header)))}
        return {
            meaning: next(at[name] for name in names if name in at)
            for meaning, names in self.columns.items()
            if any(name in at for name in names)
        }


def layout(kind: Kind, needs: str, columns: Mapping[str, str], key: str, lacks: str = "") -> Layout:
    """A layout; column names are given in one text, one after the other."""
    return Layout(
        kind=kind,
        needs=frozenset(needs.split()),
        columns=MappingProxyType({name: tuple(text.split()) for name, text in columns.items()}),
        key=tuple(key.split()),
        lacks=frozenset(lacks.split()),
    )


@frozen
class FileName:
    """What a file's name tells; None for what it does not."""

    owner: str | None = None
    month: Month | None = None
    is_adjustment: bool = False
