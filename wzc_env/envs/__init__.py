"""Adapters: a battle as the environments that learning libraries know. `aec` is the PettingZoo one.

Importing an adapter imports its library; nothing here does so on its own.
"""
