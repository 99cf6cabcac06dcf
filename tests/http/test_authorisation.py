"""Every cell of the authorisation matrix, over both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from falcon.testing import Result
from tests.http.authorisation import MATRIX, Answer, Rule
from tests.http.world import ACTORS, World

from backbeat_http.routes import PATHS, operations

pytestmark = [pytest.mark.authz, pytest.mark.usefixtures("billed", "kin")]


def test_every_route_is_in_the_matrix_and_nothing_else() -> None:
    routes = {
        (method, path.template)
        for path in PATHS
        for method, _ in operations(path.resource, path.suffix)
    }

    assert {(rule.method, rule.path) for rule in MATRIX} == routes


@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_who_may_call(
    rule: Rule, world: World, record_property: Callable[[str, object], None]
) -> None:
    wrong = []
    cells = [(actor, owner) for actor in ACTORS for owner in rule.owners(actor)]
    for actor, owner in cells:
        answer = answer_of(world.send(rule.request(world, owner), actor))
        if answer is not rule.expected(actor, owner):
            wrong.append((actor, owner, answer.name, rule.expected(actor, owner).name))
    record_property("cells", len(cells))

    assert wrong == []


def answer_of(result: Result) -> Answer:
    """How a call ended, as far as rights are concerned."""
    assert result.status_code < 500, result.text
    if result.status_code == 200:
        return Answer.ALLOWED
    problem = result.json
    reason = (problem["details"] or {}).get("reason")
    for answer in Answer:
        if answer.value in (problem["code"], reason):
            return answer
    return Answer.ALLOWED
