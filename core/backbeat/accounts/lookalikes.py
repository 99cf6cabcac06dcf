"""Names that can be mistaken for other names: mixed scripts, letters that look alike (ACCT-24).

Scripts are recognised by the Unicode names of characters, which Python knows; a table lists the
look-alike letters with which people imitate Latin names (decision 0209).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_HAN, _KANA, _HANGUL, _BOPOMOFO, _LATIN = "han", "kana", "HANGUL", "BOPOMOFO", "LATIN"
_SCRIPTS = {
    "CJK": _HAN,
    "IDEOGRAPHIC": _HAN,
    "HIRAGANA": _KANA,
    "KATAKANA": _KANA,
    "KATAKANA-HIRAGANA": _KANA,
    "VERTICAL": _KANA,
}
_OF_NO_SCRIPT = {"DIGIT", "COMBINING", "MODIFIER"}
_TOGETHER = (
    {_LATIN, _HAN, _KANA},
    {_LATIN, _HAN, _BOPOMOFO},
    {_LATIN, _HAN, _HANGUL},
)
"""Which scripts "highly restrictive" of UTS 39 allows together in one name."""

_ALIKE = {
    # Latin, and digits
    **dict(zip("I01ıɑɡɩ", "lolilgi", strict=True)),
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХЬ", "ABESlJKMHOPCTYXb", strict=True)),
    **dict(zip("аеѕіјорсухһьԁԛԝӏ", "aesijopcyxhbdqwl", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ", "ABEZHlKMNOPTYXavopu", strict=True)),
    # Armenian
    **dict(zip("ՕՏՍԼոսցհօ", "OSULnugho", strict=True)),
    # Kana beside Han
    **dict(zip("ニカロタトエハー", "二力口夕卜工八一", strict=True)),
}
_SHAPES = str.maketrans(_ALIKE)
_PAIRS = (("rn", "m"), ("vv", "w"))

RESERVED = (
    *("admin", "administrator", "backbeat", "billing", "ceo", "finance", "help", "helpdesk"),
    *("moderator", "official", "operator", "owner", "partner", "payment", "payments", "payout"),
    *("payouts", "postmaster", "root", "security", "service", "staff", "superuser", "support"),
    *("system", "team", "webmaster", "youtube", "tiktok", "paypal"),
    *("관리자", "운영자", "고객센터", "고객지원", "공식", "운영팀", "시스템", "보안팀"),
    *("管理员", "管理員", "官方", "客服", "系统", "系統", "运营", "營運", "客服中心"),
)
"""Names with which somebody could claim to speak for the portal."""


_DIGITS = "0123456789"


def mixes_scripts(name: str) -> bool:
    """Whether a name mixes scripts further than "highly restrictive" of UTS 39 allows."""
    scripts = {_script(letter) for letter in unicodedata.normalize("NFKC", name)} - {None}
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def shape(name: str) -> str:
    """A value that is the same for two names that can be mistaken for each other."""
    seen = unicodedata.normalize("NFKC", name).translate(_SHAPES).casefold()
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return unicodedata.normalize("NFKC", seen)


def is_reserved(name: str, site: str) -> bool:
    """Whether a name, with or without digits around it, claims to speak for the portal or is the
    site's name.
    """
    own = shape("".join(letter for letter in site if letter.isalnum()))
    return any(each == own or each in _RESERVED_SHAPES for each in _bared(name))


def _bared(name: str) -> Iterator[str]:
    """The shapes of a name with all digits around it and with fewer, because 0 and 1 at an end may
    stand for letters.
    """
    plain = unicodedata.normalize("NFKC", name)
    first, last = len(plain) - len(plain.lstrip(_DIGITS)), len(plain.rstrip(_DIGITS))
    for start in range(first + 1):
        for end in range(max(last, start + 1), len(plain) + 1):
            yield shape(plain[start:end])


def _script(letter: str) -> str | None:
    """The script of a letter; None for characters that belong to all scripts."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return None if first in _OF_NO_SCRIPT else _SCRIPTS.get(first, first)


_RESERVED_SHAPES = frozenset(map(shape, RESERVED))
