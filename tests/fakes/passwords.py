"""Hashes of passwords that take no time, for every test but those of hashing itself."""

from backbeat_adapters.passwords import Cost

CHEAP = Cost(memory=8, rounds=1)
