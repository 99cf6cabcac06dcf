"""The rules of Backbeat: accounts, channels, statistics, earnings, settlement and withdrawals.

A service imports the public names from here: `from backbeat import Portal, Settings`. They are
listed in `backbeat.public`, which is loaded when the first of them is used, so importing a single
module of Backbeat takes no longer because of them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backbeat.public import *  # noqa: F403 - the list stands there
else:
    from importlib import import_module

    def __getattr__(name: str) -> object:
        if not name[0].isupper():  # a module; every public name is a class
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("backbeat.public"), name)
