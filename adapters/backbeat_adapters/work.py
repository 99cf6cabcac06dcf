"""What the worker does: a handler for each kind of job, and the jobs that come back by themselves.

A feature adds its parts here: the kinds its use cases enqueue, and what returns every day or hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from backbeat.accounts.codes import TIDY, MailedCodes
from backbeat.accounts.leaving import ERASE, LEFT, Leaving
from backbeat.audit.sealing import SEAL, Seals
from backbeat.channels.parting import Partings
from backbeat.channels.refreshing import REFRESH, Refreshing
from backbeat.channels.verifying import CHECK, Verifications
from backbeat.earnings.lapsing import EXPIRE_LOTS
from backbeat.earnings.service import Earnings
from backbeat.excel.service import FORGET, MAKE, ExcelReports
from backbeat.idempotency.service import FORGET_ANSWERS, KeptAnswers
from backbeat.ingestion.announcing import ANNOUNCE, Announcements
from backbeat.jobs.model import Cron
from backbeat.jobs.ports import Handler, Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, MailId
from backbeat.limits.service import Limits
from backbeat.mail.service import SEND, Mails
from backbeat.notifications.service import Notifications
from backbeat.soundness.service import WATCH, Soundness
from backbeat.videos.service import DESCRIBE, VideoDescriptions
from backbeat_adapters.sql.books import SqlBooks

FORGET_NOTIFICATIONS = "notifications.forget"

PRUNE_LIMITS = "limits.prune"

CRONS = (
    Cron(FORGET_NOTIFICATIONS, every=timedelta(days=1), offset=timedelta(hours=3)),
    Cron(ERASE, every=timedelta(hours=1)),
    Cron(TIDY, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(EXPIRE_LOTS, every=timedelta(hours=1), offset=timedelta(minutes=5)),
    Cron(REFRESH, every=timedelta(hours=1), offset=timedelta(minutes=20)),
    Cron(FORGET, every=timedelta(hours=1), offset=timedelta(minutes=35)),
    Cron(PRUNE_LIMITS, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(WATCH, every=timedelta(minutes=10)),
    Cron(SEAL, every=timedelta(hours=1), offset=timedelta(minutes=35)),
    Cron(FORGET_ANSWERS, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(DESCRIBE, every=timedelta(hours=1), offset=timedelta(minutes=20)),
)
"""The jobs that come back."""


def handlers(
    *,
    mails: Mails,
    notifications: Notifications,
    verifications: Verifications,
    refreshing: Refreshing,
    partings: Partings,
    leaving: Leaving,
    mailed_codes: MailedCodes,
    limits: Limits,
    descriptions: VideoDescriptions,
    announcements: Announcements,
    earnings: Earnings,
    soundness: Soundness,
    seals: Seals,
    kept_answers: KeptAnswers,
    excel_reports: ExcelReports,
) -> Mapping[str, Handler[SqlBooks]]:
    """The handler of every kind of job."""

    def send(task: Task[SqlBooks]) -> None:
        mails.deliver(MailId(str(task.job.payload["mail"])), task.closing)

    def forget(_task: Task[SqlBooks]) -> None:
        notifications.forget_old()

    def erase(_task: Task[SqlBooks]) -> None:
        leaving.erase_due()

    def give_up(task: Task[SqlBooks]) -> None:
        leaver = AccountId(str(task.job.payload["account"]))
        day = date.fromisoformat(str(task.job.payload["day"]))
        with task.closing() as books:
            partings.give_up(books, leaver, day)

    def tidy(_task: Task[SqlBooks]) -> None:
        mailed_codes.forget_old()

    def refresh(_task: Task[SqlBooks]) -> None:
        refreshing.run()

    def expire_lots(_task: Task[SqlBooks]) -> None:
        earnings.expire_lots(Actor.system(EXPIRE_LOTS))

    def watch(_task: Task[SqlBooks]) -> None:
        soundness.watch(Actor.system(WATCH))

    def forget_exports(_task: Task[SqlBooks]) -> None:
        excel_reports.forget_old()

    def seal(_task: Task[SqlBooks]) -> None:
        seals.seal(Actor.system(SEAL))

    def forget_answers(_task: Task[SqlBooks]) -> None:
        kept_answers.forget_old()

    def prune(_task: Task[SqlBooks]) -> None:
        limits.prune()

    return {
        SEND: send,
        FORGET_NOTIFICATIONS: forget,
        CHECK: verifications.check,
        REFRESH: refresh,
        ERASE: erase,
        LEFT: give_up,
        TIDY: tidy,
        EXPIRE_LOTS: expire_lots,
        WATCH: watch,
        SEAL: seal,
        FORGET_ANSWERS: forget_answers,
        PRUNE_LIMITS: prune,
        MAKE: excel_reports.make,
        FORGET: forget_exports,
        DESCRIBE: descriptions.handle,
        ANNOUNCE: announcements.handle,
    }
