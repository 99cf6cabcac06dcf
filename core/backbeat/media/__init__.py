"""Previews and covers of tracks: taken in from files, measured, stored behind a port."""
