"""Invoices on paper: PDF and XLSX in four languages."""
