"""Which texts of the database tell who somebody is: every column of texts stands in one of three lists.

Ids of accounts, of operators and of channels tell nothing once the account behind them is erased.
Columns that refer to another table hold its ids, and columns of enumerations hold our own words: they need no line here.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Column, LargeBinary, MetaData, Text

from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.schema import Json, counters_metadata, metadata

ERASED: Mapping[str, str] = {
    "accounts.email": "takes the account's id",
    "accounts.email_key": "made of the address",
    "accounts.name": "takes the account's id",
    "accounts.name_key": "made of the name",
    "accounts.name_shape": "made of the name",
    "accounts.password_hash": "is emptied",
    "accounts.status_reason": "is emptied",
    "accounts.tutorial": "goes back to the first state",
    "accounts.partner": "is emptied",
    "sessions.agent": "is blanked",
    "sessions.address": "is blanked",
    "mailed_codes.subject": "the account's codes are removed",
    "mailed_codes.email": "the account's codes are removed",
    "mailed_codes.code_hash": "the account's codes are removed",
    "tickets.value_hash": "the account's tickets are removed",
    "second_factors.secret": "the second factor is removed",
    "phones.number": "the account's number is removed",
    "phones.number_mark": "the account's number is removed",
    "phone_codes.number_mark": "the codes of account and number are removed; a day later all are gone",
    "phone_codes.code_hash": "the codes of account and number are removed; a day later all are gone",
    "recovery_codes.mark": "the second factor is removed",
    "recovery_codes.code_hash": "the second factor is removed",
    "payment_details.destination": "is removed",
    "tax_details.sealed": "is removed",
    "withdrawals.destination": "those of answered withdrawals are emptied; with one pending nobody leaves",
    "consents.name": "the account's consents are removed",
    "consents.address": "the account's consents are removed",
    "inquiries.title": "the account's inquiries are removed",
    "inquiries.content": "the account's inquiries are removed",
    "inquiries.contact": "the account's inquiries are removed",
    "inquiries.file_name": "the account's inquiries are removed",
    "inquiry_files.content": "the account's inquiries are removed",
    "idempotency.answer": "the account's answers are removed",
    "reserved_channels.email": "what was expected of the address is removed",
    "mails.recipient": "the account's mails are removed",
    "mails.facts": "the account's mails are removed",
    "notifications.facts": "the account's notifications are removed",
    "notifications.target": "the account's notifications are removed",
}
"""What erasing an account takes away, and how."""

KEPT: Mapping[str, str] = {
    "invoices.name": "an invoice names who was paid",
    "invoices.recipient": "an invoice names who was paid",
    "withdrawals.reason": "why an operator rejected a payout, in the books",
    "payout_steps.reference": "the bank's word for a payment, in the books",
    "payout_steps.reason": "the bank's word for a payment, in the books",
    "ledger_entries.note": "an operator's word on an entry; entries are never changed",
    "ledger_transactions.reason": "an operator's word on a transaction; they are never changed",
    "webhooks.url": "where an operator has a partner's system told; of no person",
    "webhook_deliveries.answer": "our words on what a partner's system answered; forgotten after 30 days",
    "audit.before": "masked values only; rows are never changed",
    "audit.after": "masked values only; rows are never changed",
    "audit.reason": "an operator's word; rows are never changed",
    "channels.platform_id": "public on the platform; the channel's days were earned on",
    "channels.link": "public on the platform",
    "channels.name": "public on the platform",
    "channels.thumbnail": "public on the platform",
    "channels.search": "made of the channel's name and link",
    "channels.readings": "public on the platform",
    "channels.history": "operators' words on the channel",
    "channels.deny_reason": "an operator's word on the channel",
    "channel_spans.platform_id": "public on the platform",
    "campaign_entries.title": "public on the platform",
    "campaign_entries.thumbnail": "public on the platform",
    "campaign_entries.refused_reason": "an operator's word on the entry",
    "program_applications.reason": "an operator's word on the application",
    "video_reviews.title": "public on the platform",
    "video_reviews.url": "public on the platform",
    "video_reviews.note": "an operator's word on the video",
    "videos.title": "public on the platform",
    "videos.thumbnail": "public on the platform",
    "network_days.title": "of one of the videos: public on the platform",
    "barred_channels.platform_id": "public on the platform; it stays barred whoever asks",
    "barred_channels.reason": "an operator's word on the channel",
    "reserved_channels.platform_id": "public on the platform",
    "report_files.name": "what the operator called the file",
    "report_layouts.definition": "what the operator wrote of a file's columns",
    "partner_sites.exclusive_logo": "a partner's picture, of no person",
    "partner_sites.mail_sender": "the name of a partner's desk",
    "partner_sites.words": "what a partner's landing page promises",
    "channels.exclusive_logo": "a partner's picture, of no person",
    "dead_job.error": "an exception's words, for the operator",
}
"""What may say something of a person and stays, and why."""

IMPERSONAL: Mapping[str, str] = {
    "accounts": "id terms_version referral_code",
    "asset_tracks": "asset isrc",
    "audit": "id actor action target digest",
    "banners": "id titles picture link",
    "board_pictures": "id media_type content",
    "campaign_applications": "channel account",
    "campaign_bonuses": "video account entry",
    "campaign_entries": "video channel account",
    "campaign_files": "key name media_type",
    "campaigns": "id title text track",
    "channel_days": "channel",
    "channels": "id code holdings earnings",
    "confirmed_channel_days": "channel",
    "confirmed_days": "channel video",
    "confirmed_versions": "series facts reached",
    "consents": "id account version title body",
    "country_days": "channel video country",
    "dead_job": "id kind payload",
    "event_participations": "account channel entry",
    "events": "told_up_to",
    "exports": "id account channel subaccount rate_source",
    "fx_rates": "source",
    "idempotency": "account key fingerprint",
    "inquiries": "account id media_type",
    "inquiry_files": "account inquiry",
    "invoice_links": "token_hash",
    "invoices": "number service",
    "job_slot": "kind slot",
    "ledger_balances": "account hash",
    "ledger_checkpoints": "previous hash",
    "ledger_entries": "id channel",
    "ledger_postings": "house",
    "ledger_sealed_heads": "account hash",
    "ledger_transactions": "id account source actor_id reverses previous hash siblings origin origin_hash",
    "limit_hits": "key hits",
    "invoice_lines": "note",
    "mails": "id account",
    "mailed_codes": "id",
    "network_changes": "account",
    "network_runs": "series",
    "notifications": "id account",
    "payment_details": "account method",
    "phone_codes": "id",
    "posts": "id texts thumbnail told_up_to",
    "payout_batches": "method made_by debtor",
    "payout_cards": "account put_away",
    "payout_files": "name sha256",
    "payout_numbers": "series",
    "payout_steps": "written_by",
    "policies": "key value actor_id reason",
    "program_applications": "channel account",
    "record_figures": "channel video",
    "replaced_rows": "owner key channel video country isrc asset adjustment",
    "report_change_days": "channel",
    "report_files": "sha256 owner ingested_by changes layout layout_use",
    "report_layouts": "name added_by",
    "report_rows": "owner key channel video country isrc asset adjustment",
    "session_last_seen": "session",
    "referral_rewards": "inviter friend entry",
    "short_links": "code target",
    "sessions": "id token_hash viewed_by",
    "settlement_groups": "channel chain",
    "settled_lines": "actor_id key name reason source",
    "settlements": "actor_id reason kinds",
    "partner_sites": "domain name color_primary color_primary_dim token",
    "tax_details": "account country",
    "tracks": "isrc name artist album label upc composer thumbnail audio_url moods ai_tags partner search",
    "favourites": "account isrc",
    "track_media": "isrc preview loudness peaks cover",
    "track_documents": "isrc name artist words run initials tags",
    "track_homes": "partner home",
    "track_plays": "isrc",
    "tickets": "operator",
    "track_tags": "code words",
    "video_days": "channel video",
    "video_claims": "video asset isrc",
    "video_reviews": "id account video channel",
    "videos": "id channel",
    "webhook_deliveries": "webhook event",
    "webhook_events": "id account facts",
    "webhooks": "id kinds account secret former_secret",
    "withdrawal_uses": "entry line",
    "withdrawals": "id account method method_terms rate_source windows invoice approved_by credit_note",
}
"""By table: ids, hashes, codes and facts that say nothing of a person."""

TABLES = (metadata, counters_metadata)
_LOADED = migrations.__name__  # importing the migrations puts every table on the metadata


def texts(*kept: MetaData) -> set[str]:
    """Every column that can hold a text of somebody's making, as `table.column`."""
    return {
        f"{table.name}.{column.name}"
        for each in kept
        for table in each.sorted_tables
        for column in table.columns
        if _holds_texts(column)
    }


def _holds_texts(column: Column[object]) -> bool:
    return isinstance(column.type, Text | Json | LargeBinary) and not column.foreign_keys


def listed() -> list[str]:
    """Every column of the three lists."""
    impersonal = [
        f"{table}.{name}" for table, names in IMPERSONAL.items() for name in names.split()
    ]
    return [*ERASED, *KEPT, *impersonal]
