"""Previews and covers: making them from files, keeping them, signing their addresses."""
