"""All registered platforms, and everything that is looked up among them.

A new one needs its own package and one more name in `PLATFORMS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.errors import UnknownStored
from backbeat.platforms.kinds import Kind, Role
from backbeat.platforms.layout_kinds import platform_name, read_layout_kind
from backbeat.platforms.layouts import FileName, Layout
from backbeat.platforms.model import Platform
from backbeat.platforms.own.platform import OWN
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE

PLATFORMS: Final[tuple[Platform, ...]] = (YOUTUBE, TIKTOK, OWN)
"""The first one is the default, for files of the open format and ids without a mark."""

DEFAULT: Final = PLATFORMS[0]
NAMES: Final = tuple(each.name for each in PLATFORMS)
MARKS: Final = tuple(each.mark for each in PLATFORMS)
KINDS: Final = tuple(kind for each in PLATFORMS for kind in each.report_kinds.kinds)
"""The platforms' own kinds; those of operators' layouts are in the books."""
RECORD_KINDS: Final = tuple(kind for kind in KINDS if kind.role is Role.RECORD)
"""Those of them that may be settled."""
IMAGE_HOSTS: Final = tuple(host for each in PLATFORMS for host in each.thumbnails.hosts)

_NUMBERS = re.compile(r"(_\d+)+$")

T = TypeVar("T")


def _by(named: Iterable[tuple[str, T]]) -> MappingProxyType[str, T]:
    """By name; two with the same name are a mistake in the registry."""
    pairs = list(named)
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"registered twice among {', '.join(name for name, _ in pairs)}")
    return MappingProxyType(found)


_PLATFORMS = _by((each.name, each) for each in PLATFORMS)
_MARKED = _by((each.mark, each) for each in PLATFORMS)
_KINDS = _by((kind.value, kind) for kind in KINDS)
_OF_KIND = _by(
    (kind.value, each) for each in PLATFORMS for kind in each.report_kinds.kinds if not kind.is_open
)


def platform(name: str) -> Platform:
    """The platform with this name; ValueError if there is none."""
    found = _PLATFORMS.get(name)
    if found is None:
        raise ValueError(f"no such platform: {name}; one of {', '.join(NAMES)}")
    return found


def stored_platform(name: str, where: str) -> Platform:
    """The platform named in a stored row; raises `UnknownStored`."""
    found = _PLATFORMS.get(name)
    if found is None:
        raise UnknownStored("platform", name, where, NAMES)
    return found


def platform_of(key: PlatformChannelId | VideoId) -> Platform:
    """The platform to which a channel's or a video's key belongs."""
    mark, colon, _ = key.partition(":")
    found = _MARKED.get(mark + colon if colon else "")
    if found is None:
        raise UnknownStored("platform", mark, f"the key {key}", NAMES)
    return found


def channel_key(text: str) -> PlatformChannelId | None:
    """The text as a channel's key: an id with its platform's mark; None if it is not one."""
    mark, colon, rest = text.partition(":")
    found = _MARKED.get(mark + colon if colon else "")
    if found is None or not found.ids.is_channel(rest if colon else text):
        return None
    return PlatformChannelId(text)


def kind(name: str) -> Kind:
    """The kind with exactly this name; ValueError if there is none."""
    found = _KINDS.get(name) or _of_layout(name)
    if found is None:
        raise ValueError(f"no such kind: {name}; one of {', '.join(KINDS)}")
    return found


def stored_kind(name: str, where: str) -> Kind:
    """The kind named in a stored row; raises `UnknownStored`."""
    found = _KINDS.get(name) or _of_layout(name)
    if found is None:
        raise UnknownStored("kind of report", name, where, KINDS)
    return found


def kind_named(text: str) -> Kind:
    """The kind that a person or a file's name means, however it is spelt; otherwise ValueError."""
    name = text.strip().lower().replace("-", "_")
    for each in PLATFORMS:
        found = each.report_kinds.named(name)
        if found is not None:
            return found
    of_layout = _of_layout(name)
    if of_layout is not None:
        return of_layout
    raise ValueError(f"no such kind: {text}; one of {', '.join(KINDS)}")


def platform_of_kind(which: Kind) -> Platform | None:
    """The platform to which the kind belongs; None for the open format, which may be about any."""
    return _OF_KIND.get(which.value) or _PLATFORMS.get(platform_name(which) or "")


def _of_layout(name: str) -> Kind | None:
    """The kind with this name that an operator's layout makes."""
    found = read_layout_kind(name)
    return found if found is not None and platform_name(found) in _PLATFORMS else None


def recognised(header: Sequence[str]) -> Layout | None:
    """The layout that fits a header with these column names, or None."""
    names = frozenset(header)
    layouts = (each for platform in PLATFORMS for each in platform.report_kinds.layouts)
    return next((layout for layout in layouts if layout.fits(names)), None)


def layout_named(name: str) -> Layout | None:
    """The layout of the kind with which a file's name ends; None if it names none."""
    words = _NUMBERS.sub("", name.partition(".")[0].lower().replace("-", "_")).split("_")
    texts = ["_".join(words[at:]) for at in range(len(words))]
    kinds = (each.report_kinds.named(text) for text in texts for each in PLATFORMS)
    found = next(filter(None, kinds), None)
    layouts = (layout for each in PLATFORMS for layout in each.report_kinds.layouts)
    return next((layout for layout in layouts if layout.kind is found), None)


def told_by(which: Kind, name: str) -> FileName:
    """What the name of a file of this kind tells; for the open format, any platform is asked."""
    of_kind = platform_of_kind(which)
    asked = PLATFORMS if of_kind is None else (of_kind,)
    told = (each.report_kinds.told_by(name) for each in asked)
    return next((each for each in told if each != FileName()), FileName())
