"""One call of a page is held until everything else has come: what comes last may be any of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request, Route

POLL_MS = 50
STILL = 5
"""As often in a row nothing but the held call was under way: what depends on an answer is asked for by then."""


def calls_of(page: Page, path: str) -> list[str]:
    """The calls of the API that the page makes by itself, by name."""
    seen: list[str] = []

    def note(request: Request) -> None:
        seen.append(request.url)

    page.on("request", note)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", note)
    return sorted({url.split("/api/")[1].split("?")[0] for url in seen if "/api/" in url})


@contextmanager
def holding(page: Page, address: str) -> Iterator[list[Route]]:
    """Within it requests to the address wait; afterwards they go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    def let_go(route: Route) -> None:
        route.continue_()

    page.route(address, hold)
    yield held
    # What is asked for once more, from now on, is not held.
    page.route(address, let_go)
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    page.unroute(address)


def open_with_last(page: Page, path: str, call: str) -> None:
    """The page, of which the answer to this call came after all others."""
    under_way: set[Request] = set()

    def begin(request: Request) -> None:
        under_way.add(request)

    def end(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    with holding(page, f"**/api/{call}*") as held:
        page.goto(path)
        still = 0
        while still < STILL:
            page.wait_for_timeout(POLL_MS)
            others = under_way - {route.request for route in held}
            still = 0 if others or not held else still + 1
    for event, listener in (("request", begin), ("requestfinished", end), ("requestfailed", end)):
        page.remove_listener(event, listener)


def until_held(page: Page, waiting: list[Route], count: int = 1) -> None:
    """Until so many calls wait: a page shows what it hopes for before its call is heard of."""
    for _ in range(600):
        if len(waiting) >= count:
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"only {len(waiting)} calls came")
