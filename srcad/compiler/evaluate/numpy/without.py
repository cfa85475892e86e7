"""NumPy's public functions that are not in the table, each with its reason."""

from __future__ import annotations

# What is called where its arguments are known, and has nothing to differentiate.
_NO_ARRAYS = "it has no arrays among its arguments, and is computed while compiling"
_INPUT_OUTPUT = "it is input or output"
_STORAGE = "it is about storage and layout, which a generated module may have otherwise"
_DATA = "its result has as many elements as the values decide"
_INTEGERS = "its result is of integers or bools"
_OBJECTS = "it makes objects that are no arrays"
_COMPLEX = "not yet: complex numbers"

_NAMES: dict[str, str] = {
    _NO_ARRAYS: """
        np: can_cast common_type datetime_data einsum_path errstate finfo get_include
            get_printoptions getbufsize geterr geterrcall iinfo info isdtype
            issubdtype min_scalar_type mintypecode printoptions promote_types
            set_printoptions setbufsize seterr seterrcall show_config show_runtime test
            typename dtype
        np.linalg: LinAlgError
    """,
    _INPUT_OUTPUT: """
        np: array2string array_repr array_str base_repr binary_repr datetime_as_string
            format_float_positional format_float_scientific from_dlpack frombuffer
            fromfile fromregex fromstring genfromtxt load loadtxt memmap save savetxt
            savez savez_compressed
    """,
    _STORAGE: "np: isfortran may_share_memory shares_memory flatiter",
    _DATA: """
        np: intersect1d polydiv setdiff1d setxor1d trim_zeros unique_all unique_counts
            unique_inverse unique_values
    """,
    _INTEGERS: """
        np: bitwise_count busday_count busday_offset is_busday isnat packbits unpackbits
    """,
    _OBJECTS: """
        np: asmatrix bmat broadcast busdaycalendar frompyfunc matrix
            nested_iters nditer ndarray recarray ufunc
    """,
    _COMPLEX: """
        np: sort_complex
    """,
}


def _reasons() -> dict[str, str]:
    found: dict[str, str] = {}
    for reason, text in _NAMES.items():
        module = ""
        for word in text.split():
            if word.endswith(":"):
                module = word.removesuffix(":")
            else:
                name = f"{module}.{word}"
                assert name not in found, name
                found[name] = reason
    return found


# By the name that a user writes.
REASONS = _reasons()
