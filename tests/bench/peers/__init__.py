"""The same calls built otherwise, as their frameworks' own documentation builds them (P9).

All of them answer from the portal's own tables and indexes, with the session looked up and the caller
counted, the fields that the portal answers with and nothing more. They leave out what no field here
shows: shares of others, confirmed months, tracks, other currencies.
"""
