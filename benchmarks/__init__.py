"""How fast each loop is: `python -m benchmarks.compare`, or `pytest benchmarks/test_speed.py --benchmark-only`."""
