"""One module of responders a feature."""
