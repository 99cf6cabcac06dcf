"""What somebody searches for: words that must all match, each as a part of a word, as initials, as
a mood, or with one letter wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from attrs import evolve, field, frozen

from backbeat.catalogue.errors import BadSearch
from backbeat.catalogue.search.document import (
    SHORT,
    Document,
    initial_tokens,
    is_forgiven,
    near_tokens,
    part_tokens,
    tag_token,
    word_token,
)
from backbeat.catalogue.search.folding import folded, is_initials, is_latin, spelled, stands_alone
from backbeat.catalogue.vocabulary import Vocabulary
from backbeat.kernel.isrc import is_isrc, normalise_isrc

LONGEST = 100
"""The most characters of a search."""

_MOST_WORDS = 12


class Match(IntEnum):
    """How well a track fits; the better ones come first (MUSIC-14)."""

    WHOLE = 0
    """Title, artist or code is exactly the query."""
    BEGINNING = 1
    """One of them begins with it."""
    PHRASE = 2
    """One of them contains it, word by word."""
    WORDS = 3
    """All its words occur."""
    OTHER = 4
    """Some of it matches as a mood, as initial consonants, or with one letter wrong."""


class Place(IntEnum):
    """Where a word is looked for."""

    RUN = 0
    """Anywhere in a text without its spaces."""
    WORDS = 1
    """Within a word; `text` has a space on either side if it must be a whole word."""
    INITIALS = 2


@frozen
class Needle:
    """One word of a query: where its `text` is looked for, and which moods it may mean."""

    place: Place
    text: str
    tags: tuple[str, ...] = ()
    near: frozenset[str] = frozenset()
    word: str = field(default="", eq=False)
    """The folded word, before it was spelled out."""

    @property
    def tokens(self) -> Sequence[str]:
        """The tokens that the index must have, if the word itself is meant."""
        if self.place is Place.INITIALS:
            return sorted(set(initial_tokens(self.text)))
        if self.place is Place.WORDS and self.text.startswith(" "):
            return [word_token(self.text.strip())]
        return sorted(set(part_tokens(self.text)))

    @property
    def tag_tokens(self) -> Sequence[str]:
        return [tag_token(address) for address in self.tags]

    def is_in(self, document: Document) -> bool:
        """Whether the word itself occurs."""
        haystack = {
            Place.RUN: document.run,
            Place.WORDS: document.words,
            Place.INITIALS: document.initials,
        }[self.place]
        return self.text in haystack

    def is_met_by(self, document: Document) -> bool:
        return (
            self.is_in(document)
            or any(f" {address} " in document.tags for address in self.tags)
            or not self.near.isdisjoint(document.tokens)
        )


@frozen
class Query:
    """All needles must match; `whole` is the query without its spaces, spelled out."""

    needles: tuple[Needle, ...]
    whole: str

    def match(self, document: Document) -> Match | None:
        """How well a track matches, or None if it does not."""
        if not all(needle.is_met_by(document) for needle in self.needles):
            return None
        texts = (document.name, document.artist, document.isrc.lower())
        if self.whole in texts:
            return Match.WHOLE
        if any(text.startswith(self.whole) for text in texts):
            return Match.BEGINNING
        if self.whole in document.run:
            return Match.PHRASE
        is_there = all(
            needle.place is not Place.INITIALS and needle.is_in(document) for needle in self.needles
        )
        return Match.WORDS if is_there else Match.OTHER

    @property
    def forgiving(self) -> Query | None:
        """The same query with one wrong letter allowed in long words; None if it has no long words."""
        needles = tuple(map(_forgiving, self.needles))
        return None if needles == self.needles else evolve(self, needles=needles)


def parse(text: str, vocabulary: Vocabulary) -> Query:
    """The query that a text stands for; refuses with `BadSearch` a text without letters, or with
    too many.
    """
    if len(text) > LONGEST:
        raise BadSearch(longest=LONGEST)
    code = normalise_isrc(text)
    words = folded(code if is_isrc(code) else text).split()
    if not words or len(words) > _MOST_WORDS:
        raise BadSearch(longest=LONGEST)
    whole = spelled("".join(words))
    tags = _tags(text, vocabulary)
    if tags and len(words) > 1:
        return Query((Needle(Place.RUN, whole, tags),), whole)
    needles = tuple(_needle(word, _tags(word, vocabulary) or tags) for word in words)
    return Query(needles, whole)


def _needle(word: str, tags: tuple[str, ...]) -> Needle:
    spelling = spelled(word)
    if len(spelling) == 1 and not stands_alone(spelling):
        return Needle(Place.WORDS, f" {spelling} ", tags, word=word)
    if is_initials(spelling):
        return Needle(Place.INITIALS, spelling, tags, word=word)
    if len(spelling) < SHORT and is_latin(spelling):
        return Needle(Place.WORDS, spelling, tags, word=word)
    return Needle(Place.RUN, spelling, tags, word=word)


def _forgiving(needle: Needle) -> Needle:
    if not is_forgiven(needle.word):
        return needle
    return evolve(needle, near=near_tokens(needle.word))


def _tags(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The moods that a word stands for, by code or by the mood's word in any language."""
    meant = _run(word)
    return tuple(
        tag.address
        for tag in vocabulary.tags
        if meant in map(_run, (tag.code, *tag.words.values()))
    )


@lru_cache(maxsize=4_096)
def _run(word: str) -> str:
    return folded(word).replace(" ", "")
