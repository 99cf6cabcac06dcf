"""Limits, fresh passwords and keys of calls, route by route, over both databases."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.http.attributes import ATTRIBUTES, Attributes
from tests.http.authorisation import MATRIX
from tests.http.world import MAIN, World

from backbeat.accounts.model import Device
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_http.operation import Login, Operation
from backbeat_http.routes import PATHS, operations

pytestmark = pytest.mark.usefixtures("billed")

RULES = {(rule.method, rule.path): rule for rule in MATRIX}
SIGNED_IN = [
    (method, path.template)
    for path in PATHS
    for method, spec in operations(path.resource, path.suffix)
    if spec.login is Login.REQUIRED
]
LIMITED = [route for route, asked in ATTRIBUTES.items() if asked.limit]
LIMITS = {
    (method, path.template): spec.limit
    for path in PATHS
    for method, spec in operations(path.resource, path.suffix)
    if spec.limit is not None
}


@pytest.fixture
def settings() -> Settings:
    """The limits as they are by default."""
    return Settings(limits=Limits(profile=LimitsProfile.NORMAL))


def declared(spec: Operation) -> Attributes:
    windows = [(each.count, each.seconds) for each in spec.limit.windows] if spec.limit else [None]
    assert len(windows) == 1
    return Attributes(windows[0], spec.step_up, spec.is_idempotent, spec.writes, spec.kept_seconds)


def test_every_route_asks_for_what_the_table_says_and_for_nothing_else() -> None:
    routes = {
        (method, path.template): declared(spec)
        for path in PATHS
        for method, spec in operations(path.resource, path.suffix)
    }

    assert routes == ATTRIBUTES


def test_a_fresh_password_is_asked_for_where_the_table_says_so(world: World, clock: Any) -> None:
    clock.move(seconds=601)

    asks = set()
    for route in SIGNED_IN:
        if route == ("POST", "member/logout"):
            continue
        answer = world.send(RULES[route].request(world, MAIN), MAIN)
        if answer.status_code == 403 and answer.json["details"] == {"reason": "step_up"}:
            asks.add(route)

    assert asks == {route for route, asked in ATTRIBUTES.items() if asked.step_up}


@pytest.mark.parametrize("route", [pytest.param(each, id=" ".join(each)) for each in LIMITED])
def test_the_call_after_the_last_is_asked_to_wait(
    route: tuple[str, str], world: World, clock: Any
) -> None:
    limit = LIMITS[route]
    [window] = limit.windows
    sent = RULES[route].request(world, MAIN)
    # All calls but the last are counted without the work of an answer.
    for _ in range(window.count - 1):
        world.container.portal().limits.take((limit, MAIN))

    last = world.send(sent, MAIN)
    refused = world.send(sent, MAIN)
    clock.move(seconds=window.seconds)
    later = world.send(sent, MAIN)

    assert last.status_code != 429
    assert (refused.status_code, refused.json["code"]) == (429, 3)
    assert later.status_code != 429


@pytest.mark.parametrize("route", [pytest.param(each, id=" ".join(each)) for each in LIMITED])
def test_a_malformed_call_counts_against_calls_in_general_only(
    route: tuple[str, str], world: World
) -> None:
    limit = LIMITS[route]
    [window] = limit.windows
    sent = RULES[route].request(world, MAIN)
    for _ in range(window.count - 1):
        world.container.portal().limits.take((limit, MAIN))

    malformed = world.send(evolve(sent, query="nope=1"), MAIN)
    last = world.send(sent, MAIN)

    assert malformed.status_code == 400
    assert last.status_code != 429


def acts_of_main(world: World) -> list[str]:
    with world.container.transactions().look() as books:
        rows = list(books.audit.all())
    return [row.entry.action for row in rows if row.entry.actor == Actor.account(AccountId(MAIN))]


def changes(route: tuple[str, str]) -> bool:
    told = ATTRIBUTES[route].writes
    return route[0] == "POST" if told is None else told


def test_an_operator_who_looks_is_refused_every_call_that_changes_something(
    world: World, clock: Any
) -> None:
    """SESSION-14: by one rule for all calls; what only reads is answered as the owner is."""
    sessions = world.container.portal().sessions
    link = sessions.issue_view(AccountId(MAIN), Actor.operator("ann"), "asked for help")
    opened = sessions.log_in_once(link.value, Device())
    watching = evolve(world, tokens={**world.tokens, MAIN: opened.token})
    before = acts_of_main(world)

    refused = set()
    for route in SIGNED_IN:
        if route == ("POST", "member/logout"):
            continue
        answer = watching.send(RULES[route].request(world, MAIN), MAIN)
        if answer.status_code == 403 and answer.json["details"] == {"reason": "view_only"}:
            refused.add(route)

    assert refused == {route for route in SIGNED_IN if changes(route)}
    assert acts_of_main(world) == before
