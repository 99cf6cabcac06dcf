"""Every page and state, from the table of addresses that the router itself is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

ADDRESSES = Path(__file__).parents[2] / "adapters" / "backbeat_adapters" / "addresses.json"
FOR_EVERYBODY = {"landing", "login", "join", "find_password", "auth_external", "accept_invitation"}
SAME_PAGE = {"money", "entry", "join_email", "two_factor", "short"}
"""Addresses that only lead on to another one for somebody who is settled."""
A_GUIDE = "iphone-upload"

Ask = Callable[[str], Mapping[str, Any]]
"""An answer of the API, asked as the reader."""


@frozen
class Place:
    """A page as somebody sees it; `flag` opens a dialog on it."""

    name: str
    path: str
    is_own: bool
    flag: str = ""


def table() -> dict[str, str]:
    found: dict[str, str] = json.loads(ADDRESSES.read_text())
    return found


def places(ask: Ask) -> Iterator[Place]:
    """Every address, filled in with what the reader has, and the dialogs that stand on some."""
    for name, address in table().items():
        if name in SAME_PAGE:
            continue
        path = _filled(name, address, ask)
        if path is not None:
            yield Place(name, path, name not in FOR_EVERYBODY)
    yield from _dialogs(ask)
    yield Place("not_found", "/no/such", is_own=False)


def _filled(name: str, address: str, ask: Ask) -> str | None:
    if name == "guide":
        return address.replace("*", A_GUIDE)
    if name == "earning_detail":
        months = ask("withdrawal/report")["items"]
        return _earning(months[0]) if months else None
    if name == "campaign":
        campaigns = ask("campaign/list")["items"]
        return address.replace(":id", str(campaigns[0]["id"])) if campaigns else None
    if name in {"notice", "event"}:
        posts = ask(f"board/list?kind={name}")["items"]
        return address.replace(":id", str(posts[0]["id"])) if posts else None
    if name == "invoice":
        bills = ask("withdrawal/list")["items"]
        return f"{address}?id={bills[0]['invoice_id']}" if bills else None
    return address


def _earning(month: Mapping[str, Any]) -> str:
    return f"/withdrawal/{month['types'][0]['type']}/{month['month']}"


def _dialogs(ask: Ask) -> Iterator[Place]:
    channels = ask("channel/list?size=1")["items"]
    flags = [
        ("channels", "/manage-channel", "addChannel=1"),
        *(("channels", "/manage-channel", f"delete={each['id']}") for each in channels),
        ("account", "/config-account", "delete=1"),
        ("my", "/my", "logout=1"),
        ("withdrawal_request", "/withdrawal/request", "withdrawalNotice=1"),
        ("earnings", "/withdrawal/report", "excel=1"),
    ]
    videos = ask("v2/music/video/list?size=1")["items"]
    flags += [("dashboard", "/dashboard", f"videoDetail={each['id']}") for each in videos]
    for name, path, flag in flags:
        yield Place(f"{name}+{flag.partition('=')[0]}", path, is_own=True, flag=flag)
