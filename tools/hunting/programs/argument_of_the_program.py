"""A class attribute that comes from the command line."""

import sys

ARGV = ["program", "2.0"]


class Cfg:
    scale = float(sys.argv[1])


def function(x):
    return x * Cfg.scale
