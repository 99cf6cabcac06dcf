"""Finding tracks: how texts are folded, what is kept of a track for it, what a query asks."""
