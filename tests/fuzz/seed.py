"""Two people with something of their own, for the fuzz to tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from tests.fakes.channels import a_channel, platform_id

from backbeat.accounts.model import Account, Device
from backbeat.accounts.service import SignUp
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import Notification, Subject
from backbeat_adapters.container import Container

PASSWORD = "canary-password-4711"
PEERS = ("alice", "bob")


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
    """A token for each person, and texts that must never reach a log."""

    tokens: Mapping[str, str]
    ids: tuple[str, ...]
    secrets: tuple[str, ...] = ()


def seed(box: Container) -> Seeded:
    """Alice and Bob, signed in, their addresses verified."""
    tokens, ids = {}, []
    for number, name in enumerate(PEERS):
        opened = box.accounts().sign_up(SignUp(f"{name}@example.org", PASSWORD, name), Device())
        account = opened.account.verified(box.security_clock().now())
        tokens[name] = opened.token
        ids += [account.id, *_things(box, account, number)]
    return Seeded(tokens, tuple(ids))


def _things(box: Container, account: Account, number: int) -> list[str]:
    """Something of every kind, of the account; its ids."""
    channel = a_channel(number, owner=account.id)
    told = Notification(account.id, Subject.NOTICE, box.business_clock().now())
    with box.transactions().begin() as books:
        books.accounts.save(account)
        books.channels.add(channel)
        books.notifications.add(told)
    inbox = box.notifications().list(account.id, PageRequest())
    return [str(channel.id), str(inbox.page.items[0].id)]
