"""TikTok: the code stands in the profile's text."""

from __future__ import annotations

from typing import Final

from backbeat.platforms.model import Platform, Thumbnails, Verification
from backbeat.platforms.tiktok.ids import TikTokIds
from backbeat.platforms.tiktok.links import NAME, TikTokLinks
from backbeat.platforms.tiktok.report_kinds import TikTokReports

TIKTOK: Final = Platform(
    name=NAME,
    label="TikTok",
    mark="tiktok:",
    ids=TikTokIds(),
    links=TikTokLinks(),
    verification=Verification(text="bio"),
    report_kinds=TikTokReports(),
    thumbnails=Thumbnails(hosts=("https://*.tiktokcdn.com", "https://*.tiktokcdn-us.com")),
)
