"""How fast a phone shows the pages: nox -s vitals -- --runs 5.

Chromium with a fourth of the processor's speed on slow 4G, each run with an empty cache: the medians of
the largest paint, of how long scripts block, of what moves, and of requests. Beside each page stands one of
React and the same answers alone, which is what the same data costs with nothing of ours.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
from collections.abc import Sequence

from attrs import frozen
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from tests.vitals import alone
from tests.vitals.demo import demo

CHROMIUM = os.environ.get("BACKBEAT_TEST_CHROMIUM", "chromium")
PHONE: ViewportSize = {"width": 390, "height": 844}
SLOWER = 4
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
"""What DevTools calls slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back."""
SETTLED_MS = 2_500

PAGES = {
    "/": (False, ()),
    "/login": (False, ()),
    "/dashboard": (True, ("withdrawal/summary", "v2/music/dashboard", "v2/music/video/list")),
    "/dashboard/report-video": (True, ("v2/music/video/dashboard", "v2/music/video/list")),
    "/withdrawal/request": (True, ("withdrawal/summary", "withdrawal/info")),
    "/musics": (True, ("v2/music/home", "v2/music/earned", "v2/music/tags")),
}
"""Each page, whether it needs a log-in, and the answers that it is made of."""

WATCH = """
window.__seen = {lcp: 0, cls: 0, blocked: 0, paint: 0};
const watch = (type, then) => new PerformanceObserver((list) => list.getEntries().forEach(then))
    .observe({type, buffered: true});
watch('largest-contentful-paint', (entry) => { window.__seen.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.__seen.cls += entry.value; });
watch('longtask', (entry) => { window.__seen.blocked += Math.max(0, entry.duration - 50); });
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') window.__seen.paint = entry.startTime; });
"""


@frozen
class Seen:
    """What one visit showed: milliseconds, a score, a number."""

    lcp: float
    tbt: float
    cls: float
    requests: float
    kib: float


def visit(browser: Browser, url: str, token: str | None) -> Seen:
    """One visit with nothing kept, slowed down."""
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="en-US",
        service_workers="block",
    )
    page = context.new_page()
    if token:
        page.add_init_script(f"localStorage.setItem('token', {json.dumps(token)})")
    page.add_init_script(WATCH)
    _slow(page)
    page.goto(url, timeout=120_000)
    page.wait_for_load_state("networkidle", timeout=120_000)
    page.wait_for_timeout(SETTLED_MS)
    seen = page.evaluate("window.__seen")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(({transferSize}) => transferSize)"
    )
    context.close()
    kib = sum(sizes) / 1024
    return Seen(seen["lcp"], seen["blocked"], seen["cls"], len(sizes) + 1, kib)


def _slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def medians(visits: Sequence[Seen]) -> Seen:
    names = ("lcp", "tbt", "cls", "requests", "kib")
    return Seen(*(statistics.median(getattr(each, name) for each in visits) for name in names))


def main() -> int:
    parser = argparse.ArgumentParser(prog="vitals")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(f"medians of {runs} visits, processor / {SLOWER}, slow 4G, empty cache")
    print(f"{'page':<22}{'LCP ms':>9}{'TBT ms':>9}{'CLS':>8}{'requests':>10}{'KiB':>8}")
    with demo() as portal, sync_playwright() as play, alone.server(portal) as least:
        browser = play.chromium.launch(executable_path=shutil.which(CHROMIUM))
        for path, (is_own, calls) in PAGES.items():
            token = portal.log_in("mina") if is_own else None
            ours = medians([visit(browser, portal.address + path, token) for _ in range(runs)])
            _print(path, ours)
            bare = least.page(calls)
            _print(
                "  React and its data", medians([visit(browser, bare, None) for _ in range(runs)])
            )
        browser.close()
    return 0


def _print(name: str, seen: Seen) -> None:
    numbers = (
        f"{seen.lcp:>9.0f}{seen.tbt:>9.0f}{seen.cls:>8.3f}{seen.requests:>10.0f}{seen.kib:>8.0f}"
    )
    print(f"{name:<22}{numbers}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
