"""The demo's clock moves for everybody who reads its file."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from backbeat_adapters.demo.clock import MovedClock


def test_without_a_file_it_tells_real_time(tmp_path: Path) -> None:
    before = datetime.now(UTC)
    told = MovedClock(tmp_path / "clock.json").now()
    after = datetime.now(UTC)

    assert before <= told <= after


def test_one_process_moves_it_and_another_reads_it(tmp_path: Path) -> None:
    seoul = ZoneInfo("Asia/Seoul")
    MovedClock(tmp_path / "clock.json", seoul).move_to(date(2026, 11, 25), hour=0)

    other = MovedClock(tmp_path / "clock.json", seoul)

    assert other.today() == date(2026, 11, 25)
    assert other.now().astimezone(seoul).hour == 0
