"""A dossier as files that its person can read: JSON, tables in CSV, papers (PRIVACY-7)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from backbeat.accounts.model import FeeRate, SecondFactor, Session
from backbeat.audit.model import AuditRow
from backbeat.board.model import PostId
from backbeat.campaigns.model import NOTHING, Application, CampaignEntry, CampaignId
from backbeat.catalogue.model import Track
from backbeat.consents.model import Consent
from backbeat.dossiers.model import Dossier, DossierFile
from backbeat.events.model import Participation
from backbeat.inquiries.model import Inquiry, InquiryFile
from backbeat.kernel.actors import ActorKind
from backbeat.kernel.csv_texts import csv_bytes
from backbeat.kernel.documents import Document
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import VideoId
from backbeat.kernel.money import Money
from backbeat.ledger.model import Entry
from backbeat.mail.model import MailRecord
from backbeat.notifications.model import KeptNotification
from backbeat.programs.model import ProgramApplication
from backbeat.tax.model import TaxDetails
from backbeat.video_reviews.model import VideoReview
from backbeat.withdrawals.model import ListedWithdrawal, PaymentDetails

_README = """\
This is what the portal keeps of you.

account.json       who you are to the portal, your settings, where you are paid, your tax details
sessions.csv       where you signed in; the network alone is kept of an address
channels.csv       your channels
statement.csv      every entry of your account; amounts are in US dollars
withdrawals.csv    what you asked to be paid; papers/ holds the invoices
notices.json       what you were told on the portal
mails.csv          that you were written to; what mails said is not kept once they are sent
consents.json      what you signed, with your name, the time and the network address
inquiries.json     what you wrote to the operator; attachments/ holds what you sent with it
favourites.csv     tracks you saved
campaigns.csv      campaigns that your channels take part in
entries.csv        shorts that you entered, what counted, and what was paid for them
events.csv         events that you take part in
programs.csv       programs that your channels applied to
reviews.csv        videos that you asked the operator to look at again, and the answers
acts.csv           what was done with your account, and when

Left out: passwords, codes and secrets, of which nothing readable is kept, and what is other people's.
"""


@frozen
class TakenPart:
    """What a person takes part in. `campaigns` and `posts` are the titles by id."""

    campaigns: Mapping[CampaignId, str]
    applications: Sequence[Application]
    entries: Sequence[CampaignEntry]
    reversed: Mapping[CampaignId, Mapping[VideoId, Money]]
    """What of the entries' bonuses was taken back."""
    posts: Mapping[PostId, str]
    participations: Sequence[Participation]
    programs: Sequence[ProgramApplication]

    @property
    def count(self) -> int:
        """How many records that are."""
        kinds = (self.applications, self.entries, self.participations, self.programs)
        return sum(map(len, kinds))


@frozen
class Told:
    dossier: Dossier
    sessions: Sequence[Session]
    factor: SecondFactor | None
    rates: Sequence[FeeRate]
    entries: Sequence[Entry]
    withdrawals: Sequence[ListedWithdrawal]
    notices: Sequence[KeptNotification]
    mails: Sequence[MailRecord]
    consents: Sequence[Consent]
    inquiries: Sequence[Inquiry]
    favourites: Sequence[Track]
    part: TakenPart
    reviews: Sequence[VideoReview]
    acts: Sequence[AuditRow]


def tables(told: Told) -> Iterator[DossierFile]:
    """The files that are made of records, one after the other."""
    yield DossierFile("README.txt", _README.encode())
    yield _json("account.json", _account(told))
    yield _csv("sessions.csv", map(_session, told.sessions), _SESSION)
    yield _csv("channels.csv", map(_channel, told.dossier.channels), _CHANNEL)
    yield _csv("statement.csv", map(_entry, told.entries), _ENTRY)
    yield _csv("withdrawals.csv", map(_withdrawal, told.withdrawals), _WITHDRAWAL)
    yield _json("notices.json", [_notice(each) for each in told.notices])
    yield _csv("mails.csv", map(_mail, told.mails), _MAIL)
    yield _json("consents.json", [_consent(each) for each in told.consents])
    yield _json("inquiries.json", [_inquiry(each) for each in told.inquiries])
    yield _csv("favourites.csv", map(_track, told.favourites), _TRACK)
    yield from _parts(told.part)
    yield _csv("reviews.csv", map(_review, told.reviews), _REVIEW)
    yield _csv("acts.csv", map(_act, told.acts), _ACT)


def attachments(
    sent: Iterable[tuple[Inquiry, InquiryFile | None]],
) -> Iterator[DossierFile]:
    """What the person attached to inquiries, each under its inquiry's id."""
    for inquiry, file in sent:
        if file is not None:
            yield DossierFile(f"attachments/{inquiry.id}/{_plain_name(file.name)}", file.content)


def papers(printed: Iterable[Document]) -> Iterator[DossierFile]:
    """Invoices and credit notes."""
    for paper in printed:
        yield DossierFile(f"papers/{_plain_name(paper.file_name)}", paper.content)


def _plain_name(name: str) -> str:
    """A name without folders: no file leaves the place that it is unpacked in."""
    kept = "".join(each if each.isalnum() or each in "-_. " else "_" for each in name)
    return kept.lstrip(". ") or "file"


def _account(told: Told) -> Mapping[str, Any]:
    person, phone = told.dossier.account, told.dossier.phone
    return {
        "id": person.id,
        "email": person.email,
        "nickname": person.name,
        "role": person.role,
        "permission": person.permission,
        "status": person.status,
        "status_since": person.status_since,
        "status_reason": person.status_reason,
        "created_at": person.created_at,
        "email_verified_at": person.verified_at,
        "password_changed_at": person.password_changed_at if person.password_hash else None,
        "language": person.language,
        "terms_version": person.terms_version,
        "terms_accepted_at": person.terms_accepted_at,
        "notices_wanted": person.preferences.notice,
        "marketing_wanted": person.preferences.marketing,
        "tutorial": sorted(person.tutorial),
        "referral_code": person.referral_code,
        "invited_by": person.invited_by,
        "manager": person.manager,
        "partner": person.partner,
        "consent_required": person.consent_required,
        "payouts_locked_at": person.payouts_locked_at,
        "totp_ends_at": person.totp_ends_at,
        "fee_rates": [{"from": each.from_day, "rate": each.rate} for each in told.rates],
        "second_factor_since": told.factor.confirmed_at if told.factor else None,
        "phone": phone.number if phone else None,
        "phone_verified_at": phone.verified_at if phone else None,
        "paid_to": _paid_to(told.dossier.details),
        "tax_details": _tax_details(told.dossier.tax_details),
        "balance": {
            "available": told.dossier.summary.balance.available,
            "under_way": told.dossier.summary.balance.in_flight,
            "owed": told.dossier.summary.balance.debt,
        },
    }


def _paid_to(details: PaymentDetails | None) -> Mapping[str, Any] | None:
    if details is None:
        return None
    return {
        "method": details.destination.method,
        **details.destination.details(),
        "updated_at": details.updated_at,
    }


def _tax_details(tax: TaxDetails | None) -> Mapping[str, Any] | None:
    if tax is None:
        return None
    return {
        "country": tax.country,
        "kind": tax.number.kind,
        "number": tax.number.digits,
        "name": tax.name,
        "checked_at": tax.checked_at,
    }


_SESSION = ("started_at", "ended_at", "ended_because", "browser", "network")


def _session(session: Session) -> Sequence[object]:
    return (
        session.started_at,
        session.ended_at,
        session.ended_because,
        session.agent,
        session.address,
    )


_CHANNEL = ("id", "platform_id", "name", "link", "category", "status", "registered_at", "earning_from")  # fmt: skip


def _channel(channel: Any) -> Sequence[object]:
    return tuple(getattr(channel, name) for name in _CHANNEL)


_ENTRY = ("id", "day", "type", "amount", "earning_month", "channel", "note", "expires_on")


def _entry(entry: Entry) -> Sequence[object]:
    return tuple(getattr(entry, name) for name in _ENTRY)


_WITHDRAWAL = (
    *("id", "requested_at", "status", "method", "currency", "total", "fee", "net"),
    *("invoice", "due_on", "paid_on", "reason"),
)


def _withdrawal(withdrawal: ListedWithdrawal) -> Sequence[object]:
    paid = withdrawal.paid
    return (
        withdrawal.id,
        withdrawal.requested_at,
        withdrawal.status,
        str(withdrawal.method),
        withdrawal.currency,
        *(paid.total, paid.fee, paid.net),
        withdrawal.invoice,
        withdrawal.due_on,
        withdrawal.paid_on,
        withdrawal.reason,
    )


def _notice(kept: KeptNotification) -> Mapping[str, Any]:
    told = kept.notification
    return {
        "at": told.created_at,
        "subject": told.subject,
        "facts": told.facts,
        "read": kept.read,
    }


_MAIL = ("added_at", "template", "status")


def _mail(mail: MailRecord) -> Sequence[object]:
    return mail.added_at, mail.template, mail.status


def _consent(consent: Consent) -> Mapping[str, Any]:
    return {
        "id": consent.id,
        "signed_at": consent.signed_at,
        "name": consent.name,
        "address": consent.address,
        "version": consent.text.version,
        "language": consent.text.language,
        "title": consent.text.title,
        "text": consent.text.body,
    }


def _inquiry(inquiry: Inquiry) -> Mapping[str, Any]:
    return {
        "id": inquiry.id,
        "sent_at": inquiry.sent_at,
        "title": inquiry.title,
        "content": inquiry.content,
        "contact": inquiry.contact,
        "attached": inquiry.attached.name if inquiry.attached else None,
    }


_TRACK = ("isrc", "name", "artist")


def _track(track: Track) -> Sequence[object]:
    return track.isrc, track.name, track.artist


_JOINED = ("campaign", "channel", "applied_on")
_CAMPAIGN_ENTRY = (
    *("campaign", "video", "title", "channel", "entered_at", "state", "reason", "views", "paid"),
)
_PARTICIPATION = ("event", "channel", "applied_on", "claimed_on")
_APPLICATION = ("program", "term", "channel", "applied_on", "state", "reason")


def _parts(part: TakenPart) -> Iterator[DossierFile]:
    joined = (
        (part.campaigns[each.campaign], each.channel, each.applied_on) for each in part.applications
    )
    yield _csv("campaigns.csv", joined, _JOINED)
    entered = (_campaign_entry(part, each) for each in part.entries)
    yield _csv("entries.csv", entered, _CAMPAIGN_ENTRY)
    taking_part = (
        (part.posts[each.event], each.channel, each.applied_on, each.claimed_on)
        for each in part.participations
    )
    yield _csv("events.csv", taking_part, _PARTICIPATION)
    applied = (
        (part.posts[each.program], *(getattr(each, name) for name in _APPLICATION[1:]))
        for each in part.programs
    )
    yield _csv("programs.csv", applied, _APPLICATION)


def _campaign_entry(part: TakenPart, entry: CampaignEntry) -> Sequence[object]:
    return (
        part.campaigns[entry.campaign],
        entry.video,
        entry.title,
        entry.channel,
        entry.entered_at,
        entry.state,
        entry.refused_reason or entry.refused_code,
        entry.views,
        entry.posted - part.reversed.get(entry.campaign, {}).get(entry.video, NOTHING),
    )


_REVIEW = ("video", "title", "asked_at", "state", "note", "decided_at")


def _review(review: VideoReview) -> Sequence[object]:
    return tuple(getattr(review, name) for name in _REVIEW)


_ACT = ("at", "by", "act")


def _act(row: AuditRow) -> Sequence[object]:
    # Who of the operator's people it was is theirs to know.
    by = row.entry.actor.kind if row.entry.actor.kind is not ActorKind.ACCOUNT else "you or yours"
    return row.entry.at, by, row.entry.action


def _json(name: str, document: object) -> DossierFile:
    text = json.dumps(plain(document), ensure_ascii=False, indent=2)
    return DossierFile(name, f"{text}\n".encode())


def _csv(name: str, rows: Iterable[Sequence[object]], head: Sequence[str]) -> DossierFile:
    return DossierFile(name, csv_bytes(head, rows))
