"""Acts that must happen once, however often they are sent (trust 4.4)."""
