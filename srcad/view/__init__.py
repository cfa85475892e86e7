"""A page of HTML that shows a module beside the source that it was made from.

``page`` is given texts and gives a text: nothing is compiled, run or read here.
"""

from srcad.view.page import page
from srcad.view.subject import Residuals, Subject

__all__ = ["Residuals", "Subject", "page"]
