"""Files: written whole or not at all, read back within bounds: sheets, arrays, OEIS b-files."""
