"""The base of a game's author: heap games, closed forms on states, notation, the registry."""
