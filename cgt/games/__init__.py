"""The games, one module a family, each reached as a plugin."""
