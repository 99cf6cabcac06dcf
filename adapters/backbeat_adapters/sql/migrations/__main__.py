"""`python -m backbeat_adapters.sql.migrations MESSAGE`: write the next migration.

It compares the code's tables with a fresh SQLite database brought to the newest revision. Before
the first release, `--anew` takes the place of a message: the one initial migration is written
again.
"""

import sys
import tempfile
from pathlib import Path

from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.migrations import upgrade, write_revision


def main() -> None:
    """Write it and print where."""
    message = " ".join(sys.argv[1:]) or "change"
    if message == "--anew":
        message = "initial"
        for old in (Path(__file__).parent / "versions").glob("0*.py"):
            old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(f"sqlite:///{Path(folder) / 'empty.sqlite3'}")
        upgrade(engine)
        for path in write_revision(engine, message):
            sys.stdout.write(f"{path}\n")
        engine.dispose()


if __name__ == "__main__":
    main()
