"""Report files as they come: packed, odd, or made to do harm."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes import report_files as fake

from backbeat.kernel.months import Month
from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind, Role, Sort
from backbeat.platforms.layouts import column_name
from backbeat.platforms.model import Platform
from backbeat.platforms.own.report_kinds import OWN_DAILY, OWN_MONTHLY
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.platforms.tiktok.report_kinds import VIDEO_MONTHLY
from backbeat.platforms.youtube.report_kinds import (
    ASSET_ESTIMATED_REVENUE,
    BASIC,
    CLAIM_RAW,
    RED_MUSIC,
    SHORTS_ADS,
    SHORTS_SUBSCRIPTION,
)
from backbeat.report_files.errors import EmptyFile, NoHeaderLine, UnknownReport, UnreadableFile
from backbeat.report_files.model import (
    Doubt,
    Ending,
    Reading,
    ReportRow,
    StatedTotal,
)
from backbeat.report_files.ports import OpenReport
from backbeat_adapters.report_files import opening, values
from backbeat_adapters.report_files.files import BLOCK, DiskReports

CHANNEL = "UC000000000000000000001A"
SEPTEMBER = Month(2025, 9)


def of_kind(report: OpenReport) -> Platform:
    """The platform whose kind the file is; of the open format, the first one."""
    return registry.platform_of_kind(report.reading.kind) or registry.DEFAULT


def read(
    path: Path, month: Month | None = None, encoding: str | None = None
) -> tuple[Reading, list[ReportRow]]:
    with DiskReports().open(path, encoding=encoding) as report:
        blocks = list(report.blocks(of_kind(report), month or report.reading.month))
        assert not any(block.bad for block in blocks)
        return report.reading, [row for block in blocks for row in block.rows]


def bad_lines(path: Path) -> list[str]:
    with DiskReports().open(path) as report:
        return [
            str(line) for block in report.blocks(of_kind(report), SEPTEMBER) for line in block.bad
        ]


def facts(rows: list[ReportRow]) -> list[object]:
    return [row._replace(line=0) for row in rows]


CLAIMS = fake.text_of(fake.CLAIM_HEADER, [fake.claim_row(), fake.claim_row("20250906")])
NAME = fake.STUDIO.format(kind="claim_raw")


def zipped(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(CLAIMS.encode()),
        zipped("claims.csv", CLAIMS.encode()),
        zipped("claims.csv.gz", gzip.compress(CLAIMS.encode())),
        CLAIMS.encode("utf-8-sig"),
        CLAIMS.encode("utf-16"),
        CLAIMS.encode("utf-16-le"),
        CLAIMS.encode("utf-16-be"),
        CLAIMS.replace("\n", "\r\n").encode(),
        CLAIMS.replace(",", "\t").encode(),
        CLAIMS.replace(",", ";").encode(),
        ("Claims of September\n\n" + CLAIMS).encode(),
        CLAIMS.upper().encode().replace(b"VIDEO-ONE", b"video-one"),
        CLAIMS.replace("Video ID", "video_id").replace("Owned Views", "Owned\xa0Views").encode(),
    ],
)
def test_however_it_is_packed_and_written_it_reads_the_same(tmp_path: Path, packed: bytes) -> None:
    plain = fake.write(tmp_path / "plain" / NAME, CLAIMS)
    odd = tmp_path / NAME
    odd.write_bytes(packed)

    reading, rows = read(odd)

    assert reading.kind is CLAIM_RAW
    key = [(row.key, row.figures, row.channel, row.video, row.isrc) for row in rows]
    assert key == [
        (row.key, row.figures, row.channel, row.video, row.isrc) for row in read(plain)[1]
    ]


@pytest.mark.parametrize("encoding", ["cp949", "latin-1"])
def test_old_encodings_keep_the_figures(tmp_path: Path, encoding: str) -> None:
    title = "밤의 시장" if encoding == "cp949" else "Caf\xe9 \xe0 la carte"
    text = fake.text_of(fake.SHORTS_ADS_HEADER, [fake.shorts_ads_row(title=title)])
    path = fake.write(tmp_path / fake.STUDIO.format(kind="shorts"), text, encoding)

    reading, (row,) = read(path, encoding=encoding)

    assert (row.title, row.figures.revenue_nanos) == (title, 10**9)
    assert (reading.encoding, reading.encoding_told, reading.bad_byte) == (encoding, True, None)


def test_the_kind_comes_from_the_header_and_never_from_the_name(tmp_path: Path) -> None:
    path = fake.write(tmp_path / fake.STUDIO.format(kind="red_music_rawdata_video"), CLAIMS)

    assert read(path)[0].kind is CLAIM_RAW


def test_every_layout_is_recognised_by_its_own_columns_alone() -> None:
    layouts = [each for one in registry.PLATFORMS for each in one.report_kinds.layouts]
    for layout in layouts:
        fitting = [other.kind for other in layouts if other.fits(layout.needs)]
        assert fitting == [layout.kind]


def test_an_unknown_header_is_refused_by_name(tmp_path: Path) -> None:
    path = fake.write(tmp_path / "x.csv", "Channel ID,Earnings (USD),Retail Price (USD)\na,1,2\n")

    with pytest.raises(UnknownReport) as refused:
        read(path)

    assert refused.value.header == "Channel ID,Earnings (USD),Retail Price (USD)"


def test_a_header_alone_is_a_file_without_rows(tmp_path: Path) -> None:
    assert read(fake.write(tmp_path / NAME, CLAIMS.splitlines()[0] + "\n"))[1] == []


def test_downloads_get_their_uc_back_and_odd_countries_are_unknown(tmp_path: Path) -> None:
    rows = [
        fake.estimated_row(country=c, channel="000000000000000000001A")
        for c in ("NULL", "ZZ", "kr", "")
    ]
    _, read_rows = read(fake.estimates(tmp_path / "e.csv", *rows))

    assert {row.channel for row in read_rows} == {CHANNEL}
    assert [row.country for row in read_rows] == ["ZZ", "ZZ", "KR", "ZZ"]
    assert len({row.key for row in read_rows}) == 4


def test_a_row_without_a_video_is_a_row(tmp_path: Path) -> None:
    _, rows = read(
        fake.basics(
            tmp_path / "b.csv",
            fake.basic_row(video="", views=0),
            fake.basic_row(video="", channel="UC000000000000000000002A", views=0),
        )
    )

    assert [row.video for row in rows] == ["", ""]
    assert len({row.key for row in rows}) == 2


def test_words_that_changed_over_time_make_the_same_key(tmp_path: Path) -> None:
    old = {
        **fake.basic_row(),
        "live_or_on_demand": "ON_DEMAND",
        "subscribed_status": "not_subscribed",
    }

    _, rows = read(fake.basics(tmp_path / "b.csv", fake.basic_row(), old))

    assert rows[0].key == rows[1].key


def test_views_without_engaged_views_are_what_engaged_views_are_now(tmp_path: Path) -> None:
    header = [name for name in fake.BASIC_HEADER if name != "engaged_views"]
    row = {name: value for name, value in fake.basic_row().items() if name != "engaged_views"}

    ((read_row,),) = (read(fake.write(tmp_path / "a3.csv", fake.text_of(header, [row])))[1],)

    assert read_row.figures.engaged_views == read_row.figures.views == 1000


def test_our_own_daily_sheet_may_be_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Our figures"])
    sheet.append([name.replace("_", " ").title() for name in fake.DAILY_HEADER])
    sheet.append(
        [
            date(2025, 9, 5),
            CHANNEL,
            "v1",
            "qz-bb1-25-00001",
            "KR",
            20000,
            15000,
            2400,
            100,
            9.25,
            1.1,
        ]
    )
    sheet.append([])
    sheet.append(["20250906", CHANNEL, "-v2", None, None, 5, None, None, None, 0.000000001, None])
    path = tmp_path / "own.xlsx"
    book.save(path)

    reading, rows = read(path)

    assert reading.kind is OWN_DAILY
    assert [(row.line, row.day, row.video, row.isrc) for row in rows] == [
        (3, date(2025, 9, 5), "v1", "QZBB12500001"),
        (5, date(2025, 9, 6), "-v2", ""),
    ]
    assert [row.figures.revenue_nanos for row in rows] == [9_250_000_000, 1]
    assert rows[0].figures.ads_nanos + rows[0].figures.premium_nanos == 9_250_000_000


def test_our_own_monthly_file_has_a_month_a_line(tmp_path: Path) -> None:
    rows = [
        {
            "month": "2025-09",
            "channel_id": CHANNEL,
            "video_id": "a",
            "views": 3,
            "revenue_usd": "90.00",
        },
        {"month": "202510", "channel_id": CHANNEL, "video_id": "a", "views": 3, "revenue_usd": "1"},
    ]
    reading, read_rows = read(fake.own_monthly(tmp_path / "m.csv", *rows))

    assert (reading.kind, reading.tells_month) == (OWN_MONTHLY, True)
    assert [(row.month, row.day) for row in read_rows] == [
        (SEPTEMBER, None),
        (SEPTEMBER.next, None),
    ]


def test_adjustments_without_a_day_belong_to_the_files_month(tmp_path: Path) -> None:
    _, rows = read(
        fake.claims(tmp_path, fake.claim_row(day="", adjustment="Spam Adjustment", revenue="-1.5"))
    )

    assert [(row.month, row.day, row.figures.revenue_nanos) for row in rows] == [
        (SEPTEMBER, None, -1_500_000_000)
    ]


@pytest.mark.parametrize(
    ("name", "owner", "month", "adjustment"),
    [
        (
            "YouTube_My_Label_M_20241001_20241031_red_music_rawdata_video_v1-1.csv",
            "My_Label",
            "2024-10",
            False,
        ),
        ("YouTube_Label_M_202410_claim_raw_v1-1.csv.gz", "Label", "2024-10", False),
        ("YouTube_Label_M_20241001_ADJ_claim_raw_v1-1.csv", "Label", "2024-10", True),
        ("content_owner_basic_a4_202410.csv", None, None, False),
        ("YouTube_Label_M_20241301_claim_raw.csv", "Label", None, False),
    ],
)
def test_a_name_tells_owner_month_and_adjustment(
    name: str, owner: str | None, month: str | None, adjustment: bool
) -> None:
    told = registry.told_by(CLAIM_RAW, name)

    assert (told.owner, told.month and str(told.month), told.is_adjustment) == (
        owner,
        month,
        adjustment,
    )


def test_semicolon_files_with_commas_in_numbers_are_refused_by_line(tmp_path: Path) -> None:
    text = fake.text_of(fake.DAILY_HEADER, [fake.daily_row(revenue="1,234")], delimiter=";")

    assert bad_lines(fake.write(tmp_path / "d.csv", text)) == [
        "line 2: revenue_usd: a comma in a number: '1,234'; write a point"
    ]


def test_a_line_cut_short_and_one_too_long_are_named(tmp_path: Path) -> None:
    text = fake.text_of(fake.DAILY_HEADER, [fake.daily_row(), fake.daily_row()]) + "2025-09-05,UC1"
    longer = text.splitlines()
    longer[2] += ",more"

    assert bad_lines(fake.write(tmp_path / "d.csv", "\n".join(longer))) == [
        "line 3: 12 columns where the header has 11",
        "line 4: 2 columns where the header has 11",
    ]


def test_rows_are_read_the_same_beside_bad_lines_and_in_whatever_block(tmp_path: Path) -> None:
    days = [f"2025-09-{1 + number % 30:02d}" for number in range(3 * BLOCK)]
    lines = [fake.daily_row(day, revenue=f"{line}.5") for line, day in enumerate(days, 2)]
    whole = fake.write(tmp_path / "whole.csv", fake.text_of(fake.DAILY_HEADER, lines))
    damaged = {5, BLOCK + 1, BLOCK + 2, 2 * BLOCK + 7}
    for line in damaged:
        lines[line - 2] = fake.daily_row(revenue="?")
    hurt = fake.write(tmp_path / "hurt.csv", fake.text_of(fake.DAILY_HEADER, lines))

    with DiskReports().open(hurt) as report:
        blocks = list(report.blocks(of_kind(report), None))

    assert [line.line for block in blocks for line in block.bad] == sorted(damaged)
    assert [row for block in blocks for row in block.rows] == [
        row for row in read(whole)[1] if row.line not in damaged
    ]


def test_a_row_is_named_by_the_line_it_begins_on(tmp_path: Path) -> None:
    rows = [
        fake.shorts_ads_row(title='Two\nlines, "quoted"'),
        fake.shorts_ads_row("x", revenue="?"),
    ]

    assert bad_lines(fake.shorts_ads(tmp_path, *rows)) == [
        "line 4: Net Partner Revenue (Post revshare): not an amount: '?'"
    ]


def many_zeros() -> bytes:
    return gzip.compress(b"0" * (70 << 20))


def bomb_in_a_zip() -> bytes:
    return zipped("claims.csv", CLAIMS.encode() + b"0" * (70 << 20))


def sheet_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (90 << 20))
    return out.getvalue()


def entity_bomb() -> bytes:
    book = openpyxl.Workbook()
    out = io.BytesIO()
    book.save(out)
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
    again = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(again, "w") as new:
        for item in old.infolist():
            content = bomb.encode() if item.filename == "xl/workbook.xml" else old.read(item)
            new.writestr(item.filename, content)
    return again.getvalue()


def many_members() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(201):
            archive.writestr(f"{number}.csv", "")
    return out.getvalue()


TRAPS: dict[str, Callable[[], bytes]] = {
    "a cut gzip": lambda: gzip.compress(CLAIMS.encode())[:-20],
    "a cut zip": lambda: zipped("a.csv", CLAIMS.encode())[:-40],
    "a zip in a zip": lambda: zipped("a.zip", zipped("b.csv", CLAIMS.encode())),
    "a zip that is none": lambda: b"PK\x03\x04 and no more",
    "an old workbook": lambda: b"\xd0\xcf\x11\xe0 an old workbook",
    "a picture": lambda: b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "an endless line": lambda: CLAIMS.splitlines()[0].encode() + b"\n" + b"x" * (3 << 20),
    "an endless cell": lambda: CLAIMS.encode() + b'"' + b"x\n" * 200_000,
    "many zeros": many_zeros,
    "a bomb in a zip": bomb_in_a_zip,
    "a sheet bomb": sheet_bomb,
    "an entity bomb": entity_bomb,
    "many members": many_members,
}


@pytest.mark.parametrize("trap", TRAPS)
def test_damage_and_traps_are_refused_at_once(tmp_path: Path, trap: str) -> None:
    path = tmp_path / NAME
    path.write_bytes(TRAPS[trap]())

    with pytest.raises((UnreadableFile, UnknownReport)) as refused:
        read(path)

    assert refused.value.file == NAME


def with_others(members: int, zeros: int = 0) -> bytes:
    """A report in an archive beside what packers add: so many members in all, the others of zeros."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("claims.csv", CLAIMS)
        for number in range(members - 1):
            archive.writestr(f"__MACOSX/{number}", b"0" * zeros)
    return out.getvalue()


def problem_of(path: Path, content: bytes) -> str | None:
    """Why an archive is refused; None for one that is read."""
    path.write_bytes(content)
    try:
        read(path)
    except UnreadableFile as refusal:
        return refusal.problem
    return None


def test_an_archive_has_200_members_at_most(tmp_path: Path) -> None:
    assert problem_of(tmp_path / NAME, with_others(200)) is None
    assert problem_of(tmp_path / NAME, with_others(201)) == "a zip with 201 members"


def test_beyond_64_mib_an_archive_unpacks_to_50_times_its_size_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opening.FREE_BYTES == 64 << 20
    monkeypatch.setattr(opening, "FREE_BYTES", 1_000)

    fits, over = 0, 1 << 20
    while over - fits > 1:
        zeros = (fits + over) // 2
        is_more = len(CLAIMS) + zeros > 50 * len(with_others(2, zeros))
        fits, over = (fits, zeros) if is_more else (zeros, over)

    assert problem_of(tmp_path / NAME, with_others(2, fits)) is None
    assert problem_of(tmp_path / NAME, with_others(2, over)) == "50 times its size when unpacked"


def test_a_workbook_unpacks_to_200_mib_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opening.MAX_SHEET_BYTES == 200 << 20
    monkeypatch.setattr(opening, "MAX_SHEET_BYTES", 1 << 20)
    path = tmp_path / "claims.xlsx"

    def is_workbook(size: int) -> bool:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("[Content_Types].xml", b"0" * 10)
            archive.writestr("xl/worksheets/sheet1.xml", b"0" * (size - 10))
        return opening.is_workbook(opening.look_at(path))

    assert is_workbook(1 << 20)
    with pytest.raises(UnreadableFile) as refused:
        is_workbook((1 << 20) + 1)
    assert refused.value.problem == "1 MiB when unpacked; at most 1 are read"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="No such file"):
        read(tmp_path / "nothing.csv")


@pytest.mark.parametrize(
    ("text", "nanos", "dust"),
    [
        ("1", 10**9, "0"),
        ("", 0, "0"),
        ("-0.0000000011", -2, "9E-10"),
        ("0E-18", 0, "0"),
        ("-8.40000000000E-7", -840, "0"),
        ("9,449.81", 9_449_810_000_000, "0"),
        ("(1,234.56)", -1_234_560_000_000, "0"),
        ("$12.5", 12_500_000_000, "0"),
        ("\u22123", -3 * 10**9, "0"),
        ("0.0000000019", 1, "9E-10"),
    ],
)
def test_amounts_are_floored_exactly(text: str, nanos: int, dust: str) -> None:
    assert values.nanos(text) == (nanos, Decimal(dust))


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "inf",
        "1e999999",
        "1e-999999999",
        "12,34",
        "1.2.3",
        "abc",
        "--1",
        "1_000",
        "９９９９９９９９９９９",
    ],
)
def test_what_is_no_amount_is_malformed(text: str) -> None:
    with pytest.raises(values.Malformed):
        values.nanos(text)


AMOUNTS = st.one_of(
    st.decimals(0, 10**9, places=9).map(str),
    st.from_regex(r"-?[0-9]{0,10}\.?[0-9]{0,10}", fullmatch=True),
    st.text("0129.-\n٣²", max_size=13),
)


@given(st.integers(0, 10), st.lists(st.decimals(0, 10**9, places=9), min_size=1), AMOUNTS)
def test_amounts_are_read_together_as_they_are_one_by_one(
    places: int, amounts: list[Decimal], other: str
) -> None:
    alike = [f"{amount:.{places}f}" for amount in amounts]
    for texts in (alike, [*alike, other], [other, *alike]):
        together = values.all_nanos(texts)
        assert together is None or together == [values.nanos(text)[0] for text in texts]
    if 0 < places < 10 and max(amounts) < 999_999_999:
        assert values.all_nanos(alike) is not None


@given(st.decimals(min_value=-(10**8), max_value=10**8, places=18))
def test_nanos_and_dust_are_the_amount(amount: Decimal) -> None:
    nanos, dust = values.nanos(str(amount))

    assert Decimal(0) <= dust < Decimal("1e-9")
    assert values.EXACT.add(Decimal(nanos).scaleb(-9, values.EXACT), dust) == amount


def test_header_cells_are_compared_without_case_and_white_space() -> None:
    assert column_name(" Partner\xa0Revenue : AUCTION ") == "partner_revenue_auction"
    assert column_name("Multiple Claims?") == "multiple_claims"
    assert column_name("Ｖideo ID") == "video_id"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("claim_raw", CLAIM_RAW),
        ("ADJ_claim_raw", CLAIM_RAW),
        ("monthly_shorts_non_music_ads_video_summary", SHORTS_ADS),
        ("monthly_shorts_music_subscription_video_summary", SHORTS_SUBSCRIPTION),
        ("content_owner_basic_a4", BASIC),
        ("content_owner_asset_estimated_revenue_a1", ASSET_ESTIMATED_REVENUE),
        ("red_music_rawdata_video_v1-1", RED_MUSIC),
    ],
)
def test_a_kind_is_understood_by_its_many_names(text: str, kind: Kind) -> None:
    assert registry.kind_named(text) is kind


def test_record_kinds_have_a_sort_and_no_other_kind_has() -> None:
    assert {kind for kind in registry.KINDS if kind.sort is not None} == set(RECORD_KINDS)
    assert VIDEO_MONTHLY.sort is OWN_MONTHLY.sort is Sort.BOTH
    assert OWN_DAILY.role is Role.ESTIMATE
    with pytest.raises(ValueError, match="affiliate"):
        registry.kind_named("affiliate_payment_summary")


BAD = CLAIMS.encode().replace(b"Audio Match", b"Audio\xe9Match", 1)


@pytest.mark.parametrize("wrap", [bytes, gzip.compress, lambda text: zipped("claims.csv", text)])
def test_the_first_bad_byte_is_named_by_offset_line_and_column(
    tmp_path: Path, wrap: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / NAME
    path.write_bytes(wrap(BAD.replace(b"\n", b"\r\n")))

    with DiskReports().open(path) as report:
        bad = report.reading.bad_byte

    assert bad is not None
    line = BAD.splitlines()[1]
    assert (bad.encoding, bad.byte, bad.line) == ("utf-8", 0xE9, 2)
    assert bad.column == line.index(b"\xe9") + 1
    assert bad.offset == len(BAD.splitlines()[0]) + 2 + line.index(b"\xe9")
    assert (bad.count, bad.letters) == (1, 0)
    assert "cp1252" in bad.fitting
    assert "cp949" not in bad.fitting


@pytest.mark.parametrize("beyond", [0, 1, 2])
def test_a_bad_byte_is_named_wherever_the_text_is_cut(
    beyond: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = BAD.index(b"\xe9")
    monkeypatch.setattr(opening, "_BLOCK", at + beyond)
    path, good = tmp_path / NAME, tmp_path / "good" / NAME
    path.write_bytes(BAD)
    good.parent.mkdir()
    good.write_bytes(BAD.replace(b"\xe9", "밤".encode()))

    with DiskReports().open(path) as report, DiskReports().open(good) as other:
        bad = report.reading.bad_byte
        assert other.reading.bad_byte is None

    assert bad is not None
    assert bad.offset == at


def test_a_picture_is_no_text_and_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(TRAPS["a picture"]())

    with pytest.raises(UnreadableFile, match="line 3, column 1: a NUL"):
        read(path)


def test_a_bad_byte_is_found_beyond_the_first_block_and_after_a_mark(tmp_path: Path) -> None:
    rows = [fake.claim_row(policy="방침" * 40) for _ in range(9000)]
    text = fake.text_of(fake.CLAIM_HEADER, rows).encode("utf-8-sig")
    at = len(text) - 30
    path = tmp_path / NAME
    path.write_bytes(text[:at] + b"\xff" + text[at + 1 :])

    with DiskReports().open(path) as report:
        bad = report.reading.bad_byte

    assert len(text) > 2 << 20
    assert bad is not None
    assert (bad.offset, bad.line, bad.byte) == (at, 9001, 0xFF)
    assert bad.column == len(text[text.rindex(b"\n", 0, at) + 1 : at].decode()) + 1
    assert (bad.count, bad.letters) == (1, 9000 * 80)


def test_half_a_letter_of_utf16_is_a_bad_byte(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(CLAIMS.encode("utf-16")[:-1])

    with DiskReports().open(path) as report:
        bad = report.reading.bad_byte

    assert bad is not None
    assert (bad.encoding, bad.offset) == ("utf-16", len(CLAIMS.encode("utf-16")) - 2)


def test_encodings_that_read_every_byte_are_proposed_and_latin_1_never(tmp_path: Path) -> None:
    korean = CLAIMS.replace("Monetize", "밤의 시장").encode("cp949")
    path = tmp_path / NAME
    path.write_bytes(korean)

    with DiskReports().open(path) as report:
        bad = report.reading.bad_byte

    assert bad is not None
    assert "cp949" in bad.fitting
    assert not {"utf-8", "utf-16", "latin-1"} & set(bad.fitting)
    assert bad.count > bad.letters


def test_an_encoding_that_was_told_and_does_not_fit_names_its_own_bad_byte(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(BAD)

    with DiskReports().open(path, encoding="cp949") as report:
        bad = report.reading.bad_byte

    assert bad is not None
    assert (bad.encoding, bad.line) == ("cp949", 2)


def test_an_encoding_that_was_told_is_not_asked_of_a_file_that_is_utf_8(tmp_path: Path) -> None:
    path = fake.write(tmp_path / NAME, CLAIMS.replace("Monetize", "밤의 시장"))

    reading, _ = read(path, encoding="cp949")

    assert (reading.encoding, reading.encoding_told) == ("utf-8", False)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("far", [1, 600])
def test_a_nul_is_refused_by_line_and_column(tmp_path: Path, encoding: str, far: int) -> None:
    rows = [fake.claim_row(country="KR") for _ in range(far)]
    lines = fake.text_of(fake.CLAIM_HEADER, rows).splitlines()
    lines[far] = "None,2025\0" + lines[far][9:]
    path = fake.write(tmp_path / NAME, "\n".join(lines) + "\n", encoding)

    with pytest.raises(UnreadableFile) as refused:
        read(path)

    assert f"line {far + 1}, column 10: a NUL" in refused.value.problem


def ending_of(path: Path) -> Ending:
    with DiskReports().open(path) as report:
        for _ in report.blocks(of_kind(report), SEPTEMBER):
            pass
        return report.ending


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_last_line_that_is_not_ended_is_seen(tmp_path: Path, encoding: str) -> None:
    whole = fake.write(tmp_path / "whole" / NAME, CLAIMS, encoding)
    cut = fake.write(tmp_path / NAME, CLAIMS[:-2], encoding)

    assert ending_of(whole).is_ended
    ending = ending_of(cut)
    assert (ending.is_ended, ending.line) == (False, 3)
    assert ending.text.endswith(",1.0")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_ends_a_line(tmp_path: Path, end: str) -> None:
    assert ending_of(fake.write(tmp_path / NAME, CLAIMS.replace("\n", end))).is_ended


@pytest.mark.parametrize("word", ["Total", "GRAND TOTAL", "합계", "总计:"])
def test_a_files_own_total_line_is_no_row(tmp_path: Path, word: str) -> None:
    total: fake.Row = {"Adjustment Type": word, "Owned Views": 2000, "Partner Revenue": "$2.00"}
    path = fake.claims(tmp_path, fake.claim_row(), fake.claim_row("20250906"), total)

    assert len(read(path)[1]) == 2
    assert ending_of(path).total == StatedTotal(4, Decimal("2.00"))


def test_a_row_with_an_id_is_a_row_whatever_it_is_called(tmp_path: Path) -> None:
    path = fake.claims(tmp_path, fake.claim_row(adjustment="Total"))

    assert len(read(path)[1]) == 1
    assert ending_of(path).total is None


def test_columns_that_nothing_reads_are_told(tmp_path: Path) -> None:
    text = fake.text_of([*fake.DAILY_HEADER, "Mood", "", "Mood"], [])

    reading, _ = read(fake.write(tmp_path / "d.csv", text))

    assert reading.unread == ("Mood", "Mood")


def test_a_column_that_says_another_currency_refuses_its_lines(tmp_path: Path) -> None:
    rows = [
        {**fake.daily_row(revenue="1350.25"), "Currency": said} for said in ("usd", "KRW", "", "원")
    ]
    text = fake.text_of([*fake.DAILY_HEADER, "Currency"], rows)

    assert bad_lines(fake.write(tmp_path / "d.csv", text)) == [
        "line 3: Currency: 'KRW' where amounts are in USD; nothing is converted",
        "line 5: Currency: '원' where amounts are in USD; nothing is converted",
    ]


def test_what_stands_above_the_header_is_told(tmp_path: Path) -> None:
    text = "Figures of September\nCurrency:,krw\n" + fake.text_of(fake.DAILY_HEADER, [])

    reading, _ = read(fake.write(tmp_path / "d.csv", text))

    assert reading.above == [(1, ["Figures of September"]), (2, ["Currency:", "krw"])]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / NAME
    path.write_bytes(content)

    with pytest.raises(EmptyFile) as refused:
        read(path)

    assert refused.value.file == NAME


def test_a_file_without_its_header_is_refused_with_what_was_found_and_expected(
    tmp_path: Path,
) -> None:
    path = fake.write(tmp_path / NAME, CLAIMS.partition("\n")[2])

    with pytest.raises(NoHeaderLine) as refused:
        read(path)

    assert refused.value.line == 1
    assert refused.value.first.startswith("None,20250905,KR,video-one")
    assert refused.value.kind == "claim_raw"
    assert "partner_revenue" in refused.value.columns


def test_a_workbook_without_its_header_is_refused_too(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["2025-09-05", CHANNEL, "v1", "", "KR", 20000, 15000, 2400, 100, 9.25, 1.1])
    path = tmp_path / "own.xlsx"
    book.save(path)

    with pytest.raises(NoHeaderLine) as refused:
        read(path)

    assert (refused.value.kind, refused.value.columns) == (None, ())


def test_a_bad_byte_in_the_header_is_named_where_the_header_is_not_known(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(CLAIMS.encode().replace(b",Partner Revenue\n", b",P\xffrtner Revenue\n"))

    with pytest.raises(UnknownReport) as refused:
        read(path)

    (question,) = refused.value.questions
    assert (question.doubt, question.facts["line"]) == (Doubt.ENCODING, 1)


def test_what_a_header_lacks_for_the_kind_that_the_name_tells_is_named(tmp_path: Path) -> None:
    other = CLAIMS.replace("Partner Revenue\n", "Partner Revenue (KRW)\n")
    path = fake.write(tmp_path / NAME, other)

    with pytest.raises(UnknownReport) as refused:
        read(path)

    assert (refused.value.kind, refused.value.lacks) == ("claim_raw", ["partner_revenue"])
