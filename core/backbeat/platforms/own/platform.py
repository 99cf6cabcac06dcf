"""Channels that an operator registers, and vouches for, by an id: they have no links."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from backbeat.kernel.languages import Language
from backbeat.platforms.model import Platform, Thumbnails, Verification
from backbeat.platforms.own.ids import OwnIds
from backbeat.platforms.own.report_kinds import OwnReports

OWN: Final = Platform(
    name="own",
    title=MappingProxyType(
        {
            Language.ENGLISH: "Own channel",
            Language.KOREAN: "자체 채널",
            Language.SIMPLIFIED_CHINESE: "自有频道",
            Language.TRADITIONAL_CHINESE: "自有頻道",
        }
    ),
    mark="own:",
    ids=OwnIds(),
    links=None,
    verification=Verification(text=None),
    report_kinds=OwnReports(),
    thumbnails=Thumbnails(hosts=()),
)
