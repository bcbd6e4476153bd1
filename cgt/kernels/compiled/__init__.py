"""The loops that numba compiles: one module a family, loaded only on the compiled route."""
