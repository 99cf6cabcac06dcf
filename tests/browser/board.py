"""Posts and banners on a portal's board, for the tests that look at them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from PIL import Image
from tests.browser.conftest import Site, made_once

from backbeat.board.model import About, Picture, PostKind, PublishedSpan
from backbeat.board.publishing import BannerDraft, Draft, PostDraft
from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language

ANN = Actor.operator("ann")
TEXT = "Ask **until the 31st**, [here](/manage-channel).\n\n> First come, all served.\n\n![Dates](picture:{id})"


def picture(site: Site, colour: str = "#5b5bf0", size: tuple[int, int] = (600, 210)) -> Picture:
    drawn = io.BytesIO()
    Image.new("RGB", size, colour).save(drawn, "PNG")
    return site.portal.container.portal().publishing.picture(drawn.getvalue())


def publish(site: Site, title: str, kind: PostKind = PostKind.NOTICE, **more: Any) -> str:
    """A post in English, some days old; its id."""
    portal = site.portal.container.portal()
    days = timedelta(days=more.pop("days", 0))
    body = more.pop("body", "Plain words.")
    draft = PostDraft(
        kind=kind,
        texts=more.pop("texts", {Language.ENGLISH: Draft(title, body)}),
        span=PublishedSpan(portal.clock.now() - days),
        **more,
    )
    return portal.publishing.add(draft, ANN).id


@made_once
def publish_some(site: Site) -> str:
    """Two notices, the newer one pinned and with a picture, an event and two banners; the pinned one's id."""
    shown = picture(site)
    publish(site, "Holiday", days=3)
    event = publish(site, "Autumn light", PostKind.EVENT, thumbnail=shown)
    for title, link in (("Twelve tracks", f"/events/{event}"), ("Ask us", "https://example.org/")):
        roll(site, {Language.ENGLISH: title}, link, shown)
    return publish(
        site, "The window is open", pinned=True, body=TEXT.format(id=shown.id), pictures=[shown]
    )


def roll(site: Site, titles: Mapping[Language, str], link: str, shown: Picture) -> None:
    portal = site.portal.container.portal()
    order = len(portal.publishing.banners())
    span = PublishedSpan(portal.clock.now())
    portal.publishing.add_banner(BannerDraft(titles, shown, link, order, span), ANN)


LONG = {
    Language.ENGLISH: "New in the reports: which track carried a short, and what it earned",
    Language.KOREAN: "리포트 새 기능: 쇼츠별로 어떤 음악이 얼마나 벌었는지 볼 수 있습니다",
    Language.SIMPLIFIED_CHINESE: "报告新功能：可以看到每个短视频使用的音乐带来了多少收益",
    Language.TRADITIONAL_CHINESE: "報表新功能：可以看到每支短片使用的音樂帶來了多少收益",
}
"""Titles that fill more than a line of a phone."""


@made_once
def publish_in_every_language(site: Site) -> tuple[str, str]:
    """A notice about payouts below a pinned one, an event and two banners: the ids of the first two."""
    shown = picture(site)
    texts = {language: Draft(title, TEXT.format(id=shown.id)) for language, title in LONG.items()}
    more: dict[str, Any] = {"texts": texts, "pictures": [shown]}
    publish(site, "", days=3, pinned=True, **more)
    notice = publish(site, "", days=1, about=About.PAYOUT, **more)
    event = publish(site, "", PostKind.EVENT, days=1, thumbnail=shown, **more)
    for link in (f"/events/{event}", "https://example.org/"):
        roll(site, LONG, link, shown)
    return notice, event
