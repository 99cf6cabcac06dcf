"""`board/*` and the pictures: what a browser is given of what an operator wrote."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PIL import Image
from tests.http.portal import Portal

from backbeat.audit.ports import AuditFilter
from backbeat.board.errors import Unpublishable
from backbeat.board.model import About, Banner, BannerId, Picture, PostKind, PublishedSpan
from backbeat.board.publishing import BannerDraft, Draft, PostChange, PostDraft
from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat_http.resources.board import BannerView

ANN = Actor.operator("ann")
BODY = "Ask **until** the 31st, [here](/withdrawal/request).\n\n- one\n- `two`\n\n![Dates](picture:{id})\n"


def drawn() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 20), "#5b5bf0").save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def picture(portal: Portal) -> Picture:
    return portal.container.portal().publishing.picture(drawn())


def publish(portal: Portal, title: str, kind: PostKind = PostKind.NOTICE, **more: Any) -> str:
    """A post with words in English and Korean; its id."""
    publishing = portal.container.portal().publishing
    begin = publishing.clock.now() + more.pop("begin", timedelta(0))
    texts = {
        Language.ENGLISH: Draft(title, more.pop("body", "Plain words.")),
        Language.KOREAN: Draft(f"{title} (ko)", "한국어."),
    }
    draft = PostDraft(
        kind=kind, texts=texts, span=PublishedSpan(begin, more.pop("until", None)), **more
    )
    return publishing.add(draft, ANN).id


def get(portal: Portal, path: str, language: str = "en", **query: object) -> dict[str, Any]:
    answer = portal.client.simulate_get(
        f"/api/{path}", params=query, headers={"Accept-Language": language}
    )
    return dict(answer.json)


def test_a_list_is_in_the_readers_language_or_in_english(portal: Portal) -> None:
    publish(portal, "Window", pinned=True, until=date(2999, 1, 1))
    publish(portal, "Newer", begin=timedelta(seconds=-1))
    publish(portal, "Event", PostKind.EVENT)
    publish(portal, "Later", begin=timedelta(days=1))

    korean, chinese = (get(portal, "board/list", each) for each in ("ko", "zh-TW"))

    assert [item["title"] for item in korean["items"]] == ["Window (ko)", "Newer (ko)"]
    first = chinese["items"][0]
    assert (first["title"], first["summary"], first["kind"]) == ("Window", "Plain words.", "notice")
    assert (first["pinned"], first["ends_on"], chinese["total"]) == (True, "2999-01-01", 2)
    assert [each["title"] for each in get(portal, "board/list", kind="event")["items"]] == ["Event"]


def test_a_text_comes_as_a_tree_with_its_pictures_sizes(portal: Portal, picture: Picture) -> None:
    id_ = publish(
        portal, "Window", body=BODY.format(id=picture.id), pictures=[picture], about=About.PAYOUT
    )

    post = get(portal, "board/detail", kind="notice", id=id_)

    paragraph, bullets, last = post["content"]
    assert [part["part"] for part in paragraph["children"]] == [
        *("text", "strong", "text", "link", "text")
    ]
    assert paragraph["children"][3]["address"] == "/withdrawal/request"
    assert [item["part"] for item in bullets["children"]] == ["item", "item"]
    (image,) = last["children"]
    assert (image["part"], image["text"], image["width"], image["height"]) == (
        *("image", "Dates", 60, 20),
    )
    assert image["address"] == f"/pictures/{picture.id}.webp"
    assert f"![Dates](/pictures/{picture.id}.webp)" in post["body"]
    assert (post["about"], post["prev"], post["next"]) == ("payout", None, None)


def test_a_post_knows_its_neighbours(portal: Portal) -> None:
    old, mid, new = (publish(portal, f"P{day}", begin=timedelta(days=-day)) for day in (3, 2, 1))

    post = get(portal, "board/detail", "ko", kind="notice", id=mid)

    assert post["prev"] == {"id": new, "title": "P1 (ko)"}
    assert post["next"] == {"id": old, "title": "P3 (ko)"}


def test_what_cannot_be_seen_is_not_found(portal: Portal) -> None:
    notice = publish(portal, "N")
    later = publish(portal, "L", begin=timedelta(days=1))
    retired = publish(portal, "R")
    portal.container.portal().publishing.retire(PostKind.NOTICE, retired, ANN)

    for kind, id_ in (
        *(("event", notice), ("notice", later), ("notice", retired), ("notice", "made-up")),
    ):
        answer = portal.client.simulate_get("/api/board/detail", params={"kind": kind, "id": id_})
        assert (answer.status_code, answer.json["details"]["reason"]) == (404, "not_found")
    unknown = portal.client.simulate_get("/api/board/list", params={"kind": "advert"})
    assert (unknown.status_code, unknown.json["code"]) == (400, 2)


def test_a_post_is_not_changed_to_end_before_it_begins(portal: Portal) -> None:
    id_ = publish(portal, "Window")
    publishing = portal.container.portal().publishing
    before = PublishedSpan(publishing.clock.now(), date(2000, 1, 1))

    with pytest.raises(Unpublishable, match="before it begins"):
        publishing.edit(PostKind.NOTICE, id_, PostChange(span=before), ANN)

    assert get(portal, "board/detail", kind="notice", id=id_)["ends_on"] is None


def test_what_is_retired_again_stays_as_it_was(portal: Portal, picture: Picture) -> None:
    publishing = portal.container.portal().publishing
    id_ = publish(portal, "Window")
    span = PublishedSpan(publishing.clock.now())
    draft = BannerDraft({Language.ENGLISH: "B"}, picture, "/events", 1, span)
    banner = publishing.add_banner(draft, ANN).id
    retired = publishing.retire(PostKind.NOTICE, id_, ANN), publishing.retire_banner(banner, ANN)

    portal.business.move(days=1)

    again = publishing.retire(PostKind.NOTICE, id_, ANN), publishing.retire_banner(banner, ANN)
    assert again == retired
    audit = portal.container.portal().audit.list(AuditFilter(), PageRequest())
    assert [row.entry.action for row in audit.items].count("notice.retired") == 1
    assert [row.entry.action for row in audit.items].count("banner.retired") == 1


def test_the_header_has_the_pinned_posts(portal: Portal) -> None:
    publish(portal, "Plain")
    id_ = publish(portal, "Pinned", PostKind.EVENT, pinned=True)

    assert get(portal, "board/header", "ko")["items"] == [
        {"id": id_, "kind": "event", "title": "Pinned (ko)"}
    ]


def test_banners_are_for_people_who_are_logged_in(portal: Portal, picture: Picture) -> None:
    publishing = portal.container.portal().publishing
    for order, link in ((2, "/events"), (1, "https://example.org/x")):
        titles = {Language.ENGLISH: f"B{order}"}
        span = PublishedSpan(publishing.clock.now(), date(2999, 1, 1))
        publishing.add_banner(BannerDraft(titles, picture, link, order, span), ANN)

    refused = portal.client.simulate_get("/api/board/banner.list")
    shown = portal.get("board/banner.list", portal.token_of())

    assert refused.json["code"] == 10000
    unproven = str(portal.join("nina")["token"])
    assert len(portal.get("board/banner.list", unproven)["items"]) == 2
    assert [(item["title"], item["order"]) for item in shown["items"]] == [("B1", 1), ("B2", 2)]
    first = shown["items"][0]
    assert first["image"] == f"/pictures/{picture.id}.webp"
    today = publishing.clock.today().isoformat()
    assert (first["from"], first["until"], shown["today"]) == (today, "2999-01-01", today)
    assert [item["link"] for item in shown["items"]] == ["https://example.org/x", "/events"]
    assert len({item["id"] for item in shown["items"]}) == 2


def test_a_banner_begins_on_the_portals_day(picture: Picture) -> None:
    evening = datetime(2026, 5, 10, 16, tzinfo=UTC)
    titles = {Language.ENGLISH: "B"}
    banner = Banner(BannerId("b"), titles, picture.id, "/events", 1, PublishedSpan(evening))

    view = BannerView.of(banner, Language.ENGLISH, ZoneInfo("Asia/Seoul"))

    assert view.begin == date(2026, 5, 11)


def test_a_picture_is_served_as_what_it_is_and_kept_by_browsers(
    portal: Portal, picture: Picture
) -> None:
    publish(portal, "N", thumbnail=picture)

    answer = portal.client.simulate_get(f"/pictures/{picture.id}.webp")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    assert portal.client.simulate_head(f"/pictures/{picture.id}.webp").status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    with Image.open(io.BytesIO(answer.content)) as shown:
        assert (shown.format, shown.size) == ("WEBP", (60, 20))
    for name in (f"{'0' * 32}.webp", f"{picture.id}.svg", "passwd"):
        assert portal.client.simulate_get(f"/pictures/{name}").status_code == 404


def test_everybody_in_use_is_told_once_of_what_can_be_seen(portal: Portal) -> None:
    mina, nina = (portal.token_of(name) for name in ("mina", "nina"))
    id_ = publish(portal, "Window")
    autumn = publish(portal, "Autumn", PostKind.EVENT)
    publish(portal, "Later", begin=timedelta(days=1))
    telling = portal.container.portal().telling

    assert (telling.tell(), telling.tell()) == (4, 0)

    for reader in (mina, nina):
        told = portal.get("notification/list", reader)["items"]
        assert sorted(item["type"] for item in told) == ["event", "notice"]
    notice = portal.get("notification/list", mina, type="notice")["items"][0]
    assert (notice["link"], "Window" in notice["body"]) == (f"/notices/{id_}", True)
    event = portal.get("notification/list", mina, type="event")["items"][0]
    assert event["link"] == f"/events/{autumn}"
    portal.business.move(days=2)
    assert telling.tell() == 2
