"""The HTTP API and the built web UI."""
