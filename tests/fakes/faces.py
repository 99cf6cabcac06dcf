"""A face for papers in tests: a box for each letter of our own words, in every language.

Noto Sans CJK has sixty thousand letters, and printing with it takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

import backbeat.codes
import backbeat_adapters.documents

NOTHING = ".notdef"
UNITS, WIDTH, ASCENT, DESCENT = 1000, 600, 800, -200
LATIN = tuple(map(chr, range(0x20, 0x180)))


def make_face(path: Path) -> Path:
    """The font file; a paper that needs other letters is printed with this machine's fonts."""
    names = {ord(letter): f"u{ord(letter):X}" for letter in sorted({*LATIN, *_words()})}
    glyphs = [NOTHING, *names.values()]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(glyphs, _box()))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (WIDTH, 0)))
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT)
    builder.setupPost()
    builder.save(path)
    return path


def _words() -> Iterator[str]:
    for package in (backbeat.codes, backbeat_adapters.documents):
        for folder in package.__path__:
            for file in Path(folder).rglob("*.toml"):
                yield from file.read_text(encoding="utf-8")


def _box() -> object:
    pen = TTGlyphPen(None)
    corners = ((0, 0), (0, ASCENT), (WIDTH, ASCENT), (WIDTH, 0))
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()
