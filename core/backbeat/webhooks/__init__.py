"""Telling partners' systems what happened, signed and in time (EMBED-5)."""
