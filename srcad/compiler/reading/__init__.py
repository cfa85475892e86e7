"""What a compilation reads of the world, and what of it the module depends on.

While a function is evaluated, every read of an object that existed before goes through
one door (``door``). Each leaves a *guard* (``guards``): a path from the function, and
what the result depended on. The guards are all that a module depends on besides its
inputs: ``checks`` makes one function of them for the process, ``store_key`` makes a
digest of their answers for the store.
"""
