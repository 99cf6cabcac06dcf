"""How requests come in and answers go out without holding a thread for a slow client (OPS-7)."""
