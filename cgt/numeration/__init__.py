"""Number systems that strategies speak."""
