"""The part of a month's money that exclusive tracks brought, which is posted as a type of its own
(SETTLE-26).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import attrgetter

from attrs import frozen

from backbeat.figures.tracks import MonthTracks
from backbeat.kernel.ids import Isrc, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.platforms.kinds import Kind
from backbeat.report_files.model import Counting, RowOrigin
from backbeat.settlement.month_shares import Along, Exclusive
from backbeat.settlement.ports import Books


@frozen
class ExclusiveTracks:
    """The tracks that belong to partners, and the videos and assets that use them in a month."""

    codes: frozenset[Isrc]
    carried: MonthTracks

    def of_row(self, row: RowOrigin) -> int:
        return self.carried.part_of(row.nanos, row.isrc or "", row.asset, row.video, self.codes)

    def parted(self, row: RowOrigin) -> Mapping[EntryType, Counting]:
        """How much of a row counts for each type as which a part of it is posted."""
        theirs = self.of_row(row)
        found: dict[EntryType, Counting] = {}
        if row.nanos != theirs:
            found[EntryType.MUSIC_PROFIT] = self._of_others
        if theirs:
            found[EntryType.MUSIC_PROFITABLE_PROFIT] = self.of_row
        return found

    def counting(self, type_: EntryType) -> Counting:
        """The part of a row that counts for a type."""
        is_theirs = type_ is EntryType.MUSIC_PROFITABLE_PROFIT
        return self.of_row if is_theirs else self._of_others

    def _of_others(self, row: RowOrigin) -> int:
        return row.nanos - self.of_row(row)


def exclusive_in(books: Books, month: Month) -> ExclusiveTracks:
    """The exclusive tracks, according to the catalogue now, and what uses them in the month."""
    codes = books.tracks.exclusive()
    return ExclusiveTracks(codes, books.confirmed.tracks_with(month, codes))


def exclusive_figures(
    books: Books,
    month: Month,
    kinds: Collection[Kind],
    channels: Collection[PlatformChannelId] | None = None,
) -> Exclusive:
    """The part of the month's figures that exclusive tracks brought, read in step with the
    channels' sums.
    """
    codes = books.tracks.exclusive()
    found = books.confirmed.of_tracks(month, kinds, codes, channels)
    return Along(found, attrgetter("channel")).of
