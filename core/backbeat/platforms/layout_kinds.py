"""The kinds of report file that operators' own layouts make. Such a kind says by its name what it is.

`label_royalties.own.both` is the layout `label_royalties` of the platform `own`: a record of money
of both sorts. So whoever meets the name in a row, a process that started before the layout was
added included, knows its role and sort without asking for the layout.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from backbeat.platforms.kinds import Daily, Kind, Role, Sort

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
"""What a layout may be called."""


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
"""The last word of a kind's name, and what it says."""


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
    """The kind that has this name, None where it is no layout's."""
    name, _, rest = text.partition(".")
    platform, _, word = rest.partition(".")
    if not NAME.fullmatch(name) or not platform or word not in _PURPOSES:
        return None
    return _kind(text, word)


def platform_name(kind: Kind) -> str | None:
    """The name of the platform whose figures a layout's files tell, None for any other kind."""
    return kind.value.split(".")[1] if read_layout_kind(kind.value) else None


@lru_cache(maxsize=1_000)
def _kind(text: str, word: str) -> Kind:
    purpose = _PURPOSES[word]
    return Kind(text, purpose.role, purpose.sort, daily=purpose.daily)
