"""The two vocabularies of tags: moods and AI tags, each code with its word in every language.

Vocabulary(BUILT_IN).sorted_out("Calm #sad / 신나는")
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from attrs import Factory, field, frozen

from backbeat.kernel.languages import Language

_CODE = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_LONGEST = 40
_PARTED = re.compile(r"[|,;/\\、，；・#＃\n\t]+")
_AI = "ai:"


class TagKind(StrEnum):
    """Which vocabulary a tag is of (MUSIC-4)."""

    MOOD = "mood"
    AI = "ai"


def _is_code(_: object, __: object, value: str) -> None:
    if len(value) > _LONGEST or not _CODE.fullmatch(value):
        raise ValueError(f"a tag's code is small letters and digits, at most {_LONGEST}: {value!r}")


def _has_words(_: object, __: object, value: Mapping[Language, str]) -> None:
    for language in Language:
        word = value.get(language, "").strip()
        if not word or len(word) > _LONGEST or not word.isprintable():
            raise ValueError(f"a tag has a word of at most {_LONGEST} letters in {language.value}")


@frozen
class Tag:
    """One tag. A code is unique within its kind; `words` are what readers see."""

    kind: TagKind
    code: str = field(validator=_is_code)
    words: Mapping[Language, str] = field(validator=_has_words)

    @property
    def address(self) -> str:
        """How it is written where both kinds may occur: `calm`, `ai:cheerful` (MUSIC-4)."""
        return f"{_AI}{self.code}" if self.kind is TagKind.AI else self.code


@frozen
class SortedTags:
    """The tags that a cell names, and its words that are in no vocabulary."""

    moods: frozenset[str]
    ai_tags: frozenset[str]
    unknown: tuple[str, ...]


@frozen
class Vocabulary:
    """All tags: the built-in ones, overridden by the operator's."""

    tags: Sequence[Tag]
    _by_word: Mapping[tuple[TagKind, str], str] = field(
        init=False, default=Factory(lambda my: _words_of(my.tags), takes_self=True)
    )

    @classmethod
    def over(cls, own: Iterable[Tag]) -> Vocabulary:
        """The built-in tags; an operator's tag replaces the one with the same code and kind."""
        tags = {(tag.kind, tag.code): tag for tag in (*BUILT_IN, *own)}
        return cls(tuple(tags.values()))

    def of_kind(self, kind: TagKind) -> Sequence[Tag]:
        return [tag for tag in self.tags if tag.kind is kind]

    def at(self, address: str) -> Tag | None:
        """The tag that is written like this: `calm`, `ai:cheerful`; None for any other word."""
        text = address.strip().lower()
        kind = TagKind.AI if text.startswith(_AI) else TagKind.MOOD
        code = text.removeprefix(_AI)
        return next((tag for tag in self.tags if (tag.kind, tag.code) == (kind, code)), None)

    def sorted_out(self, moods: str, ai_tags: str = "") -> SortedTags:
        """What two cells name, however their words are separated:

        `calm|sad`, `sad #funny`, `신나는, 슬픈`. A word that is only an AI tag, or is written `ai:word`,
        counts as an AI tag in either cell.
        """
        found: dict[TagKind, set[str]] = {kind: set() for kind in TagKind}
        unknown: dict[str, None] = {}
        for cell, kind in ((moods, TagKind.MOOD), (ai_tags, TagKind.AI)):
            for word in self._words(cell, kind):
                known = self._known(word, kind)
                if known is None:
                    unknown[word] = None
                else:
                    found[known[0]].add(known[1])
        return SortedTags(
            frozenset(found[TagKind.MOOD]), frozenset(found[TagKind.AI]), tuple(unknown)
        )

    def _words(self, cell: str, kind: TagKind) -> Iterator[str]:
        """The cell's words; a word of several parts is kept whole if it is known like that."""
        for part in _PARTED.split(cell):
            whole = _plain(part)
            if not whole:
                continue
            parts = whole.split()
            if self._known(whole, kind) is None and any(self._known(each, kind) for each in parts):
                yield from parts
            else:
                yield whole[:_LONGEST]

    def _known(self, word: str, kind: TagKind) -> tuple[TagKind, str] | None:
        order: tuple[TagKind, ...] = (TagKind.MOOD, TagKind.AI)
        if word.startswith(_AI):
            word, order = word.removeprefix(_AI).strip(), (TagKind.AI,)
        elif kind is TagKind.AI:
            order = (TagKind.AI,)
        for each in order:
            code = self._by_word.get((each, word))
            if code is not None:
                return each, code
        return None


def _plain(word: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


def _words_of(tags: Iterable[Tag]) -> Mapping[tuple[TagKind, str], str]:
    known: dict[tuple[TagKind, str], str] = {}
    told = list(tags)
    for tag in told:
        for word in tag.words.values():
            known.setdefault((tag.kind, _plain(word)), tag.code)
    # A code always means its own tag, whatever words other tags have.
    return known | {(tag.kind, _plain(tag.code)): tag.code for tag in told}


def _tags(kind: TagKind, lines: str) -> list[Tag]:
    return [
        Tag(kind, code, dict(zip(_ORDER, words, strict=True)))
        for code, *words in (map(str.strip, line.split("|")) for line in lines.strip().splitlines())
    ]


_ORDER = (
    Language.ENGLISH,
    Language.KOREAN,
    Language.SIMPLIFIED_CHINESE,
    Language.TRADITIONAL_CHINESE,
)

_MOODS = """
exciting|Exciting|신나는|激动|激動
bright|Bright|밝은|明亮|明亮
calm|Calm|차분한|平静|平靜
touching|Touching|감동적인|感人|感人
cheerful|Cheerful|쾌활한|欢快|歡快
sexy|Sexy|섹시한|性感|性感
atmospheric|Atmospheric|분위기 있는|有氛围|有氛圍
vivacious|Vivacious|생기 있는|活泼|活潑
grand|Grand|웅장한|宏大|宏大
tense|Tense|긴장되는|紧张|緊張
intense|Intense|강렬한|强烈|強烈
funny|Funny|웃긴|搞笑|搞笑
entertaining|Entertaining|재미있는|有趣|有趣
scary|Scary|무서운|可怕|可怕
bouncy|Bouncy|통통 튀는|弹跳|彈跳
humorous|Humorous|유머러스한|幽默|幽默
joyful|Joyful|기쁜|喜悦|喜悅
sensual|Sensual|관능적인|感性|感性
ethereal|Ethereal|신비로운|空灵|空靈
anxiety|Anxiety|불안|焦虑|焦慮
heavy|Heavy|무거운|沉重|沉重
twist|Twist|반전|反转|反轉
luminous|Luminous|빛나는|闪耀|閃耀
merry|Merry|흥겨운|欢乐|歡樂
curious|Curious|호기심|好奇|好奇
horror|Horror|공포|恐怖|恐怖
peaceful|Peaceful|평화로운|宁静|寧靜
sadness|Sadness|슬픔|悲伤|悲傷
sad|Sad|슬픈|伤感|傷感
suspense|Suspense|서스펜스|悬疑|懸疑
edm|EDM|이디엠|电子舞曲|電子舞曲
"""

_MACHINES = """
cheerful|Cheerful|쾌활한|欢快|歡快
scary|Scary|무서운|可怕|可怕
cute|Cute|귀여운|可爱|可愛
groovy|Groovy|그루비한|律动|律動
tense|Tense|긴장되는|紧张|緊張
simple|Simple|단순한|简单|簡單
dramatic|Dramatic|극적인|戏剧性|戲劇性
romantic|Romantic|로맨틱한|浪漫|浪漫
dreamy|Dreamy|몽환적인|梦幻|夢幻
frightening|Frightening|소름 끼치는|惊悚|驚悚
bright|Bright|밝은|明亮|明亮
majestic|Majestic|장엄한|庄严|莊嚴
sad|Sad|슬픈|伤感|傷感
exciting|Exciting|신나는|激动|激動
mysterious|Mysterious|미스터리한|神秘|神秘
wistful|Wistful|아련한|惆怅|惆悵
grand|Grand|웅장한|宏大|宏大
calm|Calm|차분한|平静|平靜
fun|Fun|즐거운|好玩|好玩
refreshing|Refreshing|상쾌한|清新|清新
comic|Comic|코믹한|滑稽|滑稽
peaceful|Peaceful|평화로운|宁静|寧靜
happy|Happy|행복한|快乐|快樂
angry|Angry|화난|愤怒|憤怒
hopeful|Hopeful|희망찬|充满希望|充滿希望
"""

BUILT_IN = (*_tags(TagKind.MOOD, _MOODS), *_tags(TagKind.AI, _MACHINES))
"""What a new installation knows (MUSIC-19, MUSIC-20)."""
