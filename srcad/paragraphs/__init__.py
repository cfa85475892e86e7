"""What the text of a backward module says of the source that it was made from.

Nothing is compiled or run here: a module quotes the statements of its source above its
paragraphs, and that is all that is asked. So these files work for any module that srcad
wrote, also for a golden of last year.
"""
