"""Every setting with its documented default (docs/rules tells what each is for).

Money is Decimal made from text; a float is refused where settings are read. Durations are seconds
unless the name says days or months. A service takes the section that it needs.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from attrs import Attribute, Factory, field, frozen
from attrs.validators import ge, in_, le

from backbeat.kernel.isrc import is_isrc, normalise_isrc
from backbeat.kernel.languages import Language
from backbeat.platforms.registry import IMAGE_HOSTS


class FirstEarning(StrEnum):
    """From which day a channel earns (CHAN-12)."""

    APPROVAL = "approval"
    VERIFICATION = "verification"
    REGISTRATION = "registration"


class ForfeitScope(StrEnum):
    """What a channel's deletion forfeits (CHAN-20)."""

    CHANNEL = "channel"
    ACCOUNT = "account"
    NONE = "none"


class RpmBase(StrEnum):
    """What revenue per thousand is counted over (DASH-1)."""

    VIEWS = "views"
    ENGAGED_VIEWS = "engaged_views"


class FeeChange(StrEnum):
    """From when a member's new rate counts (SETTLE-17)."""

    NEXT_MONTH = "next_month"
    IMMEDIATE = "immediate"


class MemberPayout(StrEnum):
    """Who is paid for a member's channels (SETTLE-18)."""

    SEPARATE = "separate"
    THROUGH_MAIN = "through_main"


class PayoutRule(StrEnum):
    """How the due date of a payout is found (WITHDRAW-2)."""

    BILL_PLUS_DAYS = "bill_plus_days"
    END_OF_FOLLOWING_MONTH = "end_of_following_month"
    EARNING_MONTH_PLUS_DAYS = "earning_month_plus_days"


class MinimumBasis(StrEnum):
    """What a method's own minimum is compared with."""

    LAST_SETTLED_MONTH = "last_settled_month"
    REQUESTED_AMOUNT = "requested_amount"


class TotpFor(StrEnum):
    """Who must have a second factor; everybody else may have one."""

    NOBODY = "nobody"
    MANAGERS = "managers"
    EVERYBODY = "everybody"


class LimitsProfile(StrEnum):
    """How strict the rate limits are; `wide` is for test suites (LIMIT-3)."""

    NORMAL = "normal"
    WIDE = "wide"


class UrlStrategy(StrEnum):
    """How the interface language shows in page URLs (LANG-4)."""

    NO_PREFIX = "no_prefix"
    PREFIX_AND_DEFAULT = "prefix_and_default"
    PREFIX_EXCEPT_DEFAULT = "prefix_except_default"


_HOST = re.compile(r"https?://(?:[^/@]*@)?(\[[^]]*\]|[^/:?#]+)", re.IGNORECASE)

LARGEST_AMOUNT = 1_000_000_000
"""The largest sum in dollars that a setting can name."""


def _between(low: Any, high: Any) -> list[Any]:
    return [ge(low), le(high)]


def _zone(_: object, __: Attribute[str], value: str) -> None:
    ZoneInfo(value)


def _rate(_: object, __: object, value: Decimal) -> None:
    if not 0 <= value <= 1 or value != round(value, 4):
        raise ValueError("a rate lies between 0 and 1 and has at most four decimals")


def _amount(_: object, __: object, value: Decimal) -> None:
    if not 0 <= value <= LARGEST_AMOUNT or value != round(value, 2):
        raise ValueError(
            f"an amount lies between 0 and {LARGEST_AMOUNT:,} and has at most two decimals"
        )


def _windows(_: object, __: object, windows: tuple[tuple[int, int], ...]) -> None:
    for day in (day for window in windows for day in window):
        if day != -1 and not 1 <= day <= 28:
            raise ValueError("a window's days are 1 to 28, or -1 for the last")
    if not windows or any(last != -1 and not 0 < first <= last for first, last in windows):
        raise ValueError("at least one window is needed, and none ends before it begins")


@frozen
class Accounts:
    """Bounds of identifiers and what a sign-up may do (ACCT-1, ACCT-21, ACCT-6)."""

    id_min: int = field(default=5, validator=_between(3, 254))
    id_max: int = field(default=254, validator=_between(3, 254))
    password_min: int = field(default=4, validator=_between(4, 1024))
    password_max: int = field(default=64, validator=_between(4, 1024))
    name_min: int = field(default=2, validator=_between(1, 64))
    name_max: int = field(default=12, validator=_between(1, 64))
    signup_permission_flag: int = field(default=1, validator=in_((0, 1)))
    deleted_hold_days: int = field(default=30, validator=_between(0, 3650))


@frozen
class Auth:
    """Codes, tokens and sessions (CRED-2, CRED-5, CRED-6, SESSION-2, SESSION-8, SESSION-11); times
    in seconds and days."""

    code_ttl: int = field(default=300, validator=_between(30, 86_400))
    reset_ttl: int = field(default=600, validator=_between(30, 86_400))
    onetime_ttl: int = field(default=300, validator=_between(30, 86_400))
    max_attempts: int = field(default=5, validator=_between(1, 100))
    resend_after: int = field(default=60, validator=_between(1, 3600))
    hide_unknown_email: bool = False
    session_idle_days: int = field(default=7, validator=_between(1, 365))
    session_max_days: int = field(default=30, validator=_between(1, 3650))
    step_up_seconds: int = field(default=600, validator=_between(30, 86_400))
    require_totp: TotpFor = TotpFor.NOBODY


@frozen
class Channels:
    """Holding, review, earning and deletion of channels (CHAN-9, CHAN-11, CHAN-12, CHAN-20)."""

    hold_max_views: int = field(default=100_000, validator=ge(0))
    review_days: tuple[int, int] = (1, 2)
    first_earning_from: FirstEarning = FirstEarning.APPROVAL
    forfeit_scope: ForfeitScope = ForfeitScope.CHANNEL
    forfeit_small: Decimal = field(default=Decimal("10.00"), validator=_amount)
    verify_timer: int = field(default=180, validator=_between(10, 3600))
    verify_every: int = field(default=10, validator=_between(1, 3600))
    verify_slow_every: int = field(default=300, validator=_between(10, 86_400))
    verify_for: int = field(default=86_400, validator=_between(60, 604_800))


@frozen
class Music:
    """The catalogue (MUSIC-1, MUSIC-3, MUSIC-6, MUSIC-15). Several prefixes are separated by commas;
    empty means any."""

    isrc_prefix: str = ""
    new_days: int = field(default=30, validator=ge(0))
    ranking_size: int = field(default=50, validator=_between(1, 200))
    preview_seconds: int = field(default=60, validator=_between(0, 3600))


def _track_code(_: object, attribute: Attribute[str], value: str) -> None:
    """Raise ValueError for what is no track code."""
    if value and not is_isrc(normalise_isrc(value)):
        raise ValueError(f"{attribute.name} is a track code such as QZBB12500001, not {value!r}")


@frozen
class Landing:
    """What is heard on the landing page without log-in: a track by its code, none where it is
    empty (MUSIC-16)."""

    track: str = field(default="", validator=_track_code)


@frozen
class Favourites:
    """Saved tracks (MUSIC-10)."""

    limit: int = field(default=15, validator=_between(1, 1000))


@frozen
class Reports:
    """Dashboards (DASH-1, DASH-3)."""

    lag_days: int = field(default=2, validator=_between(0, 31))
    rpm_base: RpmBase = RpmBase.VIEWS


@frozen
class Settlement:
    """Closing a month (SETTLE-1, SETTLE-16, SETTLE-17, SETTLE-18, SETTLE-19, SETTLE-4). Rates are
    fractions; `record_kinds` empty means all."""

    default_fee_rate: Decimal = field(default=Decimal("0.05"), validator=_rate)
    fee_change: FeeChange = FeeChange.NEXT_MONTH
    member_payout: MemberPayout = MemberPayout.SEPARATE
    operator_rate: Decimal = field(default=Decimal(0), validator=_rate)
    target_day: int = field(default=20, validator=_between(1, 28))
    record_kinds: tuple[str, ...] = ()


@frozen
class Withdrawal:
    """Requests and payouts (WITHDRAW-1, WITHDRAW-2, WITHDRAW-3, WITHDRAW-4, WITHDRAW-5, PAYOUT-6);
    amounts in USD, windows in days of the month."""

    windows: tuple[tuple[int, int], ...] = field(default=((25, -1),), validator=_windows)
    payout_rule: PayoutRule = PayoutRule.BILL_PLUS_DAYS
    payout_days: int = field(default=10, validator=_between(0, 366))
    minimum: Decimal = field(default=Decimal("20.00"), validator=_amount)
    bank_minimum: Decimal = field(default=Decimal("100.00"), validator=_amount)
    bank_minimum_basis: MinimumBasis = MinimumBasis.LAST_SETTLED_MONTH
    allow_without_channel: bool = False
    four_eyes_over: Decimal = field(default=Decimal("1000.00"), validator=_amount)


@frozen
class Fees:
    """What a payout costs its receiver (WITHDRAW-5): USD flat for a bank, a fraction for PayPal."""

    bank_usd: Decimal = field(default=Decimal("20.00"), validator=_amount)
    paypal_rate: Decimal = field(default=Decimal("0.047"), validator=_between(0, 1))


@frozen
class Points:
    """Reward points (POINT-1, POINT-2)."""

    per_usd: int = field(default=1000, validator=_between(1, 1_000_000))
    valid_months: int = field(default=6, validator=_between(1, 120))


@frozen
class Referral:
    """Invitations (REFER-2, REFER-3). `cap` is the most one account earns by them, none by default
    (REFER-6)."""

    window_months: int = field(default=3, validator=in_((2, 3)))
    reward_rate: Decimal = field(default=Decimal("0.05"), validator=_between(0, 1))
    cap: Decimal | None = None


@frozen
class Payment:
    """Payout destinations (DEST-7, DEST-9, DEST-12)."""

    account_min: int = field(default=10, validator=_between(1, 34))
    account_max: int = field(default=12, validator=_between(1, 34))
    accept_iban: bool = True
    unsupported_bank_countries: frozenset[str] = frozenset()
    cool_down_days: int = field(default=3, validator=_between(0, 60))


@frozen
class Members:
    """Accounts made by a manager (NET-6)."""

    require_email_verification: bool = True


@frozen
class Limits:
    """Rate limits (LIMIT-1, LIMIT-3)."""

    profile: LimitsProfile = LimitsProfile.NORMAL


@frozen
class Embed:
    """Who may frame the embedded pages: origins such as `https://app.example` (INVOICE-9)."""

    allowed_origins: tuple[str, ...] = ()


@frozen
class I18n:
    """Languages of the interface (LANG-2, LANG-4)."""

    strategy: UrlStrategy = UrlStrategy.NO_PREFIX
    keep_saved_korean: bool = False


@frozen
class Formatting:
    """Display of numbers (FORMAT-4)."""

    simplified_units: bool = False


@frozen
class Campaign:
    """Campaigns (CAMPAIGN-4)."""

    download_wait_seconds: int = field(default=60, validator=_between(0, 3600))


@frozen
class Consent:
    """Consents that are signed in the portal (ACCT-18): which version of the text is in force."""

    version: str = "1"


@frozen
class Features:
    """Optional modules, off by default (ACCT-18, ACCT-25, TAX-1, CAMPAIGN-2, VIDEO-6)."""

    phone: bool = False
    tax: bool = False
    campaigns: bool = False
    events: bool = False
    programs: bool = False
    consent: bool = False
    video_review: bool = False


_COUNTRY = re.compile(r"[A-Z]{2}")


def _countries(_: object, attribute: Attribute[tuple[str, ...]], values: tuple[str, ...]) -> None:
    """Raise ValueError for what is no country's code."""
    for value in values:
        if not _COUNTRY.fullmatch(value):
            raise ValueError(f"{attribute.name} are codes such as KR, and {value!r} is none")


def _country(_: object, attribute: Attribute[str], value: str) -> None:
    if value and not _COUNTRY.fullmatch(value):
        raise ValueError(f"{attribute.name} is a code such as KR, not {value!r}")


@frozen
class Phone:
    """Text messages (PHONE-2). They are sent to numbers of `countries` only; empty means all. A number
    without a country's prefix is one of `country`; empty: then a prefix is needed."""

    countries: tuple[str, ...] = field(default=(), validator=_countries)
    country: str = field(default="", validator=_country)


@frozen
class Copy:
    """Numbers that guides and dialogs quote (CONTENT-3, CONTENT-4): percent, seconds, days,
    factor."""

    mobile_volume_percent: int = 15
    pc_volume_percent: int = 11
    recommended_seconds: int = 35
    short_seconds: int = 32
    editor_seconds: int = 60
    premium_keep_seconds: int = 50
    premium_percent: int = 10
    premium_rpm_factor: int = 10
    recognition_days: tuple[int, int] = (1, 3)


@frozen
class Invoice:
    """What invoices print for the operator's side (INVOICE-1)."""

    recipient: str = "The operator of this portal"
    service: str = "Licensed background music, creator's share"


@frozen
class Pdf:
    """Printing: font files to try before the machine's own, by path (INVOICE-10)."""

    fonts: tuple[str, ...] = ()


@frozen
class Payout:
    """The operator's own account in payout files (PAYOUT-9)."""

    debtor_name: str = ""
    debtor_account: str = ""
    debtor_bic: str = ""


_CONTACT = re.compile(r"(mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*)")


def _contact(_: object, attribute: Attribute[str | None], value: str | None) -> None:
    """Raise ValueError for what nobody can be reached at."""
    if value is not None and not _CONTACT.fullmatch(value):
        raise ValueError(f"{attribute.name} is a mailto: or https: address, not {value!r}")


@frozen
class Site:
    """The portal's own name and links; `image_hosts` may serve thumbnails and logos.

    `run_by` is who runs it, with the town, and `answered_by` the people who answer, by their first
    names: the landing page names them (WEB-22).
    `terms_folder` may hold texts that take the place of ours (CONTENT-1). `security_contact` is where
    a weakness is reported: a mailto: or https: address, shown in security.txt (SEC-19).
    `allow_private` lets partners' domains be proved that lead into the own network (SITE-6).
    """

    name: str = "Backbeat"
    url: str = "http://127.0.0.1:8000"
    support_url: str | None = None
    run_by: str = ""
    answered_by: tuple[str, ...] = ()
    security_contact: str | None = field(default=None, validator=_contact)
    terms_version: str = "1"
    terms_folder: str = ""
    image_hosts: tuple[str, ...] = IMAGE_HOSTS
    allow_private: bool = False

    @property
    def host(self) -> str:
        """The host name of `url`; this machine's where it has none."""
        found = _HOST.match(self.url)
        return found[1].lower() if found else "localhost"


_EMAIL = re.compile(r"[^\s@,<>]+@[^\s@,<>]+\.[^\s@,<>]+")


def _emails(_: object, attribute: Attribute[tuple[str, ...]], values: tuple[str, ...]) -> None:
    """Raise ValueError for what is no e-mail address."""
    for value in values:
        if not _EMAIL.fullmatch(value):
            raise ValueError(f"{attribute.name} are e-mail addresses, and {value!r} is none")


@frozen
class Inquiry:
    """Partnership inquiries (CODE-5). `emails` are told of each; empty means those of `alerts`."""

    max_chars: int = field(default=4000, validator=_between(1, 100_000))
    max_bytes: int = field(default=5 * 1024 * 1024, validator=_between(1, 100 * 1024 * 1024))
    emails: tuple[str, ...] = field(default=(), validator=_emails)


@frozen
class Alerts:
    """Who is told at once of what must not wait (SEC-20), and in which language."""

    emails: tuple[str, ...] = field(default=(), validator=_emails)
    language: Language = Language.ENGLISH


@frozen
class Server:
    """Addresses of proxies that are trusted to name the client (`X-Forwarded-For`)."""

    trusted_proxies: tuple[str, ...] = ()


@frozen
class Settings:
    """All settings; `Settings()` is the documented default."""

    business_tz: str = field(default="UTC", validator=_zone)
    accounts: Accounts = Factory(Accounts)
    auth: Auth = Factory(Auth)
    channels: Channels = Factory(Channels)
    music: Music = Factory(Music)
    landing: Landing = Factory(Landing)
    favourites: Favourites = Factory(Favourites)
    reports: Reports = Factory(Reports)
    settlement: Settlement = Factory(Settlement)
    withdrawal: Withdrawal = Factory(Withdrawal)
    fees: Fees = Factory(Fees)
    points: Points = Factory(Points)
    referral: Referral = Factory(Referral)
    payment: Payment = Factory(Payment)
    members: Members = Factory(Members)
    limits: Limits = Factory(Limits)
    embed: Embed = Factory(Embed)
    i18n: I18n = Factory(I18n)
    formatting: Formatting = Factory(Formatting)
    inquiry: Inquiry = Factory(Inquiry)
    campaign: Campaign = Factory(Campaign)
    consent: Consent = Factory(Consent)
    features: Features = Factory(Features)
    phone: Phone = Factory(Phone)
    copy: Copy = Factory(Copy)
    invoice: Invoice = Factory(Invoice)
    pdf: Pdf = Factory(Pdf)
    payout: Payout = Factory(Payout)
    site: Site = Factory(Site)
    server: Server = Factory(Server)
    alerts: Alerts = Factory(Alerts)

    @property
    def zone(self) -> ZoneInfo:
        """The portal's time zone."""
        return ZoneInfo(self.business_tz)
