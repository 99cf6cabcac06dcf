"""Tax authorities: how a country's numbers are made, and who knows its businesses."""
