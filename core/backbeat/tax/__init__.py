"""Who the receiver of a payout is to the tax office of its country, and asking for invoices."""
