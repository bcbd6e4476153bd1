"""Plain numbers and texts as text, SVG, HTML and LaTeX; this room knows nothing of games."""
