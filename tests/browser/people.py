"""Managers with members, and a network of three ranks, for the screens that show them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

from attrs import evolve
from tests.browser.conftest import Site, made_once
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.settlement import an_earning_channel
from tests.http.portal import PASSWORD

from backbeat.accounts.model import Device, FeeRate, Permission, Role
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.kernel.ids import AccountId

LONG_AGO = date(2025, 1, 1)
RANKS = {
    "northlight": (Role.MAIN, Permission.MCN, True, None, None),
    "cora": (Role.MEMBER, Permission.MCN_CREATOR, True, "northlight", "0.20"),
    "dan": (Role.MEMBER, Permission.MCN_CREATOR, False, "northlight", "0.15"),
    "sam": (Role.MEMBER, Permission.MCN_CREATOR_SUB, False, "cora", "0.10"),
}
"""Role, permission, flag, whose member, and what is kept above."""


def member_of(site: Site, token: str, name: str) -> str:
    """A member of the token's account, made over the API: its id."""
    form = {"user_id": f"{name}@example.org", "password": "first one", "nickname": name}
    added = site.portal.post("member/mcn/add", token, **form)
    assert added.status == 200
    return str(added["id"])


@made_once
def network(site: Site, plain_creators: int = 0) -> dict[str, str]:
    """Northlight with its creators cora and dan, and sam below cora: a token for each.

    Cora and sam hold an approved channel, dan one that is not verified yet.
    """
    container = site.portal.container
    now = site.portal.security.now()
    ranks = RANKS | {
        f"creator{number:02}": (Role.MEMBER, Permission.MCN_CREATOR, False, "northlight", "0.05")
        for number in range(plain_creators)
    }
    password_hash = container.hasher().hash(PASSWORD)
    tokens = {}
    for number, (name, (role, permission, flag, above, rate)) in enumerate(ranks.items()):
        account = an_account(
            id=name,
            name=name,
            password_hash=password_hash,
            role=role,
            permission=permission,
            permission_flag=flag,
            manager=AccountId(above) if above else None,
            referral_code=f"N{number:07}",
            verified_at=now,
            created_at=datetime(2025, 8, 31, tzinfo=UTC).replace(microsecond=number),
        )
        with container.transactions().begin() as books:
            books.accounts.add(account)
            if rate:
                books.fee_rates.put(FeeRate(account.id, Decimal(rate), LONG_AGO))
            opened = container.portal().sessions.open(books, account, Device(), proven=True)
            tokens[name] = opened.token
        site.portal.post("member/settings/step.tutorial", tokens[name], value="all")
    with container.transactions().begin() as books:
        approved = ChannelStatus.APPROVED
        for number, (owner, holder, status) in enumerate(
            [
                ("cora", "cora", approved),
                ("cora", "sam", approved),
                ("northlight", "dan", ChannelStatus.NEED_APPROVED),
            ],
            start=1,
        ):
            channel = a_channel(number, owner=owner, holder=holder, name=f"Channel of {holder}")
            books.channels.add(evolve(channel, status=status))
    return tokens


def unproved(site: Site, number: int) -> None:
    """A channel of mina's that still has to be verified."""
    owner = site.portal.account().id
    with site.portal.container.transactions().begin() as books:
        books.channels.add(a_channel(number, owner=owner))


def hold(site: Site, number: int, holder: str) -> None:
    """Let a channel be as if it had been assigned from its first day on."""
    held = an_earning_channel(number, [(holder, LONG_AGO)], owner=site.portal.account().id)
    with site.portal.container.transactions().begin() as books:
        kept = books.channels.get(held.id)
        assert kept is not None
        books.channels.save(evolve(kept, timeline=held.timeline))
        books.fee_rates.put(FeeRate(AccountId(holder), Decimal("0.05"), LONG_AGO))
