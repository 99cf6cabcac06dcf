"""TikTok: the code is placed in the profile's text."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from backbeat.kernel.languages import Language
from backbeat.platforms.model import Platform, Thumbnails, Verification
from backbeat.platforms.tiktok.ids import TikTokIds
from backbeat.platforms.tiktok.links import NAME, TikTokLinks
from backbeat.platforms.tiktok.report_kinds import TikTokReports

TIKTOK: Final = Platform(
    name=NAME,
    title=MappingProxyType(dict.fromkeys(Language, "TikTok")),
    mark="tiktok:",
    ids=TikTokIds(),
    links=TikTokLinks(),
    verification=Verification(text="bio"),
    report_kinds=TikTokReports(),
    thumbnails=Thumbnails(hosts=("https://*.tiktokcdn.com", "https://*.tiktokcdn-us.com")),
)
