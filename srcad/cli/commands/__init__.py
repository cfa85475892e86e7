"""One module for each command; each function returns the exit code."""
