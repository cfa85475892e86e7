"""SciPy's functions: one file for each of its modules, as for the families of NumPy.

A file imports its module of SciPy, so nothing else imports the file: it is entered by
``families`` where a program calls a function of that module. ``classes``, ``grids`` and
``splines`` do without SciPy.
"""
