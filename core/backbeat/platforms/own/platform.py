"""Channels that an operator registers, and vouches for, by an id: they have no links."""

from __future__ import annotations

from typing import Final

from backbeat.platforms.model import Platform, Thumbnails, Verification
from backbeat.platforms.own.ids import OwnIds
from backbeat.platforms.own.report_kinds import OwnReports

OWN: Final = Platform(
    name="own",
    label="Own",
    mark="own:",
    ids=OwnIds(),
    links=None,
    verification=Verification(text=None),
    report_kinds=OwnReports(),
    thumbnails=Thumbnails(hosts=()),
)
