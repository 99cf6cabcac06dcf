"""What is stored of a track so that it can be found: its folded texts, and the tokens of an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from attrs import frozen

from backbeat.catalogue.model import Track
from backbeat.catalogue.search.folding import (
    each_alone,
    folded,
    initials,
    is_latin,
    spelled,
    stands_alone,
)
from backbeat.kernel.ids import Isrc

SHORT = 4
"""Alphabetic words shorter than this are looked for only within words, never across two."""

FORGIVEN_FROM = 5
"""Words of that many letters and more are found with one letter wrong."""

_LONGEST_FORGIVEN = 24


@frozen
class Document:
    """A track's texts as searches read them, each field on a line of its own.

    `words` and `run` are spelled out: the first with spaces, the second without. `tags` are its
    tags' addresses between spaces.
    """

    isrc: Isrc
    name: str
    artist: str
    words: str
    run: str
    initials: str
    tags: str
    tokens: Set[str]

    @classmethod
    def of(cls, track: Track) -> Document:
        texts = [folded(text) for text in (track.name, track.artist, track.isrc)]
        fields = [spelled(text) for text in texts]
        runs = [text.replace(" ", "") for text in fields]
        heads = [initials(text) for text in texts[:2]]
        tags = sorted(track.tags)
        return cls(
            isrc=track.isrc,
            name=runs[0],
            artist=runs[1],
            words="\n".join([f" {text} " for text in fields]),
            run="\n".join(runs),
            initials="\n".join(heads),
            tags=f" {' '.join(tags)} ",
            tokens=_tokens(texts, fields, heads, tags),
        )


def part_tokens(part: str) -> Iterator[str]:
    """The tokens of a part of a text: every text that contains the part has all of them."""
    if (len(part) == 1 and stands_alone(part)) or len(part) <= 2:
        yield part
    else:
        yield from _threes(part)


def initial_tokens(part: str) -> Iterator[str]:
    return (f"^{piece}" for piece in ([part] if len(part) < 3 else _threes(part)))


def word_token(word: str) -> str:
    """The token of a whole word of one letter."""
    return f"={word}"


def tag_token(address: str) -> str:
    return f"#{address}"


def near_tokens(word: str) -> frozenset[str]:
    """The word, and what remains of it without each of its letters.

    Two words share one of these if a letter is missing, extra, wrong or in another place.
    """
    shortened = {word[:at] + word[at + 1 :] for at in range(len(word))}
    return frozenset(f"~{form}" for form in {word, *shortened})


def is_forgiven(word: str, *, at_least: int = FORGIVEN_FROM) -> bool:
    """Whether a word (not spelled out) may be found with one letter wrong. Codes and numbers may
    not, and it makes no sense for scripts that do not separate words.
    """
    return (
        at_least <= len(word) <= _LONGEST_FORGIVEN
        and not any(map(str.isdigit, word))
        and not each_alone(word)
    )


def _tokens(
    texts: Sequence[str], fields: Sequence[str], heads: Iterable[str], tags: Iterable[str]
) -> set[str]:
    found = set(map(tag_token, tags))
    *titles, code = texts
    for text, field in zip(titles, fields, strict=False):
        for word in text.split():
            # A catalogue has the same words many times, but numbers once.
            found.update(_of_known(word) if word.isalpha() else _of_word(word))
        if " " in field:
            _add_meetings(found, field.split())
    # Codes follow one another: a thousand have the same beginning, and a thousand ends are all.
    for part in (code[:9], code[7:11], code[9:]):
        found.update(_known_pieces(part))
    for head in heads:
        for part in head.split():
            found.update(f"^{piece}" for piece in _pieces(part))
    return found


def _of_word(word: str) -> Sequence[str]:
    """Of a word alone, whatever stands beside it."""
    spelling = spelled(word)
    found = _pieces(spelling)
    if len(spelling) == 1:
        found.append(word_token(spelling))
    if not spelling.isascii():
        found += each_alone(spelling)
    # A word may be one letter shorter than the one that was meant for it.
    if is_forgiven(word, at_least=FORGIVEN_FROM - 1):
        found += near_tokens(word)
    return found


_of_known = lru_cache(maxsize=4_096)(_of_word)


def _add_meetings(found: set[str], spellings: Sequence[str]) -> None:
    """Of the places where words meet: searches leave spaces out."""
    run, at = "".join(spellings), 0
    for spelling in spellings[:-1]:
        at += len(spelling)
        found.update(_meeting(run[max(at - 2, 0) : at], run[at : at + 2]))


@lru_cache(maxsize=4_096)
def _meeting(before: str, after: str) -> Sequence[str]:
    """Of the last two letters before a space and the first two after it."""
    pair = before[-1] + after[0]
    threes = [*_threes(before + after)]
    return threes if is_latin(pair) else [pair, *threes]


def _pieces(text: str) -> list[str]:
    return [*map(str.__add__, text, text[1:]), *_threes(text)]


_known_pieces = lru_cache(maxsize=4_096)(_pieces)


def _threes(text: str) -> Iterator[str]:
    return map("".join, zip(text, text[1:], text[2:], strict=False))
