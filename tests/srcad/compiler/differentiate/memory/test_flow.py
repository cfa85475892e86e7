"""Minimum cuts against all cuts."""

import itertools

import numpy as np
import pytest

from srcad.compiler.differentiate.memory.flow import SINK, SOURCE, Network


def cut(edges, side):
    return sum(c for start, end, c in edges if start in side and end not in side)


@pytest.mark.parametrize("seed", range(40))
def test_no_cut_is_smaller(seed):
    random = np.random.default_rng(seed)
    inner = int(random.integers(1, 6))
    nodes = [SOURCE, SINK, *range(2, 2 + inner)]
    network, edges = Network(), []
    assert [network.node() for _ in range(inner)] == nodes[2:]
    for _ in range(int(random.integers(2, 16))):
        start, end = (int(one) for one in random.choice(nodes, 2, replace=False))
        edges.append((start, end, int(random.integers(0, 9))))
        network.edge(*edges[-1])
    side = network.source_side()
    assert SOURCE in side
    assert SINK not in side
    sides = (
        {SOURCE, *some}
        for count in range(inner + 1)
        for some in itertools.combinations(nodes[2:], count)
    )
    found = {frozenset(one): cut(edges, one) for one in sides}
    assert cut(edges, side) == min(found.values())
    # Of several minimum cuts, the source's side is the smallest.
    assert all(side <= one for one, c in found.items() if c == min(found.values()))
