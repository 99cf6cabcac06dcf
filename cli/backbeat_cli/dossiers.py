"""A person on one page (`account show`)."""

from __future__ import annotations

from typing import Any

from backbeat.audit.model import AuditRow
from backbeat.channels.model import Channel
from backbeat.dossiers.model import Dossier
from backbeat.kernel.errors import plain
from backbeat_cli.output import Row, columns, say, show_json, show_list, show_record


def show_dossier(facts: Row, dossier: Dossier, *, as_json: bool) -> None:
    """Print the page: facts, then a table for each list that has rows; or one JSON object."""
    lists = _lists(dossier)
    record = {**facts, **_facts(dossier)}
    if as_json:
        show_json(plain({**record, **lists}))
        return
    show_record(record, as_json=False)
    for name, rows in lists.items():
        if rows:
            say("")
            show_list(rows, as_json=False, title=name.replace("_", " "))


def _facts(dossier: Dossier) -> Row:
    summary, places, details = dossier.summary, dossier.places, dossier.details
    tax = dossier.tax_details
    return {
        "sessions": len(dossier.sessions),
        "totp": dossier.second_factor.active,
        "phone": dossier.phone.masked if dossier.phone else None,
        "recovery_codes": dossier.second_factor.recovery_codes,
        "above": [account.email for account in places.above],
        "fee_rate": places.fee_rate,
        "directly_below": places.directly_below,
        "below": places.below,
        "available": summary.balance.available,
        "withdrawable": summary.withdrawable,
        "in_flight": summary.balance.in_flight,
        "debt": summary.balance.debt,
        "open_by_type": dossier.open_by_type,
        "last_settled": summary.last_settled.month if summary.last_settled else None,
        "payout_method": str(details.destination.method) if details else None,
        "paid_to": details.destination.masked if details else None,
        "paid_to_changed_on": details.changed_on if details else None,
        "tax_country": tax.country if tax else None,
        "tax_number": tax.number.masked if tax else None,
        "tax_number_proven": tax.number.proven if tax else None,
    }


def _lists(dossier: Dossier) -> dict[str, list[Row]]:
    return {
        "limits_in_force": columns(
            dossier.in_force,
            limit=lambda one: one.restriction,
            since=lambda one: one.since,
            until=lambda one: one.until,
        ),
        "channels": [_channel(each) for each in dossier.channels],
        "points": columns(
            dossier.summary.lots,
            amount=lambda lot: lot.amount,
            expires_on=lambda lot: lot.expires_on,
        ),
        "withdrawals_under_way": columns(
            dossier.under_way,
            id=lambda one: one.id,
            requested_on=lambda one: one.requested_on,
            total=lambda one: one.paid.total,
            currency=lambda one: one.currency,
            due_on=lambda one: one.due_on,
            held_until=lambda one: one.held_until,
            invoice=lambda one: one.invoice,
        ),
        "devices": columns(
            dossier.sessions,
            id=lambda one: one.session.id,
            agent=lambda one: one.session.agent,
            network=lambda one: one.session.address,
            viewed_by=lambda one: one.session.viewing.operator if one.session.viewing else None,
            started_at=lambda one: one.session.started_at,
            last_seen_at=lambda one: one.last_seen,
        ),
        "notices": columns(
            dossier.notices,
            at=lambda kept: kept.notification.created_at,
            subject=lambda kept: kept.notification.subject,
            read=lambda kept: kept.read,
        ),
        "mails": columns(
            dossier.mails,
            at=lambda mail: mail.added_at,
            mail=lambda mail: mail.template,
            status=lambda mail: mail.status,
        ),
        "audit": [_act(row) for row in dossier.acts],
    }


def _channel(channel: Channel) -> Row:
    return {
        "id": channel.id,
        "name": channel.name,
        "platform_id": channel.platform_id,
        "status": channel.status,
        "verified": channel.is_verified,
        "earning_from": channel.earning_from,
        "held_by": channel.holder,
    }


def _act(row: AuditRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "at": entry.at,
        "by": f"{entry.actor.kind}:{entry.actor.id}",
        "action": entry.action,
        "reason": entry.reason,
    }
