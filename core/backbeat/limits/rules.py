"""The limits themselves, and the arithmetic of moving windows."""

from __future__ import annotations

from attrs import evolve

from backbeat.limits.model import Hits, Limit, Window
from backbeat.settings import LimitsProfile

MINUTE, HOUR, DAY = 60, 3600, 86_400

LOGIN_BY_PAIR = Limit("login_pair", (Window(10, 5 * MINUTE),))
"""Failures of an id from one network address."""
LOGIN_BY_ADDRESS = Limit("login_address", (Window(300, 5 * MINUTE),))
LOGIN_BY_DEVICE = Limit("login_device", (Window(10, 5 * MINUTE),))
"""Failures on a known device, which other failures do not affect."""
LOGIN_OF_ID = Limit("login_of_id", (Window(10, DAY),))
"""Failures of an id from anywhere: beyond this, strangers need a mailed code, but nobody is locked.
"""
LOGIN_TOLD = Limit("login_told", (Window(1, DAY),))
LOGIN_CODE = Limit("login_code", (Window(6, HOUR),))
"""Codes mailed because somebody logs in from an unknown device."""
PASSWORD_CHECK = Limit("password_check", (Window(10, 5 * MINUTE),))
JOIN = Limit("join", (Window(5, HOUR),))
MAILED_CODE = Limit("mailed_code", (Window(5, HOUR), Window(20, DAY)))
"""In addition there is `auth.resend_after`, which is checked against the newest code itself
(CRED-3).
"""
EMAIL_CORRECTION = Limit("email_correction", (Window(1, HOUR),))
"""How often an account whose address is not proved may correct it (ACCT-28)."""
MAILED_CODE_BY_ADDRESS = Limit("mailed_code_address", (Window(10, HOUR),))
CODE_CHECK = Limit("code_check", (Window(20, DAY),))
CODE_CHECK_BY_ADDRESS = Limit("code_check_address", (Window(30, HOUR),))
SECOND_FACTOR = Limit("second_factor", (Window(5, 5 * MINUTE), Window(20, HOUR), Window(50, DAY)))
"""Wrong codes of an account, each given after the right password."""
ONE_TIME_LOGIN = Limit("one_time_login", (Window(10, MINUTE),))
INVITATION = Limit("invitation", (Window(30, MINUTE),), is_exact=False)
"""Looking invitation codes up."""
MEMBER_INVITATION = Limit("member_invitation", (Window(10, MINUTE),))
"""Tries of links by which members set their first password (NET-21)."""
DISOWN = Limit("disown", (Window(10, MINUTE),))
"""Tries of links by which somebody says that a change was not theirs (WITHDRAW-28)."""
MEMBER_ADD = Limit("member_add", (Window(200, HOUR),))
MEMBER_UPDATE = Limit("member_update", (Window(200, HOUR),))
"""Each may take the work of a new password."""
MEMBER_FILE = Limit("member_file", (Window(5, DAY),))
"""Files of members that are taken in; each creates at most a thousand (NET-14)."""
MEMBER_FILE_PREVIEW = Limit("member_file_preview", (Window(20, HOUR),))
CHANNEL_ADD = Limit("channel_add", (Window(20, DAY),))
CHANNEL_VERIFY = Limit("channel_verify", (Window(1, MINUTE),))
PAYOUT_DETAILS = Limit("payout_details", (Window(5, DAY),))
WITHDRAWAL = Limit("withdrawal", (Window(5, MINUTE),))
EXCEL = Limit("excel", (Window(10, HOUR),))
PAPERS = Limit("papers", (Window(60, MINUTE),))
"""A PDF takes a second of work, most of it on its font."""
SEARCH = Limit("search", (Window(120, MINUTE),), is_exact=False)
FAVOURITES = Limit("favourites", (Window(60, MINUTE),))
MUSIC_LOG = Limit("music_log", (Window(60, MINUTE),))
CAMPAIGN_ENTRY = Limit("campaign_entry", (Window(20, HOUR),))
VIDEO_REVIEW = Limit("video_review", (Window(20, HOUR),))
"""Each asks a video platform."""
TAX_CHECK = Limit("tax_check", (Window(20, HOUR),))
"""Each may ask a tax authority, so that other people's numbers could be tried out."""
SMS_TO_NUMBER = Limit("sms_number", (Window(3, HOUR), Window(6, DAY)))
"""Text messages cost money; this limits those to one number, whoever asks for them (PHONE-5)."""
SMS_TO_RANGE = Limit("sms_range", (Window(10, HOUR), Window(30, DAY)))
"""To a thousand consecutive numbers, such as somebody has who earns money by receiving messages."""
SMS_OF_ACCOUNT = Limit("sms_account", (Window(5, HOUR), Window(10, DAY)))
SMS_BY_ADDRESS = Limit("sms_address", (Window(5, HOUR), Window(20, DAY)))
SMS_OF_ALL = Limit("sms_all", (Window(200, HOUR), Window(1000, DAY)))
"""For everybody together: the most that an attack can cost."""
PHONE_CODE_CHECK = Limit("phone_code_check", (Window(20, DAY),))
INQUIRY = Limit("inquiry", (Window(5, DAY),))
SAME_ACT = Limit("same_act", (Window(1, 3),))
"""Equal acts on a track within these seconds count once (MUSIC-7)."""
ANY_TOKEN = Limit("any_token", (Window(300, MINUTE),), is_exact=False)
ANONYMOUS = Limit("anonymous", (Window(60, MINUTE),), is_exact=False)
POLICY_REPORTS = Limit("policy_reports", (Window(30, MINUTE),))
POLICY_REPORTS_OF_ALL = Limit("policy_reports_all", (Window(1000, HOUR),))
"""Browsers' reports about blocked content are logged, so there must not be many."""

WIDER = 100
"""How many times as much the wide profile, for test suites, allows (LIMIT-3)."""

_EXACT_UP_TO = 100
_A_TENTH = 10


def in_profile(limit: Limit, profile: LimitsProfile) -> Limit:
    """The limit according to the installation's profile."""
    if profile is LimitsProfile.NORMAL:
        return limit
    return evolve(
        limit,
        windows=tuple(evolve(window, count=window.count * WIDER) for window in limit.windows),
    )


def wait(hits: Hits, limit: Limit, now: int) -> int:
    """How many milliseconds until one more hit has room; 0 when it has room now.

    `now` and the hits are in milliseconds.
    """
    return max(_wait_in(hits, window, now) for window in limit.windows)


def _wait_in(hits: Hits, window: Window, now: int) -> int:
    length = window.seconds * 1000
    room = window.count
    for at, number in reversed(hits):
        if at <= now - length:
            break
        room -= number
        if room <= 0:
            return at + length - now
    return 0


def with_hit(hits: Hits, limit: Limit, now: int) -> Hits:
    """The hits with one more at `now`, without those that no window needs any more."""
    at = now - now % _grain(limit)
    kept = tuple(hit for hit in hits if hit[0] > now - limit.longest * 1000)
    if kept and kept[-1][0] >= at:
        return (*kept[:-1], (kept[-1][0], kept[-1][1] + 1))
    return (*kept, (at, 1))


def with_hits(hits: Hits, limit: Limit, more: Hits, now: int) -> Hits:
    """The hits together with others that were counted elsewhere meanwhile."""
    numbers: dict[int, int] = {}
    for at, number in (*hits, *more):
        if at > now - limit.longest * 1000:
            numbers[at] = numbers.get(at, 0) + number
    return tuple(sorted(numbers.items()))


def number_of(hits: Hits) -> int:
    return sum(number for _, number in hits)


def kept_back(limit: Limit, processes: int) -> int:
    """How many hits of a key each process may keep to itself; 0 if every hit counts at once.

    All processes together keep at most a tenth of the limit (LIMIT-15).
    """
    if limit.is_exact:
        return 0
    return min(window.count for window in limit.windows) // _A_TENTH // processes


def without_hit(hits: Hits) -> Hits:
    """The hits without the newest one, which turned out not to count."""
    if not hits:
        return hits
    *kept, (at, number) = hits
    return (*kept, (at, number - 1)) if number > 1 else tuple(kept)


def _grain(limit: Limit) -> int:
    """Small limits are recorded to the millisecond; large ones to a hundredth of their window, so
    that little is remembered about each key.
    """
    if all(window.count <= _EXACT_UP_TO for window in limit.windows):
        return 1
    return min(window.seconds for window in limit.windows) * 1000 // 100
