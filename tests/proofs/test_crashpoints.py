"""The quick form of `nox -s crashpoints`: a sample of points on SQLite, and what it must notice."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.fakes.withdrawals import TO_PAYPAL
from tests.proofs.crashing import Command, Scene, crash, undisturbed
from tests.proofs.crashpoints import COMMANDS, prove
from tests.proofs.house import ANN, Databases, House
from tests.proofs.together import DONE

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.pages import PageRequest
from backbeat.withdrawals.ports import WithdrawalFilter


@pytest.mark.variants(one_in=3)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_crash_leaves_nothing_by_halves(command: Command, databases: Databases) -> None:
    """Every 25th point; `nox -s crashpoints` takes all of them."""
    assert prove(databases, "sqlite", command, every=25, start=11) > 0


def pay_by_halves(house: House) -> object:
    """A payment as it must not be: the ledger in one transaction, the withdrawal in another."""
    act = ActContext(ANN, house.business.today(), house.security.now())
    with house.container.transactions().begin() as books:
        [waiting] = books.withdrawals.page(WithdrawalFilter(), PageRequest()).items
        books.ledger.reservations.settle(waiting.id, waiting.usd.fee, TO_PAYPAL, act)
    with house.container.transactions().begin() as books:
        books.withdrawals.save(waiting.succeeded(house.business.today()))
    return waiting


def test_a_payment_by_halves_is_noticed(databases: Databases) -> None:
    pay = next(command for command in COMMANDS if command.name == "pay")
    halved = evolve(pay, act=pay_by_halves, again={DONE, "already_posted"})
    with Scene.of(databases, "sqlite", halved) as scene:
        with pytest.raises(AssertionError, match="takes effect in 2 steps"):
            undisturbed(scene, halved)

        halved = evolve(halved, effects=2)
        run = undisturbed(scene, halved)
        with pytest.raises(AssertionError, match="I5"):
            crash(scene, halved, run, run.commits[0])
