"""The base of a game's author: heap games, closed forms of state games, notation, the registry."""
