"""Control flow on values that are known at run time only."""

import warnings

import numpy as np


def branches(x):
    """``if``, ``elif`` and ``else``."""
    total = x.sum()
    if total > 1.0:
        y = x * total
    elif total > 0.0:
        y = np.sin(x)
    else:
        y = x**3
    return y


def conditional_expression(x, threshold):
    """``a if condition else b``."""
    scale = 2.0 if x.sum() > threshold else 0.5
    return scale * x


def boolean_operators(x):
    """``and``, ``or``, ``not`` and chained comparisons."""
    mean = x.mean()
    if (0.0 < mean < 1.0 and not x[0] < 0.0) or mean < -1.0:
        return mean * x
    return x


def while_loop(x, tolerance):
    """``while``: how often depends on the data."""
    while (x * x).sum() > tolerance:
        x = 0.5 * np.sin(x)
    return x


def while_else(x):
    """``while`` with ``else``, which runs where no ``break`` did."""
    total = x.sum()
    rounds = 0
    while total < 4.0:
        total = 1.5 * total + 1.0
        rounds += 1
        if rounds == 20:
            break
    else:
        total = total * total
    return total


def for_range(x, decay):
    """``for`` over a range with bounds of run time."""
    trace = np.zeros_like(x)
    trace[0] = x[0]
    for i in range(1, x.shape[0]):
        trace[i] = decay * trace[i - 1] + x[i]
    return trace


def for_rows(x):
    """``for`` over the leading axis of an array."""
    state = np.zeros(3)
    for row in x:
        state = np.tanh(state + row)
    return state


def for_zip(x, y):
    """``for`` over two arrays at once, numbered."""
    total = 0.0
    for k, (a, b) in enumerate(zip(x, y, strict=True)):
        total = total + k * a * np.sin(b)
    return total


def for_reversed(x, discount):
    """``for`` backwards."""
    value = 0.0
    for reward in reversed(x):
        value = reward + discount * value
    return value


def for_items(x):
    """``for`` over the items of a dict, which is written out."""
    terms = {"linear": x, "square": x * x}
    total = 0.0
    for name, term in terms.items():
        total = total + (0.5 * term if name == "square" else term).sum()
    return total


def breaks(x, limit):
    """``break``."""
    total = 0.0
    for value in x:
        total = total + value * value
        if total > limit:
            break
    return total


def continues(x):
    """``continue``."""
    total = 0.0
    for value in x:
        if value < 0.0:
            continue
        total = total + np.sqrt(value)
    return total


def early_return(x, limit):
    """``return`` from inside of nested loops."""
    for i in range(x.shape[0]):
        for j in range(i):
            if x[i] * x[j] > limit:
                return x[i] * x[j]
    return x.sum()


def nested_loops(x):
    """Loops in loops."""
    out = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(i + 1):
            out[i] += x[j] * x[i - j]
    return out


def match_statement(x, degree, activation="tanh"):
    """``match``: on what is known at compile time it is decided."""
    match activation:
        case "tanh":
            y = np.tanh(x)
        case _:
            y = x
    match degree:
        case 0:
            out = y
        case 1 | 2:
            out = y * y
        case _:
            out = np.sin(y)
    return out


def assertions(x):
    """``assert`` and ``raise`` stay where they are."""
    assert np.isfinite(x).all(), "x has to be finite"
    norm = np.sqrt((x * x).sum())
    if norm == 0.0:
        raise ValueError("x has no direction")
    return x / norm


def handlers(a, jitter):
    """``try``: run time decides which path is taken, and differentiated."""
    try:
        factor = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        factor = np.linalg.cholesky(a @ a.T + jitter * np.eye(3))
    return np.log(np.diag(factor)).sum()


class Overdrawn(Exception):
    """What is missing from an account."""

    def __init__(self, missing):
        super().__init__("overdrawn")
        self.missing = missing


def raised_in_a_loop(payments, start):
    """What is raised goes through a loop, and a handler finds what was changed."""
    balance = start
    history = []
    try:
        for payment in payments:
            balance = 1.01 * balance + payment
            if balance < 0:
                raise Overdrawn(-balance)
            history.append(balance)
    except Overdrawn as overdrawn:
        balance = balance - 0.5 * overdrawn.missing
    return balance + 0.1 * sum(history)


def error_state(x, y):
    """``with np.errstate(...)``."""
    with np.errstate(divide="ignore"):
        ratio = x / y
    return np.where(y == 0.0, 0.0, ratio)


def filtered_warnings(x, y):
    """``with warnings.catch_warnings()``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        entropy = y * np.log(y / x)
    return np.where(y == 0.0, 0.0, entropy).sum()


def prints(x):
    """``print`` stays, in order."""
    total = x.sum()
    print("sum:", total)
    return total * x
