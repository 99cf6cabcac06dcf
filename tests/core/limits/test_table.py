"""The limits as the product promises them (LIMIT-1), each window by itself."""

from __future__ import annotations

from backbeat.limits import rules
from backbeat.limits.model import Limit

MINUTE, HOUR, DAY = 60, 3600, 86_400

TABLE = {
    "login_pair": [(10, 5 * MINUTE)],
    "login_address": [(300, 5 * MINUTE)],
    "login_device": [(10, 5 * MINUTE)],
    "login_of_id": [(10, DAY)],
    "login_told": [(1, DAY)],
    "login_code": [(6, HOUR)],
    "email_correction": [(1, HOUR)],
    "password_check": [(10, 5 * MINUTE)],
    "join": [(5, HOUR)],
    "mailed_code": [(5, HOUR), (20, DAY)],
    "mailed_code_address": [(10, HOUR)],
    "code_check": [(20, DAY)],
    "code_check_address": [(30, HOUR)],
    "second_factor": [(5, 5 * MINUTE), (20, HOUR), (50, DAY)],
    "one_time_login": [(10, MINUTE)],
    "invitation": [(30, MINUTE)],
    "disown": [(10, MINUTE)],
    "member_file": [(5, DAY)],
    "member_file_preview": [(20, HOUR)],
    "member_invitation": [(10, MINUTE)],
    "member_add": [(200, HOUR)],
    "member_update": [(200, HOUR)],
    "channel_add": [(20, DAY)],
    "channel_verify": [(1, MINUTE)],
    "payout_details": [(5, DAY)],
    "withdrawal": [(5, MINUTE)],
    "campaign_entry": [(20, HOUR)],
    "tax_check": [(20, HOUR)],
    "sms_number": [(3, HOUR), (6, DAY)],
    "sms_range": [(10, HOUR), (30, DAY)],
    "sms_account": [(5, HOUR), (10, DAY)],
    "sms_address": [(5, HOUR), (20, DAY)],
    "sms_all": [(200, HOUR), (1000, DAY)],
    "phone_code_check": [(20, DAY)],
    "video_review": [(20, HOUR)],
    "inquiry": [(5, DAY)],
    "excel": [(10, HOUR)],
    "papers": [(60, MINUTE)],
    "favourites": [(60, MINUTE)],
    "music_log": [(60, MINUTE)],
    "same_act": [(1, 3)],
    "search": [(120, MINUTE)],
    "any_token": [(300, MINUTE)],
    "anonymous": [(60, MINUTE)],
    "policy_reports": [(30, MINUTE)],
    "policy_reports_all": [(1000, HOUR)],
}


def test_every_limit_allows_what_the_table_says() -> None:
    kept = [each for each in vars(rules).values() if isinstance(each, Limit)]
    found = {
        each.name: [(window.count, window.seconds) for window in each.windows] for each in kept
    }
    assert found == TABLE
    assert len(kept) == len(TABLE)
    assert rules.WIDER == 100
