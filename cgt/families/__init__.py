"""What a game author builds on: heap games, closed forms of state games, notation, the registry."""
