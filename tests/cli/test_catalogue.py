"""`backbeat track`, `tag`, `site` and whose accounts are: the catalogue as an operator keeps it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from tests.cli.conftest import Program
from tests.fakes.sounds import tone

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


LAYOUT = """
role = "catalogue"
ignored = ["House no."]

[columns]
isrc = ["Asset", "Recording"]
title = "작품"
duration = "Len"
release_date = "Tag"
mood_tags = "Stimmung"

[forms]
date = "day first"
duration = "milliseconds"

[file]
delimiter = ";"
"""


def test_a_labels_own_columns_are_read_by_a_layout_of_the_operators(
    backbeat: Program, tmp_path: Path
) -> None:
    rows = (
        f"작품;Asset;Len;Tag;Stimmung;House no.;Farbe\n밤 산책;{CODE};72000;03/04/2025;calm;7;red\n"
    )
    file = tmp_path / "label.csv"
    file.write_text(rows, encoding="utf-8")
    layout = tmp_path / "label.toml"
    layout.write_text(LAYOUT, encoding="utf-8")
    arguments = ("track", "import", str(file))

    assert "no line has columns for a track code" in backbeat(*arguments).err
    file.write_bytes(rows.encode("cp949"))
    done = backbeat(*arguments, "--layout", str(layout), "--json").json
    assert (done["added"], done["ignored"], done["encoding"]) == (1, ["Farbe"], "cp949")
    track = backbeat("track", "show", CODE, "--json").json
    assert (track["name"], track["seconds"], track["released_on"]) == ("밤 산책", 72, "2025-04-03")

    file.write_text(rows.replace("Len", "Length"), encoding="utf-8")
    lacks = backbeat(*arguments, "--layout", str(layout))
    assert (lacks.code, "no line has all its columns: '작품;" in lacks.err) == (1, True)
    layout.write_text(
        'role = "record"\n[columns]\nisrc = "A"\ntitel = "B"\nartist = "A"\n[forms]\ndate = "x"\n'
    )
    wrong = backbeat(*arguments, "--layout", str(layout))
    assert wrong.err == (
        "error: label.toml: line 1: role: a layout of a catalogue has the role catalogue; "
        "line 2: columns.title: needed; line 4: columns.titel: unknown key; title?; "
        "line 5: columns.artist: 'a' is columns.isrc already; "
        "line 7: forms.date: 'x' is none of 'day first', 'month first'\n"
    )
    layout.write_text("role =")
    assert "label.toml: Invalid value" in backbeat(*arguments, "--layout", str(layout)).err
    assert "none.toml" in backbeat(*arguments, "--layout", str(tmp_path / "none.toml")).err


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

    tried = backbeat("tag", "add", "lofi", *words, "--dry-run", "--json").json
    assert (tried["zh-TW"], tried["dry_run"]) == ("低傳真", True)
    assert len(backbeat("tag", "list", "--kind", "mood", "--json").items) == 31
    assert backbeat("tag", "add", "LO FI!", *words, "--dry-run").code == 1

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


def test_previews_and_covers_come_in_by_the_codes_in_their_names(
    backbeat: Program, tmp_path: Path
) -> None:
    backbeat("track", "import", sheet(tmp_path, f"ISRC,Title\n{CODE},One\nQZBB12500002,Two\n"))
    folder = tmp_path / "from the label"
    (folder / "more").mkdir(parents=True)
    tone(folder / "QZ-BB1-25-00001 One.wav")
    (folder / "more" / "QZBB12500002.mp3").write_bytes(b"no sound at all")
    (folder / ".DS_Store").write_bytes(b"x")
    Image.new("RGB", (600, 600), "teal").save(folder / f"{CODE}.png")
    (folder / "more" / "QZBB12500002.jpg").write_bytes(b"no picture")

    tried = backbeat("track", "audio", str(folder), "--dry-run", "--json")
    taken = backbeat("track", "audio", str(folder))
    again = backbeat("track", "audio", str(folder / "QZ-BB1-25-00001 One.wav"), "--json")
    covers = backbeat("track", "cover", str(folder), "--json")

    assert (tried.code, tried.json["dry_run"]) == (1, True)
    assert [each["isrc"] for each in tried.json["taken"]] == [CODE]
    assert [each["file"] for each in tried.json["refused"]] == ["QZBB12500002.mp3"]
    assert "1 files were taken, 0 of them in place of earlier ones, 1 refused" in taken.out
    assert taken.err.startswith("QZBB12500002.mp3: it can't be read as audio")
    assert taken.err.endswith("error: 1 files refused\n")
    assert (again.code, again.json["taken"][0]["replaced"]) == (0, True)
    assert [each["isrc"] for each in covers.json["taken"]] == [CODE]
    assert covers.json["refused"] == [
        {
            "file": "QZBB12500002.jpg",
            "reason": "no_picture",
            "problem": "this is no picture: PNG, JPEG and WebP are taken",
        }
    ]
    shown = backbeat("track", "show", CODE, "--json").json
    assert (shown["preview"]["seconds"], shown["preview"]["lufs"]) == (
        2,
        taken_loudness(again.json),
    )
    assert shown["cover"].endswith(".webp")
    assert backbeat("db", "check", "--json").json["missing_media"] == []
    backbeat.container.portal().media_files.remove(shown["cover"])
    checked = backbeat("db", "check")
    assert (checked.code, checked.err) == (
        1,
        f"error: 1 previews and covers are missing: {shown['cover']}\n",
    )
    assert backbeat("track", "show", "QZBB12500002", "--json").json["preview"] is None


def taken_loudness(report: dict[str, list[dict[str, object]]]) -> object:
    return report["taken"][0]["lufs"]


def test_a_folder_that_is_not_there_is_named(backbeat: Program, tmp_path: Path) -> None:
    gone = backbeat("track", "audio", str(tmp_path / f"{CODE}.wav"))

    assert gone.code == 1
    assert "the catalogue has no track" in gone.err
    backbeat("track", "import", sheet(tmp_path, f"ISRC,Title\n{CODE},One\n"))
    assert "No such file" in backbeat("track", "audio", str(tmp_path / f"{CODE}.wav")).err
