"""Excel reports on disk: their folder and their workbooks."""
