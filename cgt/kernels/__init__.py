"""The tight loops: plain functions on numbers and arrays, each in pure Python and compiled."""
