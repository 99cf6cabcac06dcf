"""Timings as ratios to what the work costs at least."""
