"""Tables of nim-values: built fast, asked in bulk, kept on disk."""
