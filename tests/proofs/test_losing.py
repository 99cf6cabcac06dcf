"""The quick form of lost answers, deadlocks and serialization failures; `nox -s crashpoints` takes every money command."""

from __future__ import annotations

import pytest
from tests.proofs.crashpoints import COMMANDS, LOCKED
from tests.proofs.house import Databases
from tests.proofs.losing import prove_conflicts, prove_lost
from tests.proofs.together import DONE

BY_NAME = {command.name: command for command in COMMANDS}


@pytest.mark.variants
@pytest.mark.parametrize("name", ["settle close", "pay", "request", "ingest"])
def test_an_answer_lost_at_the_commit_is_told_and_repeating_does_nothing_twice(
    name: str, databases: Databases
) -> None:
    assert prove_lost(databases, BY_NAME[name], kept=(True,)) > 0


def test_a_commit_that_never_arrived_is_told_and_repeating_does_it(databases: Databases) -> None:
    assert prove_lost(databases, BY_NAME["pay"], kept=(False,)) > 0


def test_a_deadlock_or_what_changed_under_its_snapshot_undoes_a_payment_and_it_is_tried_again(
    databases: Databases,
) -> None:
    assert prove_conflicts(databases, BY_NAME["pay"], LOCKED["pay"]) == [DONE, DONE]


def test_a_deadlock_undoes_a_close_wholly_and_is_told(databases: Databases) -> None:
    assert prove_conflicts(databases, BY_NAME["settle close"], None) == ["told"]
