"""Types for opaque ids, so that one kind is never used in place of another (HTTP-8)."""

from typing import NewType, Protocol

AccountId = NewType("AccountId", str)
SessionId = NewType("SessionId", str)
ChannelId = NewType("ChannelId", str)
PlatformChannelId = NewType("PlatformChannelId", str)
"""A channel's key among all platforms: its id after the platform's mark (`tiktok:6959123456789`),
which is blank for YouTube (`UC` and 22 characters); case matters."""
VideoId = NewType("VideoId", str)
"""A video's key among all platforms, made like a channel's; case matters."""
Isrc = NewType("Isrc", str)
"""A normalised track code: 12 characters, upper case, no hyphens (MUSIC-2)."""
ReportId = NewType("ReportId", str)
TransactionId = NewType("TransactionId", str)
EntryId = NewType("EntryId", str)
SettlementId = NewType("SettlementId", str)
WithdrawalId = NewType("WithdrawalId", str)
NotificationId = NewType("NotificationId", str)
JobId = NewType("JobId", str)
MailId = NewType("MailId", str)
AuditId = NewType("AuditId", str)
ExportId = NewType("ExportId", str)


class NewId(Protocol):
    """Makes ids: unique, opaque, at most 40 characters of letters, digits and hyphens.

    Ids made later sort later, so that a list in order of id is a list in order of time.
    """

    def __call__(self) -> str: ...
