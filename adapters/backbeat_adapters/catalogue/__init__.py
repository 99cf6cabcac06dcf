"""Catalogue files: CSV or XLSX as labels and libraries keep them, whatever they call their columns."""
