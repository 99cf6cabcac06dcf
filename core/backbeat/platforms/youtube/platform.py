"""YouTube: the code is placed in the channel's description."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from backbeat.kernel.languages import Language
from backbeat.platforms.model import Platform, Thumbnails, Verification
from backbeat.platforms.youtube.ids import YouTubeIds
from backbeat.platforms.youtube.links import NAME, YouTubeLinks
from backbeat.platforms.youtube.report_kinds import YouTubeReports

YOUTUBE: Final = Platform(
    name=NAME,
    title=MappingProxyType(dict.fromkeys(Language, "YouTube")),
    # Its ids were there before the others: rows and the ledger's sealed texts contain them without
    # a mark.
    mark="",
    ids=YouTubeIds(),
    links=YouTubeLinks(),
    verification=Verification(text="description"),
    report_kinds=YouTubeReports(),
    thumbnails=Thumbnails(hosts=("https://i.ytimg.com", "https://yt3.ggpht.com")),
)
