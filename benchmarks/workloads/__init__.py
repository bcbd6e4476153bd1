"""One module a family, each with a tuple `WORKLOADS` and, where two routes exist, a tuple `CROSSOVERS`."""
