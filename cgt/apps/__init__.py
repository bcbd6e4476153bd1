"""What people run: the command line, figures, play, the page, lessons, sweeps, the articles' claims, games' tests."""
