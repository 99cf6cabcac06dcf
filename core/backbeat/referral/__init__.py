"""Friends bring friends: who invited whom, and what it is worth (REFER-1 to REFER-9)."""
