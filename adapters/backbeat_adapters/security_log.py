"""The security log: a file of JSON lines for each day, apart from the database (SEC-17, SEC-18).

An attack must not be able to fill the database, and must not go unrecorded because the database
cannot be written to. Whoever investigates one also wants lines that other tools can read.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Lock

from attrs import asdict, define, field, frozen

from backbeat.alerts.model import Sighting
from backbeat.kernel.clock import Clock
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.private_folders import make_private

log = logging.getLogger("backbeat.security")

KEPT_DAYS = 90
"""How many days lines are kept, with the addresses in them; then the day's file is deleted."""

MOST_A_MINUTE = 30
"""The most lines in a minute of the same kind from the same address; those left out are counted."""


@frozen
class Event:
    """Something that was refused or granted: to whom (an account, or the typed text, masked), from
    where, and what.
    """

    kind: str
    outcome: str
    code: int = 0
    reason: str | None = None
    who: str | None = None
    address: str = ""
    what: str = ""
    request: str = ""


@define
class SecurityLog:
    """Appends to the file of the day. Safe between threads and processes: a line is one write."""

    folder: Path
    clock: Clock
    _lock: Lock = field(factory=Lock, init=False)
    _minute: datetime | None = field(default=None, init=False)
    _counts: dict[tuple[str, str], int] = field(factory=dict, init=False)
    _pruned: date | None = field(default=None, init=False)

    def note(self, event: Event) -> None:
        """Log the event. If the folder cannot be written to, that is reported, but nobody is
        stopped.
        """
        now = self.clock.now().astimezone(UTC)
        try:
            with self._lock:
                self._begin_minute(now)
                key = (event.kind, event.address)
                self._counts[key] = self._counts.get(key, 0) + 1
                if self._counts[key] <= MOST_A_MINUTE:
                    self._append(now, asdict(event))
        except OSError as error:
            log.warning("the security log cannot be written: %s", error.strerror)

    def since(self, moment: datetime) -> Iterator[Sighting]:
        """Fulfils `Sightings`."""
        for found in read(self.folder, moment.astimezone(UTC).date()):
            sighting = _sighting(found)
            if sighting is not None and sighting.at >= moment:
                yield sighting

    def _begin_minute(self, now: datetime) -> None:
        minute = now.replace(second=0, microsecond=0)
        if minute == self._minute:
            return
        for (kind, address), count in self._counts.items():
            if count > MOST_A_MINUTE:
                left_out = {"kind": kind, "address": address, "left_out": count - MOST_A_MINUTE}
                self._append(now, left_out)
        self._minute, self._counts = minute, {}
        if self._pruned != now.date():
            self._pruned = now.date()
            self._prune(now.date())

    def _append(self, now: datetime, facts: Mapping[str, object]) -> None:
        make_private(self.folder)
        line = json.dumps({"at": now.isoformat(timespec="milliseconds"), **facts})
        path = self.folder / f"{now.date()}.jsonl"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, line.encode() + b"\n")
        finally:
            os.close(descriptor)

    def _prune(self, today: date) -> None:
        oldest = f"{today - timedelta(days=KEPT_DAYS)}.jsonl"
        for path in self.folder.glob("????-??-??.jsonl"):
            if path.name < oldest:
                path.unlink(missing_ok=True)


def security_folder(deployment: Deployment) -> Path:
    return deployment.files / "security"


def read(folder: Path, first: date | None = None) -> Iterator[dict[str, object]]:
    """The logged events, the oldest first; a truncated line is skipped."""
    for path in sorted(folder.glob("????-??-??.jsonl")):
        if first is not None and path.name < f"{first}.jsonl":
            continue
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                found = json.loads(line)
            except ValueError:
                continue
            if isinstance(found, dict):
                yield found


def moment_of(found: Mapping[str, object]) -> datetime | None:
    """When an event was logged; None if the line is not ours, which all tell their zone."""
    try:
        at = datetime.fromisoformat(str(found.get("at")))
    except ValueError:
        return None
    return None if at.tzinfo is None else at


def _sighting(found: Mapping[str, object]) -> Sighting | None:
    """A line as a `Sighting`; None if the line is not ours."""
    at = moment_of(found)
    if at is None:
        return None
    who, reason, left_out = (found.get(name) for name in ("who", "reason", "left_out"))
    return Sighting(
        at=at,
        kind=str(found.get("kind", "")),
        outcome=str(found.get("outcome", "")),
        who=None if who is None else str(who),
        address=str(found.get("address", "")),
        what=str(found.get("what", "")),
        reason=None if reason is None else str(reason),
        left_out=left_out if isinstance(left_out, int) else 0,
    )
