"""What is stored of a track so that it can be found: its folded texts, and the tokens of an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from backbeat.catalogue.model import Track
from backbeat.catalogue.search.folding import folded, initials, is_latin, spelled, stands_alone
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
        texts = [folded(text) for text in (track.name, track.artist, track.isrc)]
        fields = [spelled(text) for text in texts]
        runs = [text.replace(" ", "") for text in fields]
        heads = [initials(text) for text in texts[:2]]
        return cls(
            isrc=track.isrc,
            name=runs[0],
            artist=runs[1],
            words="\n".join(f" {text} " for text in fields),
            run="\n".join(runs),
            initials="\n".join(heads),
            tags=f" {' '.join(sorted(track.tags))} ",
            tokens=frozenset(_tokens(texts[:2], fields, runs, heads, track.tags)),
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
    fields: Iterable[str],
    runs: Iterable[str],
    heads: Iterable[str],
    tags: Iterable[str],
) -> Iterator[str]:
    for run in runs:
        yield from _of_run(run)
    for word in _words(fields):
        yield from _pieces(word, 2)
        if len(word) == 1:
            yield word_token(word)
    for part in _words(heads):
        yield from (f"^{piece}" for size in (2, 3) for piece in _pieces(part, size))
    for word in _words(texts):
        # A word may be one letter shorter than the one that was meant for it.
        if is_forgiven(word, at_least=FORGIVEN_FROM - 1):
            yield from near_tokens(word)
    yield from map(tag_token, tags)


def _of_run(run: str) -> Iterator[str]:
    yield from filter(stands_alone, run)
    yield from (piece for piece in _pieces(run, 2) if not is_latin(piece))
    yield from _pieces(run, 3)


def _pieces(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(len(text) - size + 1))


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from text.split()
