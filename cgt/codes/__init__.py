"""Taking-and-breaking codes: read and written, the games that have names, and their nim-sequences."""
