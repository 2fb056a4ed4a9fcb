"""Entry point of the tileledger command."""


def main() -> None:
    raise SystemExit("the command line is being built")
