"""`backbeat fx`."""

from __future__ import annotations

import gzip
import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock

HISTORY = "Date,USD,JPY,CNY,\n2026-10-30,1.1172,178.2,7.4326,\n2026-10-29,N/A,1,7,\n"
DAILY = "Date, USD, JPY, CNY, \n30 October 2026, 1.1172, 178.2, 7.4326, \n"


@pytest.fixture(autouse=True)
def _at_the_end_of_october(business_clock: FixedClock) -> None:
    business_clock.set(date(2026, 10, 30))


def zipped(text: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("eurofxref-hist.csv", text)
    return packed.getvalue()


def test_a_rate_is_set_and_listed(backbeat: Program) -> None:
    done = backbeat("fx", "set", "CNY", "7.1234", "--date", "2025-11-25", "--json")

    assert (done.code, done.json["rate"], done.json["source"]) == (0, "7.1234", "ann")
    (row,) = backbeat("fx", "list", "--json").items
    assert (row["day"], row["rate"]) == ("2025-11-25", "7.1234")


def test_an_ecb_file_is_imported_and_again_changes_nothing(
    backbeat: Program, tmp_path: Path
) -> None:
    file = tmp_path / "hist.csv"
    file.write_text(HISTORY)

    first = backbeat("fx", "import", str(file), "--json")
    again = backbeat("fx", "import", str(file), "--json")

    assert (first.json["read"], first.json["changed"]) == (1, 1)
    assert again.json["changed"] == 0
    assert backbeat("fx", "list", "--json").items[0]["rate"] == "6.652882"


def test_a_bad_file_is_refused_by_line(backbeat: Program, tmp_path: Path) -> None:
    file = tmp_path / "hist.csv"
    file.write_text("Date,USD,CNY\n2026-10-30,1.1172,7.4326\nyesterday,1.1,7.4\n")

    answer = backbeat("fx", "import", str(file))

    assert (answer.code, "3: " in answer.err) == (1, True)
    assert backbeat("fx", "list", "--json").items == []


def test_a_dry_run_keeps_nothing(backbeat: Program) -> None:
    backbeat("fx", "set", "CNY", "7.1", "--dry-run")

    assert backbeat("fx", "list", "--json").items == []


def test_a_slip_of_the_decimal_point_is_asked_about(backbeat: Program) -> None:
    assert backbeat("fx", "set", "CNY", "7.1234", "--date", "2026-10-28").code == 0

    for slip in ("71.234", "71234", "0.71234"):
        for more in ((), ("--dry-run",)):
            refused = backbeat("fx", "set", "CNY", slip, *more)
            assert (refused.code, "far from 7.1234 of 2026-10-28" in refused.err) == (1, True)
    assert backbeat("fx", "set", "CNY", "71.234", "--yes").code == 0
    assert backbeat("fx", "set", "CNY", "7.2", "--date", "2026-10-30").code == 0
    assert [row["rate"] for row in backbeat("fx", "list", "--json").items] == ["7.2", "7.1234"]
    assert backbeat("fx", "set", "CNY", "5", "--date", "0001-01-01").code == 0


def test_wrong_values_are_told_apart_from_wrong_usage(backbeat: Program) -> None:
    assert backbeat("fx", "set", "CNY", "seven").code == 2
    assert backbeat("fx", "set", "XYZ", "7").code == 2
    for text in ("1e3", "7_1", "７.1", "1e999999", "NaN", "7,1"):
        odd = backbeat("fx", "set", "CNY", text)
        assert (odd.code, odd.err.count("\n")) == (2, 1)
    assert backbeat("fx", "set", "CNY", "0").code == 1
    assert backbeat("fx", "set", "USD", "1").code == 1
    future = backbeat("fx", "set", "CNY", "7", "--date", "2026-10-31")
    assert (future.code, "still to come" in future.err) == (1, True)
    fine = backbeat("fx", "set", "CNY", "7.1234567")
    assert (fine.code, "six decimals" in fine.err) == (1, True)


@pytest.mark.parametrize(
    "content",
    [
        zipped(HISTORY),
        zipped(DAILY),
        gzip.compress(HISTORY.encode()),
        b"\xef\xbb\xbf" + HISTORY.encode(),
        HISTORY.replace("\n", "\r\n").encode(),
    ],
    # Packed bytes hold the time: as a name, they would differ between the workers of a run.
    ids=["zipped", "zipped-daily", "gzipped", "with-a-mark", "windows-lines"],
)
def test_a_file_is_read_as_it_is_downloaded(
    backbeat: Program, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "eurofxref"
    file.write_bytes(content)

    assert backbeat("fx", "import", str(file), "--json").json["read"] == 1
    assert backbeat("fx", "list", "--json").items[0]["rate"] == "6.652882"


@pytest.mark.parametrize(
    "content", [b"", b"<?xml version='1.0'?><Envelope/>", b"PK\x03\x04 damaged", b"\0\0\0\1"]
)
def test_what_is_no_such_file_is_refused(backbeat: Program, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "eurofxref"
    file.write_bytes(content)

    answer = backbeat("fx", "import", str(file))
    assert (answer.code, answer.err.count("\n")) == (1, 1)


def test_the_good_lines_of_a_bad_file_are_kept_when_that_is_asked_for(
    backbeat: Program, tmp_path: Path
) -> None:
    file = tmp_path / "hist.csv"
    file.write_text(f"{HISTORY}2026-10-28,0,7.4,7.4,\n2026-10-31,1.1,7.4,7.4,\n")

    assert backbeat("fx", "import", str(file)).code == 1
    done = backbeat("fx", "import", str(file), "--partial", "--json")

    assert (done.code, done.json["read"], done.json["refused"]) == (0, 1, 2)
    assert "line 4: not a rate: 0" in done.err
    assert "line 5: 2026-10-31 is still to come" in done.err


def test_a_rate_by_hand_stays_when_a_file_comes(backbeat: Program, tmp_path: Path) -> None:
    file = tmp_path / "hist.csv"
    file.write_text(HISTORY)
    backbeat("fx", "set", "CNY", "7", "--date", "2026-10-30", "--reason", "the bank's")

    done = backbeat("fx", "import", str(file), "--json")

    assert (done.json["changed"], done.json["kept_by_hand"]) == (0, ["2026-10-30"])
    assert backbeat("fx", "list", "--json").items[0]["rate"] == "7"
