"""Asking: routes to an answer, lists, crosscheck, discover. It knows games by the registry alone."""
