"""The ground: games and positions, questions and answers, cards, numbers and words. It imports nothing but errors."""
