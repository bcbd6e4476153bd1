"""How fast each kernel is: `python -m benchmarks.compare`, or `pytest benchmarks/test_speed.py --benchmark-only`."""
