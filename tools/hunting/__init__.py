"""What ``tools/hunt.py`` hunts with: programs, mutations of them, and judges."""
