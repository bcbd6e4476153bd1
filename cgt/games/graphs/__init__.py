"""Games played on graphs and orders: vertices and edges taken away, tokens moved along edges, lines drawn."""
