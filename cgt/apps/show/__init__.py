"""Renderings of cards and results as documents and figures."""
