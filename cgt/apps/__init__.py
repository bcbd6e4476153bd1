"""What people run: the command line, play, the page, lessons, sweeps, the articles' claims, the tests of a game."""
