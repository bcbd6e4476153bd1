"""Programs for people: the command line, figures, play, the page, lessons, sweeps, claims, games' tests."""
