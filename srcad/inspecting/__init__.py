"""Looking into a gradient while it is computed: ``debug`` and ``explain_gradient``."""

from srcad.inspecting.contributions import Explanation, explain_gradient
from srcad.inspecting.finite import Diagnosis, NotFinite, debug

__all__ = ["Diagnosis", "Explanation", "NotFinite", "debug", "explain_gradient"]
