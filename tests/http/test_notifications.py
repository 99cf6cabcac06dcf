"""Notifications over HTTP, on both databases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from falcon.testing import Result
from tests.http.world import MAIN, STRANGER, World

from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.targets import Target, TargetKind
from backbeat.notifications.model import Notification, Subject


def tell(
    world: World, subject: Subject, hours: int = 0, owner: str = MAIN, **facts: object
) -> None:
    at = world.container.business_clock().now() + timedelta(hours=hours)
    with world.container.transactions().begin() as books:
        books.notifications.add(
            Notification(AccountId(owner), subject, at, facts, target=Target(TargetKind.CHANNELS))
        )


def call(
    world: World,
    method: str,
    path: str,
    *,
    language: str = "en",
    actor: str = MAIN,
    **options: Any,
) -> Result:
    headers = {"Zs-Authentification": world.tokens[actor], "Accept-Language": language}
    return world.client.simulate_request(
        method, f"/api/notification/{path}", headers=headers, **options
    )


@pytest.fixture
def world(world: World) -> World:
    """The world, in which nobody was told anything yet."""
    with world.container.transactions().begin() as books:
        for owner in (MAIN, STRANGER):
            books.notifications.remove_all_of(AccountId(owner))
    return world


def test_the_list_is_in_the_readers_language_newest_first(world: World) -> None:
    tell(world, Subject.CHANNEL_APPROVED, channel="Mina", earning_from="2025-10-15")
    tell(world, Subject.WITHDRAWAL_SUCCESS, 1, amount=Money.of("57.18"), currency="USD")
    tell(world, Subject.EVENT, 2, owner=STRANGER)

    english = call(world, "GET", "list").json
    korean = call(world, "GET", "list", language="ko").json

    assert [item["type"] for item in english["items"]] == ["withdrawal_done", "notice"]
    assert (english["unread"], english["total"], english["page"]) == (2, 2, 0)
    older = call(world, "GET", "list", query_string="page=1&size=1").json
    assert older["items"] == english["items"][1:]
    newest = english["items"][0]
    assert newest["title"] == "Withdrawal paid"
    assert "$57.18" in newest["body"]
    assert newest["link"] == "/manage-channel"
    assert newest["created_at"].endswith("Z")
    assert newest["read"] is False
    assert "2025/10/15" in english["items"][1]["body"]
    assert korean["items"][0]["title"] != newest["title"]


def test_a_type_can_be_asked_for(world: World) -> None:
    tell(world, Subject.CHANNEL_APPROVED)
    tell(world, Subject.FIXED_PROFIT)

    assert call(world, "GET", "list", query_string="type=fixed_profit").json["total"] == 1
    refused = call(world, "GET", "list", query_string="type=odd").json
    assert (refused["code"], refused["details"]["reason"]) == (2, "bad_value")


def test_reading_counts_down_and_stays(world: World) -> None:
    tell(world, Subject.CHANNEL_APPROVED)
    tell(world, Subject.CHANNEL_HELD, 1)
    first = call(world, "GET", "list").json["items"][0]["id"]

    assert call(world, "POST", "read", json={"id": first}).json["unread"] == 1
    assert call(world, "POST", "read", json={"id": first}).json["unread"] == 1
    assert [item["read"] for item in call(world, "GET", "list").json["items"]] == [True, False]
    assert call(world, "POST", "read.all", json={}).json["unread"] == 0
    assert call(world, "GET", "list").json["unread"] == 0


def test_what_is_somebody_elses_is_not_there(world: World) -> None:
    tell(world, Subject.CHANNEL_APPROVED, owner=STRANGER)
    foreign = call(world, "GET", "list", actor=STRANGER).json["items"][0]["id"]

    answer = call(world, "POST", "read", json={"id": foreign})

    assert answer.status_code == 404
    assert answer.json["details"]["reason"] == "not_found"
    assert call(world, "GET", "list", actor=STRANGER).json["unread"] == 1


def test_an_id_is_needed(world: World) -> None:
    assert call(world, "POST", "read", json={}).json["code"] == 4
