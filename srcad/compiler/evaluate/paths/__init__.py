"""Run-time branches and loops: sides, trials, and what is joined after them."""
