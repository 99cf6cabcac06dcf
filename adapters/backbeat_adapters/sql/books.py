"""Every repository over one SQL connection: the `Books` of all features in one class."""

from __future__ import annotations

from attrs import field, frozen
from sqlalchemy import Connection

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.secrets import SecretBox
from backbeat.ledger.ledger import Ledger
from backbeat_adapters.secrets import PlainBox
from backbeat_adapters.sql.accounts import (
    SqlAccounts,
    SqlCodes,
    SqlFeeRates,
    SqlSecondFactors,
    SqlSessions,
)
from backbeat_adapters.sql.audit import SqlAudit
from backbeat_adapters.sql.catalogue import SqlTracks
from backbeat_adapters.sql.channels import SqlChannels
from backbeat_adapters.sql.dashboards import SqlFigures
from backbeat_adapters.sql.exports import SqlExports
from backbeat_adapters.sql.figures import SqlStatistics
from backbeat_adapters.sql.files.report_files import SqlReports
from backbeat_adapters.sql.fx import SqlRates
from backbeat_adapters.sql.idempotency import SqlIdempotency
from backbeat_adapters.sql.integrity import SqlIntegrityQueries
from backbeat_adapters.sql.jobs.installation import queue
from backbeat_adapters.sql.jobs.queue import SqlQueue
from backbeat_adapters.sql.ledger import SqlLedger
from backbeat_adapters.sql.mail import SqlOutbox
from backbeat_adapters.sql.notifications import SqlNotifications
from backbeat_adapters.sql.payouts import SqlAttempts, SqlBatches
from backbeat_adapters.sql.policies import SqlPolicies
from backbeat_adapters.sql.settlement import SqlSettlements
from backbeat_adapters.sql.site import SqlPartnerSites
from backbeat_adapters.sql.videos import SqlVideos
from backbeat_adapters.sql.withdrawals import SqlInvoices, SqlPaymentDetails, SqlWithdrawals


@frozen
class SqlBooks:
    """What one transaction sees. Each feature adds its repositories here as properties.

    `clock` is the security clock: repositories date what they record by it (R52). `secrets` seals
    what nobody may read in a stolen file.
    """

    connection: Connection
    clock: Clock
    new_id: NewId
    secrets: SecretBox = field(factory=PlainBox)

    @property
    def ledger(self) -> Ledger:
        """The ledger."""
        return Ledger(SqlLedger(self.connection))

    @property
    def integrity(self) -> SqlIntegrityQueries:
        """What contradicts the invariants."""
        return SqlIntegrityQueries(self.connection)

    @property
    def accounts(self) -> SqlAccounts:
        """The accounts."""
        return SqlAccounts(self.connection)

    @property
    def sessions(self) -> SqlSessions:
        """Sessions."""
        return SqlSessions(self.connection)

    @property
    def codes(self) -> SqlCodes:
        """Mailed codes and single-use tickets."""
        return SqlCodes(self.connection)

    @property
    def second_factors(self) -> SqlSecondFactors:
        """Authenticator apps and recovery codes."""
        return SqlSecondFactors(self.connection, self.secrets)

    @property
    def fee_rates(self) -> SqlFeeRates:
        """What managers keep."""
        return SqlFeeRates(self.connection)

    @property
    def sites(self) -> SqlPartnerSites:
        """Partner sites."""
        return SqlPartnerSites(self.connection)

    @property
    def idempotency(self) -> SqlIdempotency:
        """Answers kept for calls that name themselves."""
        return SqlIdempotency(self.connection, self.clock)

    @property
    def rates(self) -> SqlRates:
        """Exchange rates."""
        return SqlRates(self.connection)

    @property
    def policies(self) -> SqlPolicies:
        """Rules from a day on."""
        return SqlPolicies(self.connection)

    @property
    def channels(self) -> SqlChannels:
        """The channels."""
        return SqlChannels(self.connection)

    @property
    def tracks(self) -> SqlTracks:
        """The catalogue."""
        return SqlTracks(self.connection)

    @property
    def reports(self) -> SqlReports:
        """Report files and their rows."""
        return SqlReports(self.connection)

    @property
    def videos(self) -> SqlVideos:
        """The videos."""
        return SqlVideos(self.connection)

    @property
    def statistics(self) -> SqlStatistics:
        """The figures made of report files."""
        return SqlStatistics(self.connection)

    @property
    def audit(self) -> SqlAudit:
        """The audit trail."""
        return SqlAudit(self.connection, self.clock, self.new_id)

    @property
    def notifications(self) -> SqlNotifications:
        """What accounts are told."""
        return SqlNotifications(self.connection, self.new_id)

    @property
    def jobs(self) -> SqlQueue:
        """Work for later."""
        return queue(self.connection, self.clock, self.new_id)

    @property
    def outbox(self) -> SqlOutbox:
        """Mails to be sent."""
        return SqlOutbox(self.connection, self.clock, self.new_id, self.jobs)

    @property
    def figures(self) -> SqlFigures:
        """Sums of figures for dashboards."""
        return SqlFigures(self.connection)

    @property
    def exports(self) -> SqlExports:
        """Excel reports."""
        return SqlExports(self.connection)

    @property
    def settlements(self) -> SqlSettlements:
        """Closes of months and their adjustments."""
        return SqlSettlements(self.connection)

    @property
    def withdrawals(self) -> SqlWithdrawals:
        """Withdrawals."""
        return SqlWithdrawals(self.connection, self.secrets)

    @property
    def payment_details(self) -> SqlPaymentDetails:
        """Where accounts are paid."""
        return SqlPaymentDetails(self.connection, self.secrets)

    @property
    def invoices(self) -> SqlInvoices:
        """Invoices and credit notes."""
        return SqlInvoices(self.connection)

    @property
    def batches(self) -> SqlBatches:
        """Batches of payouts."""
        return SqlBatches(self.connection, self.secrets)

    @property
    def attempts(self) -> SqlAttempts:
        """Attempts to pay."""
        return SqlAttempts(self.connection)
