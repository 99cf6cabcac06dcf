"""`member/mcn/accounts.download` and `.import`: members as CSV over both databases (NET-14)."""

from __future__ import annotations

import csv
import io

import pytest
from tests.http.forms import MEDIA_TYPE, form
from tests.http.portal import PASSWORD, Answer, Portal

from backbeat.mail.model import Template

ADDED = "user_id,nickname,fee_rate\nkai@example.org,kai,0.1\nann@example.org,ann,\n"
WRONG = ADDED + "no address,bob,\n"


def send(portal: Portal, token: str | None, text: str, **fields: str) -> Answer:
    body = form({"file": ("members.csv", text.encode()), **fields})
    headers = {"Content-Type": MEDIA_TYPE}
    return portal.send("POST", "member/mcn/accounts.import", token, body=body, headers=headers)


def told(portal: Portal, token: str) -> str:
    answer = portal.client.simulate_get(
        "/api/member/mcn/accounts.download", headers={"Zs-Authentification": token}
    )
    assert answer.headers["content-type"].startswith("text/csv")
    assert "members.csv" in answer.headers["content-disposition"]
    return answer.content.decode("utf-8-sig")


def rows(portal: Portal, token: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(told(portal, token))))


@pytest.fixture
def token(portal: Portal) -> str:
    return portal.token_of("mina")


def test_a_file_is_looked_through_taken_and_told(portal: Portal, token: str) -> None:
    seen = send(portal, token, ADDED, preview="true")
    assert (seen["kept"], seen["invited"], seen["changed"], seen["faults"]) == (False, 2, 0, [])
    assert rows(portal, token) == []

    taken = send(portal, token, ADDED)

    assert taken["kept"] is True
    assert taken["lines"][0] == {
        "line": 2,
        "act": "invite",
        "user_id": "kai@example.org",
        "nickname": "kai",
        "changes": [],
    }
    invited = [
        mail.facts["manager"]
        for name in ("kai", "ann")
        for mail in portal.mails(f"{name}@example.org")
        if mail.template is Template.MEMBER_INVITED
    ]
    assert invited == ["mina", "mina"]
    assert [(row["nickname"], row["fee_rate"], row["invited"]) for row in rows(portal, token)] == [
        ("kai", "0.1", "1"),
        ("ann", "0.05", "1"),
    ]
    again = send(portal, token, told(portal, token))
    assert (again["invited"], again["changed"], again["unchanged"]) == (0, 0, 2)
    changed = send(portal, token, "user_id,fee_rate\nkai@example.org,0.2\n")
    assert [line["changes"] for line in changed["lines"]] == [["fee_rate"]]


def test_one_fault_keeps_everything_out(portal: Portal, token: str) -> None:
    taken = send(portal, token, WRONG)

    assert taken.status == 200
    assert taken["kept"] is False
    [fault] = taken["faults"]
    assert (fault["line"], fault["column"], fault["code"]) == (4, "user_id", 10007)
    assert fault["message"]
    assert rows(portal, token) == []
    assert portal.mails("kai@example.org") == []


def test_it_asks_for_a_fresh_password_and_a_file(portal: Portal, token: str) -> None:
    portal.pass_time(seconds=600)
    assert send(portal, token, ADDED).reason == "step_up"
    assert send(portal, token, ADDED, password=PASSWORD)["kept"] is True
    refused = send(portal, token, "nickname\nkai\n", password=PASSWORD)
    assert (refused.code, refused.json["details"]["fields"]) == (2, {"file": "bad_value"})
