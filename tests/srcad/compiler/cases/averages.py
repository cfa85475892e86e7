"""Means and variances of Python's ``statistics``."""

import statistics

import numpy as np

from tests.srcad.compiler.cases.case import case, positive


@case("float64[4]")
def of_an_array(x):
    total = statistics.mean(x) * statistics.stdev(x) + statistics.pstdev(x, 0.1)
    return total + statistics.variance(x, xbar=0.3) * statistics.pvariance(x)


@case("float64[4]")
def of_floats(x):
    values = x.tolist()
    mixed = statistics.mean([values[0], 1, 2.5]) + statistics.fmean([values[1], True])
    spread = statistics.pvariance(values, statistics.fmean(values))
    return mixed + statistics.mean(values) * statistics.stdev(values) + spread


@case("float64[4]")
def of_numbers_that_run_time_counts(x):
    kept = [v for v in x if v > np.min(x)]
    growing, total = [], 0.0
    for v in x:
        growing.append(v)
        total += statistics.mean(growing) ** 2
    return total + statistics.mean(kept) * statistics.pvariance(kept)


@case("float64[4]", values={"x": positive})
def of_other_means(x):
    total = statistics.harmonic_mean(x) * statistics.geometric_mean(v * v for v in x)
    return total + statistics.fmean(x, weights=[1, 2, 1, 1])


@case("float64[2, 3]")
def of_rows(x):
    return sum(statistics.mean(row) * statistics.variance(data=row) for row in x)


@case("float64[3]")
def without_a_slope(x):
    return statistics.stdev([x[0], x[0], x[0]]) + x[1] * x[2]


@case("float64[3]")
def of_too_few(x):
    try:
        return statistics.stdev([v for v in x if v > 100.0])
    except statistics.StatisticsError:
        return x[0] * x[1]
