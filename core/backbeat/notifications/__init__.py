"""What the portal tells an account inside the portal (NOTIFY-1, NOTIFY-2)."""
