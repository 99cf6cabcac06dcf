"""Lanes: kinds of work that must not wait for each other (OPS-19)."""

from __future__ import annotations

from enum import StrEnum


class Lane(StrEnum):
    """The lane in which a call works. Calls that are slow by nature have a few threads of their own
    and so leave the rest to all others.
    """

    COMMON = "common"
    PASSWORDS = "passwords"
    """Calls that anybody may send and that hash a password or a code."""
    PLATFORM = "platform"
    """Calls that may ask a video platform or a gateway for text messages."""
    DOCUMENTS = "documents"
    """Calls that print or send a file."""
    MEDIA = "media"
    """Previews and covers: read piece by piece, for as long as somebody listens."""
    HEALTH = "health"
