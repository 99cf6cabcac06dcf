"""Payout destinations, requests, decisions and invoices."""
