"""Agents: what decides for a side. The library finds them through the entry-point group `wzc.agents`."""
