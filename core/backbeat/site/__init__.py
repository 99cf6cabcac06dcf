"""What the portal says of itself: its terms, and the partners it appears as."""
