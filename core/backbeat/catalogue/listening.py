"""Hearing previews: addresses that are valid for a while, and the files behind them (MUSIC-8,
MUSIC-28).
"""

from __future__ import annotations

from attrs import frozen

from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import Books
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.transactions import Transactions
from backbeat.media.errors import AddressOver
from backbeat.media.model import KeptPreview, Media
from backbeat.media.ports import Signer
from backbeat.media.rules import end_of_address, what_is_signed


@frozen
class Playable:
    """A preview and the address at which it can be heard until `expires`, in seconds since 1970."""

    seconds: int
    expires: int
    signature: str


@frozen
class Addresses:
    """Makes addresses of previews and recognises them. `clock` is the security clock."""

    signer: Signer
    clock: Clock

    def of(self, track: Track, preview: KeptPreview) -> Playable:
        expires = end_of_address(self.clock.now())
        text = what_is_signed(track.isrc, track.partner, preview.file, expires)
        return Playable(preview.seconds, expires, self.signer.sign(text))

    def holds(self, track: Track, preview: KeptPreview, expires: int, signature: str) -> bool:
        """Whether the address was made here for this track as it is now, and has not expired."""
        if self.clock.now().timestamp() >= expires:
            return False
        text = what_is_signed(track.isrc, track.partner, preview.file, expires)
        return self.signer.fits(text, signature)

    def heard(self, track: Track, media: Media) -> Playable | None:
        """How to hear a track; None if there is no preview, or the track is no longer offered."""
        if media.preview is None or track.retired_at is not None:
            return None
        return self.of(track, media.preview)


@frozen
class Listening:
    transactions: Transactions[Books]
    addresses: Addresses

    def preview(self, code: str, expires: int, signature: str) -> KeptPreview:
        """The file behind an address.

        Refuses with `AddressOver`, also if the track has been given to another partner or retired,
        and if there is no such track, so that codes cannot be tried out.
        """
        isrc = Isrc(normalise_isrc(code))
        with self.transactions.look() as books:
            track = books.tracks.get(isrc)
            media = books.media.of([isrc]).get(isrc, Media())
        if track is None or track.retired_at is not None or media.preview is None:
            raise AddressOver()
        if not self.addresses.holds(track, media.preview, expires, signature):
            raise AddressOver()
        return media.preview
