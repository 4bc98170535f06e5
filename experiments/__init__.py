"""Experiments: each a single readable file, run as `python -m wzc_env.experiments.NAME`."""
