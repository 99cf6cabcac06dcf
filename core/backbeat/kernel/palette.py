"""A whole palette from one primary colour, readable in light and dark (SITE-8).

Text in the colour, text on it and its soft backgrounds are derived from it with at least 4.5:1
(WCAG AA). The web UI computes the same in `palette.ts`; both run the cases of
`tests/golden/palettes.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

Rgb = tuple[float, float, float]

ENOUGH = 4.5
"""The contrast that text needs against its background."""

_SOUGHT = 4.6
"""A little more than needed, since colour channels are rounded to whole numbers afterwards."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WHITE: Rgb = (255, 255, 255)
_NIGHT: Rgb = (14, 15, 19)
_BLACK: Rgb = (0, 0, 0)
_LIGHT_GROUND: Rgb = (246, 246, 249)
_DARK_SURFACE: Rgb = (28, 30, 38)
_NEARLY_BLACK = 0.02
_STEPS = 25


@frozen
class Scheme:
    """The colours of one scheme; the names are those of the web UI's tokens."""

    primary: str
    hover: str
    ink: str
    """The primary when it is used as text."""
    soft: str
    """A quiet background for selected items."""
    on_primary: str
    """Text on a fill of the primary."""


@frozen
class Pair:
    """A text and its background, with the contrast between them."""

    scheme: str
    what: str
    text: str
    ground: str
    ratio: float

    @property
    def is_readable(self) -> bool:
        return self.ratio >= ENOUGH


@frozen
class Palette:
    """The colours of both schemes."""

    light: Scheme
    dark: Scheme

    def pairs(self) -> tuple[Pair, ...]:
        """Every text that the colours are used for, on each of its backgrounds."""
        grounds = {"light": (_WHITE, _LIGHT_GROUND), "dark": (_DARK_SURFACE, _NIGHT)}
        return tuple(
            Pair(name, what, text, ground, contrast(text, ground))
            for name, own in (("light", self.light), ("dark", self.dark))
            for what, text, ground in (
                ("text on the primary", own.on_primary, own.primary),
                ("text on the primary, pointed at", own.on_primary, own.hover),
                ("text on the soft ground", own.ink, own.soft),
                *(("text on a surface", own.ink, _hex(each)) for each in grounds[name]),
            )
        )


def is_colour(text: str) -> bool:
    """Whether it is `#rrggbb`."""
    return _COLOUR.fullmatch(text) is not None


def palette_of(primary: str, dim: str | None = None) -> Palette:
    """The palette of a primary colour; `dim` is its shade while the pointer is over it.

    Raises ValueError for anything except `#rrggbb`.
    """
    given = _rgb(primary)
    ink = _ink_on(given)
    dimmed = dimmed_of(primary) if dim is None else _hex(_rgb(dim))
    soft = _mix(given, _WHITE, 0.9)
    lifted = _readable_on(_mix(given, _WHITE, 0.28), (_DARK_SURFACE,), _WHITE)
    night = _mix(given, _DARK_SURFACE, 0.74)
    return Palette(
        Scheme(
            primary=_hex(given),
            hover=dimmed,
            ink=_hex(
                _readable_on(_mix(given, _NIGHT, 0.12), (_WHITE, _LIGHT_GROUND, soft), _NIGHT)
            ),
            soft=_hex(soft),
            on_primary=_hex(ink),
        ),
        Scheme(
            primary=_hex(lifted),
            hover=_hex(_mix(lifted, _WHITE, 0.14)),
            ink=_hex(_readable_on(_mix(lifted, _WHITE, 0.22), (_DARK_SURFACE, night), _WHITE)),
            soft=_hex(night),
            on_primary=_hex(_ink_on(lifted)),
        ),
    )


def dimmed_of(primary: str) -> str:
    """The colour moved a little away from the text on it, so that the text stays readable."""
    given = _rgb(primary)
    is_dark = _ink_on(given) == _WHITE and _luminance(given) >= _NEARLY_BLACK
    return _hex(_mix(given, _NIGHT if is_dark else _WHITE, 0.12))


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    return _contrast(_rgb(one), _rgb(other))


def _ink_on(fill: Rgb) -> Rgb:
    """White if it is readable, otherwise near-black; in the narrow band between, black."""
    return next((ink for ink in (_WHITE, _NIGHT) if _contrast(ink, fill) >= ENOUGH), _BLACK)


def _readable_on(colour: Rgb, grounds: Iterable[Rgb], towards: Rgb) -> Rgb:
    """The colour moved towards another one until it is readable on every background."""
    grounds = tuple(grounds)
    for step in range(_STEPS):
        candidate = _mix(colour, towards, step / _STEPS)
        if all(_contrast(candidate, ground) >= _SOUGHT for ground in grounds):
            return candidate
    return towards


def _mix(colour: Rgb, into: Rgb, share: float) -> Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(colour, into, strict=True))
    return red, green, blue


def _contrast(one: Rgb, other: Rgb) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _rgb(text: str) -> Rgb:
    if not is_colour(text):
        raise ValueError(f"not a colour like #rrggbb: {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{int(channel + 0.5):02x}" for channel in colour)
