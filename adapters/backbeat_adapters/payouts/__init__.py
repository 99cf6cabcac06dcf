"""Files of payouts as banks and PayPal take them, and the files that they answer with."""
