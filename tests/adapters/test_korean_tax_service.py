"""What Korea's status service may answer, and what becomes of it."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest
from attrs import evolve

from backbeat.tax.model import BusinessStanding, NumberKind, TaxNumber
from backbeat.tax.ports import AuthorityUnavailable
from backbeat_adapters.deployment import TaxRoute
from backbeat_adapters.tax.choosing import tax_authorities
from backbeat_adapters.tax.guarded import GuardedAuthority
from backbeat_adapters.tax.korea import KoreanTaxService, Patience

NUMBER = TaxNumber(NumberKind.BUSINESS, "9998100015")
ROW = {"b_no": NUMBER.digits, "b_stt_cd": "01", "tax_type_cd": "01"}


def asking(*answers: httpx.Response, seen: list[httpx.Request] | None = None) -> KoreanTaxService:
    """The adapter over a transport that gives these answers, the last one for ever."""
    left = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        if seen is not None:
            seen.append(request)
        return left.pop(0) if len(left) > 1 else left[0]

    korea = KoreanTaxService("the-key", "http://127.0.0.1:1/v1", Patience(pause=0))
    client = korea._client
    client._transport = httpx.MockTransport(answer)
    client._mounts = {}
    return korea


def an_answer(*rows: object, **more: Any) -> httpx.Response:
    return httpx.Response(200, json={"status_code": "OK", "data": list(rows), **more})


def test_the_number_travels_in_the_body_and_the_key_in_a_header() -> None:
    seen: list[httpx.Request] = []
    assert asking(an_answer(ROW), seen=seen).standing(NUMBER) is BusinessStanding.INVOICES

    (request,) = seen
    assert str(request.url) == "http://127.0.0.1:1/v1/status"
    assert request.content == b'{"b_no":["9998100015"]}'
    assert request.headers["Authorization"] == "Infuser the-key"


def test_a_fault_that_passes_is_tried_once_more() -> None:
    seen: list[httpx.Request] = []
    korea = asking(httpx.Response(503), an_answer(ROW), seen=seen)
    assert korea.standing(NUMBER) is BusinessStanding.INVOICES
    assert len(seen) == 2


def test_a_fault_that_stays_is_unavailable_after_two_tries() -> None:
    seen: list[httpx.Request] = []
    with pytest.raises(AuthorityUnavailable):
        asking(httpx.Response(503), seen=seen).standing(NUMBER)
    assert len(seen) == 2


@pytest.mark.parametrize(("seconds", "tries"), [(9.9, 2), (10.0, 1)])
def test_a_question_takes_ten_seconds_with_its_tries(
    monkeypatch: pytest.MonkeyPatch, seconds: float, tries: int
) -> None:
    seen: list[httpx.Request] = []
    korea = asking(httpx.Response(503), seen=seen)
    monkeypatch.setattr(time, "monotonic", lambda: seconds * len(seen))

    with pytest.raises(AuthorityUnavailable):
        korea.standing(NUMBER)
    assert len(seen) == tries


def test_after_five_failures_in_a_row_nobody_is_asked_for_thirty_seconds() -> None:
    seen: list[httpx.Request] = []
    guarded = tax_authorities(TaxRoute(korea_key="the-key"))["KR"]
    assert isinstance(guarded, GuardedAuthority)
    korea = evolve(guarded, behind=asking(httpx.Response(500, text="away"), seen=seen))
    now = 0.0
    korea.breaker.now = lambda: now

    def asked() -> int:
        before = len(seen)
        with pytest.raises(AuthorityUnavailable):
            korea.standing(NUMBER)
        return len(seen) - before

    assert [asked() for _ in range(6)] == [2, 2, 2, 2, 2, 0]
    now = 29.9
    assert asked() == 0
    now = 30.0
    assert asked() == 2


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(500),
        httpx.Response(401, json={"code": -401}),
        httpx.Response(302, headers={"Location": "http://127.0.0.1:2/"}),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json={"status_code": "OK"}),
        httpx.Response(200, json={"data": {}}),
        httpx.Response(200, json={"data": [None, "x"]}),
        httpx.Response(200, content=b" " * 70_000),
        httpx.Response(200, content=b"[" * 60_000),
        an_answer(),
        an_answer({**ROW, "b_no": "9998100029"}),
        an_answer({**ROW, "b_stt_cd": "09"}),
        an_answer({**ROW, "b_stt_cd": None}),
        an_answer({**ROW, "b_stt_cd": ["01"]}),
        an_answer({**ROW, "tax_type_cd": 1}),
        an_answer({"b_no": NUMBER.digits}),
    ],
    ids=lambda answer: f"{answer.status_code} {answer.content[-70:]!r}",
)
def test_what_makes_no_sense_is_no_answer(answer: httpx.Response) -> None:
    with pytest.raises(AuthorityUnavailable):
        asking(answer).standing(NUMBER)


@pytest.mark.parametrize(
    ("state", "tax", "expected"),
    [
        ("01", "01", BusinessStanding.INVOICES),
        ("01", "07", BusinessStanding.INVOICES),
        *(("01", tax, BusinessStanding.NO_INVOICES) for tax in ("02", "03", "04", "05", "06", "")),
        ("02", "01", BusinessStanding.NO_INVOICES),
        ("03", "01", BusinessStanding.CLOSED),
        ("", "", BusinessStanding.UNKNOWN),
    ],
)
def test_state_and_kind_of_tax_tell_how_it_stands(
    state: str, tax: str, expected: BusinessStanding
) -> None:
    row = {**ROW, "b_stt_cd": state, "tax_type_cd": tax}
    assert asking(an_answer({**ROW, "b_no": "1"}, row)).standing(NUMBER) is expected
