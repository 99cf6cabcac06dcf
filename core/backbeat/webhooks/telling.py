"""Recording what happened for those who want to be told, together with the act itself (EMBED-5)."""

from __future__ import annotations

from collections.abc import Sequence

from backbeat.webhooks import rules
from backbeat.webhooks.model import Happening, WebhookId
from backbeat.webhooks.ports import Told

SEND = "webhooks.send"
"""The kind of the job that sends a webhook what is due; its payload is `{"webhook"}`."""


def tell(books: Told, happenings: Sequence[Happening]) -> None:
    """Record it, in the caller's transaction, for every webhook that wants to know."""
    webhooks = books.webhooks.all() if happenings else ()
    if not webhooks:
        return
    limited = any(each.account is not None for each in webhooks)
    concerned = {each.account for each in happenings if each.account is not None}
    tree = books.accounts.upwards(concerned) if limited and concerned else None
    told: list[tuple[Happening, list[WebhookId]]] = []
    for each in happenings:
        above = set(tree.upwards(each.account)) if tree and each.account is not None else set()
        if to := [webhook.id for webhook in webhooks if rules.wants(webhook, each, above)]:
            told.append((each, to))
    books.webhooks.tell(told)
    for webhook in {id for _, to in told for id in to}:
        ask_to_send(books, webhook)


def ask_to_send(books: Told, webhook: WebhookId) -> None:
    """Enqueue sending what is due; asking again before that makes no second job."""
    books.jobs.enqueue(SEND, {"webhook": webhook}, key=webhook)
