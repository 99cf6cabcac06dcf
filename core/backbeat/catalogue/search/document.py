"""What is stored of a track so that it can be found: its folded texts, and the tokens of an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from attrs import frozen

from backbeat.catalogue.model import Track
from backbeat.catalogue.search.folding import (
    each_alone,
    folded,
    initials,
    is_latin,
    pairs_beyond_latin,
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
    tokens: frozenset[str]

    @classmethod
    def of(cls, track: Track) -> Document:
        # A code is folded and spelled out once it is small.
        code = track.isrc.lower()
        texts = [folded(track.name), folded(track.artist)]
        fields = [*map(spelled, texts), code]
        runs = [text.replace(" ", "") for text in fields]
        heads = [initials(text) for text in texts]
        tags = sorted(track.tags)
        return cls(
            isrc=track.isrc,
            name=runs[0],
            artist=runs[1],
            words="\n".join(f" {text} " for text in fields),
            run="\n".join(runs),
            initials="\n".join(heads),
            tags=f" {' '.join(tags)} ",
            tokens=frozenset(chain.from_iterable(_tokens(texts, code, runs, heads, tags))),
        )


def part_tokens(part: str) -> Iterator[str]:
    """The tokens of a part of a text: every text that contains the part has all of them."""
    if (len(part) == 1 and stands_alone(part)) or len(part) <= 2:
        yield part
    else:
        yield from (part[at : at + 3] for at in range(len(part) - 2))


def initial_tokens(part: str) -> Iterator[str]:
    return (f"^{piece}" for piece in _pieces(part, min(len(part), 3)))


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
        and not any(char.isdigit() for char in word)
        and not any(stands_alone(char) for char in word)
    )


def _tokens(
    texts: Iterable[str],
    code: str,
    runs: Iterable[str],
    heads: Iterable[str],
    tags: Iterable[str],
) -> Iterator[Iterable[str]]:
    for run in runs:
        yield _pieces(run, 3)
        if not is_latin(run):
            yield each_alone(run)
            yield pairs_beyond_latin(run)
    yield _pieces(code, 2)
    for text in texts:
        yield from map(_of_word, text.split())
    for head in heads:
        for part in head.split():
            yield (f"^{piece}" for size in (2, 3) for piece in _pieces(part, size))
    yield map(tag_token, tags)


@lru_cache(maxsize=16_384)
def _of_word(word: str) -> frozenset[str]:
    """Of a word alone, whatever stands beside it: a catalogue has many words many times."""
    spelling = spelled(word)
    alone = [word_token(spelling)] if len(spelling) == 1 else []
    # A word may be one letter shorter than the one that was meant for it.
    near = near_tokens(word) if is_forgiven(word, at_least=FORGIVEN_FROM - 1) else ()
    return frozenset([*_pieces(spelling, 2), *alone, *near])


def _pieces(text: str, size: int) -> Sequence[str]:
    return [text[at : at + size] for at in range(len(text) - size + 1)]
