"""`backbeat track`, `tag`, `site` and whose accounts are: the catalogue as an operator keeps it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Program

CODE = "QZBB12500001"


def sheet(folder: Path, text: str) -> str:
    path = folder / "label.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_catalogue_goes_out_and_comes_back(backbeat: Program, tmp_path: Path) -> None:
    file = sheet(tmp_path, f"ISRC,Title,Mood,BPM\n{CODE},One,calm wobbly,90\nBAD,Two,,\n")
    summary = tmp_path / "summary.txt"

    done = backbeat("track", "import", file, "--category", "ost", "--summary", str(summary))
    assert done.code == 1
    words = summary.read_text(encoding="utf-8")
    assert "1 tracks were added" in words
    assert "not read: BPM" in words
    assert "no such tag, left out: wobbly (1)" in words
    assert "line 3: 'BAD' has 3 characters" in words

    out = backbeat("track", "export", str(tmp_path / "all.xlsx"), "--json").json
    again = backbeat("track", "import", str(tmp_path / "all.xlsx"), "--json").json
    assert (out["tracks"], again["unchanged"], again["refused"]) == (1, 1, [])
    assert backbeat("track", "export", str(tmp_path / "all.txt")).err.endswith(
        "its name ends neither in .csv nor .xlsx\n"
    )


def test_tracks_are_marked_found_by_marks_retired_and_restored(
    backbeat: Program, tmp_path: Path
) -> None:
    backbeat("site", "add", "www.Partner.example", "Partner", "--logo", "/logo.png")
    backbeat("track", "import", sheet(tmp_path, f"ISRC,Title,Mood\n{CODE},One,calm\n"))

    marked = backbeat(
        *("track", "mark", CODE, "--shopping", "--new", "--partner", "partner.example", "--json")
    )
    assert marked.json["partner"] == "partner.example"
    listed = backbeat(
        *("track", "list", "--shopping", "--tag", "calm", "--partner", "partner.example", "--json")
    )
    assert [track["isrc"] for track in listed.items] == [CODE]
    assert backbeat("track", "list", "--tag", "nothing").err == (
        "error: no such tag: nothing; `backbeat tag list` shows them\n"
    )
    assert "no such partner site" in backbeat("track", "mark", CODE, "--partner", "x.example").err

    backbeat("track", "retire", CODE, "--yes")
    assert backbeat("track", "list", "--json").items == []
    assert backbeat("track", "restore", CODE, "--json").json["retired_at"] is None
    assert (
        backbeat("track", "restore", "QZBB12500009").err == "error: no such track: QZBB12500009\n"
    )


def test_tags_have_words_in_four_languages(backbeat: Program) -> None:
    words = ("--en", "Lo-fi", "--ko", "로파이", "--zh-cn", "低保真", "--zh-tw", "低傳真")

    assert backbeat("tag", "add", "lofi", *words, "--json").json["zh-TW"] == "低傳真"
    moods = backbeat("tag", "list", "--kind", "mood", "--json").items
    assert len(moods) == 32
    assert moods[-1]["tag"] == "lofi"
    assert len(backbeat("tag", "list", "--json").items) == 57
    assert backbeat("tag", "add", "LO FI!", *words).code == 1


def test_partner_sites_are_added_changed_and_given_accounts(backbeat: Program) -> None:
    added = backbeat("site", "add", "partner.example", "Partner", "--json").json
    assert (added["domain"], added["exclusive_logo"]) == ("partner.example", None)
    assert "already" in backbeat("site", "add", "partner.example", "Again").err
    assert backbeat("site", "add", "x.example", "X", "--color", "red").code == 2
    edited = backbeat("site", "edit", "partner.example", "--name", "Other", "--json").json
    assert (edited["name"], edited["color_primary"]) == ("Other", added["color_primary"])
    assert backbeat("site", "edit", "x.example", "--name", "Other").code == 1
    assert len(backbeat("site", "list", "--json").items) == 1

    backbeat("account", "create", "mina@example.org", "mina")
    to = ("account", "partner", "mina@example.org", "--reason", "contract", "--json")
    assert backbeat(*to, "--domain", "partner.example").json["partner"] == "partner.example"
    assert backbeat(*to, "--domain", "x.example").code == 1
    assert backbeat(*to).json["partner"] is None
