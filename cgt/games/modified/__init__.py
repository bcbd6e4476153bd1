"""Any game with one rule changed."""
