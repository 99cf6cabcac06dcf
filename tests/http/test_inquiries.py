"""The partnership form over HTTP: what is taken, what is refused and in which words (CODE-5)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from gunicorn.http.errors import InvalidChunkSize
from tests.http.authorisation import INQUIRY
from tests.http.forms import BOUNDARY, MEDIA_TYPE, File, form
from tests.http.portal import Answer, Portal

from backbeat.kernel.pages import PageRequest
from backbeat.settings import Alerts, Inquiry, Settings

PDF = b"%PDF-1.7\n" + bytes(range(256))
MOST = 1000
END = f"--{BOUNDARY}--\r\n"


@pytest.fixture
def settings() -> Settings:
    return Settings(
        inquiry=Inquiry(max_chars=20, max_bytes=MOST), alerts=Alerts(emails=("ops@example.org",))
    )


def send(portal: Portal, token: str | None, **change: str | bytes | File | None) -> Answer:
    parts = {name: part for name, part in {**INQUIRY, **change}.items() if part is not None}
    return send_raw(portal, token, form(parts))


def send_raw(
    portal: Portal, token: str | None, body: bytes, media_type: str = MEDIA_TYPE
) -> Answer:
    headers = {"Content-Type": media_type}
    return portal.send("POST", "partnership/inquiry", token, body=body, headers=headers)


def kept(portal: Portal) -> list[Any]:
    return list(portal.container.portal().inquiries.list(PageRequest()).items)


def test_a_proposal_arrives_with_its_attachment_and_the_operator_is_told(portal: Portal) -> None:
    token = portal.token_of()
    content = "First\r\nthe\tsecond"
    assert send(portal, token, content=content, file=("plan.pdf", PDF)).status == 200

    [inquiry] = kept(portal)
    inquiries = portal.container.portal().inquiries
    assert inquiry.account == portal.account().id
    assert inquiry.content == "First\nthe\tsecond"
    assert inquiries.file(inquiry.id).content == PDF
    [mail] = portal.mails("ops@example.org")
    assert (mail.facts["sender"], mail.facts["title"]) == ("mina", "A label")


def test_a_general_question_is_sent_elsewhere(portal: Portal) -> None:
    answer = send(portal, portal.token_of(), kind="general")

    assert (answer.status, answer.code) == (400, 50000)
    assert "chat or e-mail" in answer["message"]
    assert kept(portal) == []


def test_a_large_attachment_is_refused_with_its_limit(portal: Portal) -> None:
    token = portal.token_of()
    just = PDF[:9] + b"x" * (MOST - 9)
    assert send(portal, token, file=("a.pdf", just)).status == 200

    answer = send(portal, token, file=("a.pdf", just + b"x"))
    assert (answer.status, answer.code, answer["details"]) == (413, 5, {"limit": MOST})
    assert answer["message"] == "The attachment is too large. The limit is 1 KB."
    assert len(kept(portal)) == 1


def test_a_long_text_is_refused_with_its_limit(portal: Portal) -> None:
    token = portal.token_of()
    assert send(portal, token, content="\U0001f3b5" * 20).status == 200
    for content in ("x" * 21, "\U0001f3b5" * 21, "\U0001f3b5" * 5_000, "x" * 60_000):
        answer = send(portal, token, content=content)
        assert (answer.status, answer.code, answer["details"]) == (400, 6, {"limit": 20})
    assert "20" in answer["message"]


def test_a_body_too_large_for_any_form_is_refused_before_it_is_read(portal: Portal) -> None:
    token = portal.token_of()
    answer = portal.send(
        "POST",
        "partnership/inquiry",
        token,
        body=b"",
        headers={"Content-Type": MEDIA_TYPE, "Content-Length": "100000000"},
    )
    assert (answer.status, answer.code, answer["details"]) == (413, 5, {"limit": MOST})


def test_a_body_without_a_length_is_read_until_it_is_too_large(portal: Portal) -> None:
    token = portal.token_of()
    endless = Endless(form({**INQUIRY, "other": "x"})[: -len(END) - 2])
    answer = portal.send(
        "POST",
        "partnership/inquiry",
        token,
        headers={"Content-Type": MEDIA_TYPE},
        extras={"wsgi.input": endless, "wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert (answer.status, answer.code) == (413, 5)
    assert endless.given < 200_000


class Endless(BytesIO):
    """A form whose last part never ends."""

    given = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None
        piece = super().read(size).ljust(size, b"x")
        self.given += len(piece)
        return piece


FIELDS = {
    "without a title": ({"title": None}, 4, {"title": "required"}),
    "with a blank text": ({"content": " \n "}, 4, {"content": "required"}),
    "of no kind": ({"kind": "gift"}, 2, {"kind": "bad_value"}),
    "with a field too many": ({"account": "jun"}, 2, {"account": "unknown_field"}),
    "with a program": ({"file": ("plan.pdf", b"MZ\x90\x00")}, 2, {"file": "file_type"}),
    "with a page for a picture": ({"file": ("a.png", b"<html>")}, 2, {"file": "file_type"}),
    "with an empty file": ({"file": ("a.pdf", b"")}, 2, {"file": "file_type"}),
    "with a line break in the title": ({"title": "a\r\nBcc: x"}, 2, {"title": "bad_value"}),
    "with a control character": ({"content": "a\x00b"}, 2, {"content": "bad_value"}),
    "in bytes that are no UTF-8": ({"content": b"\xff\xfe"}, 2, {"content": "bad_value"}),
    "with a title in such bytes": ({"title": b"\xff"}, 2, {"title": "bad_value"}),
    "with a long contact": ({"contact": "x" * 201}, 2, {"contact": "too_long"}),
}


@pytest.mark.parametrize(
    ("change", "code", "fields"), [pytest.param(*row, id=name) for name, row in FIELDS.items()]
)
def test_what_is_wrong_is_said_by_field(
    portal: Portal, change: dict[str, Any], code: int, fields: dict[str, str]
) -> None:
    answer = send(portal, portal.token_of(), **change)

    assert (answer.status, answer.code, answer["details"]["fields"]) == (400, code, fields)
    assert (kept(portal), portal.mails("ops@example.org")) == ([], [])


def test_a_file_that_was_not_chosen_is_none(portal: Portal) -> None:
    assert send(portal, portal.token_of(), file=("", b"")).status == 200
    assert kept(portal)[0].attached is None


GOOD = form(INQUIRY)
BROKEN = {
    "nothing": b"",
    "no form": b"hello",
    "cut off": GOOD[: len(GOOD) // 2],
    "another boundary": GOOD.replace(BOUNDARY.encode(), b"other"),
    "a part without a name": GOOD.replace(b' name="title"', b""),
    "endless part headers": GOOD.replace(b"Content-Disposition", b"X" * 20_000, 1),
    "very many parts": form({f"p{number}": "x" for number in range(50)}),
    "an encoded part": GOOD.replace(
        b'name="title"', b'name="title"\r\nContent-Transfer-Encoding: base64', 1
    ),
}


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in BROKEN.items()])
def test_a_broken_form_is_refused_plainly(portal: Portal, body: bytes) -> None:
    answer = send_raw(portal, portal.token_of(), body)

    assert (answer.status, answer.json["success"]) == (400, False)
    assert kept(portal) == []


FAULTS = (ConnectionResetError("gone"), InvalidChunkSize(b"zz"))


class Breaking(BytesIO):
    """A form whose rest does not come, as servers tell it."""

    def __init__(self, begun: bytes, fault: Exception) -> None:
        super().__init__(begun)
        self.fault = fault

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        if not piece:
            raise self.fault
        return piece


@pytest.mark.parametrize("fault", FAULTS, ids=["the client left", "no size of a chunk"])
def test_a_form_that_breaks_off_is_a_bad_value(portal: Portal, fault: Exception) -> None:
    answer = portal.send(
        "POST",
        "partnership/inquiry",
        portal.token_of(),
        headers={"Content-Type": MEDIA_TYPE},
        extras={
            "wsgi.input": Breaking(GOOD[: len(GOOD) // 2], fault),
            "wsgi.input_terminated": True,
            "CONTENT_LENGTH": "",
        },
    )

    assert (answer.status, answer["details"]) == (400, {"reason": "bad_value"})
    assert kept(portal) == []


def test_a_form_has_twenty_parts_at_most(portal: Portal) -> None:
    token = portal.token_of()
    named = [
        send_raw(portal, token, form({f"p{number}": "x" for number in range(parts)}))["details"]
        for parts in (20, 21)
    ]

    assert ["fields" in each for each in named] == [True, False]


def test_the_same_part_twice_is_refused(portal: Portal) -> None:
    twice = form({"title": "one"})[: -len(END)] + GOOD
    answer = send_raw(portal, portal.token_of(), twice)

    assert answer["details"]["fields"] == {"title": "bad_value"}


@pytest.mark.parametrize(
    "media_type",
    ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/mixed", ""],
)
def test_only_forms_are_read(portal: Portal, media_type: str) -> None:
    answer = send_raw(portal, portal.token_of(), GOOD, media_type)
    assert (answer.status, answer.reason) == (415, "media_type")


@pytest.mark.parametrize("media_type", ["multipart/form-data", "multipart/form-data; boundary="])
def test_a_form_says_where_its_parts_end(portal: Portal, media_type: str) -> None:
    assert send_raw(portal, portal.token_of(), GOOD, media_type).status == 400


def test_nothing_is_read_for_somebody_who_is_not_logged_in(portal: Portal) -> None:
    for token in (None, "stale"):
        answer = send_raw(portal, token, b"hello", "text/plain")
        assert (answer.status, answer.code) == (401, 10000)


def test_six_proposals_a_day_are_one_too_many(portal: Portal) -> None:
    token = portal.token_of()
    assert [send(portal, token).status for _ in range(6)] == [200] * 5 + [429]
    portal.pass_time(days=1)
    assert send(portal, token).status == 200


def test_refusals_are_said_in_the_readers_language(portal: Portal) -> None:
    token = portal.token_of()
    body = form({**INQUIRY, "content": "x" * 21})
    headers = {"Content-Type": MEDIA_TYPE, "Accept-Language": "ko"}
    answer = portal.send("POST", "partnership/inquiry", token, body=body, headers=headers)
    assert answer["message"] == "내용이 너무 길어요. 최대 20자까지 입력할 수 있어요."
