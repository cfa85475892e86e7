"""``scipy.ndimage``: what is near an element, between elements, and of one region."""

from srcad.compiler.evaluate.scipy import neighbours as neighbours
from srcad.compiler.evaluate.scipy import ordered as ordered
from srcad.compiler.evaluate.scipy import splined as splined
from srcad.compiler.evaluate.scipy import warps as warps
