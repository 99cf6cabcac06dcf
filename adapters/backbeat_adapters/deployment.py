"""Where and with what an installation runs: addresses, keys and folders, apart from the rules."""

from __future__ import annotations

from pathlib import Path

from attrs import field, frozen


@frozen
class Deployment:
    """What `BACKBEAT_*` variables or the configuration file say of the machine.

    `secret_keys` are 32 bytes each in base64; the first one seals, all open (no key: plain text).
    """

    database_url: str
    secret_keys: tuple[str, ...] = field(default=(), repr=False)
    files: Path = Path("files")
