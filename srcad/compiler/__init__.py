"""The compiler: source in, description of a backward module out.

The stages, in the order in which :mod:`srcad.compiler.driver` runs them:
``source`` finds the text of a function; ``lowering`` turns it into the core IR
(``ir``) by partial evaluation; ``activity`` says which values depend on the inputs
asked for; ``reverse`` differentiates; ``simplify`` cleans; ``partition`` cuts the
result into its forward and backward halves; ``storage`` and ``naming`` lead out of
SSA; ``emit`` writes Python ``ast`` for the back end, :mod:`codegen`.
"""
