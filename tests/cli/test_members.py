"""`backbeat member`."""

from __future__ import annotations

from tests.cli.conftest import Program
from tests.http.world import MAIN, MEMBER, NETWORK, PASSWORD, World

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction


def test_the_accounts_below_an_account_are_listed(backbeat: Program, world: World) -> None:
    listed = backbeat("member", "list", f"{NETWORK}@example.org", "--json")

    assert (listed.code, listed.json["total"]) == (0, 2)
    found = {row["nickname"]: (row["members"], row["channels"]) for row in listed.items}
    assert found == {"creator": (1, 1), "plaincreator": (0, 1)}
    assert backbeat("member", "list", NETWORK, "--search", "PLAIN", "--json").json["total"] == 1
    assert backbeat("member", "list", "member").out == "nothing found\n"


def test_what_a_deleted_member_still_has_is_listed(backbeat: Program, world: World) -> None:
    portal = world.container.portal()
    earned = Correction(AccountId(MEMBER), EntryType.PORTAL_PROFIT, Money.of("162.00"))
    portal.account_ledger.post(earned, Actor.operator("ann"), "October")
    assert backbeat("ledger", "frozen").out == "nothing found\n"

    portal.member_removals.delete(AccountId(MAIN), MEMBER, PASSWORD)

    (row,) = backbeat("ledger", "frozen", "--json").items
    assert (row["id"], row["manager"], row["available"]) == (MEMBER, MAIN, "162.00")
