"""Friends bring friends: who came by whom, and what it is worth (REFER-1 to REFER-9)."""
