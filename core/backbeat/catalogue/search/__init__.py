"""Finding tracks: how texts are folded, what is stored of a track for the search, and what a query
asks for.
"""
