"""Partial derivatives of the element-wise primitives."""

from math import factorial, pi

from srcad.compiler.differentiate.rules.registry import define_none, define_partials

# The derivative of sin(pi x) / (pi x): as a power series, and as it stands.
_SINC_SERIES = "x * ("
for _k in range(1, 7):
    _factor = (-1) ** _k * 2 * _k * pi ** (2 * _k) / factorial(2 * _k + 1)
    _SINC_SERIES += f"{_factor}" + (" + x * x * (" if _k < 6 else ")" * 6)
_SINC_QUOTIENT = "(np.cos(np.pi * x) - out) / (x + (x == 0))"

define_partials(
    {
        "add": ("1", "1"),
        "subtract": ("1", "-1"),
        "multiply": ("y", "x"),
        "divide": ("1 / y", "-out / y"),
        # Neither 0 * 0 ** -1 nor 0 * log(0): a number keeps these out of the text.
        "power": ("y * x ** (y - (y != 0))", "out * np.log(x + (x == 0))"),
        "remainder": ("1", "-(x // y)"),
        "negative": "-1",
        "absolute": "np.sign(x)",
        "exp": "out",
        "exp2": f"out * {0.6931471805599453}",
        "expm1": "out + 1",
        "log": "1 / x",
        "log2": f"1 / (x * {0.6931471805599453})",
        "log10": f"1 / (x * {2.302585092994046})",
        "log1p": "1 / (x + 1)",
        "sqrt": "0.5 / out",
        # At 0 a norm has no slope; 0 is what is taken, as in PyTorch.
        "root": "0.5 / np.where(out == 0, np.inf, out)",
        "cbrt": "1 / (3 * out * out)",
        "square": "2 * x",
        "sin": "np.cos(x)",
        "cos": "-np.sin(x)",
        "tan": "1 + out * out",
        "arcsin": "1 / np.sqrt(1 - x * x)",
        "arccos": "-1 / np.sqrt(1 - x * x)",
        "arctan": "1 / (1 + x * x)",
        "sinh": "np.cosh(x)",
        "cosh": "np.sinh(x)",
        "tanh": "1 - out * out",
        "arcsinh": "1 / np.sqrt(x * x + 1)",
        "arccosh": "1 / np.sqrt(x * x - 1)",
        "arctanh": "1 / (1 - x * x)",
        "arctan2": ("y / (x * x + y * y)", "-(x / (x * x + y * y))"),
        "hypot": ("x / out", "y / out"),
        "logaddexp": ("np.exp(x - out)", "np.exp(y - out)"),
        "logaddexp2": ("np.exp2(x - out)", "np.exp2(y - out)"),
        "fmod": ("1", "-np.trunc(x / y)"),
        "copysign": ("np.where(np.signbit(x) == np.signbit(y), 1.0, -1.0)", "0"),
        "heaviside": ("0", "x == 0"),
        "nan_to_num": "np.isfinite(x)",
        # Near 0 the quotient loses all its digits: there it is the series.
        "sinc": f"np.where(np.abs(x) < 0.1, {_SINC_SERIES}, {_SINC_QUOTIENT})",
        # Where the two are equal the first takes all, as in MindSpore.
        "maximum": ("x >= y", "x < y"),
        "minimum": ("x <= y", "x > y"),
        # Python's `max` keeps the first where neither is greater, NaN included.
        "greatest": ("not x < y", "x < y"),
        "least": ("not x > y", "x > y"),
        "fmax": ("(x >= y) | np.isnan(y)", "(x < y) | np.isnan(x)"),
        "fmin": ("(x <= y) | np.isnan(y)", "(x > y) | np.isnan(x)"),
        "float": "1",
    }
)

define_none(
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"),
    *("logical_and", "logical_or", "logical_xor", "logical_not", "not"),
    *("sign", "floor", "ceil", "trunc", "rint", "floor_divide", "signbit"),
    *("isfinite", "isnan", "isinf", "invert", "int"),
    *("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"),
)
