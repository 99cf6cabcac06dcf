"""J16, worked out by hand: a campaign from its opening to the reversal of a bonus.

500.00 at 2.00 for a thousand views: one view is worth 0.002, and 250,000 views are paid for.

| day        | mina (from 2 Oct) | kai (from 3 Oct) | fern (from 3 Oct) | counted        |
|------------|-------------------|------------------|-------------------|----------------|
| 2 October  | 1,000             | 5,000            | -                 | 1,000 (kai has not applied yet) |
| 4 October  | 59,000            | 30,000           | 20,000            | 89,000         |
| 5 October  | 40,000            | 50,000           | 10,000            | 90,000         |
|            | *100,000*         | *80,000*         | *30,000*          | *180,000*      |

Claims of 4 October say that all three use the campaign's track. On 6 October fern's entry is refused, and its 30,000 views fall away: 250,000 - 180,000 = 70,000 are left. That day
mina has 50,000 views and kai 70,001, together 120,001:

    mina   50,000 x 70,000 / 120,001 = 29,166 and 50,834 / 120,001
    kai    70,001 x 70,000 / 120,001 = 40,833 and 69,167 / 120,001

29,166 + 40,833 = 69,999; the one that is left is kai's, whose remainder is larger: 40,834. What comes on
7 October, and what comes late for 8 October, counts nothing.

    mina   100,000 + 29,166 = 129,166 views    258.332
    kai     80,000 + 40,834 = 120,834 views    241.668
                              250,000          500.000

October is closed on 20 November; the lots lapse after six months, on 20 May. Beside them October's music pays mina
10.00 and kai, who gives his studio 5 %, 19.00 of 20.00.

The operator reverses kai's bonus: 19.00 stay. November's close posts nothing.
"""

from __future__ import annotations

from datetime import date

import pytest
from tests.adapters.test_settlement_closing import ANN, Office, office
from tests.fakes.campaigns import FERN, KAI, MINA, SONG, Stage, clip

from backbeat.campaigns.errors import CampaignClosed
from backbeat.campaigns.model import EntryState
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.months import Month
from backbeat.ledger.errors import AlreadyReversed

__all__ = ["office"]

OCTOBER, NOVEMBER = Month(2025, 10), Month(2025, 11)


def test_a_campaign_from_its_opening_to_the_reversal_of_a_bonus(office: Office) -> None:
    office.clock.set(date(2025, 10, 1))
    stage = Stage(office)
    campaign = stage.open()
    assert stage.campaign(campaign).goal == 250_000

    office.clock.set(date(2025, 10, 2))
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    office.clock.set(date(2025, 10, 3))
    for who, number in ((KAI, 2), (FERN, 3)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)

    stage.report(date(2025, 10, 2), {(MINA, 1): 1_000, (KAI, 2): 5_000})
    assert {stage.entry(campaign, n).state for n in (1, 2, 3)} == {EntryState.CHECKING}
    stage.report(date(2025, 10, 4), {(MINA, 1): 59_000, (KAI, 2): 30_000, (FERN, 3): 20_000}, SONG)
    stage.report(date(2025, 10, 5), {(MINA, 1): 40_000, (KAI, 2): 50_000, (FERN, 3): 10_000})
    stage.count()
    assert stage.campaign(campaign).views == 210_000
    assert {stage.entry(campaign, n).state for n in (1, 2, 3)} == {EntryState.ACCEPTED}
    assert [stage.entry(campaign, n).views for n in (1, 2, 3)] == [100_000, 80_000, 30_000]

    office.clock.set(date(2025, 10, 6))
    stage.desk.refuse(campaign, clip(3), ANN, "another song lies under it")
    stage.count()
    assert stage.campaign(campaign).views == 180_000

    stage.report(date(2025, 10, 6), {(MINA, 1): 50_000, (KAI, 2): 70_001, (FERN, 3): 5_000})
    stage.report(date(2025, 10, 7), {(MINA, 1): 10_000, (KAI, 2): 10_000})
    stage.count()
    now = stage.campaign(campaign)
    assert (now.views, now.goal_reached_on) == (250_000, date(2025, 10, 6))
    with pytest.raises(CampaignClosed):
        stage.enter(FERN, campaign, 4)
    stage.report(date(2025, 10, 8), {(MINA, 1): 10_000})
    stage.count()
    assert [stage.entry(campaign, n).views for n in (1, 2, 3)] == [129_166, 120_834, 0]

    rate = now.rate
    assert str(stage.entry(campaign, 1).bonus(rate)) == "258.332"
    assert stage.bonuses(MINA) == []

    office.monthly(OCTOBER, (1, clip(1), "10.00"), (2, clip(2), "20.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == [("258.332", "2025-10", "2025-11-20")]
    assert stage.bonuses(KAI) == [("241.668", "2025-10", "2025-11-20")]
    assert stage.bonuses(FERN) == []
    assert office.balances() == {"mina": "268.332", "kai": "260.668", "studio": "1.00"}
    with office.transactions.look() as books:
        lots = [each.entry for each in books.ledger.open_entries(MINA)]
    assert [(str(lot.amount), lot.expires_on) for lot in lots if lot.expires_on] == [
        ("258.332", date(2026, 5, 20))
    ]
    assert stage.campaign(campaign).is_settled

    with office.transactions.begin() as books:
        act = ActContext(ANN, office.clock.today(), office.clock.now(), "views were bought")
        (bonus,) = [each for each in books.campaigns.bonuses(campaign) if each.account == KAI]
        posted = books.ledger.transaction_of(KAI, bonus.entry)
        books.ledger.reversals.reverse(posted.id, act)
    assert office.balances() == {"mina": "268.332", "kai": "19.00", "studio": "1.00"}
    report = stage.desk.report(campaign)
    assert (str(report.paid), str(report.taken_back)) == ("258.332", "241.668")
    for number, paid, back in ((1, "258.332", "0.00"), (2, "0.00", "241.668"), (3, "0.00", "0.00")):
        earned = report.earned(stage.entry(campaign, number))
        assert [str(each) for each in (earned.bonus, earned.paid, earned.reversed)] == [
            paid,
            paid,
            back,
        ]
    for who, number, back in ((MINA, 1, "0.00"), (KAI, 2, "241.668")):
        seen = stage.campaigns.show(who, campaign)
        assert str(seen.earned(stage.entry(campaign, number)).reversed) == back
    with office.transactions.begin() as books, pytest.raises(AlreadyReversed):
        books.ledger.reversals.reverse(posted.id, act)

    office.monthly(NOVEMBER, (1, clip(1), "1.00"))
    stage.close(NOVEMBER, date(2025, 12, 20))
    assert len(stage.bonuses(MINA)) == 1
    assert office.findings() == []
