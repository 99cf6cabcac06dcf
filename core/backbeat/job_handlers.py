"""What the worker does: a handler for each kind of job, and the jobs that recur by themselves.

A feature adds its parts here: the kinds that its use cases enqueue, and what recurs every day or
hour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial

from attrs import frozen

from backbeat.accounts.codes import TIDY, MailedCodes
from backbeat.accounts.deletion import ERASE, GONE, LEFT, AccountDeletion
from backbeat.accounts.second_factor import END as END_FACTOR
from backbeat.accounts.second_factor import SecondFactors
from backbeat.alerts.model import Alert, AlertKind
from backbeat.alerts.service import MAIL_ALERT, POST_ALERT, WATCH_DOOR, Alerts, raised
from backbeat.audit.sealing import SEAL, Seals
from backbeat.board.telling import TELL as TELL_OF_POSTS
from backbeat.board.telling import Telling
from backbeat.campaigns.counting import COUNT, Counting
from backbeat.catalogue.ranking import RANK, Rankings
from backbeat.channels.refresh import REFRESH, ChannelRefresh
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.verification import CHECK, Verifications
from backbeat.dashboards.roll_ups import RollUps
from backbeat.events.leaving import Departures
from backbeat.events.telling import TELL as TELL_OF_BENEFITS
from backbeat.events.telling import BenefitTelling
from backbeat.exports.service import FORGET, MAKE, Exports
from backbeat.figures.service import DESCRIBE, ROLL_UP, VideoDescriptions
from backbeat.idempotency.service import FORGET_ANSWERS, KeptAnswers
from backbeat.jobs.model import Cron
from backbeat.jobs.ports import Handler, Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, MailId
from backbeat.ledger.expiry import EXPIRE_LOTS
from backbeat.ledger.expiry_telling import TELL as TELL_OF_EXPIRY
from backbeat.ledger.expiry_telling import ExpiryTelling
from backbeat.ledger.integrity.anchors import DAILY, Anchors
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity, named
from backbeat.ledger.service import AccountLedger
from backbeat.limits.service import Limits
from backbeat.mail.service import SEND, Mails
from backbeat.notifications.service import Notifications
from backbeat.payout_state.service import TELL, PayoutStates
from backbeat.payouts.service import GIVE_BACK, Payouts
from backbeat.phones.service import PhoneVerification
from backbeat.referral.rewards import Rewards
from backbeat.report_files.announcements import ANNOUNCE, Announcements
from backbeat.report_files.service import SWEEP, Ingestion
from backbeat.settlement.mailing import MAIL as MAIL_MONTH
from backbeat.settlement.mailing import MonthMails
from backbeat.settlement.rewarding import PAY_CAMPAIGNS, REWARD
from backbeat.settlement.service import Settlements
from backbeat.storage import Books
from backbeat.webhooks.sending import FORGET as FORGET_TOLD
from backbeat.webhooks.sending import Sending
from backbeat.webhooks.telling import SEND as SEND_WEBHOOK

FORGET_NOTIFICATIONS = "notifications.forget"

PRUNE_LIMITS = "limits.prune"

CRONS = (
    Cron(FORGET_NOTIFICATIONS, every=timedelta(days=1), offset=timedelta(hours=3)),
    Cron(TELL_OF_POSTS, every=timedelta(minutes=5)),
    Cron(ERASE, every=timedelta(hours=1)),
    Cron(TIDY, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(EXPIRE_LOTS, every=timedelta(hours=1), offset=timedelta(minutes=5)),
    Cron(TELL_OF_EXPIRY, every=timedelta(days=1), offset=timedelta(hours=7)),
    Cron(GIVE_BACK, every=timedelta(days=1), offset=timedelta(hours=5)),
    Cron(REFRESH, every=timedelta(hours=1), offset=timedelta(minutes=20)),
    Cron(FORGET, every=timedelta(hours=1), offset=timedelta(minutes=35)),
    Cron(PRUNE_LIMITS, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(WATCH, every=timedelta(minutes=10)),
    Cron(SEAL, every=timedelta(hours=1), offset=timedelta(minutes=35)),
    Cron(FORGET_ANSWERS, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(FORGET_TOLD, every=timedelta(days=1), offset=timedelta(hours=4)),
    Cron(SWEEP, every=timedelta(hours=1), offset=timedelta(minutes=50)),
    Cron(COUNT, every=timedelta(hours=1), offset=timedelta(minutes=40)),
    Cron(TELL_OF_BENEFITS, every=timedelta(hours=1), offset=timedelta(minutes=15)),
    Cron(RANK, every=timedelta(days=1), offset=timedelta(hours=2)),
    Cron(DAILY, every=timedelta(days=1), offset=timedelta(hours=6)),
    Cron(WATCH_DOOR, every=timedelta(minutes=5)),
    Cron(TELL, every=timedelta(hours=1), offset=timedelta(minutes=10)),
    Cron(DESCRIBE, every=timedelta(hours=1), offset=timedelta(minutes=20)),
    Cron(ROLL_UP, every=timedelta(minutes=5)),
)
"""The recurring jobs."""


@frozen
class UseCases:
    mails: Mails
    notifications: Notifications
    telling: Telling
    verifications: Verifications
    channel_refresh: ChannelRefresh
    removals: ChannelRemovals
    account_deletion: AccountDeletion
    mailed_codes: MailedCodes
    second_factors: SecondFactors
    phone_verification: PhoneVerification
    limits: Limits
    video_descriptions: VideoDescriptions
    announcements: Announcements
    ingestion: Ingestion
    settlements: Settlements
    month_mails: MonthMails
    rewards: Rewards
    counting: Counting
    benefit_telling: BenefitTelling
    departures: Departures
    account_ledger: AccountLedger
    expiry_telling: ExpiryTelling
    integrity: LedgerIntegrity
    seals: Seals
    kept_answers: KeptAnswers
    exports: Exports
    payouts: Payouts
    rankings: Rankings
    alerts: Alerts
    anchors: Anchors
    payout_states: PayoutStates
    webhook_sending: Sending
    roll_ups: RollUps


def handlers(use_cases: UseCases) -> Mapping[str, Handler[Books]]:
    """The handler of every kind of job."""
    return {kind: partial(handle, use_cases) for kind, handle in _HANDLERS.items()}


def _send_mail(do: UseCases, task: Task[Books]) -> None:
    do.mails.deliver(MailId(str(task.job.payload["mail"])), task.closing)


def _delete_channels(do: UseCases, task: Task[Books]) -> None:
    account = AccountId(str(task.job.payload["account"]))
    day = date.fromisoformat(str(task.job.payload["day"]))
    with task.closing() as books:
        do.removals.delete_all_of(books, account, day)


def _free_places(do: UseCases, task: Task[Books]) -> None:
    do.departures.handle(task)


def _expire_lots(do: UseCases, _task: Task[Books]) -> None:
    do.account_ledger.expire_lots(Actor.system(EXPIRE_LOTS))


def _tell_of_expiry(do: UseCases, _task: Task[Books]) -> None:
    do.expiry_telling.tell()


def _give_back_payouts(do: UseCases, _task: Task[Books]) -> None:
    do.payouts.give_back(Actor.system(GIVE_BACK))


def _check_integrity(do: UseCases, _task: Task[Books]) -> None:
    report = do.integrity.watch(Actor.system(WATCH))
    if not report.holds:
        first, *_ = named(report)
        do.alerts.tell(Alert(AlertKind.LEDGER_UNSOUND, len(report.findings), first))


def _seal_audit(do: UseCases, _task: Task[Books]) -> None:
    do.seals.seal(Actor.system(SEAL))


def _refresh_channels(do: UseCases, _task: Task[Books]) -> None:
    do.channel_refresh.run()


def _erase_accounts(do: UseCases, _task: Task[Books]) -> None:
    do.account_deletion.erase_due()


def _forget_codes(do: UseCases, _task: Task[Books]) -> None:
    do.mailed_codes.forget_old()
    do.phone_verification.forget_old()


def _end_second_factor(do: UseCases, task: Task[Books]) -> None:
    do.second_factors.end(task)


def _forget_exports(do: UseCases, _task: Task[Books]) -> None:
    do.exports.forget_old()


def _forget_answers(do: UseCases, _task: Task[Books]) -> None:
    do.kept_answers.forget_old()


def _forget_notifications(do: UseCases, _task: Task[Books]) -> None:
    do.notifications.forget_old()


def _tell_of_posts(do: UseCases, _task: Task[Books]) -> None:
    do.telling.tell()


def _prune_limits(do: UseCases, _task: Task[Books]) -> None:
    do.limits.prune()


def _check_channel(do: UseCases, task: Task[Books]) -> None:
    do.verifications.check(task)


def _make_export(do: UseCases, task: Task[Books]) -> None:
    do.exports.make(task)


def _describe_videos(do: UseCases, task: Task[Books]) -> None:
    do.video_descriptions.handle(task)


def _tell_of_payouts(do: UseCases, _task: Task[Books]) -> None:
    do.payout_states.tell()


def _sweep_files(do: UseCases, _task: Task[Books]) -> None:
    do.ingestion.sweep()
    do.settlements.sweep()


def _mail_month(do: UseCases, task: Task[Books]) -> None:
    do.month_mails.handle(task)


def _reward_inviters(do: UseCases, task: Task[Books]) -> None:
    do.rewards.handle(task)


def _count_campaigns(do: UseCases, _task: Task[Books]) -> None:
    do.counting.count()


def _pay_campaigns(do: UseCases, task: Task[Books]) -> None:
    do.counting.handle(task)


def _tell_of_benefits(do: UseCases, _task: Task[Books]) -> None:
    do.benefit_telling.tell()


def _rank_tracks(do: UseCases, _task: Task[Books]) -> None:
    do.rankings.refresh()


def _announce_figures(do: UseCases, task: Task[Books]) -> None:
    do.announcements.handle(task)


def _watch_door(do: UseCases, _task: Task[Books]) -> None:
    do.alerts.watch()


def _anchor(do: UseCases, _task: Task[Books]) -> None:
    findings, line = do.anchors.daily()
    if findings.lines:
        do.alerts.tell(Alert(AlertKind.AUDIT_BROKEN, len(findings.lines), findings.lines[0]))
    do.alerts.tell(Alert(AlertKind.ANCHOR, findings.verdict.rows, line))


def _spread_alert(do: UseCases, task: Task[Books]) -> None:
    do.alerts.spread(task)


def _mail_alert(do: UseCases, task: Task[Books]) -> None:
    do.alerts.send_mail(task)


def _send_webhook(do: UseCases, task: Task[Books]) -> None:
    do.webhook_sending.handle(task)


def _forget_told(do: UseCases, _task: Task[Books]) -> None:
    do.webhook_sending.forget_old()


def _post_alert(do: UseCases, task: Task[Books]) -> None:
    do.alerts.post(task)


def _roll_up(do: UseCases, _task: Task[Books]) -> None:
    do.roll_ups.refresh()


_HANDLERS: Mapping[str, Callable[[UseCases, Task[Books]], None]] = {
    SEND: _send_mail,
    SEND_WEBHOOK: _send_webhook,
    FORGET_TOLD: _forget_told,
    FORGET_NOTIFICATIONS: _forget_notifications,
    TELL_OF_POSTS: _tell_of_posts,
    CHECK: _check_channel,
    REFRESH: _refresh_channels,
    ERASE: _erase_accounts,
    LEFT: _delete_channels,
    GONE: _free_places,
    TIDY: _forget_codes,
    END_FACTOR: _end_second_factor,
    EXPIRE_LOTS: _expire_lots,
    TELL_OF_EXPIRY: _tell_of_expiry,
    GIVE_BACK: _give_back_payouts,
    WATCH: _check_integrity,
    SEAL: _seal_audit,
    FORGET_ANSWERS: _forget_answers,
    PRUNE_LIMITS: _prune_limits,
    MAKE: _make_export,
    FORGET: _forget_exports,
    DESCRIBE: _describe_videos,
    ANNOUNCE: _announce_figures,
    SWEEP: _sweep_files,
    MAIL_MONTH: _mail_month,
    REWARD: _reward_inviters,
    COUNT: _count_campaigns,
    PAY_CAMPAIGNS: _pay_campaigns,
    TELL_OF_BENEFITS: _tell_of_benefits,
    RANK: _rank_tracks,
    DAILY: _anchor,
    WATCH_DOOR: _watch_door,
    MAIL_ALERT: _mail_alert,
    POST_ALERT: _post_alert,
    **{raised(kind): _spread_alert for kind in AlertKind},
    TELL: _tell_of_payouts,
    ROLL_UP: _roll_up,
}
