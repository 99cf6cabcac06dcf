"""A month that is closed reaches the creator's mailbox by the worker that every portal has (MAIL-4)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.withdrawals import ANN
from tests.http.payout_states import OCTOBER, go_live
from tests.http.portal import Portal


@pytest.mark.parametrize("is_wanted", [True, False])
def test_the_worker_mails_what_a_month_confirmed_to_who_wants_it(
    portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, is_wanted: bool
) -> None:
    go_live(portal)
    token = str(portal.log_in("mina")["token"])
    portal.post("member/settings/push", token, notice=is_wanted, marketing=False)
    portal.business.set(date(2025, 11, 20))
    row = {"month": "2025-10", "channel_id": platform_id(501), "video_id": "V1"}
    file = fake.own_monthly(tmp_path / "october.csv", row | {"views": 10, "revenue_usd": "90.00"})
    inside = portal.container.portal()
    inside.ingestion.ingest(file, ANN)
    inside.settlements.close(OCTOBER, ANN)
    capsys.readouterr()

    inside.worker.run_once()
    inside.worker.run_once()

    mailed = capsys.readouterr().out.count("Your earnings of 2025-10 are confirmed: $")
    assert mailed == int(is_wanted)
