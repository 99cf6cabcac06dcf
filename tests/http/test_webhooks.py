"""A month reaches partners' systems: that it was closed, and what it brought whom."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.receivers import receiving
from tests.fakes.withdrawals import ANN
from tests.http.payout_states import OCTOBER, go_live
from tests.http.portal import Portal

from backbeat_adapters.webhook import SignedPosts


def test_a_month_is_told_of_when_it_is_closed_and_to_whom_it_brought_what(
    portal: Portal, tmp_path: Path
) -> None:
    go_live(portal)
    portal.business.set(date(2025, 11, 20))
    row = {"month": "2025-10", "channel_id": platform_id(501), "video_id": "V1"}
    file = fake.own_monthly(tmp_path / "october.csv", row | {"views": 10, "revenue_usd": "90.00"})
    inside = portal.container.portal()
    inside.poster = SignedPosts(inside.security_clock, allow_private=True)
    with receiving() as receiver:
        receiver.secret = inside.webhooks.add(receiver.url, [], ANN).secret
        inside.ingestion.ingest(file, ANN)
        inside.settlements.close(OCTOBER, ANN)
        inside.settlements.adjust(OCTOBER, ANN)
        inside.worker.run_once()
        inside.worker.run_once()

    assert receiver.forged == 0
    [closed, confirmed] = receiver.bodies
    assert (closed["kind"], closed["account"]) == ("month.closed", None)
    assert closed["data"] == {"month": "2025-10", "closed_on": "2025-11-20"}
    assert confirmed["kind"] == "month.confirmed"
    assert confirmed["account"] is not None
    earned = confirmed["data"]["earned"]
    assert (confirmed["data"]["month"], earned["currency"]) == ("2025-10", "USD")
    assert int(earned["micros"]) > 0
