"""Playing a game move by move: sessions, the computer as opponent, moves as people write them, records; no terminal."""
