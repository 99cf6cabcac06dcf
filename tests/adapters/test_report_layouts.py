"""An operator's own layouts, from the file to the books: the same in memory, on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tests.adapters.test_settlement_closing import ANN, SEPTEMBER, Office, office
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id

from backbeat.fx.model import FxRate
from backbeat.kernel.ids import ReportId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryTransactions
from backbeat.report_files.errors import (
    BadLines,
    FileAsks,
    FileRefused,
    OptionNeeded,
    UnknownReport,
    WrongPlatform,
)
from backbeat.report_files.layouts.errors import (
    LayoutLacks,
    LayoutNotFound,
    LayoutRefused,
    LayoutsFit,
    RatesMissing,
    UnknownLayout,
)
from backbeat.report_files.layouts.service import Preview, ReportLayouts
from backbeat.report_files.model import COMPLETE, Answers, Doubt, Outcome
from backbeat.settings import Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.errors import KindsOverlap, UnknownKind
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.report_kinds import report_layouts
from backbeat_adapters.sql.unregistered import unknown_platforms

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

MINA = platform_id(1)
LAYOUT = """\
name = "nordvik"
platform = "youtube"
role = "record"
sort = "both"
key = ["Channel", "Video", "Country"]

[columns]
day = "Date"
channel = "Channel"
video = "Video"
country = "Country"
views = "Plays"
revenue = "Net"

[forms]
date = "dd.MM.yyyy"

[fixed]
currency = "USD"
"""
EUROS = LAYOUT.replace('"USD"', '"EUR"')
HEADER = "Date,Channel,Video,Country,Plays,Net"


def layouts(office: Office) -> ReportLayouts:
    return ReportLayouts(office.transactions, DiskReports(), office.clock)


def add(office: Office, text: str = LAYOUT) -> int:
    return layouts(office).add(text, ANN).stored.version


def lay(office: Office, *rows: str, name: str = "n.csv", header: str = HEADER) -> Path:
    return fake.write(office.folder / name, "\n".join([header, *rows, ""]))


def row(day: str = "05.09.2025", video: str = "V1", net: str = "1.50", plays: str = "10") -> str:
    return f"{day},{MINA},{video},KR,{plays},{net}"


def ingest(office: Office, path: Path, **options: Any) -> Outcome:
    return office.ingestion.ingest(path, ANN, **options)


def set_rate(office: Office, rate: str, day: date, currency: Currency = Currency.EUR) -> None:
    with office.transactions.begin() as books:
        books.rates.put([FxRate(currency, day, Decimal(rate), "ann")])


def preview(office: Office, text: str, path: Path) -> Preview:
    stored = layouts(office)
    return stored.preview(stored.add(text, ANN).stored.layout, path)


def nanos(office: Office, month: Month = SEPTEMBER) -> dict[str, int]:
    """What the record kinds hold for a month."""
    with office.transactions.look() as books:
        return {total.kind.value: total.nanos for total in books.confirmed.totals(month)}


# -- keeping layouts


def test_a_version_comes_back_as_it_was_added(office: Office) -> None:
    add(office)
    add(office, EUROS)

    with office.transactions.look() as books:
        first, second = books.layouts.versions("nordvik")
        assert books.layouts.get("nordvik") == second
        assert books.layouts.get("nordvik", 1) == first
        assert books.layouts.get("nordvik", 3) is None
        assert books.layouts.get("other") is None
        assert list(books.layouts.newest()) == [second]
    assert (first.text, first.version, first.added_by) == (LAYOUT, 1, "ann")
    assert (first.added_at, first.layout.currency) == (office.clock.now(), Currency.USD)
    assert (second.version, second.layout.currency) == (2, Currency.EUR)


def test_the_same_content_makes_no_new_version_whatever_its_comments(office: Office) -> None:
    add(office)

    again = layouts(office).add(f"# as agreed\n{LAYOUT}", ANN)
    assert (again.stored.version, again.is_new) == (1, False)

    add(office, EUROS)
    back = layouts(office).add(LAYOUT, ANN)
    assert (back.stored.version, back.is_new) == (3, True)
    assert [each.stored.version for each in layouts(office).list()] == [1, 2, 3]


def test_a_layout_that_is_wrong_leaves_nothing(office: Office) -> None:
    with pytest.raises(LayoutRefused):
        add(office, LAYOUT.replace("[fixed]", "[fixd]"))

    assert layouts(office).list() == []
    with pytest.raises(LayoutNotFound):
        layouts(office).get("nordvik")


def test_the_list_names_the_files_that_count(office: Office) -> None:
    add(office)
    first = ingest(office, lay(office, row())).file
    second = ingest(office, lay(office, row(net="2.00"), name="m.csv")).file
    add(office, EUROS)

    assert [list(each.files) for each in layouts(office).list()] == [[first.id, second.id], []]
    office.ingestion.undo(second.id, ANN)
    assert [list(each.files) for each in layouts(office).list("nordvik")] == [[first.id], []]


# -- reading files


def test_a_file_is_recognised_by_its_header_and_tells_the_version(office: Office) -> None:
    add(office)

    done = ingest(office, lay(office, row(), row(video="V2", net="0.0000000015")))

    file = done.file
    assert file.layout is not None
    assert (file.kind.value, file.platform.name) == ("nordvik.youtube.both", "youtube")
    assert (file.layout.name, file.layout.version, file.layout.skipped) == ("nordvik", 1, 0)
    assert file.total == Decimal("1.5000000015")
    assert (file.changes.booked_nanos, file.dust) == (1_500_000_001, Decimal("5E-10"))
    assert file.layout.amounts == {Currency.USD: Decimal("1.5000000015")}
    with office.transactions.look() as books:
        assert books.reports.get(file.id) == file
    assert nanos(office) == {"nordvik.youtube.both": 1_500_000_001}


def test_the_order_of_columns_makes_no_difference(office: Office) -> None:
    add(office)
    ingest(office, lay(office, row()))

    turned = lay(
        office,
        f"1.50,KR,V1,{MINA},10,05.09.2025",
        name="t.csv",
        header="NET,country,video,Channel,plays,date",
    )

    assert not ingest(office, turned).file.changes.any


def test_a_header_with_one_column_more_is_read_when_the_layout_is_named(office: Office) -> None:
    add(office)
    more = lay(office, f"{row()},x", header=f"{HEADER},Remark")

    with pytest.raises(UnknownReport):
        ingest(office, more)
    assert ingest(office, more, layout="nordvik").file.stored == 1
    assert preview(office, LAYOUT, more).unread == ["Remark"]
    assert not preview(office, LAYOUT, more).recognised


def test_an_ignored_column_belongs_to_the_header(office: Office) -> None:
    add(office, LAYOUT.replace("key =", 'ignored = ["Remark"]\nkey ='))

    assert ingest(office, lay(office, f"{row()},x", header=f"{HEADER},Remark")).file.stored == 1
    with pytest.raises(UnknownReport):
        ingest(office, lay(office, row(), name="without.csv"))


def test_a_header_of_two_layouts_asks_which(office: Office) -> None:
    add(office)
    add(office, LAYOUT.replace('"nordvik"', '"sudvik"'))
    file = lay(office, row())

    with pytest.raises(LayoutsFit) as refused:
        ingest(office, file)

    assert refused.value.layouts == ["nordvik", "sudvik"]
    assert ingest(office, file, layout="sudvik").file.kind == "sudvik.youtube.both"


def test_a_header_of_a_layout_and_a_kind_asks_which(office: Office) -> None:
    own = (
        LAYOUT.replace('"Date"', '"month"')
        .replace("day =", "month =")
        .replace("dd.MM.yyyy", "yyyy-MM")
    )
    for there, here in (
        ("Channel", "channel_id"),
        ("Video", "video_id"),
        ("Net", "revenue_usd"),
        ("Country", "isrc"),
        ("Plays", "views"),
        ("country =", "isrc ="),
    ):
        own = (
            own.replace(f'"{there}"', f'"{here}"').replace(there, here)
            if "=" in there
            else own.replace(f'"{there}"', f'"{here}"')
        )
    add(office, own)
    file = lay(
        office,
        f"2025-09,{MINA},V1,,10,1.00",
        header="month,channel_id,video_id,isrc,views,revenue_usd",
    )

    with pytest.raises(LayoutsFit) as refused:
        ingest(office, file)

    assert refused.value.layouts == ["nordvik", "own_monthly"]
    with pytest.raises(UnknownReport):
        ingest(office, file, layout="own_daily")
    assert ingest(office, file, layout="own_monthly").file.layout is None


def test_a_layout_that_is_not_kept_or_does_not_fit_is_refused_by_name(office: Office) -> None:
    add(office)

    with pytest.raises(UnknownLayout) as unknown:
        ingest(office, lay(office, row()), layout="nordwik")
    with pytest.raises(LayoutLacks) as lacks:
        ingest(office, lay(office, "1,2,3", header="Date,Net,Net"), layout="nordvik")

    assert unknown.value.known == ["nordvik"]
    assert lacks.value.problems == [
        "no column 'Channel'",
        "no column 'Video'",
        "no column 'Country'",
        "no column 'Plays'",
        "two columns 'Net'",
    ]


def test_two_names_of_one_column_in_a_header_are_refused(office: Office) -> None:
    add(office, LAYOUT.replace('"Plays"', '["Plays", "Units"]'))
    both = lay(office, f"{row()},3", header=f"{HEADER},Units")

    with pytest.raises(LayoutLacks) as lacks:
        ingest(office, both, layout="nordvik")

    assert lacks.value.problems == ["both 'Plays' and 'Units': one of them is meant"]
    assert (
        ingest(office, lay(office, row(), header=HEADER.replace("Plays", "Units"))).file.stored == 1
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (row(day="2025-09-05"), "line 3: Date: not a date of the form dd.MM.yyyy: '2025-09-05'"),
        (row(day=""), "line 3: Date: no date"),
        (row(net="1,5"), "line 3: 5 columns"),
        (
            row(net='"1,5"'),
            "line 3: Net: not a number with a decimal '.' and no thousands sign: '1,5'",
        ),
        (row(plays="1.5"), "line 3: Plays: not a whole number: '1.5'"),
        ("05.09.2025,,V1,KR,1,1", "line 3: Channel: no channel"),
        (f"05.09.2025,{MINA},a b,KR,1,1", "line 3: Video: not an id: 'a b'"),
        (f"05.09.2025,{MINA}", "line 3: 2 columns where the header has 6"),
        (row(net="1" + "0" * 9), "line 3: Net: out of range: '1000000000'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_the_files_own_column(
    office: Office, line: str, problem: str
) -> None:
    add(office)

    with pytest.raises(BadLines) as refused:
        ingest(office, lay(office, row(), line))

    (found,) = refused.value.lines
    assert found.startswith(problem.replace("5 columns", "7 columns")), found
    assert nanos(office) == {}


def test_a_track_code_is_one_or_is_refused(office: Office) -> None:
    add(office, LAYOUT.replace('"Country"', '"Code"').replace("country =", "isrc ="))
    header = HEADER.replace("Country", "Code")

    with pytest.raises(BadLines, match="Code: not a track code: 'KR'"):
        ingest(office, lay(office, row(), header=header))
    waiting = ingest(office, lay(office, row().replace("KR", "QZ-BB1-25-00001"), header=header))
    assert [(line.reason.value, line.name) for line in waiting.unmatched] == [
        ("unknown_track", "QZBB12500001")
    ]


def test_rows_that_are_no_figures_are_skipped_and_counted(office: Office) -> None:
    add(office, f'{LAYOUT}[[skip]]\ncolumn = "Video"\nwords = ["Sub  total", "-"]\n')

    done = ingest(
        office, lay(office, row(), row(video="SUB TOTAL"), row(video="-"), row(video="V2"))
    )

    assert done.file.layout is not None
    assert (done.file.rows, done.file.layout.skipped, done.file.total) == (2, 2, Decimal("3.00"))
    with office.transactions.look() as books:
        assert books.reports.get(done.file.id) == done.file


TOTAL = f'{LAYOUT}[total]\ncolumn = "Date"\nwords = ["Total"]\n'


@pytest.mark.parametrize(("net", "total"), [("1.504", "3.00"), ("1.504", "3.0040"), ("1.5", "")])
def test_a_total_row_that_agrees_as_finely_as_it_tells_is_left_out(
    office: Office, net: str, total: str
) -> None:
    add(office, TOTAL)

    done = ingest(
        office, lay(office, row(net=net), row(video="V2"), f"Total,,,,20,{total}", ",,,,,")
    )

    assert done.file.rows == 2


@pytest.mark.parametrize(
    ("text", "lines", "doubt", "facts"),
    [
        (
            TOTAL,
            [row(), "Total,,,,,2.9"],
            Doubt.TOTAL_DIFFERS,
            {"line": 3, "stated": Decimal("2.9"), "found": Decimal("1.50"), "currency": "USD"},
        ),
        (
            TOTAL.replace('"USD"', '"EUR"'),
            [row(), "Total,,,,,1.49"],
            Doubt.TOTAL_DIFFERS,
            {"line": 3, "stated": Decimal("1.49"), "found": Decimal("1.50"), "currency": "EUR"},
        ),
        (TOTAL, [row(), row(video="V2")], Doubt.TOTAL_MISSING, {"like": None}),
    ],
)
def test_a_total_row_that_disagrees_or_is_not_there_asks(
    office: Office, text: str, lines: list[str], doubt: Doubt, facts: dict[str, object]
) -> None:
    set_rate(office, "0.50", date(2025, 9, 1))
    add(office, text)
    path = lay(office, *lines)

    with pytest.raises(FileAsks) as asked:
        ingest(office, path)
    assert [(each.doubt, each.answer, each.facts) for each in asked.value.questions] == [
        (doubt, COMPLETE, facts)
    ]
    assert nanos(office) == {}
    assert [each.doubt for each in preview(office, text, path).asked] == [doubt]

    done = ingest(office, path, answers=Answers(complete=True))
    assert done.file.remarks.answered == (doubt,)
    assert sum(nanos(office).values()) > 0


def test_a_row_below_the_total_row_refuses_the_file(office: Office) -> None:
    add(office, TOTAL)

    with pytest.raises(BadLines) as refused:
        ingest(office, lay(office, row(), "Total,,,,,1.50", row(video="V2")))

    assert list(refused.value.lines) == ["line 4: it stands below the total row of line 3"]


def test_blank_cells_of_amounts_are_counted_under_the_files_own_column(office: Office) -> None:
    add(office, LAYOUT)

    done = ingest(office, lay(office, row(), row(video="V2", net=""), row(video="V3", net=" ")))

    assert done.file.remarks.blanks == {"Net": 2}


def test_a_sheet_of_a_workbook_is_read(office: Office) -> None:
    add(
        office,
        LAYOUT.replace("[columns]", '[file]\nsheet = "Juli"\n[columns]').replace(
            "dd.MM.yyyy", "yyyy-MM-dd"
        ),
    )
    book = openpyxl.Workbook()
    for name, net in (("Juni", 1.25), ("Juli", 2.5)):
        sheet = book.create_sheet(name)
        sheet.append(["Statement"])
        sheet.append(HEADER.split(","))
        sheet.append([date(2025, 9, 5), MINA, "V1", "KR", 10, net])
    book.save(office.folder / "n.xlsx")

    assert ingest(office, office.folder / "n.xlsx").file.total == Decimal("2.5")


def test_a_delimiter_that_is_named_is_the_only_one(office: Office) -> None:
    add(office, LAYOUT.replace("[columns]", '[file]\ndelimiter = ";"\n[columns]'))

    with pytest.raises(UnknownReport):
        ingest(office, lay(office, row()))
    parted = [line.replace(",", ";") for line in (HEADER, row())]
    assert ingest(office, lay(office, parted[1], header=parted[0])).file.stored == 1


def test_a_layout_without_a_date_is_of_a_month_that_is_given(office: Office) -> None:
    bare = LAYOUT.replace('day = "Date"\n', "").replace('[forms]\ndate = "dd.MM.yyyy"\n', "")
    add(office, bare)
    file = lay(office, row().partition(",")[2], header=HEADER.partition(",")[2])

    with pytest.raises(OptionNeeded, match="--month"):
        ingest(office, file)
    done = ingest(office, file, month=SEPTEMBER).file
    assert (done.first, done.last) == (SEPTEMBER.first, SEPTEMBER.last)


def test_a_channel_can_be_that_of_every_row(office: Office) -> None:
    fixed = LAYOUT.replace('channel = "Channel"\n', "").replace('"Channel", ', "")
    add(office, f'{fixed}channel = "{MINA}"\n')

    done = ingest(
        office, lay(office, "05.09.2025,V1,KR,10,1.50", header="Date,Video,Country,Plays,Net")
    )

    assert done.file.changes.booked_nanos == 1_500_000_000


def test_another_platform_beside_a_layout_is_refused(office: Office) -> None:
    add(office)

    with pytest.raises(WrongPlatform):
        ingest(office, lay(office, row()), platform="tiktok")


def test_the_same_file_by_another_version_is_read_again(office: Office) -> None:
    add(office)
    file = lay(office, row())
    ingest(office, file)
    assert ingest(office, file).known

    add(office, LAYOUT.replace('views = "Plays"', 'premium_views = "Plays"'))
    again = ingest(office, file)

    assert not again.known
    assert again.file.layout is not None
    assert (again.file.layout.version, again.file.changes.changed) == (2, 1)
    assert nanos(office) == {"nordvik.youtube.both": 1_500_000_000}


# -- files that may be damaged


def test_a_file_that_looks_cut_asks_like_any_other(office: Office) -> None:
    add(office)
    cut = fake.write(office.folder / "n.csv", "\n".join([HEADER, row(), row(video="V2")]))

    with pytest.raises(FileAsks) as refused:
        ingest(office, cut)

    assert [each.doubt for each in refused.value.questions] == [Doubt.NOT_ENDED]
    assert nanos(office) == {}
    assert [each.doubt for each in preview(office, LAYOUT, cut).asked] == [Doubt.NOT_ENDED]
    done = ingest(office, cut, answers=Answers(complete=True))
    assert done.file.stored == 2
    assert done.file.remarks.answered == (Doubt.NOT_ENDED,)


def test_another_encoding_is_told_and_a_row_is_traced_in_it(office: Office) -> None:
    add(office, LAYOUT.replace('"Net"', '"정산"'))
    header = HEADER.replace("Net", "정산")
    korean = office.folder / "n.csv"
    korean.write_bytes(f"{header}\n{row()}\n{row(video='V2')}\n".encode("cp949"))
    told = Answers(encoding="cp949")

    with pytest.raises(UnknownReport) as unknown:
        ingest(office, korean)
    with pytest.raises(LayoutLacks) as lacks:
        ingest(office, korean, layout="nordvik")
    done = ingest(office, korean, answers=told)

    for asked in (unknown.value.questions, lacks.value.questions):
        assert [each.doubt for each in asked] == [Doubt.ENCODING]
    assert done.file.layout is not None
    assert (done.file.stored, done.file.remarks.encoding) == (2, "cp949")
    assert ingest(office, korean, answers=told).known
    trail = office.tracing.of_row(str(korean), 3)
    assert trail.asked.origin.video == "V2"


@pytest.mark.parametrize("named", [None, "nordvik"])
def test_an_encoding_told_once_lets_the_owners_later_headers_be_read(
    office: Office, named: str | None
) -> None:
    add(office, LAYOUT.replace('"Net"', '"정산"'))
    header = HEADER.replace("Net", "정산")

    def written(name: str, day: str) -> Path:
        path = office.folder / name
        path.write_bytes(f"{header}\n{row(day)}\n".encode("cp949"))
        return path

    ingest(office, written("8.csv", "05.08.2025"), answers=Answers(encoding="cp949"))

    done = ingest(office, written("9.csv", "05.09.2025"), layout=named)

    assert (done.file.remarks.encoding, done.file.remarks.encoding_told) == ("cp949", True)
    with pytest.raises(FileRefused):
        ingest(office, written("other.csv", "06.09.2025"), layout=named, owner="Somebody else")
    office.ingestion.undo(done.file.id, ANN)
    office.ingestion.undo(ReportId("1"), ANN)
    with pytest.raises(FileRefused):
        ingest(office, written("10.csv", "07.09.2025"), layout=named)


def test_what_stands_above_the_header_is_the_layouts_matter(office: Office) -> None:
    set_rate(office, "0.5", date(2025, 9, 1))
    add(office, EUROS)
    rows = ["Currency: EUR,2025-09-01,2025-09-30,12.50", HEADER, row(net="0.50"), ""]
    path = fake.write(office.folder / "n.csv", "\n".join(rows))

    assert ingest(office, path).file.total == Decimal(1)


def test_a_total_that_the_layout_does_not_tell_of_is_a_row_in_suspense(office: Office) -> None:
    add(office, LAYOUT.replace('day = "Date"\n', "").replace('date = "dd.MM.yyyy"\n', ""))
    rows = [f"{MINA},V1,KR,1,0.50", "Total,,,1,0.50"]
    path = lay(office, *rows, header=HEADER.removeprefix("Date,"))

    done = ingest(office, path, month=SEPTEMBER)

    assert (done.file.rows, done.file.total) == (2, Decimal(1))
    assert [line.name for line in done.unmatched] == ["Total"]


# -- other currencies


def test_amounts_are_converted_by_the_rate_of_their_day_and_floored(office: Office) -> None:
    add(office, EUROS)
    set_rate(office, "0.9", date(2025, 9, 1))
    set_rate(office, "0.8", date(2025, 9, 20))

    done = ingest(
        office,
        lay(office, row("05.09.2025"), row("20.09.2025", "V2"), row("25.09.2025", "V3", "-1")),
    )

    file = done.file
    assert file.layout is not None
    # 1.5 / 0.9 + 1.5 / 0.8 - 1 / 0.8
    assert nanos(office) == {"nordvik.youtube.both": 1_666_666_666 + 1_875_000_000 - 1_250_000_000}
    assert file.total == Decimal("2.291666666666666666")
    assert file.total - file.dust == Decimal(file.changes.booked_nanos).scaleb(-9)
    assert file.layout.amounts == {Currency.EUR: Decimal("2.00")}
    kept = [
        (each.day, each.rate.day, each.rate.rate, each.rate.source) for each in file.layout.rates
    ]
    assert kept == [
        (date(2025, 9, 5), date(2025, 9, 1), Decimal("0.9"), "ann"),
        (date(2025, 9, 20), date(2025, 9, 20), Decimal("0.8"), "ann"),
        (date(2025, 9, 25), date(2025, 9, 20), Decimal("0.8"), "ann"),
    ]


def test_a_month_is_converted_by_the_rate_of_its_last_day(office: Office) -> None:
    add(office, EUROS.replace("day =", "month =").replace("dd.MM.yyyy", "MM/yyyy"))
    set_rate(office, "0.9", date(2025, 9, 29))
    set_rate(office, "0.8", date(2025, 9, 30))
    set_rate(office, "0.5", date(2025, 10, 1))

    ingest(office, lay(office, row("09/2025")))

    assert nanos(office) == {"nordvik.youtube.both": 1_875_000_000}


def test_a_currency_column_tells_each_rows_own(office: Office) -> None:
    text = LAYOUT.replace('currency = "USD"', "").replace(
        'revenue = "Net"', 'revenue = "Net"\ncurrency = "Cur"'
    )
    add(office, text.replace('"Country"]', '"Country", "Cur"]'))
    set_rate(office, "1400", date(2025, 9, 1), Currency.KRW)
    header = f"{HEADER},Cur"

    with pytest.raises(BadLines) as refused:
        ingest(office, lay(office, f"{row()},XXX", f"{row()},", header=header))
    done = ingest(office, lay(office, f"{row(net='1400')},krw", f"{row()},USD", header=header))

    assert list(refused.value.lines) == [
        "line 2: Cur: no such currency: 'XXX'",
        "line 3: Cur: no currency",
    ]
    assert done.file.total == Decimal("2.50")
    assert done.file.layout is not None
    assert done.file.layout.amounts == {Currency.KRW: Decimal(1400), Currency.USD: Decimal("1.50")}


def test_a_day_without_a_rate_refuses_the_file_by_its_name(office: Office) -> None:
    add(office, EUROS)
    set_rate(office, "0.9", date(2025, 9, 10))

    with pytest.raises(RatesMissing) as refused:
        ingest(office, lay(office, row("05.09.2025"), row("09.09.2025"), row("10.09.2025")))

    assert list(refused.value.missing) == ["EUR on 2025-09-05", "EUR on 2025-09-09"]
    assert nanos(office) == {}
    with office.transactions.look() as books:
        assert books.reports.get(ReportId("1")) is None


def test_a_later_rate_changes_nothing_until_the_file_replaces_itself(office: Office) -> None:
    add(office, EUROS)
    set_rate(office, "0.9", date(2025, 9, 1))
    file = lay(office, row())
    first = ingest(office, file).file
    before = nanos(office)

    set_rate(office, "0.5", date(2025, 9, 1))

    assert ingest(office, file).known
    assert nanos(office) == before
    with office.transactions.look() as books:
        assert books.reports.get(first.id) == first
    again = ingest(office, file, replace=True).file
    assert nanos(office) == {"nordvik.youtube.both": 3_000_000_000}
    assert again.layout is not None
    assert [each.rate.rate for each in again.layout.rates] == [Decimal("0.5")]
    office.ingestion.undo(again.id, ANN)
    assert nanos(office) == before


def test_a_preview_converts_nothing_and_keeps_nothing(office: Office) -> None:
    seen = preview(office, EUROS, lay(office, row(), row(video="V2", net="0.5"), row(net="x")))

    assert (seen.rows, seen.amounts, seen.recognised) == (2, {Currency.EUR: Decimal("2.00")}, True)
    assert [row.figures.revenue_nanos for row in seen.first] == [1_500_000_000, 500_000_000]
    assert [bad.line for bad in seen.bad] == [4]
    with office.transactions.look() as books:
        assert books.reports.get(ReportId("1")) is None


# -- the trail, dashboards and the close


def test_a_row_is_traced_by_the_version_that_read_it(office: Office) -> None:
    """Even where another file brought the row first, so that its own line has to be read (TRACE-2)."""
    add(office, EUROS)
    set_rate(office, "0.9", date(2025, 9, 1))
    ingest(office, lay(office, row()))
    both = lay(office, row(video="V2"), row(), name="both.csv")
    ingest(office, both)
    add(office, LAYOUT.replace('"Country"]', '"Country", "Plays"]'))
    set_rate(office, "0.5", date(2025, 9, 1))

    moved = both.rename(office.folder / "moved.csv")
    found = office.tracing.of_row(str(moved), 3)

    assert (found.asked.origin.file, found.asked.origin.line) == ("n.csv", 2)
    assert found.asked.origin.nanos == 1_666_666_666
    assert office.tracing.of_row("n.csv", 2).asked == found.asked


def test_what_a_layout_brought_is_closed_and_explained(office: Office) -> None:
    add(office)
    ingest(office, lay(office, row(net="90.00"), row(video="V2", net="36.00")))

    office.close(SEPTEMBER, date(2025, 10, 20))

    assert office.balances() == {"mina": "126.00"}
    _, rows = office.earning("mina")
    assert [(each.row.file, each.row.line) for each in rows] == [("n.csv", 2), ("n.csv", 3)]
    assert [each.row.kind.value for each in rows] == ["nordvik.youtube.both"] * 2
    assert office.findings() == []


def test_a_layout_and_a_kind_that_tell_of_one_video_have_to_be_chosen_from(office: Office) -> None:
    add(office)
    office.monthly(SEPTEMBER, (1, "V1", "5.00"))
    ingest(office, lay(office, row(net="7.00")))

    with pytest.raises(KindsOverlap):
        office.close(SEPTEMBER, date(2025, 10, 20))

    office.settings = Settings(
        settlement=SettlementSettings(record_kinds=("nordvik.youtube.both",))
    )
    office.close(SEPTEMBER, date(2025, 10, 20))
    assert office.balances() == {"mina": "7.00"}


def test_rows_without_a_video_are_two_payers_of_one_channel(office: Office) -> None:
    add(office)
    add(office, LAYOUT.replace('"nordvik"', '"sudvik"'))
    for name in ("nordvik", "sudvik"):
        ingest(office, lay(office, row(video="", net="7.00"), name=f"{name}.csv"), layout=name)

    office.close(SEPTEMBER, date(2025, 10, 20))

    assert office.balances() == {"mina": "14.00"}


@pytest.mark.parametrize("name", ["nordwik.youtube.both", "nordvik.youtube.ads", "nordvik"])
def test_a_kind_to_settle_that_no_layout_makes_is_refused(office: Office, name: str) -> None:
    add(office)
    ingest(office, lay(office, row()))
    office.settings = Settings(settlement=SettlementSettings(record_kinds=(name,)))

    with pytest.raises(UnknownKind):
        office.close(SEPTEMBER, date(2025, 10, 20))


def test_a_layouts_estimates_stand_on_dashboards_before_the_open_format(office: Office) -> None:
    text = LAYOUT.replace('role = "record"\nsort = "both"', 'role = "estimate"')
    add(office, text)
    office.daily(1, "V1", [date(2025, 9, 5), date(2025, 9, 6)], "9.00")
    daily = ingest(office, lay(office, row(net="4.00"))).file

    with office.transactions.look() as books:
        days = {
            day.day: (day.figures.revenue_nanos, day.figures.views)
            for day in books.statistics.channel_days([MINA], SEPTEMBER.first, SEPTEMBER.last)
        }
        cycle = books.statistics.data_cycle()
    assert days[date(2025, 9, 5)] == (4_000_000_000, 10)
    assert days[date(2025, 9, 6)][0] == 9_000_000_000
    assert cycle is not None
    assert nanos(office) == {}
    office.monthly(SEPTEMBER, (1, "V1", "5.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    with office.transactions.look() as books:
        kept = books.reports.get(daily.id)
    assert kept is not None
    assert kept.settled, "a close spreads months by daily files"


def test_a_kind_of_which_no_layout_is_kept_is_found(office: Office) -> None:
    if isinstance(office.transactions, MemoryTransactions):
        return
    add(office)
    ingest(office, lay(office, row()))
    engine = office.transactions.engine
    assert unknown_platforms(engine) == []

    with office.transactions.begin() as books:
        books.connection.execute(report_layouts.delete())

    found = unknown_platforms(engine)
    assert len(found) == 3
    assert all("'nordvik.youtube.both'" in each for each in found)
