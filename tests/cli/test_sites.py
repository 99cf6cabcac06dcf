"""`backbeat site`: partners' sites are described, tried, proved, looked at and removed."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
from falcon.testing import TestClient
from PIL import Image
from tests.cli.conftest import Program

from backbeat.settings import Limits, LimitsProfile, Settings, Site
from backbeat_http.assembly import create_app

DOMAIN = "partner.example"
WORDS = """
[en]
title = "Our music <b> in your shorts"
lead = "One line of <em>it</em>."
[ko]
title = "우리 음악"
lead = "한 줄."
"""


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[WSGIServer]:
    made = WSGIServer(("127.0.0.1", 0), _Quiet)
    yield made
    made.server_close()


@pytest.fixture
def settings(server: WSGIServer) -> Settings:
    url = f"http://portal.example:{server.server_port}"
    site = Site(url=url, image_hosts=("https://img.example",), allow_private=True)
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), site=site)


@pytest.fixture
def portal(
    backbeat: Program, server: WSGIServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    """The portal itself, to which every name leads."""
    server.set_app(create_app(backbeat.container))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    asked = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **more: asked("127.0.0.1", *rest, **more)
    )
    yield backbeat
    server.shutdown()
    thread.join()


def look(backbeat: Program, domain: str = DOMAIN) -> Any:
    client = TestClient(create_app(backbeat.container))
    return client.simulate_get("/api/site/metadata", params={"host": domain}).json["metadata"]


def test_a_domain_that_leads_here_is_proved_and_then_shown(portal: Program) -> None:
    added = portal("site", "add", DOMAIN, "Partner", "--color", "#112233", "--json")
    token = portal("site", "show", DOMAIN, "--json").json["token"]

    assert added.json["proved_at"] is None
    assert f"backbeat site prove {DOMAIN}" in added.err
    assert token in added.err
    assert look(portal) is None

    checked = portal("site", "check", DOMAIN, "--json")
    assert (checked.code, checked.json["problem"]) == (0, None)
    assert re.fullmatch(rf"http://{DOMAIN}:\d+/\.well-known/backbeat-site", checked.json["asked"])
    tried = portal("site", "prove", DOMAIN, "--dry-run", "--json")
    assert tried.json["dry_run"]
    assert look(portal) is None

    assert portal("site", "prove", DOMAIN, "--json").json["proved_at"] is not None
    shown = look(portal)
    assert (shown["color_primary"], shown["exclusive_logo"]) == ("#112233", None)
    acts = portal("audit", "list", "--json").items
    assert {act["action"] for act in acts} >= {"site.added", "site.proved"}


def test_a_domain_that_does_not_answer_is_named_with_the_reason(backbeat: Program) -> None:
    backbeat("site", "add", "nowhere.invalid", "Nowhere")

    for command in ("check", "prove"):
        refused = backbeat("site", command, "nowhere.invalid")
        assert refused.code == 1
        assert refused.err == "error: nowhere.invalid: its name leads nowhere\n"
    assert backbeat("site", "show", "nowhere.invalid", "--json").json["proved_at"] is None


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("x.example", "X", "--color", "red"), 2, "not a colour like #rrggbb: 'red'"),
        (("10.0.0.1", "X"), 2, "not a domain such as partner.example: '10.0.0.1'"),
        (("portal.example", "X"), 1, "portal.example is the portal's own domain"),
        (("www.partner.example", "X"), 1, "there is a partner site partner.example already"),
        (("x.example", ""), 2, "a name is one line of 1 to 60 characters"),
        (
            ("x.example", "X", "--color", "#112233", "--color-dim", "#8899aa"),
            1,
            "#ffffff on #8899aa has a contrast of 2.92:1, and text needs 4.5:1",
        ),
        (
            ("x.example", "X", "--logo", "https://evil.example/l.png"),
            1,
            "evil.example is none of site.image_hosts",
        ),
        (("x.example", "X", "--logo", "/logo.js"), 2, "a logo of this site is a picture"),
        (("x.example", "X", "--logo", "javascript:alert(1)"), 2, "a logo is an https address"),
    ],
)
def test_what_is_no_site_is_refused_and_nothing_is_kept(
    backbeat: Program, arguments: tuple[str, ...], code: int, words: str
) -> None:
    backbeat("site", "add", DOMAIN, "Partner")
    before = backbeat("site", "list", "--json").items

    for dry_run in ((), ("--dry-run",)):
        refused = backbeat("site", "add", *arguments, *dry_run)
        assert refused.code == code
        assert words in refused.err
        assert "Traceback" not in refused.err
    assert backbeat("site", "list", "--json").items == before


def test_every_act_can_be_tried_first(backbeat: Program, tmp_path: Path) -> None:
    picture = tmp_path / "logo.png"
    Image.new("RGBA", (80, 20), "purple").save(picture)
    tried = backbeat(
        *("site", "add", DOMAIN, "Partner", "--logo-file", str(picture), "--dry-run", "--json")
    )
    assert tried.json["dry_run"]
    assert tried.json["exclusive_logo"].endswith(".webp")
    assert backbeat("site", "list", "--json").items == []
    client = TestClient(create_app(backbeat.container))
    assert client.simulate_get(tried.json["exclusive_logo"]).status_code == 404

    added = backbeat("site", "add", DOMAIN, "Partner", "--logo-file", str(picture), "--json").json
    assert client.simulate_get(added["exclusive_logo"]).headers["Content-Type"] == "image/webp"
    edited = backbeat("site", "edit", DOMAIN, "--name", "Other", "--dry-run", "--json").json
    assert (edited["name"], edited["dry_run"]) == ("Other", True)
    assert backbeat("site", "remove", DOMAIN, "--dry-run", "--json").json["dry_run"]
    assert [site["name"] for site in backbeat("site", "list", "--json").items] == ["Partner"]


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<svg xmlns='http://www.w3.org/2000/svg'><image href='https://evil.example'/></svg>",
        b"#!/bin/sh\n",
        b"",
    ],
)
def test_a_logo_that_is_a_script_is_no_picture(
    backbeat: Program, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(content)

    refused = backbeat("site", "add", DOMAIN, "Partner", "--logo-file", str(file))

    assert refused.code == 1
    assert "this is no picture: PNG, JPEG and WebP are taken" in refused.err
    assert backbeat("site", "list", "--json").items == []


def test_a_site_has_words_of_its_own_and_a_sender(backbeat: Program, tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text(WORDS, encoding="utf-8")
    backbeat("site", "add", DOMAIN, "Partner")

    edited = backbeat(
        *("site", "edit", DOMAIN, "--words", str(file), "--mail-sender", "Partner desk", "--json")
    ).json

    assert (edited["languages"], edited["mail_sender"]) == (["en", "ko"], "Partner desk")
    shown = backbeat("site", "show", DOMAIN, "--json").json
    assert shown["words"]["ko"] == {"title": "우리 음악", "lead": "한 줄."}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[en", "Expected"),
        ("[fr]\ntitle='a'\nlead='b'", "'fr'"),
        ("[en]\ntitle='a'", "a title and a lead"),
        ("en = 3", "a title and a lead"),
        ("[en]\ntitle=''\nlead='b'", "title is one line"),
        ("[en]\ntitle='a'\nlead='b'\nmore='c'", "nothing else"),
    ],
)
def test_words_that_are_none_are_refused_by_file(
    backbeat: Program, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "words.toml"
    file.write_text(text, encoding="utf-8")

    refused = backbeat("site", "add", DOMAIN, "Partner", "--words", str(file))

    assert refused.code == 1
    assert str(file) in refused.err
    assert words in refused.err
    assert backbeat("site", "list", "--json").items == []


def test_a_preview_shows_every_contrast_and_a_page_without_scripts(
    backbeat: Program, tmp_path: Path
) -> None:
    file, page = tmp_path / "words.toml", tmp_path / "preview.html"
    file.write_text(WORDS, encoding="utf-8")
    picture = tmp_path / "logo.png"
    Image.new("RGBA", (80, 20), "purple").save(picture)
    backbeat(
        *("site", "add", DOMAIN, "A <i>", "--color", "#112233"),
        *("--words", str(file), "--logo-file", str(picture)),
    )

    shown = backbeat("site", "preview", DOMAIN, "--output", str(page), "--json").json

    assert {(pair["scheme"], pair["what"]) for pair in shown["pairs"]} >= {
        ("light", "text on the primary"),
        ("dark", "text on a surface"),
    }
    assert all(float(pair["ratio"]) >= 4.5 for pair in shown["pairs"])
    written = page.read_text("utf-8")
    for there in ("#112233", "우리 음악", "Our music &lt;b&gt; in your shorts", "A &lt;i&gt;"):
        assert there in written
    assert "One line of &lt;em&gt;it&lt;/em&gt;." in written
    assert 'src="data:image/webp;base64,' in written
    assert "<script" not in written
    assert "<i>" not in written
    printed = backbeat("site", "preview", DOMAIN)
    assert "text on the primary" in printed.out
    assert backbeat("site", "preview", DOMAIN, "--output", str(tmp_path)).code == 1


def test_a_site_goes_when_asked_twice_and_no_track_is_its_own(
    backbeat: Program, tmp_path: Path
) -> None:
    backbeat("site", "add", DOMAIN, "Partner")
    sheet = tmp_path / "label.csv"
    sheet.write_text(f"ISRC,Title,Partner\nQZBB12500001,One,{DOMAIN}\n", encoding="utf-8")
    backbeat("track", "import", str(sheet))

    assert backbeat("site", "remove", DOMAIN).code == 2
    refused = backbeat("site", "remove", DOMAIN, "--yes")
    assert (refused.code, refused.err[:33]) == (1, "error: 1 tracks are of partner.ex")
    backbeat("track", "mark", "QZBB12500001", "--partner", "")
    assert backbeat("site", "remove", DOMAIN, "--yes").code == 0
    assert backbeat("site", "list", "--json").items == []


@pytest.mark.parametrize("command", ["show", "edit", "preview", "check", "prove", "remove"])
def test_a_site_that_there_is_not_is_said_so(backbeat: Program, command: str) -> None:
    more = ("--yes",) if command == "remove" else ()
    refused = backbeat("site", command, "x.example", *more)

    assert (refused.code, refused.err) == (1, "error: no such partner site: x.example\n")
