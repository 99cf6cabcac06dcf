"""Platforms that people try to use but that are not registered: they are refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from backbeat.kernel.languages import Language


@frozen
class ForeignPlatform:
    """A platform from which no channels are accepted; every address below its domains belongs to
    it.
    """

    name: str
    title: Mapping[Language, str]
    domains: frozenset[str]


def _foreign(name: str, *domains: str, titles: tuple[str, str, str, str]) -> ForeignPlatform:
    by_language = zip(Language, titles, strict=True)
    return ForeignPlatform(name, MappingProxyType(dict(by_language)), frozenset(domains))


FOREIGN: Final = (
    _foreign(
        "douyin",
        "douyin.com",
        "iesdouyin.com",
        titles=("Douyin", "더우인", "抖音", "抖音"),
    ),
    _foreign("instagram", "instagram.com", titles=("Instagram",) * 4),
    _foreign("facebook", "facebook.com", "fb.com", "fb.watch", titles=("Facebook",) * 4),
    _foreign(
        "bilibili",
        "bilibili.com",
        "b23.tv",
        titles=("Bilibili", "빌리빌리", "哔哩哔哩", "嗶哩嗶哩"),
    ),
)
