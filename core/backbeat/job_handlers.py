"""What the worker does: a handler for each kind of job, and the jobs that come back by themselves.

A feature adds its parts here: the kinds its use cases enqueue, and what returns every day or hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from backbeat.accounts.codes import TIDY, MailedCodes
from backbeat.accounts.deletion import ERASE, LEFT, AccountDeletion
from backbeat.audit.sealing import SEAL, Seals
from backbeat.channels.refresh import REFRESH, ChannelRefresh
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.verification import CHECK, Verifications
from backbeat.exports.service import FORGET, MAKE, Exports
from backbeat.figures.service import DESCRIBE, VideoDescriptions
from backbeat.idempotency.service import FORGET_ANSWERS, KeptAnswers
from backbeat.jobs.model import Cron
from backbeat.jobs.ports import Handler, Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, MailId
from backbeat.ledger.expiry import EXPIRE_LOTS
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity
from backbeat.ledger.service import AccountLedger
from backbeat.limits.service import Limits
from backbeat.mail.service import SEND, Mails
from backbeat.notifications.service import Notifications
from backbeat.report_files.announcements import ANNOUNCE, Announcements
from backbeat.storage import Books

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
    refreshing: ChannelRefresh,
    removals: ChannelRemovals,
    leaving: AccountDeletion,
    mailed_codes: MailedCodes,
    limits: Limits,
    descriptions: VideoDescriptions,
    announcements: Announcements,
    earnings: AccountLedger,
    integrity: LedgerIntegrity,
    seals: Seals,
    kept_answers: KeptAnswers,
    excel_reports: Exports,
) -> Mapping[str, Handler[Books]]:
    """The handler of every kind of job."""

    def send(task: Task[Books]) -> None:
        mails.deliver(MailId(str(task.job.payload["mail"])), task.closing)

    def forget(_task: Task[Books]) -> None:
        notifications.forget_old()

    def erase(_task: Task[Books]) -> None:
        leaving.erase_due()

    def delete_all_of(task: Task[Books]) -> None:
        leaving_account = AccountId(str(task.job.payload["account"]))
        day = date.fromisoformat(str(task.job.payload["day"]))
        with task.closing() as books:
            removals.delete_all_of(books, leaving_account, day)

    def tidy(_task: Task[Books]) -> None:
        mailed_codes.forget_old()

    def refresh(_task: Task[Books]) -> None:
        refreshing.run()

    def expire_lots(_task: Task[Books]) -> None:
        earnings.expire_lots(Actor.system(EXPIRE_LOTS))

    def watch(_task: Task[Books]) -> None:
        integrity.watch(Actor.system(WATCH))

    def forget_exports(_task: Task[Books]) -> None:
        excel_reports.forget_old()

    def seal(_task: Task[Books]) -> None:
        seals.seal(Actor.system(SEAL))

    def forget_answers(_task: Task[Books]) -> None:
        kept_answers.forget_old()

    def prune(_task: Task[Books]) -> None:
        limits.prune()

    return {
        SEND: send,
        FORGET_NOTIFICATIONS: forget,
        CHECK: verifications.check,
        REFRESH: refresh,
        ERASE: erase,
        LEFT: delete_all_of,
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
