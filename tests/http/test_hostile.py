"""Hostile input on every call, over both databases: refused in the envelope, never a 5xx.

A call gets all of it over SQLite, or a third of it over PostgreSQL, as the commit decides. `nox -s hostile` sends all
of it to both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from falcon.testing import Result
from tests.conftest import Database
from tests.http import hostile
from tests.http.authorisation import MATRIX, Rule
from tests.http.world import MAIN, World
from tests.proofs.samples import Sample

pytestmark = pytest.mark.usefixtures("billed")

ROWS = sum(
    len(table)
    for table in (
        hostile.BODIES,
        hostile.VALUES,
        hostile.TEXTS,
        hostile.QUERIES,
        hostile.HEADERS,
        hostile.METHODS,
        hostile.PATHS,
        hostile.MEDIA_TYPES,
    )
)


def test_the_table_is_long() -> None:
    assert ROWS >= 40


@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_nothing_hostile_breaks_a_call(
    rule: Rule,
    world: World,
    database: Database,
    record_property: Callable[[str, object], None],
) -> None:
    sample = Sample.of_the_commit(1 if database.kind == "sqlite" else 3, "hostile")
    good = rule.request(world, MAIN)
    body, query = dict(rule.body(world, MAIN)), dict(rule.query(world, MAIN))
    broken = []
    count = 0
    for number, (name, sent) in enumerate(hostile.variants(good, body, query)):
        if not sample.has(f"{rule.method} {rule.path}", number):
            continue
        count += 1
        fault = fault_of(world.send(sent, MAIN), sent)
        if fault is not None:
            broken.append((name, fault))
    record_property("hostile requests", count)

    assert broken == []


def fault_of(result: Result, sent: hostile.Sent) -> str | None:
    """What is wrong with an answer to something hostile; None when it is a proper one."""
    if result.status_code >= 500:
        return f"{result.status_code} {result.text[:200]}"
    if any("\r" in value or "\n" in value for value in result.headers.values()):
        return "a header was split"
    if sent.method in {"HEAD", "OPTIONS"} or not result.headers.get("Content-Type", "").startswith(
        "application/json"
    ):
        return None
    answer: dict[str, Any] = result.json
    succeeded = result.status_code == 200
    if answer.get("success") is not succeeded or not isinstance(answer.get("message"), str):
        return f"no envelope: {result.text[:200]}"
    return None
