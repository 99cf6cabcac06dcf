"""The dashboards: every figure an account may see, after its share (DASH-1, DASH-7, DASH-8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from attrs import evolve, frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.network import rights
from backbeat.accounts.network.rights import Act
from backbeat.accounts.network.tree import AccountTree
from backbeat.catalogue.model import Track
from backbeat.channels.model import Channel, ChannelStatus
from backbeat.dashboards import confirmed, rules, tracks
from backbeat.dashboards.errors import ActualsUnavailable, VideoForbidden
from backbeat.dashboards.model import (
    BEST_EARNING_FIRST,
    Asked,
    ChannelDashboard,
    ChannelLine,
    ConfirmedVideo,
    ConfirmedVideos,
    Cycle,
    CycleKind,
    Dashboard,
    EstimateNote,
    Frame,
    ListedChannel,
    MemberDashboard,
    MemberLine,
    NetworkDay,
    OpenMonths,
    Published,
    Range,
    Segment,
    Shared,
    Sort,
    SortKey,
    TrackName,
    TrackReport,
    TrackVideos,
    VideoDashboard,
    VideoDetails,
    VideoLine,
    VideoList,
    VideoRow,
)
from backbeat.dashboards.ports import Books
from backbeat.figures import rules as ratios
from backbeat.figures.model import DailyEstimate, Video
from backbeat.fx.service import rate_on
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.money import NANOS_PER_MICRO, Currency, Money
from backbeat.kernel.months import Month, months_between
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.platforms.kinds import Kind
from backbeat.policies.rules import OPERATOR_RATE, timeline, value_of
from backbeat.settings import Settings
from backbeat.settlement.model import SettlementTerms
from backbeat.settlement.rules import kinds_to_settle

TOP = 5
_NAMED_AT_ONCE = 500
_MANY_CHANGES = 1_000
"""So many are not looked through: the days are added up now."""
_OPEN_MONTHS = 2
"""How many earlier months may still wait for their close."""


@frozen
class _Outlook:
    """Whose days one caller sees, of which range."""

    frame: Frame
    tree: AccountTree
    holders: frozenset[AccountId]
    """Whose days count; of those who had another place for some time, only some days do (NET-18).
    """
    viewer: AccountId
    closed: Mapping[Month, int]
    """The close's version for each closed month of the range and of the span before it."""

    @property
    def now(self) -> frozenset[AccountId]:
        """The holders that the viewer sees today."""
        return self.holders & self.tree.visible(self.viewer)


@frozen
class _Visibility(_Outlook):
    """The same with the channels under the filter."""

    channels: tuple[Channel, ...]


@frozen
class _AddedUp:
    """What the overview shows, of all channels together."""

    days: Mapping[date, Shared]
    published: Mapping[date, Published]
    approved: int
    channels: int


@frozen
class Dashboards:
    """Estimated figures as an account sees them; nothing here writes.

    Ranges default to the seven days that end at the newest shown day. Money is converted at one
    rate per answer, the newest that is not later than the range's end (FX-3); without a rate the
    answer is `NoRate`. A `subaccount` that is unknown or that the caller may not see is
    AccountNotFound (10001), somebody else's `channel` NotFound, somebody else's video
    VideoForbidden (40005).
    """

    transactions: Transactions[Books]
    clock: Clock
    settings: Settings

    @property
    def first_operator_rate(self) -> Decimal:
        """What the operator keeps of days before the first policy about it."""
        rate: Decimal = value_of(self.settings, OPERATOR_RATE)
        return rate

    def overview(self, asked: Asked, currency: Currency) -> Dashboard:
        """The first screen: sums, the span before, one row per day."""
        with self.transactions.look() as books:
            outlook = self._outlook(books, asked, currency)
            range_ = outlook.frame.range
            # The span before ends where this one begins, so one question finds both.
            both = Range(rules.before(range_).first, range_.last)
            found = self._rolled_up(books, asked, outlook, both)
            if found is None:
                found = self._added_up(books, self._seen(books, asked, outlook), both)
            daily = {day: shared for day, shared in found.days.items() if day >= range_.first}
            previous = [shared for day, shared in found.days.items() if day < range_.first]
            return Dashboard(
                frame=outlook.frame,
                summary=rules.together(daily.values()),
                confirmed=outlook.frame.confirmed(daily.items()),
                previous=rules.together(previous),
                daily=rules.every_day(range_, daily),
                published=found.published,
                approved_channels=found.approved,
                channels=found.channels,
            )

    def network_days(
        self, books: Books, account: AccountId, parts: Sequence[Range]
    ) -> dict[date, NetworkDay]:
        """Everything that an account sees, added up channel by channel, up to the newest day with
        figures; days without anything are left out.
        """
        found: dict[date, NetworkDay] = {}
        if not parts:
            return found
        outlook = self._outlook(books, Asked(account), Currency.USD)
        frame = evolve(outlook.frame, max_date=books.statistics.last_day())
        months = [month for part in parts for month in part.months]
        closed = books.confirmed_days.closed(min(months), max(months))
        sight = self._seen(books, Asked(account), evolve(outlook, frame=frame, closed=closed))
        for part in parts:
            shared = books.figures.by_day(self._segments(books, sight, part))
            published = books.figures.published(_held(sight, part))
            for day in {*shared, *published}:
                found[day] = NetworkDay(shared.get(day, Shared()), published.get(day))
        return found

    def by_video(self, asked: Asked, currency: Currency) -> VideoDashboard:
        """Sums, one row per day, and the videos that earned most."""
        with self.transactions.look() as books:
            sight = self._sight(books, asked, currency)
            segments = self._segments(books, sight, sight.frame.range)
            daily = books.figures.by_day(segments)
            best = books.figures.by_video(
                segments,
                BEST_EARNING_FIRST,
                self.settings.reports.rpm_base,
                PageRequest(0, TOP),
            )
            return VideoDashboard(
                frame=sight.frame,
                summary=rules.together(daily.values()),
                confirmed=sight.frame.confirmed(daily.items()),
                daily=rules.every_day(sight.frame.range, daily),
                top=_lines(books, sight, best.items),
            )

    def videos(self, asked: Asked, sort: Sort, page: PageRequest, currency: Currency) -> VideoList:
        """A page of the videos that have figures in the range."""
        with self.transactions.look() as books:
            sight = self._sight(books, asked, currency)
            found = books.figures.by_video(
                self._segments(books, sight, sight.frame.range),
                sort,
                self.settings.reports.rpm_base,
                page,
                asked.search,
            )
            own = _lines(books, sight, found.items)
            lines = dict(zip(found.items, _with_trends(books, sight, own), strict=True))
            return VideoList(sight.frame, found.map(lines.__getitem__))

    def by_channel(self, asked: Asked, sort: Sort, currency: Currency) -> ChannelDashboard:
        """The figures of every channel under the filter, with zeros for those without any."""
        with self.transactions.look() as books:
            sight = self._sight(books, asked, currency)
            segments = self._segments(books, sight, sight.frame.range)
            daily = books.figures.by_day(segments)
            rows = {row.platform_channel: row for row in books.figures.by_channel(segments)}
            days = _trend_days(sight)
            engaged = books.figures.engaged_by_channel(_held(sight, days))
            lines, now = [], sight.now
            for channel in sight.channels:
                row = rows.get(channel.platform_id)
                if row is None and channel.holder not in now:
                    continue
                videos, shared = (row.videos, row.shared) if row else (0, Shared())
                trend = rules.trend(days, engaged.get(channel.platform_id, {}))
                lines.append(ChannelLine(_named(channel), videos, shared, trend))
            return ChannelDashboard(
                frame=sight.frame,
                summary=rules.together(daily.values()),
                confirmed=sight.frame.confirmed(daily.items()),
                items=tuple(self._sorted(lines, sight.channels, sort)),
            )

    def by_member(self, asked: Asked, currency: Currency) -> MemberDashboard:
        """What the accounts directly below the caller, or directly below `asked.subaccount`,
        brought the caller.

        Without a range it is the month of the newest shown day. An account that manages nobody is
        refused (2 `role`).
        """
        with self.transactions.look() as books:
            rights.require(books.accounts.get(asked.account), Act.SEE_MEMBERS)
            sight = self._sight(books, asked, currency, latest=rules.newest_month)
            above = asked.account
            if asked.subaccount is not None:
                above = _named_account(books, sight.tree, asked.account, asked.subaccount)
            lines: dict[AccountId, MemberLine] = {}
            segments = self._segments(books, sight, sight.frame.range)
            for days in rules.days_of_members(segments, sight.tree, above):
                # Both what is passed on and what is kept: everything that came down to the viewer.
                coming = [each._replace(passing=0) for each in days.segments]
                own = books.figures.revenue_by_channel(days.segments)
                for channel, reaching in books.figures.revenue_by_channel(coming).items():
                    member = days.members[channel]
                    line = lines.get(member, MemberLine(member))
                    lines[member] = line.plus(reaching, own[channel])
            items = sorted(lines.values(), key=lambda line: (-line.reaching, line.account))
            return MemberDashboard(sight.frame, tuple(items))

    def by_track(
        self,
        asked: Asked,
        isrcs: Collection[Isrc] | None,
        page: PageRequest,
        currency: Currency,
    ) -> TrackReport:
        """What the tracks of the videos brought in the month of the range, for `isrcs` or for all.

        Without a range it is the month of the newest shown day.
        """
        with self.transactions.look() as books:
            sight = self._sight(books, asked, currency, latest=rules.newest_month)
            month = Month.of(sight.frame.range.first)
            segments = self._segments(books, sight, sight.frame.range)
            daily = books.figures.by_day(segments)
            rows = books.figures.every_video(segments)
            carried = books.videos.carried([row.id for row in rows], month)
            used = {isrc for each in carried.values() for isrc in each.weights}
            known = books.tracks.of(used)
            lines = tracks.by_track(rows, carried, {isrc: known[isrc].name for isrc in known})
            summary = rules.together(daily.values())
            return TrackReport(
                frame=sight.frame,
                month=month,
                summary=summary,
                confirmed=sight.frame.confirmed(daily.items()),
                page=page.of([ln for ln in lines if isrcs is None or ln.isrc in isrcs]),
                unknown=sum(row.id not in carried for row in rows),
                others=summary.less(rules.together(line.shared for line in lines)),
            )

    def of_track(
        self, asked: Asked, isrc: Isrc, page: PageRequest, currency: Currency
    ) -> TrackVideos:
        """The videos that used a track in the month of the range, the best earning first."""
        with self.transactions.look() as books:
            sight = self._sight(books, asked, currency, latest=rules.newest_month)
            month = Month.of(sight.frame.range.first)
            rows = books.figures.every_video(self._segments(books, sight, sight.frame.range))
            carried = books.videos.carried([row.id for row in rows], month)
            parts = [
                parts[isrc] for row in rows if isrc in (parts := tracks.of_tracks(row, carried))
            ]
            parts.sort(key=lambda part: (-part.shared.revenue_nanos, part.row.id))
            names = {channel.platform_id: _named(channel) for channel in sight.channels}
            return TrackVideos(
                frame=sight.frame,
                month=month,
                summary=rules.together(part.shared for part in parts),
                page=page.of([(part, names[part.row.platform_channel]) for part in parts]),
            )

    def details(self, asked: Asked, video: VideoId, currency: Currency) -> VideoDetails:
        """One video by its daily estimates: its days, its countries, and how fresh its figures are.

        Refuses an unknown video with NotFound and somebody else's with VideoForbidden (VIDEO-1).
        """
        with self.transactions.look() as books:
            known, sight = self._of_video(books, asked, video, currency)
            segments = _of_channel(self._segments(books, sight, sight.frame.range), known)
            daily = books.figures.by_day(segments, video)
            return VideoDetails(
                frame=sight.frame,
                line=_line(books, sight, known, rules.together(daily.values())),
                daily=rules.every_day(sight.frame.range, daily),
                countries=rules.country_shares(books.figures.by_country(segments, video)),
                cycle=self._cycle(books, _shown(sight.frame), CycleKind.DAILY),
                tips=rules.tips(rules.together(daily.values()).figures, self.settings.copy),
            )

    def actuals(self, asked: Asked, video: VideoId, currency: Currency) -> VideoDetails:
        """The same by confirmed figures, one row per month, dated its first day (VIDEO-2).

        Whole months count, with the kinds that are settled, shared as the close shares them.
        Refuses with ActualsUnavailable (30008) if the channel has none in the range's months; a
        video that brought nothing in them has figures of zero.
        """
        with self.transactions.look() as books:
            known, sight = self._of_video(books, asked, video, currency)
            months = Month.of(sight.frame.range.first), Month.of(sight.frame.range.last)
            whole = Range(months[0].first, months[1].last)
            kinds = {month: self._settled(books, month) for month in whole.months}
            records = [
                record
                for record in books.confirmed.of_video(video, *months)
                if record.kind in kinds[record.month]
            ]
            if not records and not books.confirmed.videos([known.channel], kinds):
                raise ActualsUnavailable
            days = books.statistics.video_days([known.channel], whole.first, whole.last, video)
            found = rules.confirmed(
                records,
                _of_channel(self._segments(books, sight, whole, confirmed=True), known),
                [DailyEstimate.of(day) for day in days],
            )
            summary = rules.together(found.values())
            return VideoDetails(
                frame=evolve(sight.frame, closed=whole.months),
                line=_line(books, sight, known, summary),
                daily=tuple((month.first, found[month]) for month in sorted(found)),
                countries=(),
                cycle=self._cycle(books, whole, CycleKind.MONTHLY),
            )

    def notes(self, asked: Asked, confirmed: Mapping[Month, Money]) -> Mapping[Month, EstimateNote]:
        """The former estimates of closed months, to be shown beside what the months brought an
        account.

        They are shared as each month was closed. There is none for an open month, for one without
        any estimate, and for one where both are the same to the cent.
        """
        with self.transactions.look() as books:
            terms = {
                month: settled[0].terms
                for month in sorted(confirmed)
                if (settled := books.settlements.of(month))
            }
            if not terms:
                return {}
            sight = self._sight(books, asked, Currency.USD, deleted=True)
            segments = [
                segment
                for month, rules_then in terms.items()
                for segment in _settled_segments(books, sight, month, rules_then)
            ]
            estimated: dict[Month, int] = defaultdict(int)
            for day, shared in books.figures.by_day(segments).items():
                estimated[Month.of(day)] += shared.revenue_nanos
        notes = {month: EstimateNote(estimated[month], confirmed[month]) for month in terms}
        return {month: note for month, note in notes.items() if note.has_something_to_explain}

    def open_months(self, asked: Asked) -> OpenMonths:
        """The estimates of the months that are not closed: this month and those directly before it."""
        today = self.clock.today()
        span = Range(Month.of(today).plus(-_OPEN_MONTHS).first, today)
        with self.transactions.look() as books:
            sight = self._sight(books, evolve(asked, range=span), Currency.USD)
            open_days = [m for m in span.months if m not in sight.frame.closed]
            nanos: dict[Month, int] = defaultdict(int)
            daily = books.figures.by_day(
                [
                    segment
                    for month in open_days
                    for segment in self._estimated_segments(books, sight, span.within(month))
                ]
            )
            for day, shared in daily.items():
                nanos[Month.of(day)] += shared.revenue_nanos
        earning = [
            held.from_day
            for channel in sight.channels
            for held in channel.timeline.spans()
            if held.holder in sight.holders
        ]
        return OpenMonths(
            newest=sight.frame.max_date,
            since=min(earning, default=None),
            months={month: Money(sum_ // NANOS_PER_MICRO) for month, sum_ in nanos.items()},
            days=len(daily),
            has_approved=any(
                channel.status is ChannelStatus.APPROVED
                and asked.account in (channel.owner, channel.holder)
                for channel in sight.channels
            ),
        )

    def frame(self, asked: Asked, currency: Currency) -> Frame:
        """What an answer to this question would say about itself; with the same refusals as the
        answer.
        """
        with self.transactions.look() as books:
            return self._sight(books, asked, currency, deleted=True).frame

    @contextmanager
    def confirmed(self, asked: Asked, first: Month, last: Month) -> Iterator[ConfirmedVideos]:
        """Every video with confirmed revenue in the closed months from `first` to `last`.

        In USD, streamed inside the block, and all from one moment. Channels that were deleted since
        are included, because what was settled for them was paid.
        """
        with self.transactions.look() as books:
            sight = self._sight(books, asked, Currency.USD, deleted=True)
            closed = [(month, books.settlements.of(month)) for month in months_between(first, last)]
            kinds = {month: settled[0].kinds for month, settled in closed if settled}
            segments = {
                month: _settled_segments(books, sight, month, settled[0].terms)
                for month, settled in closed
                if settled
            }
            total = confirmed.most_videos(books, kinds, segments)
            rows = confirmed.by_video(books, kinds, segments)
            yield ConfirmedVideos(sight.frame, total, _with_names(books, sight, rows))

    def _of_video(
        self, books: Books, asked: Asked, video: VideoId, currency: Currency
    ) -> tuple[Video, _Visibility]:
        current = books.videos.get(video)
        if current is None:
            raise NotFound
        sight = self._sight(books, asked, currency)
        _require_visible(sight, current)
        return current, sight

    def _settled(self, books: Books, month: Month) -> tuple[Kind, ...]:
        """The kinds that the month's close used, or would use."""
        closed = books.settlements.of(month)
        if closed:
            return closed[0].kinds
        chosen = self.settings.settlement.record_kinds
        return kinds_to_settle(chosen, books.confirmed.record_kinds())

    # -- parts

    def _sight(
        self,
        books: Books,
        asked: Asked,
        currency: Currency,
        *,
        deleted: bool = False,
        latest: Callable[[date], Range] = rules.latest,
    ) -> _Visibility:
        outlook = self._outlook(books, asked, currency, latest=latest)
        return self._seen(books, asked, outlook, deleted=deleted)

    def _outlook(
        self,
        books: Books,
        asked: Asked,
        currency: Currency,
        *,
        latest: Callable[[date], Range] = rules.latest,
    ) -> _Outlook:
        tree = books.accounts.family(asked.account)
        holders = _holders(books, tree, asked)
        today = self.clock.today()
        lag = self.settings.reports.lag_days
        newest = rules.newest_shown(books.statistics.last_day(), today, lag)
        range_ = asked.range or latest(newest or today - timedelta(lag))
        place = tree.places.get(asked.account)
        since = Month.of(rules.before(range_).first)
        closed = books.confirmed_days.closed(since, Month.of(range_.last))
        frame = Frame(
            rate=rate_on(books.rates, currency, range_.last),
            max_date=newest,
            range=range_,
            gross=place is not None and place.can_manage,
            closed=frozenset(closed).intersection(range_.months),
        )
        return _Outlook(frame, tree, holders, asked.account, closed)

    def _seen(
        self, books: Books, asked: Asked, outlook: _Outlook, *, deleted: bool = False
    ) -> _Visibility:
        seen = books.figures.channels_of(outlook.holders, deleted=deleted)
        if asked.channel is not None:
            seen = [channel for channel in seen if channel.id == asked.channel]
            if not seen:
                raise NotFound
        return _Visibility(
            outlook.frame,
            outlook.tree,
            outlook.holders,
            outlook.viewer,
            outlook.closed,
            tuple(seen),
        )

    def _added_up(self, books: Books, sight: _Visibility, both: Range) -> _AddedUp:
        """The channels' days, each added up now."""
        now = sight.now
        held = [channel for channel in sight.channels if channel.holder in now]
        return _AddedUp(
            days=books.figures.by_day(self._segments(books, sight, both)),
            published=books.figures.published(_held(sight, sight.frame.range)),
            approved=sum(channel.status is ChannelStatus.APPROVED for channel in held),
            channels=len(held),
        )

    def _rolled_up(
        self, books: Books, asked: Asked, outlook: _Outlook, both: Range
    ) -> _AddedUp | None:
        """The same from the days that were added up in advance, if all of them still hold."""
        if asked.is_filtered or len(outlook.holders) == 1:
            return None
        kept = books.network_days.rolled_up(asked.account)
        if kept is None or kept.operator_rate != self.first_operator_rate:
            return None
        if not kept.covers(both):
            return None
        changes = books.network_days.changes(both, _MANY_CHANGES)
        concerned = rules.concerned(outlook.tree, asked.account)
        if len(changes) == _MANY_CHANGES or any(concerned(each) for each in changes):
            return None
        found = books.network_days.days(asked.account, both)
        newest, range_ = outlook.frame.max_date, outlook.frame.range
        held = books.figures.count_held(outlook.now)
        return _AddedUp(
            days={
                day: each.shared
                for day, each in found.items()
                if Month.of(day) in outlook.closed or (newest is not None and day <= newest)
            },
            published={
                day: each.published
                for day, each in found.items()
                if each.published is not None and day >= range_.first
            },
            approved=held.get(ChannelStatus.APPROVED, 0),
            channels=sum(held.values()),
        )

    def _segments(
        self, books: Books, sight: _Visibility, within: Range, *, confirmed: bool = False
    ) -> list[Segment]:
        """How days of the range, or of the span before it, are shared, and whether they are
        estimated or confirmed (DASH-15).

        Only this method decides which of the two a day's money is. Only confirmed figures reach
        beyond the newest shown day; `confirmed` asks for records instead of days.
        """
        if confirmed:
            return self._shared_by_policy(books, sight, within)
        found: list[Segment] = []
        for is_closed, months in groupby(within.months, key=sight.closed.__contains__):
            if is_closed:
                versions = {month: sight.closed[month] for month in months}
                found += _confirmed_segments(books, sight, within, versions)
            else:
                own = list(months)
                span = Range(within.within(own[0]).first, within.within(own[-1]).last)
                found += self._estimated_segments(books, sight, span)
        return found

    def _estimated_segments(
        self, books: Books, sight: _Visibility, span: Range
    ) -> Sequence[Segment]:
        """Days of open months, up to the newest day that is shown."""
        newest = sight.frame.max_date
        if newest is None or newest < span.first:
            return []
        shown = Range(span.first, min(span.last, newest))
        return self._shared_by_policy(books, sight, shown)

    def _shared_by_policy(self, books: Books, sight: _Visibility, span: Range) -> list[Segment]:
        kept = timeline(self.settings, books.policies.all(), OPERATOR_RATE)
        return rules.segments(sight.channels, _view(books, sight, kept), span)

    def _cycle(self, books: Books, span: Range, kind: CycleKind) -> Cycle:
        known = books.statistics.data_cycle()
        updated = known.updated_at if known else self.clock.now()
        return Cycle(span.first, span.last, updated, kind)

    def _sorted(
        self, lines: Sequence[ChannelLine], channels: Sequence[Channel], sort: Sort
    ) -> list[ChannelLine]:
        registered = {channel.id: channel.registered_at for channel in channels}
        keyed = [
            (self._key(line, sort.key, registered[line.channel.id]), line)
            for line in sorted(lines, key=lambda line: line.channel.id)
        ]
        known = [pair for pair in keyed if pair[0] is not None]
        known.sort(key=itemgetter(0), reverse=sort.descending)
        return [line for _, line in known] + [line for key, line in keyed if key is None]

    def _key(self, line: ChannelLine, key: SortKey, registered: datetime) -> Any:
        figures = line.shared.figures
        match key:
            case SortKey.DATE:
                return registered
            case SortKey.TITLE:
                return line.channel.name.casefold()
            case SortKey.REVENUE:
                return line.shared.revenue_nanos
            case SortKey.RPM:
                return rules.rpm(line.shared, self.settings.reports.rpm_base)
            case SortKey.PREMIUM_RATIO:
                return ratios.premium_ratio(figures)
        return getattr(figures, key.value)


def _holders(books: Books, tree: AccountTree, asked: Asked) -> frozenset[AccountId]:
    """Whose days count under the filter (DASH-7)."""
    if asked.subaccount == rules.SELF:
        return frozenset({asked.account})
    if asked.subaccount is None:
        return tree.ever_visible(asked.account)
    named = _named_account(books, tree, asked.account, asked.subaccount)
    return frozenset({named, *tree.below(named)}) & tree.visible(asked.account)


def _named_account(
    books: Books, tree: AccountTree, caller: AccountId, subaccount: str
) -> AccountId:
    """The account meant by an id or an address, if the caller sees its figures (otherwise 10001)."""
    named = AccountId(subaccount)
    if "@" in subaccount:
        account = books.accounts.by_email(subaccount)
        named = account.id if account else named
    if named not in tree.visible(caller):
        raise AccountNotFound
    return named


def _view(
    books: Books,
    sight: _Visibility,
    operator_rates: Sequence[tuple[date, Decimal]],
    *,
    through_main: bool = False,
) -> rules.Viewpoint:
    accounts = {above for holder in sight.holders for above in sight.tree.ever_above(holder)}
    known = books.fee_rates.of_all(accounts)
    rates = {account: known.get(account, ()) for account in accounts}
    return rules.Viewpoint(
        sight.viewer,
        sight.holders,
        sight.tree,
        rates,
        operator_rates,
        through_main,
    )


def _settled_segments(
    books: Books, sight: _Visibility, month: Month, terms: SettlementTerms
) -> list[Segment]:
    """A closed month's days, shared by the rules with which it was closed (POLICY-4)."""
    kept = [(month.first, terms.operator_rate)]
    view = _view(books, sight, kept, through_main=terms.through_main)
    return rules.segments(sight.channels, view, Range(month.first, month.last))


def _confirmed_segments(
    books: Books, sight: _Visibility, within: Range, versions: Mapping[Month, int]
) -> Iterator[Segment]:
    """Days of closed months, shared with the operator's rate with which each was closed."""
    for month, version in versions.items():
        terms = books.settlements.of(month)[0].terms
        view = _view(books, sight, [(month.first, terms.operator_rate)])
        parts = rules.segments(sight.channels, view, within.within(month))
        yield from rules.confirmed_by(version, parts)


def _with_names(
    books: Books, sight: _Visibility, rows: Iterator[confirmed.Row]
) -> Iterator[ConfirmedVideo]:
    """The rows with their names, which are looked up for many at once."""
    names = {channel.platform_id: _named(channel) for channel in sight.channels}
    while batch := list(islice(rows, _NAMED_AT_ONCE)):
        ids = [row.video for row in batch if row.video]
        titles = books.videos.titles(ids)
        music = _music(books, ids, sight.frame.range)
        for row in batch:
            yield ConfirmedVideo(
                row.video,
                names[row.channel],
                titles.get(row.video, row.video),
                music.get(row.video, ()),
                row.shared,
            )


def _named(channel: Channel) -> ListedChannel:
    return ListedChannel(
        channel.id,
        channel.platform,
        channel.name,
        channel.link,
        channel.thumbnail,
        channel.status,
    )


def _lines(books: Books, sight: _Visibility, rows: Sequence[VideoRow]) -> tuple[VideoLine, ...]:
    names: dict[PlatformChannelId, ListedChannel] = {
        channel.platform_id: _named(channel) for channel in sight.channels
    }
    music = _music(books, [row.id for row in rows], sight.frame.range)
    return tuple(VideoLine(row, names[row.platform_channel], music.get(row.id, ())) for row in rows)


def _held(sight: _Visibility, within: Range) -> list[Segment]:
    return rules.held(sight.channels, sight.tree, sight.viewer, sight.holders, within)


def _trend_days(sight: _Visibility) -> Range:
    return rules.trend_days(sight.frame.range, sight.frame.max_date)


def _with_trends(
    books: Books, sight: _Visibility, lines: Sequence[VideoLine]
) -> Sequence[VideoLine]:
    """The lines of a page, with the newest days of each of their videos."""
    days = _trend_days(sight)
    videos = [(line.row.platform_channel, line.row.id) for line in lines]
    engaged = books.figures.engaged_by_video(_held(sight, days), videos)
    return [evolve(line, trend=rules.trend(days, engaged.get(line.row.id, {}))) for line in lines]


def _music(
    books: Books, videos: Sequence[VideoId], within: Range
) -> dict[VideoId, tuple[TrackName, ...]]:
    """The tracks that the videos used in the months of these days, with their names."""
    used = books.videos.tracks_of(videos, Month.of(within.first), Month.of(within.last))
    known = books.tracks.of({track.isrc for tracks in used.values() for track in tracks})
    return {
        video: tuple(
            TrackName(isrc, _title(known, isrc), is_estimated) for isrc, is_estimated in tracks
        )
        for video, tracks in used.items()
    }


def _line(books: Books, sight: _Visibility, video: Video, shared: Shared) -> VideoLine:
    row = VideoRow(
        video.id, video.channel, video.title, video.thumbnail, video.published_on, shared
    )
    return _lines(books, sight, [row])[0]


def _shown(frame: Frame) -> Range:
    """The days of the range for which estimates may be shown."""
    return Range(frame.range.first, min(frame.range.last, frame.max_date or frame.range.last))


def _of_channel(segments: Sequence[Segment], video: Video) -> list[Segment]:
    return [each for each in segments if each.channel == video.channel]


def _require_visible(sight: _Visibility, video: Video) -> None:
    """Refuse a video unless its channel is verified and one of the viewer's accounts owns or ever
    held it.
    """
    seen = {channel.platform_id for channel in sight.channels if channel.is_verified}
    if video.channel not in seen:
        raise VideoForbidden


def _title(known: Mapping[Isrc, Track], isrc: Isrc) -> str:
    return known[isrc].name if isrc in known else isrc
