"""The files of payouts that are handed over, and the files that come back as answers."""
