"""View campaigns: a bonus for the views of shorts made with one track (CAMPAIGN-1)."""
