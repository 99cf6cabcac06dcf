"""Posts and banners on a portal's board, for the tests that look at them."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

from PIL import Image
from tests.browser.conftest import Site

from backbeat.board.model import Picture, PostKind, PublishedSpan
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
    draft = PostDraft(
        kind=kind,
        texts={Language.ENGLISH: Draft(title, more.pop("body", "Plain words."))},
        span=PublishedSpan(portal.clock.now() - days),
        **more,
    )
    return portal.publishing.add(draft, ANN).id


def publish_some(site: Site) -> str:
    """Two notices, the newer one pinned and with a picture, an event and two banners; the pinned one's id."""
    shown = picture(site)
    publish(site, "Holiday", days=3)
    event = publish(site, "Autumn light", PostKind.EVENT, thumbnail=shown)
    for title, link in (("Twelve tracks", f"/events/{event}"), ("Ask us", "https://example.org/")):
        roll(site, title, link, shown)
    return publish(
        site, "The window is open", pinned=True, body=TEXT.format(id=shown.id), pictures=[shown]
    )


def roll(site: Site, title: str, link: str, shown: Picture) -> None:
    portal = site.portal.container.portal()
    order = len(portal.publishing.banners())
    titles = {Language.ENGLISH: title}
    span = PublishedSpan(portal.clock.now())
    portal.publishing.add_banner(BannerDraft(titles, shown, link, order, span), ANN)
