"""What is looked for on a page: nothing for axe, nothing sideways, nothing that moves, nothing too small to press."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "webui" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_MOVED = 0.01

WATCH = """
window.__moved = [];
new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries())
        if (!hadRecentInput) window.__moved.push([value, ...sources.map(({node}) =>
            (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 90))]);
}).observe({type: 'layout-shift', buffered: true});
"""
"""Remembers what moved; to be run before a page's own scripts."""

_FOUND = """async (rules) => (await axe.run({runOnly: rules})).violations.map(
    ({id, nodes}) => `${id} ${nodes.map(({target}) => target).join(' ')}`)"""

_SMALL = """() => [...document.querySelectorAll(
    'main button, main select, [role=dialog] button, header button, nav a')]
    .filter((part) => part.checkVisibility({visibilityProperty: true}) && !part.closest('th'))
    .map((part) => {
        // What is drawn behind a part, larger than it, can be pressed too.
        const {width, height} = part.getBoundingClientRect();
        const {position, top, bottom} = getComputedStyle(part, '::after');
        const beyond = position === 'absolute' ? -parseFloat(top) - parseFloat(bottom) : 0;
        return [part, {width, height: height + Math.max(beyond || 0, 0)}];
    })
    .filter(([part, {width, height}]) => height > 2 && (height < 43.5 || width < 30))
    .map(([part, {width, height}]) =>
        `${Math.round(width)}x${Math.round(height)} ${part.outerHTML.slice(0, 120)}`)"""


def axe(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    return list(page.evaluate(_FOUND, RULES))


def sideways(page: Page) -> list[str]:
    root = "document.documentElement"
    over = page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
    return [f"{over} px too wide"] if over > 0 else []


def moved(page: Page) -> list[str]:
    """What moved by itself since the page began, where it is more than nobody sees."""
    shifts: list[list[Any]] = page.evaluate("window.__moved ?? []")
    score = sum(value for value, *_ in shifts)
    return [f"moved by {score:.3f}: {shifts}"] if score > MOST_MOVED else []


def small(page: Page) -> list[str]:
    """On a phone: what is pressed, below the size of a finger."""
    return list(page.evaluate(_SMALL))
