"""One-heap games and their nim-sequences."""
