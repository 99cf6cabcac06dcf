"""Previews and covers: making them from files, storing them, signing their addresses."""
