"""What was sealed last, in a small file beside the database: it stays when the database loses days."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from attrs import frozen

from backbeat.ledger.integrity.model import Seal
from backbeat_adapters.private_folders import make_private


@frozen
class FileWitness:
    """Fulfils `Witness`. A line for each ledger, so that several may share a folder."""

    file: Path

    @property
    def place(self) -> str:
        return str(self.file)

    def last(self, ledger: str) -> Seal | None:
        known = self._known().get(ledger)
        return Seal(*known) if known else None

    def remember(self, ledger: str, seal: Seal) -> None:
        known = self._known()
        if known.get(ledger, (0, ""))[0] >= seal.number:
            return
        make_private(self.file.parent)
        # Written aside and put in place at once, so that nobody reads half a file.
        with NamedTemporaryFile("w", dir=self.file.parent, delete=False) as aside:
            json.dump(known | {ledger: (seal.number, seal.hash)}, aside)
        os.replace(aside.name, self.file)

    def forget(self) -> None:
        """After a backup was put in the place of the database on purpose."""
        self.file.unlink(missing_ok=True)

    def _known(self) -> dict[str, tuple[int, str]]:
        try:
            found: dict[str, tuple[int, str]] = json.loads(self.file.read_text())
        except FileNotFoundError:
            return {}
        return found


@frozen
class AnchorFile:
    """The newest anchor in a file; fulfils `AnchorPlace`."""

    file: Path

    def keep(self, line: str) -> None:
        make_private(self.file.parent)
        with NamedTemporaryFile("w", dir=self.file.parent, delete=False) as aside:
            aside.write(f"{line}\n")
        os.replace(aside.name, self.file)

    def last(self) -> str | None:
        try:
            return self.file.read_text().strip() or None
        except FileNotFoundError:
            return None

    def forget(self) -> None:
        """For when a backup was put in the place of the database on purpose."""
        self.file.unlink(missing_ok=True)
