"""How values are shown to people; the browser's formatter passes the same golden cases."""
