"""What a track is to somebody: new, offered, tagged."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from attrs import evolve
from tests.fakes.standins import NOON

from backbeat.catalogue.model import Track
from backbeat.catalogue.vocabulary import BUILT_IN, Tag, TagKind, Vocabulary
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language

TODAY = date(2025, 10, 15)
TRACK = Track(Isrc("QZBB12500001"), "One", released_on=TODAY)


@pytest.mark.parametrize(("days_ago", "is_new"), [(0, True), (29, True), (30, False), (-1, False)])
def test_a_track_is_new_for_so_many_days_or_where_the_operator_says_so(
    days_ago: int, is_new: bool
) -> None:
    released = evolve(TRACK, released_on=TODAY - timedelta(days=days_ago))

    assert released.is_new(TODAY, 30) is is_new
    assert evolve(released, is_flagged_new=True).is_new(TODAY, 30)
    assert not evolve(TRACK, released_on=None).is_new(TODAY, 30)


def test_a_track_is_for_everybody_or_its_partners_people_until_it_is_retired() -> None:
    exclusive = evolve(TRACK, partner="partner.example")

    assert [TRACK.is_for(None), TRACK.is_for("other.example")] == [True, True]
    assert [exclusive.is_for(None), exclusive.is_for("other.example")] == [False, False]
    assert exclusive.is_for("partner.example")
    assert not evolve(exclusive, retired_at=NOON).is_for("partner.example")


def test_every_word_of_the_vocabularies_is_read_back_as_its_tag() -> None:
    vocabulary = Vocabulary.over(())
    for tag in BUILT_IN:
        for word in (tag.address, *tag.words.values()):
            cell = ("", word) if tag.kind is TagKind.AI else (word, "")
            found = vocabulary.sorted_out(*cell)
            assert found.unknown == ()
            assert len(found.moods | found.ai_tags) == 1, word


def test_a_tag_of_the_operators_takes_the_place_of_its_namesake() -> None:
    words = dict.fromkeys(Language, "Serene")
    own = Vocabulary.over([Tag(TagKind.MOOD, "calm", words)])

    assert len(own.tags) == len(BUILT_IN)
    assert own.at("calm") == Tag(TagKind.MOOD, "calm", words)
    assert own.sorted_out("serene").moods == {"calm"}
