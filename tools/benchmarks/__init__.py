"""What ``tools/bench.py`` measures."""
