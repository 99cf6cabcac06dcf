"""Programs of the board, to which channels apply term by term (CAMPAIGN-10)."""
