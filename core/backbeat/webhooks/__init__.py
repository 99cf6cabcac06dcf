"""Telling partners' systems what happened, with signed posts (EMBED-5)."""
