"""Journey 10: a partner's site, its track and its money, over HTTP and the command line, on both
databases.

What its pages look like stands in `tests/browser/test_partner_site.py`.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PIL import Image
from tests.cli.conftest import Program
from tests.cli.living import (
    approved,
    balance,
    closed,
    creator,
    hands,
    platform,
    proved,
    real_adapter,
)
from tests.cli.test_sites import portal, server, settings
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.portal import PASSWORD, Portal
from tests.http.world import MAIN, World

from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "hands", "platform", "portal", "real_adapter", "server", "settings"]

DOMAIN = "partner.example"
TRACK = "QZBB12500077"
EMAIL = "lumi@example.org"
FORGED = {"ZS-Mcn-Domain": DOMAIN}
SIGN_UP = {"id": EMAIL, "password": PASSWORD, "nickname": "lumi"}
HOSTS = (DOMAIN, f"www.{DOMAIN}", "unknown.example")


def tracks(client: Client, headers: dict[str, str] | None = None) -> dict[str, str | None]:
    """What somebody finds of the partner's track: the logo by its code."""
    token = {"Zs-Authentification": client.world.tokens[client.actor]}
    found = client.world.client.simulate_get(
        "/api/v2/music/search", params={"search": TRACK}, headers=token | (headers or {})
    ).json["items"]
    return {each["isrc"]: each["exclusive_logo"] for each in found}


def test_journey_10_a_partners_site_its_track_and_its_money(
    portal: Program,
    creator: Client,
    world: World,
    hands: Portal,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    backbeat, mina = portal, creator
    catalogue = tmp_path / "catalogue.csv"
    catalogue.write_text(f"isrc,title,artist,release_date\n{TRACK},Low sun,Aya,2025-08-01\n")
    assert backbeat("track", "import", str(catalogue)).code == 0

    # 1
    picture = tmp_path / "logo.png"
    Image.new("RGBA", (160, 40), "#8a1c8f").save(picture)
    look = ("--color", "#112233", "--logo-file", str(picture))
    assert backbeat("site", "add", DOMAIN, "Partner", *look).code == 0
    assert backbeat("site", "prove", DOMAIN).code == 0
    shown = {host: mina.get("site/metadata", host=host)["metadata"] for host in HOSTS}
    logo = shown[DOMAIN]["exclusive_logo"]
    assert (shown[DOMAIN]["color_primary"], logo.startswith("/pictures/")) == ("#112233", True)
    assert shown[f"www.{DOMAIN}"] == shown[DOMAIN]
    assert shown["unknown.example"] is None

    # 2
    assert backbeat("track", "mark", TRACK, "--partner", DOMAIN).code == 0
    joined = hands.send("POST", "member/join", json=SIGN_UP, headers=FORGED)
    lumi = proved(world, hands, "lumi", str(joined["token"]))
    assert backbeat("account", "show", EMAIL, "--json").json["partner"] == DOMAIN
    assert tracks(lumi) == {TRACK: logo}
    assert tracks(mina) == {}

    # 3
    channel = approved(lumi, backbeat, platform, "@lumi")
    id_ = platform.channel_of_handle("@lumi")
    assert id_ is not None
    row = {"month": "2025-09", "channel_id": id_.id, "video_id": "L1", "views": 1_000}
    rows = [row | {"isrc": TRACK, "revenue_usd": "40.00"}]
    file = fake.own_monthly(tmp_path / "september.csv", *rows)
    assert backbeat("report", "ingest", str(file)).code == 0
    business_clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    earned = lumi.get("withdrawal/ledger")["items"]
    assert [(each["type"], each["amount"]) for each in earned] == [
        ("music_profitable_profit", "40.00")
    ]
    explained = lumi.get("withdrawal/explain", entry=earned[0]["id"])
    assert "40.00" in str(explained)
    assert "'L1'" in str(explained)
    assert balance(lumi) == "40.00"

    # 4
    before = mina.get("member/me")
    partner = backbeat("account", "show", f"{MAIN}@example.org", "--json").json["partner"]
    assert partner != DOMAIN
    assert tracks(mina, FORGED) == {}
    token = world.tokens[mina.actor]
    forged = hands.send(
        "GET", "channel/detail", token, params={"id": channel["id"]}, headers=FORGED
    )
    assert (forged.code, forged.reason) == (2, "not_found")
    toggled = hands.send(
        "POST", "music/favorite.toggle", token, json={"isrc": TRACK}, headers=FORGED
    )
    assert (toggled.status, toggled.code) == (404, 2)
    assert hands.send("GET", "member/me", token, headers=FORGED).json == before
    assert backbeat("account", "show", f"{MAIN}@example.org", "--json").json["partner"] == partner
    assert tracks(lumi) == {TRACK: logo}
    assert backbeat("ledger", "check").code == 0
