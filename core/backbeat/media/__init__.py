"""Previews and covers of tracks: taken in from files, measured, kept behind a port."""
