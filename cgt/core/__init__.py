"""What a game is: positions, moves, outcomes, nimbers, compounds, rulesets, closed forms."""
