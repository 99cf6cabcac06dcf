"""What operators do with webhooks: adding, pausing, trying, sending again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.webhooks import rules
from backbeat.webhooks.model import (
    Delivery,
    DeliveryState,
    EventId,
    EventKind,
    Webhook,
    WebhookId,
)
from backbeat.webhooks.ports import Books, Poster
from backbeat.webhooks.telling import ask_to_send

PING = "ping"
"""The kind of a post that only tries whether a webhook answers."""


@frozen
class NewSecret:
    """A webhook with the secret with which its posts are signed from now on, shown only here."""

    webhook: Webhook
    secret: str


@frozen
class Webhooks:
    """The webhooks of an installation. `business` dates acts, `security` what is sent when.

    An act with `dry_run` is judged like a real one but changes nothing.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    new_secret: Callable[[], str]
    poster: Poster
    portal_url: str

    def add(
        self,
        url: str,
        kinds: Sequence[str],
        actor: Actor,
        *,
        account: AccountId | None = None,
        dry_run: bool = False,
    ) -> NewSecret:
        """Tell another system from now on, about everything if no kinds are named.

        Refused with 2 `bad_value` for an address to which nothing is ever posted or an unknown
        kind, and 10001 for an unknown account.
        """
        wanted, tidy = rules.require_kinds(kinds), rules.require_url(url)
        self.poster.judge(tidy)
        made = Webhook(WebhookId(self.new_id()), tidy, wanted, account, self.business.now())
        secret = self.new_secret()
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if account is not None and books.accounts.get(account) is None:
                raise AccountNotFound()
            books.webhooks.add(made, secret)
            self._record(books, actor, "added", made)
        return NewSecret(made, secret)

    def list(self) -> Sequence[Webhook]:
        with self.transactions.look() as books:
            return books.webhooks.all()

    def find(self, text: str) -> Webhook:
        """The one webhook whose id is this or begins like this; otherwise `NotFound`."""
        found = [each for each in self.list() if each.id.startswith(text)]
        exact = [each for each in found if each.id == text]
        if not text or len(exact or found) != 1:
            raise NotFound()
        return (exact or found)[0]

    def counts(self, webhook: WebhookId) -> Mapping[DeliveryState, int]:
        """How many deliveries are in each state."""
        with self.transactions.look() as books:
            return books.webhooks.counts(webhook)

    def deliveries(
        self, webhook: WebhookId, page: PageRequest, state: DeliveryState | None = None
    ) -> Page[Delivery]:
        """What it was told or is to be told, the newest first; of one state where one is given."""
        with self.transactions.look() as books:
            return books.webhooks.deliveries(webhook, state, page)

    def test(self, webhook: WebhookId) -> int:
        """Post a `ping` at once. Returns the status of the answer. Raises `PostFailed`."""
        with self.transactions.look() as books:
            known = _found(books, webhook)
            secrets = books.webhooks.secrets(webhook, self.security.now())
        id = self.new_id()
        content: dict[str, object] = {
            "id": id,
            "kind": PING,
            "at": self.business.now().isoformat().replace("+00:00", "Z"),
            "portal": self.portal_url,
            "account": known.account,
            "data": {},
        }
        return self.poster.post(known.url, secrets, id, content)

    def rotate(self, webhook: WebhookId, actor: Actor, *, dry_run: bool = False) -> NewSecret:
        """Sign with a new secret from now on, and for a day with the former one beside it.

        Rotated again within that day, the one before the former is worth nothing (EMBED-9).
        """
        secret, until = self.new_secret(), self.security.now() + rules.OVERLAP
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            known = _found(books, webhook)
            books.webhooks.change_secret(webhook, secret, until)
            self._record(books, actor, "rotated", known)
        return NewSecret(known, secret)

    def pause(self, webhook: WebhookId, actor: Actor, *, dry_run: bool = False) -> Webhook:
        """Send nothing for now; what happens meanwhile waits."""
        return self._change(webhook, actor, "paused", dry_run=dry_run)

    def resume(self, webhook: WebhookId, actor: Actor, *, dry_run: bool = False) -> Webhook:
        """Send again, beginning with what has waited."""
        return self._change(webhook, actor, "resumed", dry_run=dry_run)

    def remove(self, webhook: WebhookId, actor: Actor, *, dry_run: bool = False) -> Webhook:
        """Tell it nothing any more; what waits for it is dropped."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            known = _found(books, webhook)
            books.webhooks.remove(webhook)
            self._record(books, actor, "removed", known)
        return known

    def resend(
        self,
        webhook: WebhookId,
        actor: Actor,
        event: EventId | None = None,
        *,
        dry_run: bool = False,
    ) -> int:
        """Send one event again, or all that were given up. Returns how many. An unknown one is
        `NotFound`.
        """
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            known = _found(books, webhook)
            again = books.webhooks.wait_again(webhook, self.security.now(), event)
            if event is not None and not again:
                raise NotFound()
            if again:
                ask_to_send(books, webhook)
                self._record(books, actor, "resent", known)
        return again

    def _change(self, webhook: WebhookId, actor: Actor, act: str, *, dry_run: bool) -> Webhook:
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books, webhook)
            pausing = act == "paused"
            after = before.paused(self.business.now()) if pausing else before.resumed()
            if after != before:
                books.webhooks.save(after)
                self._record(books, actor, act, after)
            if not pausing:
                ask_to_send(books, webhook)
        return after

    def _record(self, books: Books, actor: Actor, act: str, webhook: Webhook) -> None:
        # Partners' addresses may contain tokens, so the audit names only the host.
        told = {
            "host": urlsplit(webhook.url).hostname or "",
            "events": _names(webhook.kinds),
            "account": webhook.account,
        }
        books.audit.record(
            AuditEntry(
                self.business.now(), actor, f"webhook.{act}", f"webhook:{webhook.id}", after=told
            )
        )


def _names(kinds: frozenset[EventKind]) -> Sequence[str]:
    return sorted(each.value for each in kinds)


def _found(books: Books, webhook: WebhookId) -> Webhook:
    known = books.webhooks.get(webhook)
    if known is None:
        raise NotFound()
    return known
