"""Cards, tables and discoveries written as documents: SVG, a page to print, Markdown, LaTeX."""
