"""P11: an Excel report of a month with many videos."""

from __future__ import annotations

from pathlib import Path

from attrs import define, field
from sqlalchemy import text
from tests.bench.books import BENCH, MONTH, copied, make_box
from tests.bench.measuring import Subject
from tests.bench.month import make_month

from backbeat.catalogue.model import Track
from backbeat.exports.model import ExportRequest
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat_adapters.container import Container

_TRACK = Track(Isrc("KRA401900001"), "A track")
_TITLES = (
    "INSERT INTO videos (id, platform, channel, title, published_on, described_at) SELECT video,"
    " 'youtube', channel,"
    " 'A title of a video, ' || video, '2025-08-01', '2025-08-01T00:00:00Z' FROM record_figures"
)
_MUSIC = (
    "INSERT INTO video_claims (month, video, asset, isrc, rows, nanos)"
    " SELECT month, video, '', :isrc, 1, nanos FROM record_figures"
    " WHERE video LIKE '%7'"
)
_WATCHED = (
    "INSERT INTO video_days (channel, day, video, views, engaged_views, premium_views,"
    " watch_millis, rated_views, rate_weight, revenue_nanos, ads_nanos, premium_nanos)"
    " SELECT channel, :day, video, views / 20, views / 30, views / 200,"
    " views * 60000, 0, 0, nanos / 20, nanos / 30, nanos / 60 FROM record_figures"
)


def make_closed_month(url: str, folder: Path, rows: int) -> None:
    """One creator's month of so many videos, closed: titles, views on each day, music in some."""
    make_month(url, rows, 1)
    container = make_box(url, folder)
    with container.transactions().begin() as books:
        books.tracks.save([_TRACK])
    with container.engine().begin() as connection:
        connection.execute(text(_TITLES))
        connection.execute(text(_MUSIC), {"isrc": _TRACK.isrc})
        for day in MONTH.days:
            connection.execute(text(_WATCHED), {"day": day.isoformat()})
    container.portal().settlements.close(MONTH, BENCH)
    container.engine().dispose()


@define(slots=False)
class Report(Subject):
    """Ours: the worker makes the report that an account asked for."""

    url: str
    folder: Path
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(copied(self.url), self.folder)
        self._box.portal().worker.run_once()  # whatever else is due
        self._box.portal().exports.ask(
            AccountId("creator0"), ExportRequest(MONTH, MONTH), Currency.USD, Language.ENGLISH
        )

    def run(self) -> None:
        assert self._box.portal().worker.run_once().failed == 0

    def after(self) -> None:
        for file in self.folder.rglob("*.xlsx"):
            file.unlink()
        self._box.engine().dispose()
