"""One module a family, each with a tuple `WORKLOADS` and, where two backends exist, a tuple `CROSSOVERS`."""
