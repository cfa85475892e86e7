"""Calls of the distances of ``scipy.spatial``, with the inputs that they are tried with."""

import numpy as np
from scipy import spatial
from scipy.spatial import distance

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

A, B = "float64[n, 3]", "float64[m, 3]"
BOTH = {"values": {"x": positive, "y": positive}}
WEIGHTS = np.array([0.5, 1.2, 0.8])
MIXED = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 1.0]])

# ------------------------------------------------------------- rows with other rows
row(lambda x, y: distance.cdist(x, y), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "sqeuclidean"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, metric="cityblock"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "chebyshev"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "minkowski", p=3), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "minkowski", p=np.inf), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "seuclidean"), "float64[2, 3]", B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "seuclidean", V=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "mahalanobis", VI=MIXED), A, B, **BOTH)
row(
    lambda x, y: distance.cdist(x, y, "mahalanobis"),
    *("float64[4, 2]", "float64[3, 2]"),
    **BOTH,
)
row(lambda x, y: distance.cdist(x, y, "cosine"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "correlation"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "canberra"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "braycurtis"), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "sqeuclidean", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "cityblock", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "chebyshev", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "minkowski", p=1.5, w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "minkowski", p=np.inf, w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "cosine", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "correlation", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "canberra", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: distance.cdist(x, y, "braycurtis", w=WEIGHTS), A, B, **BOTH)
row(lambda x, y: spatial.distance_matrix(x, y, p=1), A, B, **BOTH)

# --------------------------------------------------------------------- pairs of rows
row(lambda x: distance.pdist(x), A)
row(lambda x: distance.pdist(x, "seuclidean"), "float64[4, 3]")
row(lambda x: distance.pdist(x, "mahalanobis"), "float64[5, 2]")
row(lambda x: distance.pdist(x, "canberra"), A, values={"x": positive})
row(lambda x: distance.squareform(distance.pdist(x, "cityblock")), A)
row(lambda x: distance.squareform(x), "float64[6]")
row(lambda x: distance.squareform(x @ x.T, force="tovector", checks=False), A)
