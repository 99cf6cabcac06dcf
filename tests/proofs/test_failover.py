"""A server that takes over and lacks the newest transactions is noticed, though it is sound in itself."""

from __future__ import annotations

import pytest
from tests.proofs.crashing import Command, Scene
from tests.proofs.crashpoints import COMMANDS
from tests.proofs.house import ANN, KINDS, SEPTEMBER, Databases, House
from tests.proofs.together import DONE

from backbeat.kernel.actors import Actor
from backbeat.ledger.integrity.errors import LedgerInconsistent
from backbeat.ledger.integrity.service import WATCH

PAY = next(command for command in COMMANDS if command.name == "pay")


def watch(house: House) -> None:
    house.container.portal().integrity.watch(Actor.system(WATCH))


def asked_and_sealed(house: House) -> None:
    PAY.prepare(house)
    watch(house)


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_lacks_the_tail_is_named_and_closes_nothing(
    kind: str, databases: Databases
) -> None:
    lagging = Command("pay", asked_and_sealed, PAY.act, {DONE})
    with Scene.of(databases, kind, lagging) as scene:
        scene.reset()
        house = scene.house
        PAY.act(house)
        watch(house)
        assert house.findings() == ()

        scene.reset()  # the other server takes over, from before the payment

        integrity, witness = house.container.portal().integrity, house.container.witness()
        [finding] = integrity.check().findings
        assert finding.invariant == "I19"
        assert "checkpoint 2 was sealed and is not there, the last one is 1" in finding.what
        assert str(witness.file) in finding.what
        gone = "checkpoint 2 was sealed and is not there, the last one is 1"
        assert integrity.sealed_and_gone() == gone
        with pytest.raises(LedgerInconsistent):
            house.container.portal().settlements.close(SEPTEMBER, ANN)

        # What is done meanwhile is sealed only when somebody has said that the rest is lost.
        PAY.act(house)
        watch(house)
        assert integrity.check().unsealed > 0
        witness.forget()
        watch(house)
        assert (integrity.check().findings, integrity.check().unsealed) == ((), 0)
