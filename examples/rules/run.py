"""Prove two rules, and see what is found in a wrong one.

Run it with ``python examples/rules/run.py``. In a test a call of ``check_rule`` is all:
it raises AssertionError, with the report that is printed here.
"""

import sys

import numpy as np

from srcad.testing import check_rule

from model import hinge_product, log1mexp, squared_distance


def main():
    """Print the reports; fail where a right rule fails or the wrong one passes."""
    rng = np.random.default_rng(0)
    report = check_rule(log1mexp, np.array([0.05, 0.4, 0.9, 3.0]))
    print(f"{len(report.cases)} cases, among them:")
    for case in report.cases[:7]:
        print(f"  {case}")
    a = np.array([[0.7, -0.4, 1.2], [-1.1, 0.3, 0.8]])
    report = check_rule(hinge_product, a, rng.standard_normal((3, 2)))
    print(f"{report.function}: {len(report.cases)} cases, all right")
    try:
        check_rule(squared_distance, rng.random(3), rng.random(3) + 1)
    except AssertionError as wrong:
        print("\n".join(str(wrong).splitlines()[:5]))
    else:
        sys.exit("The wrong rule was not found.")


if __name__ == "__main__":
    main()
