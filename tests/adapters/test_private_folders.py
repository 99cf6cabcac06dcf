"""What the portal keeps lies in folders that their owner alone may enter."""

from __future__ import annotations

from pathlib import Path

from backbeat_adapters.private_folders import make_private
from backbeat_adapters.witness import AnchorFile


def rights(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


def test_folders_that_are_made_are_closed_to_others_whoever_makes_the_first(tmp_path: Path) -> None:
    AnchorFile(tmp_path / "files" / "anchor.txt").keep("line")
    make_private(tmp_path / "other" / "security")

    made = [tmp_path / "files", tmp_path / "other", tmp_path / "other" / "security"]
    assert [rights(folder) for folder in made] == [0o700] * 3


def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o750)

    make_private(tmp_path / "shared" / "files")

    assert rights(tmp_path / "shared") == 0o750
