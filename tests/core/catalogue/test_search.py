"""What a search finds, without a database."""

from __future__ import annotations

import pytest
from tests.fakes.search_suite import REFUSED, queries, tracks
from tests.fakes.standins import NOON

from backbeat.catalogue.errors import BadSearch
from backbeat.catalogue.search.document import Document
from backbeat.catalogue.search.folding import folded, initials, spelled
from backbeat.catalogue.search.query import Query, parse
from backbeat.catalogue.vocabulary import Vocabulary

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
                assert document.tokens.issuperset(needle.tokens)


def test_texts_are_folded_spelled_and_shortened_to_initials() -> None:
    assert folded("  Ｈｉｐ-Hop CAFÉ\u3000愛 ガ ") == "hip hop cafe 爱 が"
    assert spelled("값 과") == "ㄱㅏㅂㅅ ㄱㅗㅏ"
    assert initials("밤하늘의 별 (a) 비") == "ㅂㅎㄴㅇㅂ ㅂ"
