"""Kepler's equation, solved by Newton's method with damping."""

from srcad import nn, ops


class KeplerSolver(nn.Cell):
    """Where planets stand on their orbits: ``E`` of ``E - e * sin(E) = M``.

    All orbits are solved at once. A step that would carry any of them further than
    ``longest_step`` is halved. The iteration ends after the first step that is shorter
    than ``tolerance`` everywhere, so at least one step is taken. That matters for the
    gradient: it is the last step, at the root, that makes it exact.

    Args:
        tolerance: when to stop, in radians.
        longest_step: the longest step that is taken whole, in radians.
    """

    def __init__(self, tolerance=1e-9, longest_step=1.0):
        super().__init__()
        self.tolerance = tolerance
        self.longest_step = longest_step

    def construct(self, mean_anomaly, eccentricity):
        """Return the eccentric anomalies ``E``, in radians, float64[n].

        ``mean_anomaly`` is ``M``, float64[n], in radians; ``eccentricity`` is ``e``,
        float64[n], at least 0 and less than 1.
        """
        anomaly = mean_anomaly
        step = ops.ones_like(mean_anomaly)
        while ops.abs(step).max() > self.tolerance:
            error = anomaly - eccentricity * ops.sin(anomaly) - mean_anomaly
            slope = 1 - eccentricity * ops.cos(anomaly)
            step = error / slope
            if ops.abs(step).max() > self.longest_step:
                step = step * 0.5
            anomaly = anomaly - step
        return anomaly
