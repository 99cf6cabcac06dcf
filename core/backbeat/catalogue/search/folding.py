"""Texts in the form in which they are compared: without case, width, accents, punctuation and
differences of script.

folded("Hip-Hop Café 愛")  # "hip hop cafe 爱"
spelled("밤")              # "ㅂㅏㅁ"
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from backbeat.catalogue.search.hanzi import SIMPLIFIED

VERSION = 1
"""Increased whenever folding or tokens change: documents of an older version are rebuilt."""

_DROPPED = re.compile("[.'’‘`´·・\u00ad\u200b-\u200f\u2060\ufeff]")
_NO_WORD = re.compile(r"[\W_]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"}
)
_KATAKANA = str.maketrans({code: code - 0x60 for code in range(0x30A1, 0x30F7)})

_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_SYLLABLES = re.compile("[\uac00-\ud7a3]")
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_LONE = {
    **{chr(0x1100 + at): letter for at, letter in enumerate(_INITIALS)},
    **{chr(0x1161 + at): letter for at, letter in enumerate(_VOWELS)},
    **{chr(0x11A7 + at): letter for at, letter in enumerate(_FINALS) if letter},
}
"""Letters that NFKC found no syllable for, as people type them."""

_COMPOUND = str.maketrans(
    {
        "ㄳ": "ㄱㅅ",
        "ㄵ": "ㄴㅈ",
        "ㄶ": "ㄴㅎ",
        "ㄺ": "ㄹㄱ",
        "ㄻ": "ㄹㅁ",
        "ㄼ": "ㄹㅂ",
        "ㄽ": "ㄹㅅ",
        "ㄾ": "ㄹㅌ",
        "ㄿ": "ㄹㅍ",
        "ㅀ": "ㄹㅎ",
        "ㅄ": "ㅂㅅ",
        "ㅘ": "ㅗㅏ",
        "ㅙ": "ㅗㅐ",
        "ㅚ": "ㅗㅣ",
        "ㅝ": "ㅜㅓ",
        "ㅞ": "ㅜㅔ",
        "ㅟ": "ㅜㅣ",
        "ㅢ": "ㅡㅣ",
    }
)
"""Letters as they are typed, one key after the other."""

_KEYS = _KATAKANA | str.maketrans(_LONE)
_CONSONANTS = frozenset(_INITIALS)
_SCRIPTS = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Kana and Chinese characters, of which a single one can be searched for."""

_BEYOND_LATIN = re.compile("[\u1100-\u11ff\u3041-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]")


def folded(text: str) -> str:
    """The words of a text, a space between them."""
    if text.isascii() and text.replace(" ", "").isalnum():
        return " ".join(text.lower().split())
    return " ".join(filter(None, map(_folded, text.split())))


def _folded(word: str) -> str:
    """What stands between two spaces; nothing of it depends on what stands beyond them."""
    return word.lower() if word.isascii() and word.isalnum() else _folded_anyhow(word)


@lru_cache(maxsize=4_096)
def _folded_anyhow(word: str) -> str:
    plain = unicodedata.normalize("NFKC", word).casefold().translate(_LETTERS)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", plain))
    # NFD also takes syllables and voiced kana apart; they are put together again here.
    whole = unicodedata.normalize("NFC", _DROPPED.sub("", bare))
    return _words(whole.translate(_KEYS).translate(SIMPLIFIED))


def _words(text: str) -> str:
    return " ".join(_NO_WORD.sub(_parting, text).split())


def _parting(found: re.Match[str]) -> str:
    """Marks belong to a word, which Python's own classes of letters do not say."""
    return found[0] if unicodedata.category(found[0])[0] == "M" else " "


def spelled(text: str) -> str:
    """Syllables as the letters with which they are typed; everything else unchanged."""
    if text.isascii():
        return text
    return "".join(map(_spelled, text))


@lru_cache(maxsize=16_384)
def _spelled(char: str) -> str:
    if not _FIRST_SYLLABLE <= ord(char) <= _LAST_SYLLABLE:
        return char.translate(_COMPOUND)
    rest, final = divmod(ord(char) - _FIRST_SYLLABLE, len(_FINALS))
    initial, vowel = divmod(rest, len(_VOWELS))
    return f"{_INITIALS[initial]}{_VOWELS[vowel]}{_FINALS[final]}".translate(_COMPOUND)


def initials(text: str) -> str:
    """The initial consonants of its syllables, also across neighbouring words; a space where other
    letters separate them.
    """
    if _SYLLABLES.search(text) is None:
        return ""
    return " ".join("".join(map(_initial, text.replace(" ", ""))).split())


@lru_cache(maxsize=16_384)
def _initial(char: str) -> str:
    if not _FIRST_SYLLABLE <= ord(char) <= _LAST_SYLLABLE:
        return " "
    return _INITIALS[(ord(char) - _FIRST_SYLLABLE) // (len(_VOWELS) * len(_FINALS))]


def is_initials(spelling: str) -> bool:
    """Whether a spelling has only consonants, as people in a hurry type."""
    return set(spelling) <= _CONSONANTS


def stands_alone(char: str) -> bool:
    """Whether one such character is enough to search for: kana and Chinese."""
    return _SCRIPTS.fullmatch(char) is not None


def each_alone(text: str) -> Sequence[str]:
    return _SCRIPTS.findall(text)


def is_latin(spelling: str) -> bool:
    """Whether its letters belong to an alphabet whose words are separated by spaces."""
    return _BEYOND_LATIN.search(spelling) is None
