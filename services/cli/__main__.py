"""python -m services.cli: the tileledger command without its script."""

from services.cli.main import main

main()
