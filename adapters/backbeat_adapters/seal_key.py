"""The key of the audit's seals, derived from the keys of the configuration (SEC-23)."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from attrs import field, frozen

_PURPOSE = b"backbeat audit seal"


def _derived(keys: Sequence[bytes]) -> dict[str, bytes]:
    made = [hmac.digest(key, _PURPOSE, "sha256") for key in keys]
    return {hashlib.sha256(b"name" + key).hexdigest()[:8]: key for key in made}


@frozen
class DerivedSealKey:
    """Fulfils `SealKey`: the first key makes marks, all keys recognise them. A mark is `<key's
    name>:<HMAC-SHA256>`.
    """

    _keys: dict[str, bytes] = field(converter=_derived, repr=False)

    def mark(self, text: str) -> str:
        name = next(iter(self._keys))
        return f"{name}:{hmac.new(self._keys[name], text.encode(), hashlib.sha256).hexdigest()}"

    def fits(self, text: str, mark: str) -> bool:
        name, _, told = mark.partition(":")
        key = self._keys.get(name)
        if key is None:
            return False
        right = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        return hmac.compare_digest(right, told)


def seal_key(keys: Sequence[str]) -> DerivedSealKey | None:
    """The seal key for the configured keys, each in base64; None if there are none."""
    return DerivedSealKey([base64.b64decode(key) for key in keys]) if keys else None
