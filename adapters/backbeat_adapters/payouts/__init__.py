"""Files of payouts as they are handed over, and the files that they answer with."""
