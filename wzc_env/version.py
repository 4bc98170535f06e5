"""The version of wzc, in one place: packaging, replays and result files read it here."""

__version__ = "0.2.0"
