"""What is kept in files: tables, references and arrays, written whole or not at all."""
