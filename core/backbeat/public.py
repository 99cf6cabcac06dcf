"""The names on which a service may rely: neither their place nor their meaning changes.

Import them from `backbeat`. Everything else may move between versions.
"""

from __future__ import annotations

from backbeat.accounts.model import Account, Device
from backbeat.accounts.service import SignUp
from backbeat.channels.model import Category, ChannelStatus
from backbeat.channels.platform import (
    PlatformChannel,
    PlatformUnavailable,
    PlatformVideo,
    VideoPlatform,
)
from backbeat.channels.reviews import OperatorOrder
from backbeat.dashboards.model import Asked, Range
from backbeat.defaults.clock import SystemClock
from backbeat.figures.model import Figures
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId, VideoId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import RenderedMail
from backbeat.mail.ports import MailRefused, MailTransport
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.offered_files import MemoryReportFiles
from backbeat.memory.platform import MemoryPlatform
from backbeat.memory.storage import MemoryStorage
from backbeat.payout_methods.bank import BankForm
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.platforms.kinds import Kind
from backbeat.portal import Portal, PortMissing
from backbeat.report_files.model import ReportRow
from backbeat.settings import Settings
from backbeat.storage import Books, Storage
from backbeat.withdrawals.model import WithdrawalStatus

__all__ = [
    "Account",
    "AccountId",
    "Actor",
    "Asked",
    "BankForm",
    "Books",
    "Category",
    "ChannelId",
    "ChannelStatus",
    "Clock",
    "Currency",
    "Device",
    "Figures",
    "Kind",
    "Language",
    "MailRefused",
    "MailTransport",
    "MemoryMailTransport",
    "MemoryPlatform",
    "MemoryReportFiles",
    "MemoryStorage",
    "MethodName",
    "Money",
    "Month",
    "OperatorOrder",
    "Page",
    "PageRequest",
    "PayPalForm",
    "PlatformChannel",
    "PlatformChannelId",
    "PlatformUnavailable",
    "PlatformVideo",
    "PortMissing",
    "Portal",
    "Range",
    "Refusal",
    "RenderedMail",
    "ReportRow",
    "Settings",
    "SignUp",
    "Storage",
    "SystemClock",
    "Transactions",
    "VideoId",
    "VideoPlatform",
    "WithdrawalId",
    "WithdrawalStatus",
]
