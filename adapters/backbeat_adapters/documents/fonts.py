"""Which font prints a document: the one on this machine that has most of its letters (INVOICE-10).

A font of all East Asian letters is cut down to those of the paper before anything else reads it. Nothing is fetched. The operator may name font files (`pdf.fonts`); after them come the usual places
of Noto Sans CJK and of the systems' own faces, then faces without Chinese and Korean letters.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from attrs import frozen

from backbeat.kernel.languages import Language

log = logging.getLogger(__name__)

ADVICE = (
    "no font on this machine has every letter of this paper: install Noto Sans CJK "
    "(Debian and Ubuntu: fonts-noto-cjk; Fedora: google-noto-sans-cjk-fonts; Arch: noto-fonts-cjk) "
    "or name a font file in the setting pdf.fonts"
)
"""What an operator is told if letters are missing."""

_KOREAN, _SIMPLIFIED, _TRADITIONAL = 1, 2, 3
_PLACE_IN_NOTO = {
    Language.ENGLISH: _SIMPLIFIED,
    Language.KOREAN: _KOREAN,
    Language.SIMPLIFIED_CHINESE: _SIMPLIFIED,
    Language.TRADITIONAL_CHINESE: _TRADITIONAL,
}
"""The collection draws letters that the countries share in each one's own way."""

_NOTO_FOLDERS = (
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/noto-cjk",
    "/usr/share/fonts/google-noto-cjk",
    "/usr/share/fonts/google-noto-sans-cjk-fonts",
    "/usr/share/fonts/truetype/noto",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)
_SYSTEM_FACES = {
    Language.KOREAN: (
        "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
        "/System/Library/Fonts/AppleSDGothicNeo.ttc",
        "C:/Windows/Fonts/malgun.ttf",
    ),
    Language.SIMPLIFIED_CHINESE: (
        "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
        "/System/Library/Fonts/Hiragino Sans GB.ttc",
        "C:/Windows/Fonts/msyh.ttc",
    ),
    Language.TRADITIONAL_CHINESE: (
        "/usr/share/fonts/truetype/arphic/uming.ttc",
        "/System/Library/Fonts/STHeiti Light.ttc",
        "C:/Windows/Fonts/msjh.ttc",
    ),
}
_WIDE_FACES = (
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "C:/Windows/Fonts/arial.ttf",
)


@frozen
class Face:
    """A font file, its place in a collection, and the bold one beside it where there is one."""

    path: Path
    number: int = 0
    bold: Path | None = None

    def lacks(self, text: str) -> set[str]:
        """The letters of a text that it does not have."""
        letters = _letters(self.path, self.number)
        return {letter for letter in set(text) if ord(letter) not in letters}

    def cut(self, text: str) -> CutFace:
        """The same face with the letters of the text and those that most papers have.

        It is kept for the next papers without a letter of their own: reading a whole face takes
        most of a second.
        """
        letters = _OFTEN | frozenset(map(ord, text))
        regular = _cut(self.path, self.number, letters)
        bold = regular if self.bold is None else _cut(self.bold, self.number, letters)
        return CutFace(regular, bold)


@frozen
class CutFace:
    """A face with a few letters: two font files."""

    regular: bytes
    bold: bytes


@frozen
class Fonts:
    """The fonts of this machine: the operator's files first, then the usual places."""

    named: tuple[str, ...] = ()
    usual: bool = True

    def face_for(self, text: str, language: Language) -> Face | None:
        """The face that lacks the fewest letters of the text; None if there is no face at all.

        A file that cannot be read is skipped.
        """
        best: Face | None = None
        fewest = len(text) + 1
        for face in self._faces(language):
            try:
                lacking = len(face.lacks(text))
            except OSError as error:
                log.warning("font %s cannot be read: %s", face.path, error)
                continue
            if lacking < fewest:
                best, fewest = face, lacking
            if not fewest:
                break
        return best

    def _faces(self, language: Language) -> Iterator[Face]:
        """The faces that exist, the likeliest first; each is opened only when it is needed."""
        for path in map(Path, dict.fromkeys([*self.named, *self._usual_places(language)])):
            if path.is_file():
                is_noto = path.suffix == ".ttc" and path.name.startswith("Noto")
                yield Face(path, _PLACE_IN_NOTO[language] if is_noto else 0, _bold_of(path))

    def _usual_places(self, language: Language) -> list[str]:
        if not self.usual:
            return []
        others = [path for faces in _SYSTEM_FACES.values() for path in faces]
        return [*_noto(), *_SYSTEM_FACES.get(language, ()), *others, *_WIDE_FACES]


def _noto() -> list[str]:
    names = ("NotoSansCJK-Regular.ttc", "NotoSansCJK.ttc")
    return [f"{folder}/{name}" for folder in _NOTO_FOLDERS for name in names]


def _bold_of(path: Path) -> Path | None:
    bold = path.with_name(path.name.replace("Regular", "Bold"))
    return bold if bold != path and bold.is_file() else None


_OFTEN = frozenset(range(0x20, 0x180))
"""Latin, digits and signs."""

_CUT_FACES_KEPT = 32
"""Two for each language and as many for the letters of names; some 30 kB each."""


@lru_cache(_CUT_FACES_KEPT)
def _cut(path: Path, number: int, letters: frozenset[int]) -> bytes:
    """A font file with these code points, as far as the face has them."""
    # Slow to import, and few commands print.
    from fontTools.subset import Options, Subsetter, load_font  # noqa: PLC0415

    # What sets Arabic, or Chinese from top to bottom, is as large as the letters, and never used.
    options = Options(font_number=number, layout_features=[], glyph_names=False, lazy=True)
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    font, file = load_font(path, options), BytesIO()
    cutter = Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.save(file)
    return file.getvalue()


@cache
def _letters(path: Path, number: int) -> frozenset[int]:
    """The code points that a face has letters for. Raises OSError if it cannot be read."""
    # Slow to import, and few commands print.
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415

    try:
        with TTFont(path, fontNumber=number, lazy=True) as font:
            return frozenset(font.getBestCmap())
    except TTLibError as error:
        raise OSError(f"{path} is no font: {error}") from error
