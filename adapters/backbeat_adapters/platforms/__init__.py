"""Video platforms: the YouTube Data API, a file of channels, and a simulator to develop against."""
