"""Whatever the order of a file's rows: shares, house, suspense and dust are the file's total."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.ledger.model import Balance
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settlement.service import Settlements
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

SEPTEMBER = Month(2025, 9)
ANN = Actor.operator("ann")
LONG_AGO = date(2025, 1, 1)
MANAGERS = {"net": None, "cora": "net", "sam": "cora", "mina": None}
RATES = {"cora": "0.2", "sam": "0.0333"}
HOLDERS = {1: ["sam"], 2: ["cora", "sam"], 3: ["mina"]}
"""Channel 2 changes hands on the 16th; channels 4 and 5 are nobody's."""


@frozen
class Outcome:
    """What a month came to, in exact USD, and what everybody has."""

    settled: Decimal
    suspense: Decimal
    dust: Decimal
    balances: dict[str, str]


def closed(transactions: Any, folder: Path, files: Sequence[Sequence[fake.Row]]) -> Outcome:
    """The files ingested in their order, and the month closed."""
    clock = FixedClock()
    clock.set(date(2025, 10, 20))
    _open(transactions, clock)
    staging: Any = (
        MemoryStaging(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlStaging(transactions)
    )
    ingestion = Ingestion(transactions, staging, DiskReports(), clock)
    for number, rows in enumerate(files):
        ingestion.ingest(fake.own_monthly(folder / f"{number}.csv", *rows), ANN)
    settlements = Settlements(transactions, clock, clock, Settings())
    done = settlements.close(SEPTEMBER, ANN)
    with transactions.look() as books:
        assert list(books.integrity.postings.shared_out()) == []
        balances = books.ledger.store.whole.all_balances()
    posted = done.settlement.sums
    assert posted.shared + posted.kept + posted.operator + posted.rounding == posted.confirmed
    waiting = sum(line.nanos for line in ingestion.unmatched())
    return Outcome(
        posted.confirmed.amount + Decimal(done.settlement.rest_nanos).scaleb(-9),
        Decimal(waiting).scaleb(-9),
        ingestion.dust(),
        {account: str(each.shown) for account, each in balances.items() if each != Balance()},
    )


def _open(transactions: Any, clock: FixedClock) -> None:
    with transactions.begin() as books:
        for number, (name, manager) in enumerate(MANAGERS.items()):
            books.accounts.add(
                an_account(
                    id=AccountId(name),
                    name=name,
                    referral_code=f"CODE{number:04d}",
                    manager=AccountId(manager) if manager else None,
                )
            )
        for name, rate in RATES.items():
            books.fee_rates.put(FeeRate(AccountId(name), Decimal(rate), LONG_AGO))
        for number, names in HOLDERS.items():
            days = [LONG_AGO, date(2025, 9, 16)][: len(names)]
            channel = an_earning_channel(number, list(zip(names, days, strict=True)))
            proof = Verification(f"BB-{number:08d}", verified_at=clock.now())
            books.channels.add(evolve(channel, verification=proof))


def a_row(channel: int, video: int, units: int, places: int) -> fake.Row:
    """Money of a video, `units` of its last decimal place."""
    return {
        "month": "2025-09",
        "channel_id": platform_id(channel),
        "video_id": f"V{video}",
        "views": 10,
        "revenue_usd": format(Decimal(units).scaleb(-places), "f"),
    }


rows = st.sampled_from([0, 2, 6, 9, 12]).flatmap(
    lambda places: st.builds(
        a_row,
        st.integers(1, 5),
        st.integers(1, 4),
        st.integers(-(10**places), 10 ** (places + 4)),
        st.just(places),
    )
)


def total_of(of: Sequence[fake.Row]) -> Decimal:
    return sum((Decimal(str(row["revenue_usd"])) for row in of), Decimal(0))


def in_memory(files: Sequence[Sequence[fake.Row]]) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        return closed(MemoryTransactions.empty(FixedClock(), counting_ids()), Path(folder), files)


@given(st.lists(rows, min_size=1, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_file_comes_to_its_total_whatever_the_order_of_its_rows(
    month: list[fake.Row], random: Any
) -> None:
    straight = in_memory([month])
    shuffled = in_memory([random.sample(month, len(month))])

    assert straight == shuffled
    assert straight.settled + straight.suspense + straight.dust == total_of(month)


@given(
    st.lists(rows, min_size=2, max_size=12, unique_by=lambda row: (row["channel_id"], row["video_id"])),
    st.randoms(use_true_random=False),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_a_file_cut_in_pieces_comes_to_the_same(month: list[fake.Row], random: Any) -> None:
    mixed = random.sample(month, len(month))
    cut = random.randrange(1, len(month))

    assert in_memory([mixed[cut:], mixed[:cut]]) == in_memory([month])


def test_every_database_comes_to_the_same(transactions: Any, tmp_path: Path) -> None:
    month = [
        a_row(channel, video, (channel * 7_919 + video * 104_729) ** 2, places)
        for places, channel in enumerate((1, 2, 3, 4, 5, 2, 1, 3), start=6)
        for video in range(1, 9)
    ]

    found = closed(transactions, tmp_path, [list(reversed(month))])

    assert found == in_memory([month])
    assert found.settled + found.suspense + found.dust == total_of(month)
    assert found.suspense > 0
    assert found.dust > 0
