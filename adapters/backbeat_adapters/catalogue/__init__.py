"""Catalogue files: CSV or XLSX as labels and libraries keep them, whatever their columns are
called.
"""
