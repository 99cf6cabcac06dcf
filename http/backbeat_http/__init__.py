"""The HTTP API and the server of the web UI."""

__version__ = "0.1.0"
