"""Which track a row's money belongs to, and how it is divided among several."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backbeat.figures.model import Figures, UsedTrack
from backbeat.figures.tracks import Claim, MonthTracks, divided, shares, used
from backbeat.kernel.ids import Isrc, VideoId
from backbeat.kernel.months import Month

X, Y, Z = (Isrc(f"QZBB1250000{number}") for number in (1, 2, 3))
SEPTEMBER = Month(2025, 9)
ONE, TWO = VideoId("one"), VideoId("two")

amounts = st.integers(-(10**15), 10**15)
weights = st.dictionaries(
    st.sampled_from([Isrc(f"QZBB125000{n:02}") for n in range(12)]),
    st.integers(-(10**13), 10**13),
    min_size=1,
)


@given(amounts, weights)
def test_parts_add_up_to_the_nano(amount: int, of: dict[Isrc, int]) -> None:
    parts = divided(amount, of)

    assert parts.keys() == of.keys()
    assert sum(parts.values()) == amount


@given(amounts, weights)
def test_a_part_is_less_than_a_nano_from_its_share(amount: int, of: dict[Isrc, int]) -> None:
    whole = sum(weight for weight in of.values() if weight > 0)
    for isrc, part in divided(amount, of).items():
        weight, of_whole = (max(of[isrc], 0), whole) if whole else (1, len(of))
        assert abs(part * of_whole - amount * weight) < of_whole


@given(amounts, weights)
def test_the_order_of_tracks_does_not_matter(amount: int, of: dict[Isrc, int]) -> None:
    assert divided(amount, of) == divided(amount, dict(reversed(of.items())))


@given(amounts, weights)
def test_what_is_taken_back_is_divided_as_it_was_given(amount: int, of: dict[Isrc, int]) -> None:
    assert divided(-amount, of) == {isrc: -part for isrc, part in divided(amount, of).items()}


def test_a_row_is_divided_by_what_the_claims_earned() -> None:
    assert divided(100, {X: 3, Y: 1}) == {X: 75, Y: 25}


def test_the_largest_remainder_comes_first_and_of_equal_ones_the_first_code() -> None:
    assert divided(10, {X: 1, Y: 5}) == {X: 2, Y: 8}, "1.67 and 8.33: the rest goes to X"
    assert divided(5, {Y: 7, X: 7}) == {X: 3, Y: 2}
    assert divided(-5, {Y: 7, X: 7}) == {X: -3, Y: -2}


def test_claims_that_lost_money_weigh_nothing() -> None:
    assert divided(9, {X: 3, Y: -30}) == {X: 9, Y: 0}


def test_where_no_claim_earned_anything_all_get_alike() -> None:
    assert divided(7, {X: 0, Y: -3, Z: 0}) == {X: 3, Y: 2, Z: 2}


def test_every_figure_of_a_row_adds_up() -> None:
    row = Figures(views=5, engaged_views=3, revenue_nanos=101, ads_nanos=0, premium_nanos=-1)
    parts = shares(row, {X: 1, Y: 1})

    assert parts[X].plus(parts[Y]) == row
    assert (parts[X].revenue_nanos, parts[Y].revenue_nanos) == (51, 50)


def test_a_row_uses_the_closest_that_it_names() -> None:
    tracks = MonthTracks.of(
        [Claim(ONE, "A1", X, 3)],
        [Claim(ONE, "A1", X, 3), Claim(ONE, "A9", "", 5), Claim(ONE, "", Y, 1)],
    )

    assert tracks.of_row(Z, "A1", ONE).keys() == {Z}
    assert tracks.of_row("", "A1", TWO).keys() == {X}
    assert tracks.of_row("", "A9", ONE).keys() == set(), "no file says which track it is"
    assert tracks.of_row("", "", ONE) == {X: 3, Y: 1}
    assert tracks.of_row("", "", TWO).keys() == set()


def test_a_claim_by_an_asset_of_several_tracks_weighs_for_each_of_them() -> None:
    named = [Claim(TWO, "A1", X, 3), Claim(TWO, "A1", Y, 1)]

    assert MonthTracks.of(named, [Claim(ONE, "A1", "", 8)]).videos[ONE] == {X: 6, Y: 2}


def test_the_months_asked_for_tell_the_tracks() -> None:
    claimed = {SEPTEMBER: {Y, X}, SEPTEMBER.next: {Z}}

    assert used(claimed, SEPTEMBER, SEPTEMBER) == (UsedTrack(X, False), UsedTrack(Y, False))
    assert used(claimed, SEPTEMBER, SEPTEMBER.next)[2] == UsedTrack(Z, False)


def test_months_without_claims_keep_the_newest_tracks_as_an_estimate() -> None:
    claimed = {SEPTEMBER: {X, Y}, SEPTEMBER.next: {Z}}
    later = SEPTEMBER.next.next

    assert used(claimed, later, later) == (UsedTrack(Z, True),)
    assert used({}, later, later) == ()
