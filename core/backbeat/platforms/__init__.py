"""Video platforms as values: what an id, a link, a proof of ownership and a report look like on each.

A platform is one package here and one line in `registry`. Nothing outside compares a platform by
name: what differs between them is asked of the value.
"""
