"""What the portal keeps lies in folders that their owner alone may enter."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.standins import FixedClock

from backbeat.kernel.languages import Language
from backbeat.mail.model import RenderedMail
from backbeat.payouts.model import PayoutFile
from backbeat_adapters.mail import FileTransport
from backbeat_adapters.payouts.disk import keep
from backbeat_adapters.private_folders import make_private
from backbeat_adapters.sql.engine.engines import make_engine
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


def test_mails_payout_files_and_the_database_come_into_closed_folders(tmp_path: Path) -> None:
    letter = RenderedMail(
        "mina@example.org", "Code", "123456", "", "<m1@p.example>", Language.KOREAN
    )
    FileTransport(FixedClock(), "portal@example.org", tmp_path / "mails").send(letter)
    keep(PayoutFile("payout.csv", b"mina@example.org,12.34\n"), tmp_path / "payouts")
    make_engine(f"sqlite:///{tmp_path / 'books' / 'backbeat.sqlite3'}").connect().close()

    made = [tmp_path / name for name in ("mails", "payouts", "books")]
    assert [rights(folder) for folder in made] == [0o700] * 3
