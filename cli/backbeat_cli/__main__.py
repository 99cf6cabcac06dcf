"""`backbeat` and `python -m backbeat_cli`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C gets a proper message even while the program is still loading."""
    try:
        from backbeat_cli.app import app

        app()
    except KeyboardInterrupt:
        sys.stderr.write("error: stopped by Ctrl-C before it began\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
