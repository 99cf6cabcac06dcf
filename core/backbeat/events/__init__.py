"""Taking part in events of the board: periods, places, benefits (CAMPAIGN-9)."""
