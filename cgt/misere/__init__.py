"""Misère play: quotients that settle every sum of heaps, with certificates."""
