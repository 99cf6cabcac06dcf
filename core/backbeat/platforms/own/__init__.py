"""Channels that are on no platform, and the open format, which can be about channels on any."""
