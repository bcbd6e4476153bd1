"""Figures, drawn with matplotlib: each function draws on the Axes it is given and returns them."""
