"""The review of a change of a gradient: what the old module and the new one say of it.

``summary(old_text, new_text, ...)`` gives a ``Summary`` with a field for each of five
lines, and ``lines()``; ``paragraphs`` gives the diff, paragraph by paragraph.
"""

from srcad.review.paragraphs import Paragraph, paragraphs
from srcad.review.record import Made, made_from
from srcad.review.running import Setting
from srcad.review.summary import Place, Summary, summary

__all__ = [
    "Made",
    "Paragraph",
    "Place",
    "Setting",
    "Summary",
    "made_from",
    "paragraphs",
    "summary",
]
