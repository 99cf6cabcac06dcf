"""The portal's tables as models of Django."""
