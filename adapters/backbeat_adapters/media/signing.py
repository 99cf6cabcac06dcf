"""The keys that sign addresses of previews: those of the configuration, or one of the
installation's own.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from attrs import define, field

from backbeat.defaults.signer import HmacSigner
from backbeat_adapters.private_folders import make_private

_PURPOSE = b"backbeat address of a preview"
_KEY_BYTES = 32


@define
class FolderSigner:
    """Fulfils `Signer` for installations without `secret_keys`: all processes share a key in a
    file, which is created when something is first signed.
    """

    file: Path
    _made: HmacSigner | None = field(default=None, init=False, repr=False)

    def sign(self, text: str) -> str:
        return self._signer().sign(text)

    def fits(self, text: str, signature: str) -> bool:
        return self._signer().fits(text, signature)

    def _signer(self) -> HmacSigner:
        if self._made is None:
            self._made = HmacSigner([_derived(self._key())])
        return self._made

    def _key(self) -> bytes:
        try:
            return self.file.read_bytes()
        except FileNotFoundError:
            make_private(self.file.parent)
        with NamedTemporaryFile(dir=self.file.parent) as aside:
            aside.write(secrets.token_bytes(_KEY_BYTES))
            aside.flush()
            # If several processes start at once, only one creates the key, and none sees half of
            # it.
            with suppress(FileExistsError):
                os.link(aside.name, self.file)
        return self.file.read_bytes()


def signer(keys: Sequence[str], folder: Path) -> HmacSigner | FolderSigner:
    """The signer for configured keys, each in base64; without them, one with a key in the folder."""
    if keys:
        return HmacSigner([_derived(base64.b64decode(key)) for key in keys])
    return FolderSigner(folder / "addresses.key")


def _derived(key: bytes) -> bytes:
    return hmac.digest(key, _PURPOSE, "sha256")
