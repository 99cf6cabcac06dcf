"""Acts that must happen once, however often they are sent (HTTP-15)."""
