"""Alerts: raised once an hour for each kind, then delivered to each recipient by a separate job."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from attrs import frozen

from backbeat import settings
from backbeat.alerts import rules
from backbeat.alerts.model import Alert, AlertKind
from backbeat.alerts.ports import Books, Hook, Sightings
from backbeat.alerts.words import words_of
from backbeat.jobs.model import Payload
from backbeat.jobs.ports import JobEngine, JobQueue, Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.languages import Language
from backbeat.mail.ports import MailRefused, MailTransport
from backbeat.mail.templates import MailTemplates

WATCH_DOOR = "alerts.watch"
"""The job that judges the security log, every five minutes."""

MAIL_ALERT = "alerts.mail"
POST_ALERT = "alerts.post"
"""The jobs that deliver one alert to one recipient."""

log = logging.getLogger(__name__)


def raised(kind: AlertKind) -> str:
    return f"alert.{kind}"


def ask(jobs: JobQueue, alert: Alert, at: datetime, id: str) -> None:
    """Raise an alert in the caller's transaction, always, however many there are in an hour."""
    jobs.enqueue(raised(alert.kind), _payload(alert, at, id))


@frozen
class Alerts:
    """`security` is the clock that decides the hour; `hook` is None if none is set up."""

    job_engine: JobEngine[Any]
    security: Clock
    sightings: Sightings
    mail_transport: MailTransport
    mail_templates: MailTemplates
    hook: Hook | None
    recipients: settings.Alerts

    def watch(self) -> None:
        """Raise the alerts for which the last minutes of the security log give cause."""
        since = self.security.now() - rules.LOOKED_BACK
        for alert in rules.judge(self.sightings.since(since)):
            self.tell(alert)

    def tell(self, alert: Alert) -> None:
        """Raise an alert, unless one of its kind was raised within this hour."""
        now = self.security.now()
        slot = f"{now:%Y-%m-%dT%H}:00:00Z"
        payload = _payload(alert, now, f"{now:%Y%m%dT%H}")
        if self.job_engine.open_slot(raised(alert.kind), slot, payload):
            level = logging.INFO if alert.kind is AlertKind.ANCHOR else logging.ERROR
            log.log(level, "%s", words_of(alert.kind, Language.ENGLISH, alert.facts).subject)

    def spread(self, task: Task[Books]) -> None:
        """Enqueue one job for each recipient, so that a failed one is retried without the others."""
        with task.closing() as books:
            told = task.job.payload
            for number, address in enumerate(self.recipients.emails, start=1):
                books.jobs.enqueue(MAIL_ALERT, {**told, "to": address, "number": number})
            if self.hook is not None:
                books.jobs.enqueue(POST_ALERT, told)

    def send_mail(self, task: Task[Books]) -> None:
        """Mail one alert to one address."""
        told = task.job.payload
        to, id = str(told["to"]), str(told["id"])
        words = words_of(_kind(told), self.recipients.language, _facts(told))
        letter = self.mail_templates.to_operator(
            to, self.recipients.language, words.subject, words.paragraphs, f"{id}.{told['number']}"
        )
        try:
            self.mail_transport.send(letter)
        except MailRefused:
            log.warning("the mail server refuses alerts for recipient %s", told["number"])

    def post(self, task: Task[Books]) -> None:
        """Deliver one alert to the hook."""
        told = task.job.payload
        words = words_of(_kind(told), self.recipients.language, _facts(told))
        if self.hook is not None:
            self.hook.post(
                {
                    "id": told["id"],
                    "kind": told["alert"],
                    "at": told["at"],
                    "portal": self.mail_templates.url,
                    "subject": words.subject,
                    "facts": _facts(told),
                }
            )


def _payload(alert: Alert, at: datetime, id: str) -> Payload:
    return {
        "alert": alert.kind.value,
        "at": at.isoformat(timespec="seconds"),
        "id": f"alert.{alert.kind}.{id}",
        **alert.facts,
    }


def _kind(told: Payload) -> AlertKind:
    return AlertKind(str(told["alert"]))


def _facts(told: Payload) -> dict[str, str]:
    return {
        "count": str(told["count"]),
        "of": str(told["of"]),
        "at": f"{datetime.fromisoformat(str(told['at'])):%Y-%m-%d %H:%M} UTC",
    }
