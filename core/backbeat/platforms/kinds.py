"""What a kind of report file is: what its figures may be used for, and where its revenue comes
from.
"""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a kind's figures may be used for."""

    RECORD = "record"
    """Confirmed money: it may be settled."""
    ESTIMATE = "estimate"
    """Daily estimates of revenue: dashboards, and the split of a month over its days."""
    VIEWS = "views"
    """Daily views and watch time: dashboards."""
    CHECK = "check"
    """Neither booked nor settled: kept to compare other files with."""


class Sort(StrEnum):
    """Where the revenue comes from."""

    ADS = "ads"
    SUBSCRIPTION = "subscription"
    BOTH = "both"
    """Both together, or neither: the file does not tell them apart."""


class Daily(StrEnum):
    """What a kind of daily figures decides, taking precedence over the open format. Its rows tell
    nothing else: a kind that decides no money has none."""

    MONEY = "money"
    VIEWS = "views"


class Assets(StrEnum):
    """What a kind says about the platform's assets, through which videos are linked with tracks."""

    OF_VIDEOS = "of_videos"
    """Which assets a video uses."""
    OF_TRACKS = "of_tracks"
    """Which track an asset is."""


class Kind(str):
    """A kind of report file, recognised by its header; as text it is the name that is stored.

    A platform's package makes its kinds once and registers them: elsewhere a kind is looked up
    (`registry.kind`), never made.
    """

    role: Role
    sort: Sort | None
    """Where a record's revenue comes from; None for kinds that are not records."""
    daily: frozenset[Daily]
    assets: Assets | None
    named_by_owner: bool
    """Whether a file's name contains the content owner, so that rows of two owners are never mixed.
    """
    is_open: bool
    """Whether it is Backbeat's own open format, which may be about any platform's channels."""
    is_summary: bool
    """Whether its lines summarise a month's payment, without naming videos or channels."""
    same_money: str
    """Whole files of kinds that have the same value here report the same money; blank means that
    they report their own.
    """

    def __new__(
        cls,
        name: str,
        role: Role,
        sort: Sort | None = None,
        *,
        daily: frozenset[Daily] = frozenset(),
        assets: Assets | None = None,
        named_by_owner: bool = False,
        is_open: bool = False,
        is_summary: bool = False,
        same_money: str = "",
    ) -> Kind:
        kind = super().__new__(cls, name)
        kind.role, kind.sort, kind.daily, kind.assets = role, sort, daily, assets
        kind.named_by_owner, kind.is_open, kind.is_summary = named_by_owner, is_open, is_summary
        kind.same_money = same_money
        return kind

    @property
    def value(self) -> str:
        """The name as plain text."""
        return str.__str__(self)

    @property
    def is_daily(self) -> bool:
        """Whether its rows feed the daily figures of dashboards."""
        return self.role in (Role.ESTIMATE, Role.VIEWS)
