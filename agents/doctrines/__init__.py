"""Doctrines: agents that fight by the pattern of one of the book's overlays, and by the tactician's odds outside it.

Each file has one overlay: `burrower`, `pack`, `centaurs`, `dragon`, `mercenaries`. A doctrine recognises whom its
pattern is for by the stat block (a tag, a mob, an area attack), so that it serves any creature of that kind.
"""
