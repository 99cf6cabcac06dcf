"""The kinds of report file that operators' own layouts make. The name of such a kind says what it
is.

`label_royalties.own.both` is the layout `label_royalties` of the platform `own`: a record of money
of both sorts. So any code that finds the name in a row, even in a process that started before the
layout was added, knows its role and sort without reading the layout.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from backbeat.platforms.kinds import Daily, Kind, Role, Sort

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
"""The form of a layout's name."""


class _Purpose(NamedTuple):
    role: Role
    sort: Sort | None = None
    daily: frozenset[Daily] = frozenset()


_PURPOSES: Final = MappingProxyType(
    {
        **{sort.value: _Purpose(Role.RECORD, sort) for sort in Sort},
        "estimate": _Purpose(Role.ESTIMATE, daily=frozenset({Daily.MONEY, Daily.VIEWS})),
        "money": _Purpose(Role.ESTIMATE, daily=frozenset({Daily.MONEY})),
        "views": _Purpose(Role.VIEWS, daily=frozenset({Daily.VIEWS})),
        "check": _Purpose(Role.CHECK),
    }
)
"""The last word of a kind's name, and what it means."""


def layout_kind(
    name: str, platform: str, role: Role, sort: Sort | None = None, *, views: bool = True
) -> Kind:
    """The kind of a layout's files; `views` tells whether an estimate has a column of views."""
    match role:
        case Role.RECORD if sort is not None:
            word = sort.value
        case Role.ESTIMATE if not views:
            word = "money"
        case _:
            word = role.value
    return _kind(f"{name}.{platform}.{word}", word)


def read_layout_kind(text: str) -> Kind | None:
    """The kind with this name; None if it is not a layout's."""
    name, _, rest = text.partition(".")
    platform, _, word = rest.partition(".")
    if not NAME.fullmatch(name) or not platform or word not in _PURPOSES:
        return None
    return _kind(text, word)


def platform_name(kind: Kind) -> str | None:
    """The name of the platform whose figures a layout's files contain; None for any other kind."""
    return kind.value.split(".")[1] if read_layout_kind(kind.value) else None


@lru_cache(maxsize=1_000)
def _kind(text: str, word: str) -> Kind:
    purpose = _PURPOSES[word]
    return Kind(text, purpose.role, purpose.sort, daily=purpose.daily)
