"""Exchange rates: what one US dollar was worth on a day, kept by the operator (FX-2)."""
