"""Sending the money: batches of files, attempts to pay, and what the banks answered."""
