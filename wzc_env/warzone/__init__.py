"""WarZone Count: the action-point combat rules, a file a chapter of the book."""
