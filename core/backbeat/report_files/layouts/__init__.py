"""Operators' own layouts of report files: what each column of a statement is."""
