"""Everything that is enqueued, or comes back by itself, has somebody who does it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from dependency_injector import providers

import backbeat
from backbeat.alerts.model import AlertKind
from backbeat.alerts.service import raised
from backbeat.jobs.worker import Worker
from backbeat.settings import Settings
from backbeat.storage import Books
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment

CORE = Path(backbeat.__file__).parent


def enqueued() -> Iterator[str]:
    """The kinds of jobs that the core's modules ask for."""
    for path in CORE.rglob("*.py"):
        if path.parts[len(CORE.parts)] in {"memory", "jobs"}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "enqueue"
            ):
                kind = node.args[0]
                if isinstance(kind, ast.Call) and kind.func.id == "raised":  # type: ignore[attr-defined]
                    yield from map(raised, AlertKind)
                    continue
                assert isinstance(kind, ast.Name), f"{path}: name the kind by a constant"
                module = ".".join(path.relative_to(CORE.parent).with_suffix("").parts)
                yield str(getattr(import_module(module), kind.id))


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker[Books]]:
    """As an installation has it."""
    deployment = Deployment(f"sqlite:///{tmp_path / 'backbeat.sqlite3'}", files=tmp_path)
    container = Container(
        settings=providers.Object(Settings()), deployment=providers.Object(deployment)
    )
    yield container.portal().worker
    container.engine().dispose()
    container.counters_engine().dispose()


def test_every_kind_of_job_has_a_handler(worker: Worker[Books]) -> None:
    asked = set(enqueued()) | {cron.kind for cron in worker.crons}

    assert "channels.check" in asked
    assert asked <= set(worker.handlers)


WAITING = (
    *("accounts.end_second_factor", "accounts.erase", "accounts.gone", "accounts.tidy"),
    *("alert.anchor", "alert.audit_broken", "alert.codes_tried", "alert.invitation_held"),
    *("alert.ledger_unsound", "alert.logins_of_many", "alert.payouts_locked"),
    *("alert.platform_silent", "alert.proxy_unnamed", "alert.restored_short"),
    *("alert.webhook_given_up", "alerts.mail", "alerts.post", "alerts.watch", "audit.anchor"),
    *("audit.seal", "board.tell", "campaigns.count", "campaigns.pay", "catalogue.rank"),
    *("channels.account_left", "channels.check", "channels.refresh", "dashboards.roll_up"),
    *("events.tell", "exports.forget", "exports.make", "idempotency.forget", "ledger.check"),
    *("limits.prune", "mail.send", "notifications.forget", "payout.tell"),
    *("payouts.give_back", "points.expire", "points.tell", "referral.reward"),
    *("report_files.sweep", "reports.announce", "settlement.mail", "videos.describe"),
    *("webhooks.forget", "webhooks.send"),
)


def test_a_job_that_waits_under_the_name_it_was_given_has_a_handler(worker: Worker[Books]) -> None:
    """A queue outlives an upgrade: a kind that is renamed leaves the jobs of the former version."""
    assert {*WAITING} - {*worker.handlers} == set()
