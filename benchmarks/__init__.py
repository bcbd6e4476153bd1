"""The speed of each loop: `python -m benchmarks.compare`, or `pytest benchmarks/test_speed.py --benchmark-only`."""
