"""The front door: solve a position, crosscheck a closed form, list values, and find out about a rule."""
