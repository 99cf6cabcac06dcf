"""`backbeat referral`: who came by whom, and what waits for a decision."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Program

from backbeat.accounts.invitations import HeldFor
from backbeat.accounts.model import Device
from backbeat.accounts.service import SignUp
from backbeat_adapters.container import Container

FERN = "fern@example.org"
WHY = ("--reason", "they are a couple", "--yes")


@pytest.fixture
def held(container: Container) -> str:
    """A friend who is paid to the same place as the inviter; the id."""
    accounts = container.portal().accounts
    mina = accounts.sign_up(SignUp("mina@example.org", "correct horse", "mina"), Device()).account
    form = SignUp(FERN, "correct horse", "fern", referral=mina.referral_code)
    fern = accounts.sign_up(form, Device()).account
    with container.transactions().begin() as books:
        invitation = books.invitations.get(fern.id)
        assert invitation is not None
        books.invitations.save(invitation.held(HeldFor.SHARED_PAYOUT))
    return fern.id


def test_a_held_invitation_is_listed_released_and_refused(backbeat: Program, held: str) -> None:
    [row] = backbeat("referral", "list", "--state", "held", "--json").items
    assert (row["friend"], row["name"], row["inviter_name"]) == (held, "fern", "mina")
    assert (row["held_for"], row["rewarded"]) == ("shared_payout", "0.00")

    trial = backbeat("referral", "release", FERN, "--dry-run", "--reason", "why", "--json")
    assert trial.json["dry_run"] is True
    assert len(backbeat("referral", "list", "--state", "held", "--json").items) == 1

    done = backbeat("referral", "release", FERN, *WHY, "--json").json
    assert (done["state"], done["rewarded"]) == ("released", "0.00")
    again = backbeat("referral", "release", FERN, *WHY)
    assert (again.code, "is not held" in again.err) == (1, True)

    assert backbeat("referral", "refuse", FERN, *WHY).code == 0
    twice = backbeat("referral", "refuse", FERN, *WHY)
    assert (twice.code, "refused already" in twice.err) == (1, True)
    assert [row["state"] for row in backbeat("referral", "list", "--json").items] == ["refused"]
    acts = [row["action"] for row in backbeat("audit", "list", "--json").items]
    assert acts[:2] == ["referral.refused", "referral.released"]
    stranger = backbeat("referral", "refuse", "mina@example.org", *WHY)
    assert (stranger.code, "came by no invitation" in stranger.err) == (1, True)
