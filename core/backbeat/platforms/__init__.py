"""Video platforms as values: what an id, a link, a proof of ownership and a report look like on each.

A platform is one package here and one line in `registry`. No other code compares a platform by
name: whatever differs between platforms is asked of the value.
"""
