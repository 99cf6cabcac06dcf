"""Somebody who earns: an approved channel and October's days, for the screens that show figures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from attrs import evolve
from playwright.sync_api import Page, Request
from tests.browser.conftest import Site, made_once, remember
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import VideoId
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

TODAY = datetime(2025, 10, 20, 9, tzinfo=UTC)
NEWEST = date(2025, 10, 18)
LONG_AGO = date(2025, 1, 1)
TITLES = {"V1": "Night market, one take", "V2": "Five-minute kimchi rice"}
SHARES = {"V1": ("KR", 800, 90, "1.50"), "V2": ("US", 200, 10, "0.50")}
"""Country, views, premium views and dollars of a video's every day."""


@made_once
def earning(site: Site, folder: Path, *channels: int) -> str:
    """Mina, who earns with these channels since 20 September: her token."""
    token = site.portal.token_of()
    container, account = site.portal.container, site.portal.account().id
    site.portal.business.set(TODAY)
    with container.transactions().begin() as books:
        for number in channels or (1,):
            channel = an_earning_channel(number, [(account, LONG_AGO)])
            proof = Verification("BB-00000001", verified_at=TODAY)
            approved = evolve(channel, status=ChannelStatus.APPROVED, verification=proof)
            books.channels.add(evolve(approved, name=f"Channel {number}"))
    Ingestion(
        container.transactions(),
        SqlStaging(container.transactions()),
        DiskReports(),
        site.portal.business,
    ).ingest(fake.own_daily(folder / "days.csv", *_rows(channels or (1,))), Actor.operator("olga"))
    with container.transactions().begin() as books:
        known = [books.videos.get(VideoId(video)) for video in TITLES]
        books.videos.described(
            evolve(video, title=TITLES[video.id], described_at=TODAY) for video in known if video
        )
    return token


def _rows(channels: tuple[int, ...]) -> list[fake.Row]:
    first = date(2025, 9, 20)
    days = [first + timedelta(days) for days in range((NEWEST - first).days + 1)]
    return [
        {
            "date": day.isoformat(),
            "channel_id": platform_id(channels[-1] if video == "V2" else channels[0]),
            "video_id": video,
            "country": country,
            "views": views,
            "engaged_views": views // 2,
            "premium_views": premium,
            "watch_seconds": views * 20,
            "revenue_usd": dollars,
            "premium_revenue_usd": "0.10",
        }
        for day in days
        for video, (country, views, premium, dollars) in SHARES.items()
    ]


def enter(page: Page, token: str, path: str) -> None:
    """Open a page as the person of the token."""
    remember(page, "token", token)
    page.goto(path)


def turn_to(page: Page, path: str) -> None:
    """Another address of the web UI that is open, without loading it anew."""
    page.evaluate(
        """path => {
            history.pushState({ idx: history.state.idx + 1 }, "", path);
            dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
        }""",
        path,
    )


QUIET = """() => new Promise((isQuiet) => {
    const end = () => { changes.disconnect(); isQuiet() };
    let timer = setTimeout(end, 500);
    const changes = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, 500) });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})"""
"""Waits until nothing on the page has changed for half a second: longer than what is typed is waited for."""


def visit(page: Page, path: str) -> None:
    """Another address of the web UI that is open, as it is when all that it asked for has come."""
    under_way: set[Request] = set()

    def begun(request: Request) -> None:
        under_way.add(request)

    def ended(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begun)
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)
    turn_to(page, path)
    page.evaluate(QUIET)
    while under_way:
        page.evaluate(QUIET)
    page.remove_listener("request", begun)
    page.remove_listener("requestfinished", ended)
    page.remove_listener("requestfailed", ended)
