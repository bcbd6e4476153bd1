"""Games on boards of squares: dominoes, bites, noughts and crosses, chess pieces."""
