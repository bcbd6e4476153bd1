"""The front door: solve a position, audit a closed form, list values, and find out about a rule."""
