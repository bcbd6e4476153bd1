"""Files: tables, references and arrays, written whole or not at all."""
