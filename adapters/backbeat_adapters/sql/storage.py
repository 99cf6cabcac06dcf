"""Everything a portal keeps, in SQL."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.ports import LastSeen
from backbeat.limits.ports import LimitStore
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.jobs.engine import SqlJobEngine
from backbeat_adapters.sql.runs import SqlRuns


@frozen
class SqlStorage:
    """Fulfils `Storage`. Limits and last uses are counted apart from the money's file."""

    transactions: SqlTransactions
    staging: SqlStaging
    runs: SqlRuns
    job_engine: SqlJobEngine
    limits: LimitStore
    last_seen: LastSeen
