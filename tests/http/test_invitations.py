"""Inviting friends over HTTP: the code, who came by it, what is answered without a log-in."""

from __future__ import annotations

from tests.http.portal import Portal

SPAN = {"start": "2025-01-01", "end": "2025-01-31"}


def test_a_friend_joins_by_the_code_and_stands_in_the_list(portal: Portal) -> None:
    ivy = portal.token_of("ivy")
    before = portal.get("member/invitation/dashboard", ivy)
    code = before["code"]
    assert before["link"].endswith(f"/r/{code}")
    assert (before["friends"], before["window_months"], before["reward_rate"]) == (0, 3, "0.05")
    assert (before["expiring_points"], before["expiring_on"], before["lots"]) == (0, None, [])

    assert portal.get("site/short", code=code.lower())["target"] == code
    portal.join("fern", referral=code.lower())

    listed = portal.get("member/invitation/dashboard/list", ivy)
    (fern,) = listed["items"]
    assert (fern["name"], fern["active"], listed["page"], listed["total"]) == ("f***", False, 0, 1)
    assert (fern["estimated_points"], fern["confirmed_points"]) == (0, 0)
    assert fern["joined_on"] < fern["window_ends_on"]
    assert portal.get("member/invitation/dashboard/list", ivy, page="0")["items"] == [fern]
    assert portal.get("member/invitation/dashboard/list", ivy, page="1")["items"] == []
    assert portal.get("member/invitation/dashboard", ivy)["friends"] == 1


def test_counters_and_list_follow_the_days_asked_for(portal: Portal) -> None:
    ivy = portal.token_of("ivy")
    portal.join("fern", referral=portal.get("member/invitation/dashboard", ivy)["code"])

    assert portal.get("member/invitation/dashboard", ivy, **SPAN)["friends"] == 0
    assert portal.get("member/invitation/dashboard/list", ivy, **SPAN)["items"] == []
    assert portal.get("member/invitation/dashboard", ivy, start="2025-01-01").code == 4
    reversed_ = portal.get("member/invitation/dashboard", ivy, start="2025-02-01", end="2025-01-01")
    assert (reversed_.code, reversed_.reason) == (2, "bad_range")


def test_a_code_is_checked_without_headers(portal: Portal) -> None:
    ivy = portal.token_of("ivy")
    code = portal.get("member/invitation/dashboard", ivy)["code"]

    answer = portal.get("member/invitation/validate", code=f" {code.lower()} ")
    assert (answer["valid"], answer["inviter"]) == (True, "i***")
    assert portal.get("member/invitation/validate", code="NOBODY22").code == 10011
    own = portal.get("member/invitation/validate", ivy, code=code)
    assert (own.code, own.reason) == (10011, "own_code")
    assert portal.get("member/invitation/validate").code == 4


def test_nobody_invites_oneself_by_another_spelling_of_the_mailbox(portal: Portal) -> None:
    code = portal.get("member/invitation/dashboard", portal.token_of("ivy"))["code"]

    refused = portal.join("other", id="Ivy+again@EXAMPLE.org", referral=code)

    assert (refused.code, refused.reason) == (10011, "own_code")
