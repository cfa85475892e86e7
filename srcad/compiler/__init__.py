"""The compiler: source in, description of a backward module out.

The folders are the stages; :mod:`srcad.compiler.driver` runs them in this order:
``reading`` finds the text of a function and records what it reads of other objects;
``evaluate`` turns it into the core IR (``ir``) by partial evaluation; ``differentiate``
appends the vjp and cuts the result into its forward and backward halves; ``simplify``
cleans; ``printing`` leads out of SSA and writes Python ``ast`` for the back end,
:mod:`codegen`. ``diagnostics`` are what any of them says.
"""
