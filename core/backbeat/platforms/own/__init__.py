"""Channels that stand on no platform, and the open format that tells of channels on any."""
