"""Lets `python -m standoff` be the command line."""

from standoff.cli import main

main()
