"""Programs for people: command line, figures, play, page, lessons, sweeps, claims, tests of games."""
