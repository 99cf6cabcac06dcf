"""Two people with something of their own, for the fuzz to tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from backbeat.accounts.model import Device
from backbeat.accounts.service import SignUp
from backbeat_adapters.container import Container

PASSWORD = "canary-password-4711"
PEERS = ("alice", "bob")


@frozen
class Seeded:
    """A token for each person, and texts that must never reach a log."""

    tokens: Mapping[str, str]
    secrets: tuple[str, ...] = ()


def seed(box: Container) -> Seeded:
    """Alice and Bob, signed in, their addresses verified."""
    return Seeded({name: _person(box, name) for name in PEERS})


def _person(box: Container, name: str) -> str:
    opened = box.accounts().sign_up(SignUp(f"{name}@example.org", PASSWORD, name), Device())
    with box.transactions().begin() as books:
        books.accounts.save(opened.account.verified(box.security_clock().now()))
    return opened.token
