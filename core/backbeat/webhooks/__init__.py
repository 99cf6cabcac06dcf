"""Telling partners' systems what happened, signed and in time (HOOK-1)."""
