"""`backbeat inquiry` and `backbeat short`."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tests.cli.conftest import Program

from backbeat.accounts.model import Device
from backbeat.accounts.service import SignUp
from backbeat.inquiries.model import InquiryDraft, InquiryKind
from backbeat.settings import Settings, Site
from backbeat_adapters.container import Container

PDF = b"%PDF-1.7\nplans"


@pytest.fixture
def sent(container: Container) -> str:
    """An inquiry with an attachment whose sender means no good."""
    portal = container.portal()
    account = portal.accounts.sign_up(
        SignUp("mina@example.org", "correct horse", "mina"), Device()
    ).account
    draft = InquiryDraft(
        InquiryKind.PARTNERSHIP, "A\x1b[2J label", "We have\nsongs.", "me@x.org", ("../p.pdf", PDF)
    )
    return portal.inquiries.send(account.id, draft).id


def test_an_inquiry_is_listed_read_and_closed(backbeat: Program, sent: str) -> None:
    [row] = backbeat("inquiry", "list", "--json").items
    assert (row["id"], row["attachment"], row["media_type"], row["bytes"]) == (
        sent,
        "p.pdf",
        "application/pdf",
        len(PDF),
    )
    shown = backbeat("inquiry", "show", sent, "--json").json
    assert (shown["content"], shown["contact"], shown["closed"]) == (
        "We have\nsongs.",
        "me@x.org",
        None,
    )

    trial = backbeat("inquiry", "close", sent, "--dry-run")
    assert "nothing was changed" in (trial.out + trial.err)
    assert len(backbeat("inquiry", "list", "--json").items) == 1
    assert backbeat("inquiry", "close", sent, "--json").json["closed"] is not None
    assert backbeat("inquiry", "list", "--json").items == []
    assert len(backbeat("inquiry", "list", "--closed", "--json").items) == 1
    assert backbeat("audit", "list", "--json").items[0]["action"] == "inquiry.closed"


def test_what_a_stranger_typed_cannot_repaint_the_terminal(backbeat: Program, sent: str) -> None:
    for answer in (backbeat("inquiry", "list"), backbeat("inquiry", "show", sent)):
        assert answer.code == 0
        assert "\x1b[2J" not in answer.out


def test_an_attachment_is_saved_once_and_readable_by_its_owner_alone(
    backbeat: Program, sent: str, tmp_path: Path
) -> None:
    file = tmp_path / "plan.pdf"
    assert backbeat("inquiry", "show", sent, "--attachment", str(file)).code == 0
    assert file.read_bytes() == PDF
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    file.write_bytes(b"mine")
    again = backbeat("inquiry", "show", sent, "--attachment", str(file))
    assert (again.code, file.read_bytes()) == (1, b"mine")
    assert "plan.pdf cannot be written" in again.err


@pytest.mark.parametrize("verb", ["show", "close"])
def test_an_unknown_inquiry_is_refused_in_a_line(backbeat: Program, verb: str) -> None:
    answer = backbeat("inquiry", verb, "nothing")
    assert (answer.code, answer.err.strip()) == (1, "error: no such inquiry: nothing")


def test_an_inquiry_without_an_attachment_has_nothing_to_save(
    backbeat: Program, container: Container, tmp_path: Path
) -> None:
    portal = container.portal()
    jun = SignUp("jun@example.org", "correct horse", "jun")
    account = portal.accounts.sign_up(jun, Device()).account
    draft = InquiryDraft(InquiryKind.PARTNERSHIP, "t", "c", "m")
    id = portal.inquiries.send(account.id, draft).id
    answer = backbeat("inquiry", "show", id, "--attachment", str(tmp_path / "x"))
    assert (answer.code, (tmp_path / "x").exists()) == (1, False)


def test_a_short_link_is_added_listed_and_removed(backbeat: Program) -> None:
    added = backbeat("short", "add", "Autumn", "url", "/events", "--json").json
    assert added == {
        "code": "autumn",
        "kind": "url",
        "target": "/events",
        "address": "http://127.0.0.1:8000/r/autumn",
        "dry_run": False,
    }
    del added["dry_run"]
    assert backbeat("short", "list", "--json").items == [added]
    assert backbeat("short", "remove", "AUTUMN", "--dry-run").code == 0
    assert backbeat("short", "remove", "AUTUMN").code == 0
    assert backbeat("short", "list", "--json").items == []


@pytest.mark.parametrize(
    "settings", [Settings(site=Site(url="https://portal.example/"))], ids=["a slash at its end"]
)
def test_a_short_links_address_is_one_of_the_portals(backbeat: Program) -> None:
    added = backbeat(
        "short", "add", "autumn", "url", "https://portal.example/events", "--json"
    ).json

    assert (added["address"], added["target"]) == ("https://portal.example/r/autumn", "/events")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("a/b", "url", "/events"), 2, "a short code has 2 to 40 letters"),
        (("autumn", "url", "https://evil.example/"), 2, "leads to a page of"),
        (("autumn", "gift", "/events"), 2, "gift"),
        (
            ("autumn", "referral", "NOBODYS"),
            1,
            "there is no account with the referral code NOBODYS",
        ),
        (("autumn", "track", "QZBB12500001"), 1, "there is no track QZBB12500001"),
        (("taken", "url", "/events"), 1, "there is a short link taken already"),
    ],
)
def test_what_is_no_short_link_is_refused_in_words(
    backbeat: Program, arguments: tuple[str, ...], code: int, said: str
) -> None:
    backbeat("short", "add", "taken", "url", "/notices")
    answer = backbeat("short", "add", *arguments)

    assert answer.code == code
    assert said in answer.err
    assert len(backbeat("short", "list", "--json").items) == 1


def test_an_unknown_short_link_is_refused_in_a_line(backbeat: Program) -> None:
    answer = backbeat("short", "remove", "nothing")
    assert (answer.code, answer.err.strip()) == (1, "error: no such short link: nothing")
