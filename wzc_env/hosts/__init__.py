"""Host games: what WarZone Count leaves as it is. Profiles are data in `configs/hosts`."""
