"""Excel reports of confirmed earnings, made in the background (D-066)."""
