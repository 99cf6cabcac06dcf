"""No call of a creator reads a table whole that grows with other people's data, on PostgreSQL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, event
from tests.conftest import Database
from tests.http.authorisation import MATRIX, Rule
from tests.http.world import CREATOR, MAIN, NETWORK, SUB, World

from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine.partitions import open_months, partition
from backbeat_adapters.sql.figures import BY_MONTH

SMALL = {
    *(
        "alembic_version",
        "banners",
        "campaigns",
        "confirmed_months",
        "confirmed_versions",
        "events",
        "jobs_engine",
    ),
    *(
        "partner_sites",
        "policies",
        "programs",
        "report_changes",
        "report_layouts",
        "settlements",
        "sites",
    ),
    *("texts", "track_tags"),
}
"""What grows with the operator's own acts, not with people, views or money."""

COUNTED: dict[str, set[str]] = {
    "GET v2/music/search": {"tracks", "track_documents"},
    "GET v2/music/search/without": {"tracks", "track_documents"},
}
"""Calls that say how many tracks of the whole catalogue there are."""

LONG_AGO = Month(2005, 2)
"""A month of figures for which nobody asks."""
OTHER_MONTHS = {partition(of, LONG_AGO) for of in BY_MONTH}

_BELIEVED = """
    UPDATE pg_class SET reltuples = {rows}, relpages = {pages}
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""
_NEVER_COUNTED = _BELIEVED.format(rows=-1, pages=0)
_CROWDED = _BELIEVED.format(rows=100_000, pages=1)
"""What PostgreSQL believes of every table until this is rolled back."""

Asked = Sequence[tuple[str, Any]]

_READS = re.compile(r"^\s*(SELECT|WITH)\b", re.IGNORECASE)
_SCANS = ("Seq Scan", "Index Scan", "Index Only Scan")
_FIRST = {("Limit", "Index Scan"), ("Limit", "Index Only Scan")}


@pytest.fixture
def database(postgresql_database: Database) -> Database:
    """SQLite weighs no sizes: its plans are the same for few rows and for many."""
    return postgresql_database


@pytest.mark.usefixtures("billed")
@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_nothing_of_others_is_read(rule: Rule, world: World) -> None:
    _reads_nothing_of_others(rule, world, MAIN)


@pytest.mark.variants(one_in=8)
@pytest.mark.usefixtures("billed")
@pytest.mark.parametrize("rank", [NETWORK, CREATOR, SUB])
@pytest.mark.parametrize(
    "rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX if r.method == "GET"]
)
def test_nothing_of_others_is_read_whatever_the_rank(rule: Rule, rank: str, world: World) -> None:
    """A network's accounts ask about themselves and about those below: never through everybody."""
    _reads_nothing_of_others(rule, world, rank)


def _reads_nothing_of_others(rule: Rule, world: World, rank: str) -> None:
    request = rule.request(world, rank)
    asked: list[tuple[str, Any]] = []
    engine = world.container.engine()
    with engine.begin() as connection:
        open_months(connection, BY_MONTH, [LONG_AGO])

    def hear(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", hear)
    try:
        world.send(request, rank)
    finally:
        event.remove(engine, "before_cursor_execute", hear)

    with engine.connect() as connection:
        # Small tables are read whole unless that is made dear; those without an index still are.
        for way in ("seqscan", "hashjoin", "mergejoin"):
            connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        read = [each for each in asked if _READS.match(each[0])]
        small, crowded = (
            _whole_of_all(connection, read, believed) for believed in (_NEVER_COUNTED, _CROWDED)
        )
        looked_into = {each for asked_ in read for each in _tables(connection, *asked_)}
        connection.rollback()
    # Of a table with few rows a plan is chosen by chance: what is read whole is so either way.
    known = COUNTED.get(f"{rule.method} {rule.path}", set())
    assert {each for each in small & crowded if each[0] not in known} == set()
    assert {each for each in looked_into if each in OTHER_MONTHS} == set()


def _whole_of_all(connection: Connection, read: Asked, believed: str) -> set[tuple[str, str]]:
    connection.exec_driver_sql(believed)
    return {
        (table, statement)
        for statement, parameters in read
        for table in _read_whole(connection, statement, parameters) - SMALL
    }


def _read_whole(connection: Connection, statement: str, parameters: Any) -> set[str]:
    return set(_whole(_plan(connection, statement, parameters)))


def _tables(connection: Connection, statement: str, parameters: Any) -> set[str]:
    """The tables of figures that a statement looks into."""
    if not any(of.name in statement for of in BY_MONTH):
        return set()
    return set(
        re.findall(
            r'"Relation Name": "(\w+)"', json.dumps(_plan(connection, statement, parameters))
        )
    )


def _plan(connection: Connection, statement: str, parameters: Any) -> dict[str, Any]:
    [plan] = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters).scalars()
    found: dict[str, Any] = plan[0]["Plan"]
    return found


def _whole(node: dict[str, Any]) -> Iterator[str]:
    """The tables below a step of a plan that are read whole: without an index, or through all of it."""
    if node["Node Type"] in _SCANS and "Index Cond" not in node:
        yield node["Relation Name"]
    for below in node.get("Plans", ()):
        # The first of an index, such as the newest day, is one seek.
        if (node["Node Type"], below["Node Type"]) not in _FIRST:
            yield from _whole(below)
