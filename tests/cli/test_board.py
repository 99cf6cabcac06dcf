"""`backbeat notice`, `event` and `banner`: posts from Markdown files."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock

from backbeat.board.model import PostId, PostKind
from backbeat.board.rich_text import Part
from backbeat.kernel.languages import Language
from backbeat_adapters.container import Container


@pytest.fixture(autouse=True)
def _at_the_end_of_october(business_clock: FixedClock) -> None:
    business_clock.set(datetime(2026, 10, 27, 3, tzinfo=UTC))


def picture(width: int = 60, height: int = 20, form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#5b5bf0").save(out, form)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "window.en.md").write_text(
        "# The window is open\n\nAsk **until 31 October**, [here](/withdrawal/request).\n\n"
        "![Four dates](dates.png)\n",
        "utf-8",
    )
    (tmp_path / "window.ko.md").write_text("# 신청 기간입니다\n\n10월 31일까지.\n", "utf-8")
    (tmp_path / "dates.png").write_bytes(picture())
    return tmp_path


def files(folder: Path) -> tuple[str, str]:
    return str(folder / "window.en.md"), str(folder / "window.ko.md")


def test_posts_of_another_kind_cannot_be_written(backbeat: Program, folder: Path) -> None:
    answer = backbeat("advert", "add", *files(folder))

    assert (answer.code, "No such command 'advert'" in answer.err) == (2, True)


def test_a_notice_is_published_from_files_with_their_pictures(
    backbeat: Program, folder: Path, container: Container
) -> None:
    done = backbeat("notice", "add", *files(folder), "--pin", "--about", "payout", "--json")

    assert (done.code, done.json["state"], done.json["languages"]) == (0, "seen", ["en", "ko"])
    board = container.portal().board
    english = board.read(PostKind.NOTICE, PostId(done.json["id"]), Language.ENGLISH)
    korean = board.read(PostKind.NOTICE, PostId(done.json["id"]), Language.KOREAN)
    assert english.post.text(Language.ENGLISH).summary == "Ask until 31 October, here."
    assert korean.post.text(Language.KOREAN).title == "신청 기간입니다"
    shown = english.content[1].children[0]
    assert (shown.part, list(english.sizes.values())) == (Part.IMAGE, [(60, 20)])
    assert backbeat("audit", "list", "--json").items[0]["after"]["pinned"] is True


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("날짜.png", "![Dates](날짜.png)"),
        ("four dates.png", "![Dates](four%20dates.png)"),
        ("four dates.png", '![Dates](<four dates.png> "October")'),
        ("dates.png", "![Dates][four]\n\n[four]: dates.png"),
        ("dates.png", "![Dates][four]\n\n  [four]: <dates.png>"),
    ],
)
def test_a_picture_is_named_in_any_of_markdowns_ways(
    backbeat: Program, folder: Path, container: Container, name: str, shown: str
) -> None:
    (folder / "dates.png").rename(folder / name)
    file = folder / "named.en.md"
    file.write_text(f"# Dates\n\n{shown}\n", "utf-8")

    done = backbeat("notice", "add", str(file), "--json")

    assert done.code == 0, done.err
    post = container.portal().board.read(PostKind.NOTICE, PostId(done.json["id"]), Language.ENGLISH)
    assert list(post.sizes.values()) == [(60, 20)]


def test_a_list_is_turned_page_by_page(backbeat: Program, folder: Path) -> None:
    early, late = (
        backbeat("notice", "add", *files(folder), "--from", day, "--json").json["id"]
        for day in ("2026-10-01", "2026-10-02")
    )

    for page, shown in (("0", [late]), ("1", [early]), ("2", [])):
        listed = backbeat("notice", "list", "--size", "1", "--page", page, "--json")
        assert [row["id"] for row in listed.items] == shown


def test_an_event_may_wait_for_its_day_in_the_portals_zone(backbeat: Program, folder: Path) -> None:
    done = backbeat(
        *("event", "add", *files(folder), "--from", "2026-11-01T09:00", "--until", "2026-11-15"),
        "--json",
    )

    assert (done.json["state"], done.json["from"]) == ("to come", "2026-11-01 09:00")
    (row,) = backbeat("event", "list", "--json").items
    assert (row["id"], row["until"]) == (done.json["id"], "2026-11-15")
    assert backbeat("notice", "list", "--json").items == []


def test_a_dry_run_previews_and_keeps_nothing(backbeat: Program, folder: Path) -> None:
    told = backbeat("notice", "add", *files(folder), "--dry-run")

    for words in ("The window is open", "[ko] 신청 기간입니다", "60 x 20", "a dry run"):
        assert words in told.out
    assert backbeat("notice", "list", "--json").items == []


def test_what_is_not_named_stays_when_a_post_is_edited(
    backbeat: Program, folder: Path, container: Container
) -> None:
    id_ = backbeat("notice", "add", *files(folder), "--until", "2026-10-31", "--json").json["id"]
    (folder / "other.ko.md").write_text("# 새 제목\n\n새 글.\n", "utf-8")

    done = backbeat("notice", "edit", id_, str(folder / "other.ko.md"), "--pin", "--json")

    assert (done.json["until"], done.json["pinned"]) == ("2026-10-31", True)
    post = container.portal().publishing.find(PostKind.NOTICE, id_)
    assert post.text(Language.ENGLISH).title == "The window is open"
    assert post.text(Language.KOREAN).title == "새 제목"
    assert backbeat("notice", "edit", id_, "--no-until", "--json").json["until"] is None
    assert backbeat("notice", "edit", id_).code == 2
    assert backbeat("event", "edit", id_, "--pin").code == 1


def test_a_retired_post_is_seen_no_more(backbeat: Program, folder: Path) -> None:
    id_ = backbeat("event", "add", *files(folder), "--json").json["id"]

    tried = backbeat("event", "retire", id_, "--dry-run", "--json")
    assert tried.json["dry_run"] is True
    assert backbeat("event", "list", "--json").items[0]["state"] == "seen"
    assert backbeat("event", "retire", id_, "--yes", "--json").json["state"] == "retired"
    assert backbeat("event", "retire", id_, "--yes").code == 0
    for more in ((), ("--from", "2026-11-01")):
        notice = backbeat("notice", "add", *files(folder), *more, "--json").json["id"]
        assert backbeat("notice", "retire", notice, "--yes", "--json").json["state"] == "retired"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("no title\n", 1, "begins with its title"),
        ("# T\n\nfine\n\n<script>alert(1)</script>\n", 5, "HTML has no place in a post"),
        ("# T\n\nfine\nand <b onclick=x>this</b>\n", 4, "HTML has no place in a post"),
        ("# T\n\n[press](javascript:alert(1))\n", 3, "a link leads to"),
        ("# T\n\n[press](//evil.example)\n", 3, "a link leads to"),
        ("# T\n\nfine\n[press][1]\n\n[1]: data:text/html,x\n", 4, "a link leads to"),
        ("# T\n\n![x](data:image/png;base64,AAAA)\n", 3, "a picture is a file beside the text"),
        ("# T\n\n![x](https://evil.example/x.png)\n", 3, "a picture is a file beside the text"),
        ("# T\n\n\n![x](missing.png)\n", 4, "No such file"),
        ("# T\n\n![x](bad.en.md)\n", 3, "this is no picture"),
        ("# T\n\n![](dates.png)\n", 3, "says in words what it shows"),
        ("# T\n\nbell \x07\n", 3, "control characters"),
        ("# T\n", None, "there is no text below the title"),
        (f"# {'T' * 121}\n\nx\n", 1, "1 to 120 characters"),
        ("# T\n\n" + "x" * 5_000_000, None, "code 6, limit=20000"),
        ("# T\n\n" + "x" * 20_001, None, "code 6, limit=20000"),
    ],
)
def test_a_bad_text_is_refused_by_file_and_line(
    backbeat: Program, folder: Path, text: str, line: int | None, words: str
) -> None:
    file = folder / "bad.en.md"
    file.write_text(text, "utf-8")

    answer = backbeat("notice", "add", str(file))

    assert answer.code == 1, answer.out
    assert f"{file}{'' if line is None else f':{line}'}: " in answer.err
    assert words in answer.err
    assert backbeat("notice", "list", "--json").items == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<svg onload=alert(1)>", "this is no picture"),
        (b"GIF89a" + bytes(40), "this is no picture"),
        (picture()[:60], "this is no picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(2 * 1024 * 1024), "code 5, limit=2097152"),
        (picture(9_000, 5_000), "at most 40,000,000 pixels"),
    ],
    ids=["svg", "gif", "cut", "large", "bomb"],
)
def test_what_is_no_picture_is_refused(
    backbeat: Program, folder: Path, content: bytes, words: str
) -> None:
    file = folder / "dates.png"
    file.write_bytes(content)

    answer = backbeat("notice", "add", *files(folder))

    assert (answer.code, str(file) in answer.err, words in answer.err) == (1, True, True), (
        answer.err
    )


def test_other_files_than_texts_in_our_languages_are_refused(
    backbeat: Program, folder: Path
) -> None:
    (folder / "news.fr.md").write_text("# T\n\nx\n", "utf-8")
    (folder / "latin.en.md").write_bytes(b"# T\n\n\xe9t\xe9\n")

    assert ".zh-TW.md" in backbeat("notice", "add", str(folder / "news.fr.md")).err
    assert (
        "latin.en.md:3: this is no UTF-8"
        in backbeat("notice", "add", str(folder / "latin.en.md")).err
    )
    assert (
        "the text in English is missing"
        in backbeat("notice", "add", str(folder / "window.ko.md")).err
    )
    twice = backbeat("notice", "add", *files(folder), str(folder / "window.en.md"))
    assert (twice.code, "another file in en" in twice.err) == (1, True)


def test_times_that_make_no_sense_are_refused(backbeat: Program, folder: Path) -> None:
    for wrong in (("--from", "soon"), ("--until", "31.10."), ("--from", "2026-11-01T09:00+02:00")):
        assert backbeat("notice", "add", *files(folder), *wrong).code == 2
    backwards = backbeat("notice", "add", *files(folder), "--until", "2026-10-01")
    assert (backwards.code, "before it begins" in backwards.err) == (1, True)


def test_banners_are_added_changed_and_retired(
    backbeat: Program, folder: Path, container: Container
) -> None:
    image = str(folder / "dates.png")
    add = ("banner", "add", image, "--title", "en=Autumn light", "--title", "ko=가을빛")

    assert backbeat(*add, "--link", "/events", "--dry-run").code == 0
    second = backbeat(*add, "--link", "/events", "--order", "2", "--json").json["id"]
    first = backbeat(*add, "--link", "https://example.org/x", "--order", "1", "--json").json["id"]
    assert [row["id"] for row in backbeat("banner", "list", "--json").items] == [first, second]

    changed = backbeat(
        *("banner", "edit", second, "--order", "0", "--title", "ko=빛", "--link", "/notices"),
        *("--until", "2026-11-15", "--image", image, "--json"),
    )
    assert (changed.json["order"], changed.json["until"]) == (0, "2026-11-15")
    shown = container.portal().board.banners().banners[0]
    assert (shown.title(Language.KOREAN), shown.title(Language.ENGLISH)) == ("빛", "Autumn light")
    assert backbeat("banner", "retire", second, "--yes", "--json").json["state"] == "retired"
    assert [each.id for each in container.portal().board.banners().banners] == [first]


@pytest.mark.parametrize(
    "titles", [("Autumn",), ("fr=Automne",), ("en=Autumn", "en=Fall")], ids=["none", "other", "two"]
)
def test_a_banners_words_are_named_once_for_each_of_our_languages(
    backbeat: Program, folder: Path, titles: tuple[str, ...]
) -> None:
    words = [part for title in titles for part in ("--title", title)]

    answer = backbeat("banner", "add", str(folder / "dates.png"), *words, "--link", "/events")

    assert (answer.code, "--title is LANGUAGE=WORDS, once for each of" in answer.err) == (2, True)
    assert backbeat("banner", "list", "--json").items == []


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "//evil.example", "http://evil.example", "mailto:a@b.co", "x"]
)
def test_a_banner_leads_nowhere_bad(backbeat: Program, folder: Path, link: str) -> None:
    answer = backbeat("banner", "add", str(folder / "dates.png"), "--title", "en=X", "--link", link)

    assert (answer.code, "a banner leads to" in answer.err) == (1, True)
    assert backbeat("banner", "list", "--json").items == []
