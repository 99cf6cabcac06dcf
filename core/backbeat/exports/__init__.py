"""Excel reports of confirmed earnings, made in the background (EXPORT-1)."""
