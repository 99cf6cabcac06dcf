"""How the tax office of a country identifies a payee, and asking payees for invoices."""
