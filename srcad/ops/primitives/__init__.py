"""Operators as classes: ``ops.MatMul()(x, y)``.

An object holds the hyper-parameters that its constructor takes; its ``__call__`` is
ordinary Python over the functions of ``srcad.ops``, which the compiler reads.
"""
