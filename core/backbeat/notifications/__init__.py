"""Messages to an account inside the portal (NOTIFY-1, NOTIFY-2)."""
