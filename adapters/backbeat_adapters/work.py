"""What the worker does: a handler for each kind of job, and the jobs that come back by themselves.

A feature adds its parts here: the kinds its use cases enqueue, and what returns every day or hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from backbeat.channels.verifying import CHECK, Verifications
from backbeat.jobs.model import Cron
from backbeat.jobs.ports import Handler, Task
from backbeat.kernel.ids import MailId
from backbeat.mail.service import SEND, Mails
from backbeat.notifications.service import Notifications
from backbeat_adapters.sql.books import SqlBooks

FORGET_NOTIFICATIONS = "notifications.forget"

CRONS = (Cron(FORGET_NOTIFICATIONS, every=timedelta(days=1), offset=timedelta(hours=3)),)
"""The jobs that come back."""


def handlers(
    mails: Mails, notifications: Notifications, verifications: Verifications
) -> Mapping[str, Handler[SqlBooks]]:
    """The handler of every kind of job."""

    def send(task: Task[SqlBooks]) -> None:
        mails.deliver(MailId(str(task.job.payload["mail"])), task.closing)

    def forget(_task: Task[SqlBooks]) -> None:
        notifications.forget_old()

    return {SEND: send, FORGET_NOTIFICATIONS: forget, CHECK: verifications.check}
