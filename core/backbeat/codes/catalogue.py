"""Every public error code, and which facts its text may name (CODE-1).

The texts are in `messages/`, one file per language; `words.py` puts code, facts and language
together. A refusal's fields are the facts, so a placeholder here is the name of such a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from attrs import field, frozen


class Fact(Enum):
    """How the fact for a placeholder is formatted."""

    TEXT = auto()
    """As it is."""
    COUNT = auto()
    """A whole number with thousands separators."""
    SIZE = auto()
    """Bytes, written in KB or MB."""
    DAY = auto()
    """A day in ISO form, written yyyy/MM/dd."""
    AMOUNT = auto()
    """A decimal amount of US dollars."""
    MONTH = auto()
    """A month in ISO form, written yyyy/MM."""
    PLATFORM = auto()
    """A platform's name, written as people call it."""
    METHOD = auto()
    """A payout method's name, written as people call it."""
    WORDS = auto()
    """Texts by language: the reader's is used, otherwise the English one."""
    LOCKS = auto()
    """What locks payouts, each in a sentence of its own."""


TEXT, COUNT, SIZE, DAY, AMOUNT, MONTH, PLATFORM, METHOD, WORDS, LOCKS = Fact

Placeholders = Mapping[str, Fact]


def _placeholders(placeholders: Placeholders) -> Placeholders:
    return MappingProxyType(dict(placeholders))


@frozen
class CatalogueEntry:
    """One code, its name in programs, and the facts that its text may name."""

    code: int
    key: str
    placeholders: Placeholders = field(factory=dict, converter=_placeholders)


_ENTRIES = (
    CatalogueEntry(1, "unknown_error"),
    CatalogueEntry(2, "invalid_access"),
    CatalogueEntry(3, "too_many_requests", {"retry_after": COUNT}),
    CatalogueEntry(4, "fields_missing"),
    CatalogueEntry(5, "attachment_too_large", {"limit": SIZE}),
    CatalogueEntry(6, "content_too_long", {"limit": COUNT}),
    CatalogueEntry(10000, "login_required"),
    CatalogueEntry(10001, "account_not_found"),
    CatalogueEntry(10002, "account_deleted"),
    CatalogueEntry(10003, "wrong_id_or_password"),
    CatalogueEntry(10004, "password_mismatch"),
    CatalogueEntry(10005, "id_length", {"min": COUNT, "max": COUNT}),
    CatalogueEntry(10006, "password_length", {"min": COUNT, "max": COUNT}),
    CatalogueEntry(10007, "bad_email"),
    CatalogueEntry(10008, "nickname_length", {"min": COUNT, "max": COUNT}),
    CatalogueEntry(10009, "email_taken"),
    CatalogueEntry(10010, "nickname_taken"),
    CatalogueEntry(10011, "bad_invitation_code"),
    CatalogueEntry(10012, "bad_phone", {"countries": TEXT}),
    CatalogueEntry(10013, "account_suspended"),
    CatalogueEntry(10014, "phone_unusable"),
    CatalogueEntry(10015, "too_many_attempts"),
    CatalogueEntry(10016, "wrong_verification_code"),
    CatalogueEntry(10017, "verification_expired"),
    CatalogueEntry(10018, "same_password"),
    CatalogueEntry(10019, "wrong_password"),
    CatalogueEntry(10020, "wrong_phone_code"),
    CatalogueEntry(10021, "no_account_for_phone"),
    CatalogueEntry(10022, "no_password"),
    CatalogueEntry(10023, "phone_verification_expired"),
    CatalogueEntry(10024, "password_change_expired"),
    CatalogueEntry(10025, "cancellation_over"),
    CatalogueEntry(10026, "not_application_period"),
    CatalogueEntry(10027, "consent_already_signed"),
    CatalogueEntry(20000, "favourites_limit", {"limit": COUNT}),
    CatalogueEntry(30000, "channel_already_verified"),
    CatalogueEntry(30001, "bad_channel_address"),
    CatalogueEntry(30002, "channel_fetch_failed"),
    CatalogueEntry(30003, "channel_already_registered"),
    CatalogueEntry(30004, "channel_refused"),
    CatalogueEntry(30005, "channel_preregistered"),
    CatalogueEntry(30006, "not_eligible_for_review"),
    CatalogueEntry(30007, "review_once_a_day"),
    CatalogueEntry(30008, "actual_revenue_unavailable"),
    CatalogueEntry(40000, "payment_info_missing"),
    CatalogueEntry(40001, "not_a_withdrawal_date", {"opens_on": DAY}),
    CatalogueEntry(40002, "not_enough_balance"),
    CatalogueEntry(40003, "exclusivity_violation"),
    CatalogueEntry(40004, "video_under_review"),
    CatalogueEntry(40005, "video_forbidden"),
    CatalogueEntry(40006, "deleted_video"),
    CatalogueEntry(40007, "channel_under_review"),
    CatalogueEntry(40008, "tax_check_unavailable"),
    CatalogueEntry(40009, "no_electronic_tax_invoice"),
    CatalogueEntry(40010, "business_closed"),
    CatalogueEntry(40011, "bad_business_info"),
    CatalogueEntry(40012, "bad_id_number"),
    CatalogueEntry(40013, "bad_name"),
    CatalogueEntry(40014, "bad_holder_name"),
    CatalogueEntry(40015, "bad_payout_account"),
    CatalogueEntry(40016, "country_unsupported"),
    CatalogueEntry(40017, "bad_swift"),
    CatalogueEntry(50000, "general_inquiry"),
    CatalogueEntry(50001, "one_participation_only"),
    CatalogueEntry(60000, "campaign_view_target_reached"),
    CatalogueEntry(60001, "channel_already_applied"),
    CatalogueEntry(60002, "video_already_participated"),
    CatalogueEntry(60003, "other_video_participated"),
    CatalogueEntry(60004, "own_channel_only"),
    CatalogueEntry(60005, "campaign_not_applied"),
    CatalogueEntry(60006, "shorts_only"),
    CatalogueEntry(60007, "campaign_shorts_only"),
    CatalogueEntry(60008, "join_before_download"),
    CatalogueEntry(60009, "download_too_early", {"seconds": COUNT}),
    CatalogueEntry(60010, "third_party_music"),
    CatalogueEntry(60011, "campaign_goal_reached"),
    CatalogueEntry(60012, "campaign_song_required"),
    CatalogueEntry(60013, "video_too_short", {"seconds": COUNT}),
    CatalogueEntry(70000, "video_fetch_failed"),
    CatalogueEntry(70001, "bad_video_address"),
    CatalogueEntry(80000, "application_ended"),
    CatalogueEntry(80001, "channel_applied_this_term"),
    CatalogueEntry(80002, "channel_already_active"),
    CatalogueEntry(90000, "benefit_ended"),
    CatalogueEntry(90001, "benefit_not_open"),
)

CATALOGUE: Mapping[int, CatalogueEntry] = MappingProxyType(
    {entry.code: entry for entry in _ENTRIES}
)
"""The 85 codes; there are no others (CODE-1)."""

REASONS: Mapping[str, Placeholders] = MappingProxyType(
    {
        "role": {},
        "not_found": {},
        "email_unverified": {},
        "step_up": {},
        "view_only": {},
        "feature_off": {},
        "account_status": {},
        "campaign_state": {},
        "event_full": {},
        "not_taking_part": {},
        "benefit_fixed": {},
        "program_state": {},
        "sms_unavailable": {},
        "consent_not_asked": {},
        "already_reviewed": {},
        "not_confirmed": {},
        "has_members": {},
        "balance_left": {"amount": AMOUNT},
        "depth": {},
        "below_itself": {},
        "other_rank": {},
        "own_code": {},
        "invite_invalid": {},
        "already_in_network": {},
        "link_invalid": {},
        "login_code": {},
        "totp_required": {},
        "totp_wrong": {},
        "totp_active": {},
        "totp_inactive": {},
        "totp_setup": {},
        "channel_not_approved": {},
        "channel_assigned": {},
        "channel_unassigned": {},
        "channel_status": {},
        "video_link": {},
        "invalid": {},
        "not_a_channel": {},
        "unsupported_host": {},
        "unsupported_platform": {"platform": PLATFORM},
        "other_platform": {"platform": PLATFORM},
        "short_link": {},
        "no_links": {},
        "needs_link": {"platform": PLATFORM},
        "pending_withdrawal": {},
        "minimum": {"minimum": AMOUNT},
        "bank_minimum": {"minimum": AMOUNT},
        "method_minimum": {"minimum": AMOUNT},
        "balance": {},
        "fee": {},
        "stale_quote": {},
        "currency_method": {},
        "no_rate": {},
        "payment_info_exists": {},
        "method_fields": {"method": METHOD},
        "already_decided": {},
        "destination_hold": {"held_until": DAY},
        "payouts_locked": {"by": LOCKS},
        "payouts_not_locked": {},
        "four_eyes": {},
        "payout_under_way": {"batch": COUNT},
        "payout_uncertain": {"batch": COUNT},
        "payout_state": {"state": TEXT},
        "batch_answered": {},
        "batch_changed": {},
        "settings_missing": {},
        "other_method": {},
        "currency_differs": {},
        "amount_differs": {},
        "account_held": {},
        "not_writable": {},
        "not_exported": {},
        "attempt_unnamed": {},
        "invoice_replaced": {"withdrawal": TEXT},
        "already_settled": {},
        "return_after_success": {},
        "doubled_line": {},
        "future_date": {"date": DAY},
        "date_before_export": {},
        "unknown_results": {"file": TEXT},
        "already_posted": {},
        "already_reversed": {},
        "not_reversible": {},
        "type_not_posted": {},
        "month_open": {},
        "month_closed": {},
        "no_monthly_report": {},
        "missing_sort": {},
        "overlapping_kinds": {},
        "not_held": {},
        "month_not_closed": {},
        "figures_changed": {},
        "adjustment_pending": {},
        "unknown_line": {"line": TEXT},
        "line_settled": {"line": TEXT, "settled_on": DAY},
        "line_not_settled": {"line": TEXT},
        "line_has_file": {"line": TEXT},
        "no_revenue": {"line": TEXT},
        "sort_needed": {"line": TEXT},
        "nothing_posted": {},
        "ledger_unsound": {},
        "policy_in_use": {"free_from": DAY},
        "bad_rates": {"total": COUNT},
        "unknown_report": {"file": TEXT},
        "option_needed": {"option": TEXT},
        "unknown_platform": {"known": TEXT},
        "wrong_platform": {"platform": TEXT},
        "layout_refused": {"file": TEXT},
        "unknown_layout": {"known": TEXT},
        "several_layouts": {"layouts": TEXT},
        "layout_lacks": {"layout": TEXT},
        "rates_missing": {"missing": TEXT},
        "undo_refused": {},
        "file_refused": {"file": TEXT},
        "unreadable_file": {"file": TEXT},
        "empty_file": {"file": TEXT},
        "no_header": {"file": TEXT},
        "wrong_currency": {"currency": TEXT},
        "file_asks": {"file": TEXT},
        "bad_lines": {"file": TEXT, "total": COUNT},
        "nothing_to_release": {},
        "no_row": {"file": TEXT, "line": COUNT},
        "several_files": {"file": TEXT},
        "unknown_channel": {},
        "unknown_track": {},
        "bad_value": {},
        "bad_search": {"longest": COUNT},
        "unknown_tag": {},
        "bad_sort": {},
        "bad_range": {},
        "mismatch": {},
        "range": {"size": COUNT},
        "in_flight": {},
        "idempotency_mismatch": {},
        "method": {},
        "media_type": {},
        "unavailable": {},
    }
)
"""Reasons for refusals without a code of their own, or for the different cases of one code
(CODE-1).
"""

FIELD_REASONS = frozenset(
    {
        "required",
        "bad_value",
        "unknown_field",
        "other_method",
        "too_short",
        "too_long",
        "length",
        "too_small",
        "too_large",
        "too_many",
        "characters",
        "mismatch",
        "email",
        "taken",
        "wrong",
        "expired",
        "same",
        "link",
        "date",
        "file_type",
        "name",
        "account_number",
        "iban_country",
        "iban_length",
        "iban_form",
        "iban_checksum",
        "swift",
        "swift_country",
    }
)
"""What can be wrong with one field of a form: the values of `details.fields` (CODE-3)."""

NOTIFICATIONS: Mapping[str, Placeholders] = MappingProxyType(
    {
        "notice": {"title": WORDS},
        "event": {"title": WORDS},
        "payout_open": {"until": DAY, "money": TEXT},
        "withdrawal_success": {"money": TEXT},
        "withdrawal_rejected": {"money": TEXT, "reason": TEXT},
        "withdrawal_rejected_without_recovery": {"money": TEXT, "reason": TEXT},
        "expected_profit": {"day": DAY},
        "fixed_profit": {"month": MONTH, "money": TEXT},
        "tax": {"month": MONTH},
        "campaign_entry_refused": {"campaign": TEXT, "video": TEXT, "reason": TEXT},
        "event_benefit": {"title": WORDS, "until": DAY},
        "program_approved": {"title": WORDS, "channel": TEXT},
        "program_denied": {"title": WORDS, "channel": TEXT, "reason": TEXT},
        "program_ended": {"title": WORDS, "channel": TEXT, "reason": TEXT},
        "video_review_accepted": {"video": TEXT, "note": TEXT},
        "video_review_declined": {"video": TEXT, "note": TEXT},
        "channel_verified": {"channel": TEXT},
        "channel_not_verified": {"channel": TEXT},
        "channel_approved": {"channel": TEXT, "earning_from": DAY},
        "channel_held": {"channel": TEXT},
        "channel_denied": {"channel": TEXT, "reason": TEXT},
        "channel_reopened": {"channel": TEXT},
        "channel_assigned": {"channel": TEXT},
        "channel_unassigned": {"channel": TEXT},
        "channel_transferred": {"channel": TEXT},
        "channel_lost": {"channel": TEXT},
        "fee_rate_changed": {"rate": TEXT, "from_day": DAY},
        "points_granted": {"points": COUNT, "expires_on": DAY, "campaign": TEXT},
        "points_reversed": {"points": COUNT, "note": TEXT, "reason": TEXT},
        "points_expiring": {"points": COUNT, "expires_on": DAY},
        "policy_violation": {"money": TEXT, "reason": TEXT},
        "payment_info_changed": {"held_until": DAY},
    }
)
"""The notifications, which are stored as the name of a template and its facts (NOTIFY-2).

Templates are more specific than the types that a list shows: a channel's outcomes are all of type
notice.
"""
