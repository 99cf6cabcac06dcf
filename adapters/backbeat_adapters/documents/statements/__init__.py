"""Monthly statements on paper: PDF and XLSX in four languages."""
