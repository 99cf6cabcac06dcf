"""Looks at every page and state in each language, width and scheme, and makes contact sheets: nox -s looks.

    nox -s looks -- --languages en,ko --schemes light --folder /some/where

It fails where axe finds something, a page is wider than its screen or moves by itself, or a target on a
phone is too small. The sheets are for eyes.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from attrs import frozen
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLong
from tests.looks import checks
from tests.looks.pages import Place, places
from tests.looks.sheets import sheet
from tests.vitals.demo import Portal, demo

CHROMIUM = os.environ.get("BACKBEAT_TEST_CHROMIUM", "chromium")
WIDTHS = {390: 844, 1440: 900}
LANGUAGES = ("en", "ko", "zh-CN", "zh-TW")
SCHEMES = ("light", "dark")
READERS = ("mina", "nina", "studio")
SHOWN_AROUND = ("mina", "studio")
"""Whose first walk is over: its marks would stand on four of the pages. Nina sees them."""

QUIET_MS = 400
TOO_MANY = 429
BREATHER_MS = 5_000
"""Pages are opened faster than any person does: the limits of the server are let to recover."""

MOST_BREATHERS = 4

OPEN = """(flag) => {
    const to = location.pathname + '?' + flag;
    history.pushState({usr: null, key: 'look', idx: 1}, '', to);
    dispatchEvent(new PopStateEvent('popstate', {state: history.state}));
}"""


@frozen
class Reader:
    """Who looks, on what, in which language."""

    name: str
    width: int
    language: str
    scheme: str

    @property
    def title(self) -> str:
        return f"{self.name}-{self.width}-{self.language}-{self.scheme}"


def readers(
    names: list[str], widths: list[str], languages: list[str], schemes: list[str]
) -> Iterator[Reader]:
    for name, width, language, scheme in product(names, widths, languages, schemes):
        yield Reader(name, int(width), language, scheme)


def look(
    browser: Browser, portal: Portal, reader: Reader, folder: Path, only: str
) -> dict[str, list[str]]:
    """What was found, by page; one contact sheet of all pages."""
    token = portal.log_in(reader.name)
    if reader.name in SHOWN_AROUND:
        portal.end_first_walk(token)
    context = browser.new_context(
        viewport={"width": reader.width, "height": WIDTHS[reader.width]},
        locale=reader.language,
        color_scheme=reader.scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_init_script(checks.WATCH)
    found, pictures = {}, {}
    for place in places(lambda path: _ask(portal, token, path)):
        if only not in place.name:
            continue
        page = context.new_page()
        page.add_init_script(
            f"localStorage.setItem('language', '{reader.language}');"
            + (
                f"localStorage.setItem('token', '{token}')"
                if place.is_own
                else "localStorage.removeItem('token')"
            )
        )
        found[place.name] = _seen(page, portal, place, reader)
        pictures[place.name] = folder / f"{reader.title}-{place.name}.png"
        page.screenshot(path=pictures[place.name], full_page=not place.flag)
        page.close()
    context.close()
    sheet(pictures, folder / f"sheet-{reader.title}.png", is_phone=reader.width < 640)
    return found


def _seen(page: Page, portal: Portal, place: Place, reader: Reader) -> list[str]:
    lost: list[str] = []
    page.on("pageerror", lambda error: lost.append(str(error)))
    page.on("response", lambda answer: lost.extend(_missing(answer.url, answer.status)))
    page.goto(portal.address + place.path)
    if not _is_quiet(page):
        return ["never quiet"]
    for _ in range(MOST_BREATHERS):
        if not any(each.startswith(f"{TOO_MANY} ") for each in lost):
            break
        lost.clear()
        page.wait_for_timeout(BREATHER_MS)
        page.reload()
        _is_quiet(page)
    moved = checks.moved(page)
    if place.flag:
        page.evaluate(OPEN, place.flag)
        page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    phone = reader.width < 640
    return [
        *lost,
        *moved,
        *checks.axe(page),
        *checks.sideways(page),
        *(checks.small(page) if phone else []),
    ]


def _is_quiet(page: Page) -> bool:
    try:
        page.wait_for_load_state("networkidle", timeout=15_000)
        # A busy machine still draws what came: every page has a heading once it is there.
        page.locator("h1").first.wait_for(timeout=15_000)
    except TooLong:
        return False
    return True


def _missing(url: str, status: int) -> list[str]:
    """A file that is not there, a server that failed or is asked too often: it is not the page that it should be."""
    is_lost = status >= 500 or status == TOO_MANY or (status >= 400 and "/assets/" in url)
    return [f"{status} {url}"] if is_lost else []


def _ask(portal: Portal, token: str, path: str) -> Mapping[str, Any]:
    ask = urllib.request.Request(
        f"{portal.address}/api/{path}", headers={"Zs-Authentification": token}
    )
    try:
        with urllib.request.urlopen(ask, timeout=30) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError:
        return {"items": []}


def main() -> int:
    parser = argparse.ArgumentParser(prog="looks")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    parser.add_argument("--readers", default=",".join(READERS))
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--folder", type=Path, default=Path("dist/looks"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with demo() as portal, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which(CHROMIUM))
        chosen = (asked.readers, asked.widths, asked.languages, asked.schemes)
        lists = [each.split(",") for each in chosen]
        for reader in readers(*lists):
            found = look(browser, portal, reader, asked.folder, asked.only)
            faults = {name: each for name, each in found.items() if each}
            wrong += len(faults)
            print(f"{reader.title}: {len(found)} pages, {len(faults)} with something", flush=True)
            for name, each in faults.items():
                print(f"  {name}: " + "; ".join(each), flush=True)
        browser.close()
    print(f"contact sheets in {asked.folder}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
