"""For a portal that keeps no security log: nothing is ever seen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from attrs import frozen

from backbeat.alerts.model import Sighting


@frozen
class NothingSeen:
    """Fulfils `Sightings`."""

    def since(self, moment: datetime) -> Iterable[Sighting]:
        del moment
        return ()
