"""The world of the HTTP tests, with two of its people as peers for the fuzz to tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from tests.fakes.channels import platform_id
from tests.http.world import MAIN, PASSWORD, STRANGER, make_invoices, populate

from backbeat_adapters.container import Container

PEERS = (MAIN, STRANGER)
LINKS = [f"https://www.youtube.com/@channel{number}" for number in range(20)]
"""Channels that the video platform of the fuzz knows; nobody has registered them yet."""


def platform() -> dict[str, object]:
    """The file of the video platform."""
    channels = [
        {"id": platform_id(100 + number), "name": f"Channel {number}", "handle": f"channel{number}"}
        for number in range(len(LINKS))
    ]
    return {"channels": channels, "videos": []}


@frozen
class Seeded:
    """A token for each peer, the ids of everybody's things, and what no log may hold."""

    tokens: Mapping[str, str]
    ids: Mapping[str, tuple[str, ...]]
    secrets: tuple[str, ...]


def seed(container: Container) -> Seeded:
    """Everybody of every rank, signed in, each with something of every kind."""
    tokens, things = populate(container)
    things |= make_invoices(container)
    ids: dict[str, tuple[str, ...]] = {}
    for (kind, _), thing in things.items():
        ids[kind] = (*ids.get(kind, ()), thing)
    return Seeded({peer: tokens[peer] for peer in PEERS}, ids, (PASSWORD, *tokens.values()))
