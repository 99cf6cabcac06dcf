"""What a search finds, without a database."""

from __future__ import annotations

import pytest
from tests.fakes.search_suite import REFUSED, queries, tracks
from tests.fakes.standins import NOON

from backbeat.catalogue.errors import BadSearch
from backbeat.catalogue.model import Track
from backbeat.catalogue.search.document import (
    SHORT,
    Document,
    initial_tokens,
    part_tokens,
    tag_token,
    word_token,
)
from backbeat.catalogue.search.folding import folded, initials, is_latin, spelled, stands_alone
from backbeat.catalogue.search.query import Query, parse
from backbeat.catalogue.vocabulary import Vocabulary
from backbeat.kernel.ids import Isrc

VOCABULARY = Vocabulary.over(())
DOCUMENTS = [Document.of(track) for track in tracks(NOON) if track.is_for(None)]


def found(query: Query) -> set[str]:
    return {each.isrc[-2:] for each in DOCUMENTS if query.match(each) is not None}


def test_the_suite_is_as_large_as_it_has_to_be() -> None:
    asked = queries()

    assert len(asked) + len(REFUSED) >= 120
    assert len([1 for _, numbers in asked if not numbers]) + len(REFUSED) >= 30


@pytest.mark.parametrize(("text", "numbers"), queries())
def test_a_query_finds_what_it_has_to(text: str, numbers: set[str]) -> None:
    query = parse(text, VOCABULARY)

    exact = found(query)
    forgiving = query.forgiving
    assert (exact or (found(forgiving) if forgiving else set())) == numbers


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_letter_or_too_many_is_refused(text: str) -> None:
    with pytest.raises(BadSearch):
        parse(text, VOCABULARY)


@pytest.mark.parametrize(("text", "_"), queries())
def test_an_index_has_the_tokens_of_whatever_is_found(text: str, _: set[str]) -> None:
    query = parse(text, VOCABULARY)
    for document in DOCUMENTS:
        for needle in query.needles:
            if needle.is_in(document):
                assert document.tokens >= set(needle.tokens)


MIXED = Track(
    Isrc("QZBB12500001"),
    "Hip-Hop 晚雨 夜歌 x 밤 하늘 1st カフェ",
    "ab 愛 Straße",
    moods=frozenset({"calm"}),
)


@pytest.mark.parametrize("document", [*DOCUMENTS, Document.of(MIXED)])
def test_an_index_has_the_tokens_of_every_part_that_may_be_asked_for(document: Document) -> None:
    """Whatever a needle may be of, within words and across them."""
    runs, words = document.run.split("\n"), document.words.split()
    across = {
        part
        for run in runs
        for size in (1, 2, 3, 5)
        for part in _parts(run, size)
        if size >= SHORT or not is_latin(part)
    }
    within = {part for word in words for size in (2, 3) for part in _parts(word, size)}
    alone = {part for part in across if len(part) == 1 and not stands_alone(part)}

    asked = {token for part in (across | within) - alone for token in part_tokens(part)}
    letters = {word_token(word) for word in words if len(word) == 1}
    heads = {
        token
        for head in document.initials.split()
        for size in (2, 3, 4)
        for part in _parts(head, size)
        for token in initial_tokens(part)
    }
    tags = {tag_token(address) for address in document.tags.split()}
    assert document.tokens >= asked | letters | heads | tags


def _parts(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(len(text) - size + 1)]


def test_marks_belong_to_words_and_separators_do_not() -> None:
    assert folded("नमस्ते/दुनिया_x 1_2") == "नमस्ते दुनिया x 1 2"
    assert folded("ひらｶﾞ été­- ́x") == "ひらが ete x"


def test_texts_are_folded_spelled_and_shortened_to_initials() -> None:
    assert folded("  Ｈｉｐ-Hop CAFÉ\u3000愛 ガ ") == "hip hop cafe 爱 が"
    assert spelled("값 과") == "ㄱㅏㅂㅅ ㄱㅗㅏ"
    assert initials("밤하늘의 별 (a) 비") == "ㅂㅎㄴㅇㅂ ㅂ"
