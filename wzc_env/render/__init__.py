"""Battles for people to read. `text` is the terminal's view: the Count track, the Zone map, the story."""
