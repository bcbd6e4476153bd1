"""Games with coins: turned over in a row, or moved along a strip."""
