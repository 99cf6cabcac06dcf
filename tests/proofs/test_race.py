"""The quick form of `nox -s race`: the same proofs with fewer accounts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from falcon.testing import TestClient
from tests.conftest import Database
from tests.proofs import race
from tests.proofs.house import House
from tests.proofs.serving import Reply

from backbeat_http.assembly import create_app

QUICK: dict[str, Callable[[str, Path], str]] = {
    "requests": partial(race.requests, accounts=6, processes=3),
    "reservations": partial(race.reservations, funded=10, processes=3),
    "the same file and close": partial(race.one_file, processes=3),
    "paid twice": partial(race.paid_twice, items=6, processes=3),
    "reversed twice": partial(race.reversed_twice, items=6, processes=3),
}


@pytest.mark.variants("databases")
@pytest.mark.parametrize("proof", QUICK)
def test_exactly_as_much_succeeds_as_may(proof: str, database: Database, tmp_path: Path) -> None:
    QUICK[proof](database.url, tmp_path)


def test_without_begin_immediate_the_race_is_lost(
    sqlite_database: Database, tmp_path: Path
) -> None:
    race.without_begin_immediate(sqlite_database.url, tmp_path, funded=10, processes=4)


def test_one_key_has_one_effect(database: Database, tmp_path: Path) -> None:
    with House.over(database.url, tmp_path, hurried=False) as house:
        account = house.creator(0)
        client = TestClient(create_app(house.container))
        token = house.token(account)

        def send(total: str, key: str) -> Reply:
            answer = client.simulate_post(
                "/api/withdrawal/request",
                json=race.FORM | {"total": total},
                headers={"Zs-Authentification": token, "Idempotency-Key": key},
            )
            return Reply(answer.status_code, answer.json)

        race.one_key(send, house, at_once=16)
