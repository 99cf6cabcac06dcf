"""Whatever the month, nothing is made and nothing is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes.settlement import (
    SEPTEMBER,
    a_tree,
    an_earning_channel,
    an_estimate,
    calculated,
    moved,
)

from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import Channel
from backbeat.figures.model import DailyEstimate, RecordFigure
from backbeat.figures.rules import in_spans
from backbeat.kernel.ids import AccountId, VideoId
from backbeat.kernel.money import total
from backbeat.platforms.kinds import Sort
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.settlement import rules
from backbeat.settlement.model import Computed, SettlementTerms

ACCOUNTS = ("top", "left", "right", "leaf")
TREE: AccountTree = a_tree(top=None, left="top", right=None, leaf="left")
DAYS = list(SEPTEMBER.days)
EARLY = date(2025, 8, 1)

amounts = st.integers(-(10**13), 10**15)
days = st.sampled_from(DAYS)
rates = st.fixed_dictionaries(
    {name: st.integers(0, 10_000).map(lambda n: str(Decimal(n) / 10_000)) for name in ACCOUNTS}
)
terms = st.builds(
    SettlementTerms,
    operator_rate=st.sampled_from([Decimal(0), Decimal("0.30"), Decimal("0.0333")]),
    through_main=st.booleans(),
)


@st.composite
def channels(draw: st.DrawFn, number: int) -> Channel:
    """A channel with any history of holders and earning days."""
    turns = sorted(draw(st.lists(days, max_size=3, unique=True)))
    holders = [(draw(st.sampled_from(ACCOUNTS)), day) for day in (EARLY, *turns)]
    starts = sorted(draw(st.lists(days, max_size=4, unique=True)))
    spans = (
        [(EARLY, None)] if len(starts) < 2 else list(zip(starts[::2], starts[1::2], strict=False))
    )
    lost = draw(st.none() | days)
    return an_earning_channel(number, holders, intervals=spans, lost_from=lost)


@st.composite
def months(draw: st.DrawFn) -> dict[str, Any]:
    """Everything that a month is worked out from."""
    registered = [draw(channels(number)) for number in range(1, draw(st.integers(1, 3)) + 1)]
    figures = draw(
        st.lists(
            st.builds(
                lambda channel, video, kind, day, amount: RecordFigure(
                    SEPTEMBER, kind, channel.platform_id, VideoId(video), day, 0, amount
                ),
                st.sampled_from(registered),
                st.sampled_from(["V1", "V2", ""]),
                st.sampled_from(RECORD_KINDS),
                st.none() | days,
                amounts,
            ),
            max_size=12,
        )
    )
    estimates = [
        an_estimate(
            channel,
            day,
            str(draw(st.integers(-3, 9))),
            views=draw(st.integers(0, 5)),
            premium=str(draw(st.integers(-1, 3))),
        )
        for channel in registered
        for day in draw(st.lists(days, max_size=4, unique=True))
    ]
    return {
        "figures": figures,
        "channels": registered,
        "tree": TREE,
        "estimates": estimates,
        "rates": draw(rates),
        "terms": draw(terms),
    }


def nanos_of(computed: Computed) -> int:
    return computed.confirmed.micros * 1000 + computed.rest_nanos


@given(months())
@settings(max_examples=200, deadline=None)
def test_shares_house_and_rounding_make_the_confirmed_revenue(month: dict[str, Any]) -> None:
    computed = calculated(**month)

    posted = total(computed.shares.values())
    assert posted + computed.kept + computed.operator + computed.rounding == computed.confirmed
    assert nanos_of(computed) == sum(figure.nanos for figure in month["figures"])
    assert abs(computed.rest_nanos) < 1000


NETWORKS = 2_000


def a_network(random: Random) -> tuple[AccountTree, Mapping[str, str], list[Channel]]:
    """A tree of three ranks at most, its rates, and channels that move within it in the month."""
    managers: dict[str, str | None] = {}
    ranks: dict[str, int] = {}
    for number in range(random.randint(1, 8)):
        above = random.choice([None, *(each for each in ranks if ranks[each] < 3)])
        managers[f"a{number}"] = above
        ranks[f"a{number}"] = 1 + (ranks[above] if above else 0)
    kept = {name: str(Decimal(random.randint(0, 10_000)) / 10_000) for name in managers}
    registered = []
    for number in range(1, random.randint(1, 3) + 1):
        turns = sorted(random.sample(DAYS, random.randint(0, 3)))
        holders = [(random.choice(list(managers)), day) for day in (EARLY, *turns)]
        registered.append(an_earning_channel(number, holders, intervals=[(EARLY, None)]))
    return a_tree(**managers), kept, registered


def test_any_network_shares_any_month_to_the_last_unit(
    record_property: Callable[[str, object], None],
) -> None:
    for seed in range(NETWORKS):
        random = Random(seed)
        tree, kept, registered = a_network(random)
        figures = [
            RecordFigure(
                SEPTEMBER,
                RECORD_KINDS[0],
                random.choice(registered).platform_id,
                VideoId(f"V{place}"),
                random.choice([None, *DAYS]),
                0,
                random.choice([-1, 1]) * random.randrange(10 ** random.randint(1, 15)),
            )
            for place in range(random.randint(1, 4))
        ]

        computed = calculated(figures, registered, tree, rates=kept)

        posted = total(computed.shares.values())
        assert posted + computed.kept + computed.rounding == computed.confirmed, seed
        assert nanos_of(computed) == sum(figure.nanos for figure in figures), seed
        for group in computed.groups:
            micros = rules.whole_micros(group.nanos)
            assert sum(group.chain.split(micros).values()) == micros, seed
        holders = {holding.account for each in registered for holding in each.timeline.holdings}
        sharing = {above for holder in holders for above in tree.upwards(holder)}
        assert {owed.account for owed in computed.shares} <= sharing, seed
    record_property("random networks", NETWORKS)


def moves_in(
    random: Random, tree: AccountTree
) -> tuple[AccountTree, Mapping[date, Mapping[str, str]]]:
    """The tree with up to four moves of whole branches below others of the managers' rank, and the
    rates that were agreed for some of them."""
    rates: dict[date, dict[str, str]] = {}
    for day in sorted(random.sample(DAYS, random.randint(0, 4))):
        levels = {each: len(list(tree.upwards(each))) for each in tree.places}
        movable = [each for each in levels if levels[each] > 1]
        if not movable:
            break
        branch = random.choice(movable)
        above = [each for each in levels if levels[each] == levels[branch] - 1]
        tree = moved(tree, branch, random.choice(above), day)
        if random.random() < 0.7:
            rates[day] = {branch: str(Decimal(random.randint(0, 10_000)) / 10_000)}
    return tree, rates


def test_any_tree_shares_each_day_as_it_stood_on_it_whatever_moves_within_the_month(
    record_property: Callable[[str, object], None],
) -> None:
    tried = 0
    for seed in count():
        random = Random(seed)
        tree, kept, registered = a_network(random)
        tree, agreed = moves_in(random, tree)
        if not any(each.moves for each in tree.places.values()):
            continue
        tried += 1
        figures = [
            RecordFigure(
                SEPTEMBER,
                RECORD_KINDS[0],
                random.choice(registered).platform_id,
                VideoId(f"V{place}"),
                random.choice([None, *DAYS]),
                0,
                random.choice([-1, 1]) * random.randrange(10 ** random.randint(1, 15)),
            )
            for place in range(random.randint(1, 4))
        ]
        by_day = {SEPTEMBER.first: kept, **agreed}
        if SEPTEMBER.first in agreed:
            by_day[SEPTEMBER.first] = {**kept, **agreed[SEPTEMBER.first]}

        computed = calculated(
            figures,
            registered,
            tree,
            rates_by_day=by_day,
            terms=SettlementTerms(daily=seed % 2 == 0),
        )

        posted = total(computed.shares.values())
        assert posted + computed.kept + computed.rounding == computed.confirmed, seed
        found: dict[tuple[str, ...], int] = defaultdict(int)
        for group in computed.groups:
            links = [f"{link.account} {link.keeps}" for link in group.chain.links]
            found[group.channel, *links] += group.nanos
        assert found == day_by_day(figures, registered, tree, by_day), seed
        if tried == NETWORKS:
            break
    record_property("random networks with moves", tried)


def day_by_day(
    figures: list[RecordFigure],
    registered: list[Channel],
    tree: AccountTree,
    rates: Mapping[date, Mapping[str, str]],
) -> dict[tuple[str, ...], int]:
    """What each chain of each channel gets, worked out one day after the other by plain walks."""
    found: dict[tuple[str, ...], int] = defaultdict(int)
    chains: dict[tuple[str, date], list[str]] = {}
    by_platform = {each.platform_id: each for each in registered}
    for figure in figures:
        channel = by_platform[figure.channel]
        whole = rules.spread(figure.nanos, [1] * len(DAYS))
        for day, part in zip(DAYS, whole, strict=True):
            nanos = part if figure.day is None else figure.nanos * (figure.day == day)
            if nanos:
                holder = [each for each in channel.timeline.holdings if each.from_day <= day][-1]
                key = holder.account, day
                chains[key] = chains.get(key) or walked(tree, rates, *key)
                found[channel.id, *chains[key]] += nanos
    return {key: nanos for key, nanos in found.items() if nanos}


def walked(
    tree: AccountTree, rates: Mapping[date, Mapping[str, str]], holder: str, day: date
) -> list[str]:
    """The accounts from the top down to a holder on a day, each with what reaches it."""
    links: list[str] = []
    at: str | None = holder
    while at is not None:
        place = tree.places[AccountId(at)]
        above: str | None = place.manager
        if place.placements:
            above = [each for each in place.placements if each.from_day <= day][-1].manager
        agreed = [on[at] for since, on in sorted(rates.items()) if since <= day and at in on]
        keeps = 10_000 - int(Decimal(agreed[-1]) * 10_000) if above else 10_000
        links.insert(0, f"{at} {keeps}")
        at = above
    return links


@given(months(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_rows_does_not_matter(month: dict[str, Any], random: Any) -> None:
    shuffled = random.sample(month["figures"], len(month["figures"]))

    assert calculated(**{**month, "figures": shuffled}) == calculated(**month)


@given(months())
@settings(max_examples=60, deadline=None)
def test_a_month_of_negatives_mirrors_the_month(month: dict[str, Any]) -> None:
    mirrored = [figure._replace(nanos=-figure.nanos) for figure in month["figures"]]

    there, back = calculated(**month), calculated(**{**month, "figures": mirrored})

    assert back.shares == {owed: -amount for owed, amount in there.shares.items()}
    assert (back.kept, back.rounding) == (-there.kept, -there.rounding)


@given(st.integers(0, 10**15), st.integers(0, 10**12), rates)
@settings(max_examples=100, deadline=None)
def test_more_revenue_is_never_less_for_anybody(
    amount: int, more: int, kept: dict[str, str]
) -> None:
    channel = an_earning_channel(1, [("leaf", EARLY)])

    def shared(nanos: int) -> Computed:
        figure = RecordFigure(
            SEPTEMBER, RECORD_KINDS[0], channel.platform_id, VideoId("V1"), None, 0, nanos
        )
        return calculated([figure], [channel], TREE, rates=kept)

    before, after = shared(amount).shares, shared(amount + more).shares

    assert all(after[owed] >= share for owed, share in before.items())


@given(amounts, st.lists(st.integers(0, 10**12), min_size=1, max_size=31).filter(any))
def test_an_amount_is_spread_exactly(amount: int, weights: list[int]) -> None:
    parts = rules.spread(amount, weights)

    assert sum(parts) == amount
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if weight == 0)
    assert all(part * amount >= 0 for part in parts)


small = st.integers(-3, 9)


@given(
    st.lists(st.builds(DailyEstimate, st.just("C"), st.just("V"), days, *[small] * 4), max_size=9),
    st.sets(st.integers(1, 29), max_size=5),
    st.sampled_from(Sort),
    amounts,
)
@settings(max_examples=300, deadline=None)
def test_spans_of_days_get_what_their_days_get_one_by_one(
    estimates: list[DailyEstimate], cuts: set[int], sort: Sort, amount: int
) -> None:
    """Databases add estimates up over spans; that changes nobody's share by a nano."""
    starts = [0, *sorted(cuts)]
    ends = [*starts[1:], len(DAYS)]
    of_days = {each.day: each for each in estimates}.values()
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]

    by_span = rules.marks(rules.weights(sort, lengths, in_spans(of_days, starts)))
    by_day = rules.spread(amount, rules.day_weights(SEPTEMBER, sort, of_days))

    assert [rules.between(amount, by_span, at, at + 1) for at in range(len(starts))] == [
        sum(by_day[start:end]) for start, end in zip(starts, ends, strict=True)
    ]


@given(st.integers(0, 10**15), st.integers(1, 30))
def test_a_span_from_the_first_day_gets_its_exact_share_whatever_comes_after(
    amount: int, cut: int
) -> None:
    channel = an_earning_channel(1, [("left", EARLY), ("right", DAYS[0] + timedelta(cut))])
    figure = RecordFigure(
        SEPTEMBER, RECORD_KINDS[0], channel.platform_id, VideoId("V1"), None, 0, amount
    )

    computed = calculated([figure], [channel], a_tree(left=None, right=None))

    groups = {group.chain.holder: group.nanos for group in computed.groups}
    assert groups.get("left", 0) == amount * cut // 30  # type: ignore[call-overload]


def test_a_channel_of_nobody_is_kept_whole() -> None:
    channel = an_earning_channel(1, [("top", EARLY)], intervals=())
    figure = RecordFigure(
        SEPTEMBER, RECORD_KINDS[0], channel.platform_id, VideoId("V1"), None, 0, 5_000
    )

    computed = calculated([figure], [channel], TREE)

    assert (dict(computed.shares), computed.kept.micros) == ({}, 5)
