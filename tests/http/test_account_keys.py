"""No call of an account asks for anything by its id alone, where the account is a part of the key."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.fakes.account_keys import astray, keyed, recorded
from tests.http.authorisation import MATRIX, Rule
from tests.http.calling import Client
from tests.http.test_withdrawals import IN_USD, PAYPAL, approve_channel, earn
from tests.http.world import MAIN, World

NOTHING_TWICE = (
    "SELECT ledger_transactions.source FROM ledger_transactions"
    " WHERE ledger_transactions.source IN "
)
"""A posting asks whether its source was posted, by whomever: a source is unique for everybody."""


@pytest.mark.usefixtures("billed")
@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_a_call_names_the_account(rule: Rule, world: World) -> None:
    request = rule.request(world, MAIN)

    with recorded(world.container.engine()) as statements:
        world.send(request, MAIN)

    assert strayed(statements) == []


def test_a_withdrawal_is_asked_for_and_explained_by_its_account(
    world: World, business_clock: Any
) -> None:
    approve_channel(world)
    business_clock.set(datetime(2025, 10, 25, 9, tzinfo=UTC))
    main = Client(world, MAIN)
    main.post("withdrawal/info.register", **PAYPAL)
    earn(world, "150.00")

    with recorded(world.container.engine()) as statements:
        asked = main.post("withdrawal/request", **IN_USD, total="150.00")
        [entry] = main.get("withdrawal/ledger", type="withdrawal")["items"]
        explained = main.get("withdrawal/explain", entry=entry["id"])
        main.get("withdrawal/list")
        main.get("withdrawal/invoice", id=asked["invoice_id"])

    assert asked["status"] == "pending"
    assert explained["success"]
    assert len(keyed(statements)) > 20
    assert strayed(statements) == []


def strayed(statements: Sequence[str]) -> list[str]:
    return [each for each in astray(statements) if not each.startswith(NOTHING_TWICE)]
