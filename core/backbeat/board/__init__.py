"""What the operator publishes: notices, events, banners (BOARD-1)."""
