"""The catalogue: tracks, their codes and tags."""
