"""The demo's clock moves for everybody who reads its file."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from backbeat_adapters.demo.clock import MovedClock


def test_without_a_file_it_tells_real_time(tmp_path: Path) -> None:
    told = MovedClock(tmp_path / "clock.json").now()

    assert abs(told - datetime.now(UTC)) < timedelta(seconds=5)


def test_one_process_moves_it_and_another_reads_it(tmp_path: Path) -> None:
    seoul = ZoneInfo("Asia/Seoul")
    MovedClock(tmp_path / "clock.json", seoul).move_to(date(2026, 11, 25), hour=0)

    other = MovedClock(tmp_path / "clock.json", seoul)

    assert other.today() == date(2026, 11, 25)
    assert other.now().astimezone(seoul).hour == 0
