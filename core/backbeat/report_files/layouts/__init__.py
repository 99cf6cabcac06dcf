"""Operators' own layouts of report files: which column of a statement is what."""
