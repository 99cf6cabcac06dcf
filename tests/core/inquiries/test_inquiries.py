"""The partnership form's rules, and what becomes of a proposal."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock

from backbeat import (
    Actor,
    Device,
    MemoryMailTransport,
    MemoryPlatform,
    PageRequest,
    Portal,
    Refusal,
    RenderedMail,
    Settings,
    SignUp,
)
from backbeat.audit.ports import AuditFilter
from backbeat.inquiries.errors import GeneralInquiry, InquiryFileTooLarge, InquiryTooLong
from backbeat.inquiries.model import InquiryDraft, InquiryKind
from backbeat.inquiries.rules import LONGEST_FILE_NAME, file_name_of, media_type_of
from backbeat.kernel.errors import BadValues, FieldsMissing, NotFound, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.mail.model import Template
from backbeat.mail.rules import is_wanted
from backbeat.settings import Alerts, Inquiry

PDF = b"%PDF-1.7\nplans"
ANN = Actor.operator("ann")
PAGE = PageRequest()
DRAFT = InquiryDraft(InquiryKind.PARTNERSHIP, "A label", "We have songs.", "mina@example.org")


def portal_with(inquiry: Inquiry, alerts: Alerts) -> Portal:
    return Portal(
        Settings(inquiry=inquiry, alerts=alerts),
        FixedClock(),
        MemoryPlatform(),
        MemoryMailTransport(),
    )


@pytest.fixture
def portal() -> Portal:
    return portal_with(
        Inquiry(max_chars=20, max_bytes=len(PDF)), Alerts(emails=("ops@example.org",))
    )


def mina(portal: Portal) -> AccountId:
    return portal.accounts.sign_up(
        SignUp("mina@example.org", "correct horse", "mina"), Device()
    ).account.id


def told(portal: Portal) -> list[RenderedMail]:
    """The letters about inquiries that have gone out."""
    portal.worker.run_once()
    letters: list[RenderedMail] = portal.mail.sent  # type: ignore[attr-defined]
    return [each for each in letters if "inquiry" in each.subject]


def test_a_proposal_is_kept_with_its_attachment_until_it_is_closed(portal: Portal) -> None:
    draft = evolve(DRAFT, file=("C:\\mina\\plan.pdf", PDF))
    sent = portal.inquiries.send(mina(portal), draft)

    [listed] = portal.inquiries.list(PAGE).items
    file = portal.inquiries.file(sent.id)
    assert (listed, listed.attached) == (sent, sent.attached)
    assert (file.name, file.media_type, file.content) == ("plan.pdf", "application/pdf", PDF)

    closed = portal.inquiries.close(sent.id, ANN)
    assert portal.inquiries.close(sent.id, ANN) == closed
    assert portal.inquiries.list(PAGE).items == []
    assert portal.inquiries.list(PAGE, closed=True).items == [closed]
    acts = [row.entry.action for row in portal.audit.list(AuditFilter(), PAGE).items]
    assert acts[:2] == ["inquiry.closed", "inquiry.sent"]


def test_a_trial_closes_nothing(portal: Portal) -> None:
    sent = portal.inquiries.send(mina(portal), DRAFT)

    assert portal.inquiries.close(sent.id, ANN, dry_run=True).closed_at is not None
    assert portal.inquiries.find(sent.id) == sent


def test_operators_are_told_and_the_audit_holds_no_words_of_the_sender(portal: Portal) -> None:
    sent = portal.inquiries.send(mina(portal), DRAFT)

    assert [each.to for each in told(portal)] == ["ops@example.org"]
    entry = portal.audit.list(AuditFilter(), PAGE).items[0].entry
    assert (entry.target, entry.before, entry.after) == (f"inquiry:{sent.id}", {}, {})
    assert is_wanted(Template.INQUIRY_RECEIVED, notice=False)


def test_addresses_of_their_own_are_told_instead_of_those_of_alerts() -> None:
    portal = portal_with(
        Inquiry(emails=("deals@example.org",)), Alerts(emails=("ops@example.org",))
    )
    portal.inquiries.send(mina(portal), DRAFT)

    assert [each.to for each in told(portal)] == ["deals@example.org"]


def test_a_letter_to_an_operator_greets_nobody(portal: Portal) -> None:
    portal.inquiries.send(mina(portal), DRAFT)
    [letter] = told(portal)

    assert letter.subject == "A partnership inquiry: A label"
    assert letter.text.startswith("mina has sent a partnership inquiry: A label")
    assert "backbeat inquiry show " in letter.text


REFUSED = {
    "a general question": ({"kind": InquiryKind.GENERAL, "title": ""}, GeneralInquiry, {}),
    "no text": ({"content": " \n "}, FieldsMissing, {"content": "required"}),
    "no title and no contact": (
        {"title": " ", "contact": ""},
        FieldsMissing,
        {"title": "required", "contact": "required"},
    ),
    "a long title": ({"title": "x" * 201}, BadValues, {"title": "too_long"}),
    "a long contact": ({"contact": "x" * 201}, BadValues, {"contact": "too_long"}),
    "a long text": ({"content": "x" * 21}, InquiryTooLong, {}),
    "a large file": ({"file": ("a.pdf", PDF + b".")}, InquiryFileTooLarge, {}),
    "a program": ({"file": ("a.pdf", b"MZ\x90")}, BadValues, {"file": "file_type"}),
    "markup": ({"file": ("a.png", b"<svg/>")}, BadValues, {"file": "file_type"}),
    "an empty file": ({"file": ("a.pdf", b"")}, BadValues, {"file": "file_type"}),
}


@pytest.mark.parametrize(
    ("change", "refusal", "fields"), [pytest.param(*row, id=name) for name, row in REFUSED.items()]
)
def test_nothing_is_kept_of_what_is_refused(
    portal: Portal, change: dict[str, Any], refusal: type[Refusal], fields: dict[str, str]
) -> None:
    account = mina(portal)
    with pytest.raises(refusal) as refused:
        portal.inquiries.send(account, evolve(DRAFT, **change))

    assert refused.value.details.get("fields", {}) == fields
    assert (portal.inquiries.list(PAGE).items, told(portal)) == ([], [])


def test_a_refusal_names_its_limit(portal: Portal) -> None:
    account = mina(portal)
    for change, limit in (({"content": "x" * 21}, 20), ({"file": ("a", PDF + b".")}, len(PDF))):
        with pytest.raises(Refusal) as refused:
            portal.inquiries.send(account, evolve(DRAFT, **change))
        assert refused.value.details == {"limit": limit}


def test_what_is_just_within_the_limits_is_taken(portal: Portal) -> None:
    longest = evolve(
        DRAFT,
        title="x" * 200,
        content="x" * 20,
        contact="y" * 200,
        file=("a", PDF),
    )

    assert portal.inquiries.send(mina(portal), longest).attached is not None


def test_five_proposals_a_day_are_taken_and_refused_ones_do_not_count(portal: Portal) -> None:
    account = mina(portal)
    for _ in range(6):
        with pytest.raises(InquiryTooLong):
            portal.inquiries.send(account, evolve(DRAFT, content="x" * 21))
    for _ in range(5):
        portal.inquiries.send(account, DRAFT)

    with pytest.raises(TooManyRequests):
        portal.inquiries.send(account, DRAFT)
    assert len(portal.inquiries.list(PAGE).items) == 5


@pytest.mark.parametrize("act", ["find", "file"])
def test_an_unknown_inquiry_is_not_found(portal: Portal, act: str) -> None:
    with pytest.raises(NotFound):
        getattr(portal.inquiries, act)("nothing")
    with pytest.raises(NotFound):
        portal.inquiries.close("nothing", ANN)


def test_an_inquiry_without_an_attachment_has_no_file(portal: Portal) -> None:
    sent = portal.inquiries.send(mina(portal), DRAFT)
    with pytest.raises(NotFound):
        portal.inquiries.file(sent.id)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (PDF, "application/pdf"),
        (b"\x89PNG\r\n\x1a\n....", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF\n\x00\r\x01WEBPVP8 ", "image/webp"),
        (b"RIFF....WAVE", None),
        (b"GIF89a", None),
        (b"PK\x03\x04", None),
        (b" %PDF-1.7", None),
    ],
)
def test_a_files_type_is_what_its_bytes_say(content: bytes, kind: str | None) -> None:
    assert media_type_of(content) == kind


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("plan.pdf", "plan.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\plans\\plan.pdf", "plan.pdf"),
        ("\u202efdp.exe\x1b[2J\n", "fdp.exe[2J"),
        ("제안서.pdf", "제안서.pdf"),
        ("..", "attachment"),
        ("", "attachment"),
        ("x" * 300 + ".pdf", "x" * (LONGEST_FILE_NAME - 4) + ".pdf"),
    ],
)
def test_a_files_name_is_made_harmless(given: str, shown: str) -> None:
    assert file_name_of(given) == shown
