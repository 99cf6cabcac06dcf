"""Who may find, hear and save a track (MUSIC-9)."""

from __future__ import annotations

from backbeat.accounts.errors import AccountNotFound
from backbeat.catalogue.errors import TrackNotFound
from backbeat.catalogue.model import Track
from backbeat.catalogue.ports import Books
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.isrc import normalise_isrc


def partner_of(books: Books, account: AccountId) -> str | None:
    """The partner whose exclusive tracks the account may use."""
    owner = books.accounts.get(account)
    if owner is None:
        raise AccountNotFound()
    return owner.partner


def offered(books: Books, code: str, partner: str | None) -> Track:
    """The track, if it is offered to accounts of that partner; otherwise refuses with
    `TrackNotFound`.
    """
    track = books.tracks.get(Isrc(normalise_isrc(code)))
    if track is None or not track.is_for(partner):
        raise TrackNotFound(isrc=code)
    return track
