"""Measurements, run by `make bench`. See `benchmarks/__main__.py` for how to add one."""
