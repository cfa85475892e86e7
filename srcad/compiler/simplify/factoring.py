"""Rewrites of sums of products, in derivatives: like terms, and common factors.

The rule of a product gives one term for each factor, which often have much in common:
the derivative of ``c * x * x * x`` is a sum of three times the same. The terms of a sum
are those of one statement. The equation stands above each rewrite; both round otherwise
than the sum does.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.simplify.rewriting import Context, fits, rewrites

# A larger number of like terms is no derivative of a product.
_MOST = 64
# Longer products are not written out.
_LONGEST = 12
# How many terms before it one is compared with.
_NEAR = 6


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of a sum, ``sign * atom``; ``atom`` is ``number`` times ``factors``, by
    what is ``below`` them."""

    atom: Atom
    sign: int
    number: int | float
    factors: tuple[Value, ...]
    below: Atom | None = None

    @property
    def products(self) -> int:
        """How many multiplications it takes."""
        return max(len(self.factors) - (abs(self.number) == 1), 0)


# x + a * m + b * m = x + (a + b) * m  where the numbers add up to a whole multiple
@rewrites("add", "subtract", exact=False)
def _like_terms(context: Context, op: Op) -> Atom | None:
    terms = _terms(context, op)
    if not terms or not terms[-1].factors:
        return None
    last = terms[-1]
    number, parts, work = _monomial(context, last)
    for place, term in _candidates(terms):
        other, same, its = _monomial(context, term)
        if parts != same or not number or not other:
            continue
        if (term.number, term.factors) == (last.number, last.factors):
            continue  # It will be one value.
        # What takes less work stays, as many times.
        if (its, term.products) <= (work, last.products):
            kept, many = term, 1 + number / other
        else:
            kept, many = last, 1 + other / number
        if many.denominator != 1 or not 0 < abs(many) <= _MOST:
            continue
        whole = _scaled(kept.number, abs(int(many)))
        if whole is not None:
            sign = kept.sign if many > 0 else -kept.sign
            atom = _product(context, whole, kept.factors)
            return _with_both(context, op, terms, place, sign, atom)
    return None


# x + a * g + b * g = x + g * (a + b);  x + a * g / y + b * g = x + g * (a / y + b)
@rewrites("add", "subtract", exact=False)
def _common_factors(context: Context, op: Op) -> Atom | None:
    terms = _terms(context, op)
    last = _divided(context, terms[-1])
    for place, whole in _candidates(terms):
        term = _divided(context, whole)
        common = Counter(term.factors) & Counter(last.factors)
        rests = [_without(one, common) for one in (term, last)]
        before = term.products + last.products
        after = sum(rest.products for rest in rests) + common.total()
        if after >= before or not any(rest.factors for rest in rests):
            continue
        if rests[0].sign < rests[1].sign:
            rests.reverse()
        one, two = (_quotient(context, rest) for rest in rests)
        name = "add" if rests[0].sign == rests[1].sign else "subtract"
        both = context.builder.emit(name, one, two)
        atom = _product(context, 1, (*common.elements(), both))
        return _with_both(context, op, terms, place, rests[0].sign, atom)
    return None


def _divided(context: Context, term: _Term) -> _Term:
    """A term that is a quotient, with the factors of what is divided."""
    (factor, *others) = term.factors or (None,)
    quotient = context.read_once(factor, "divide") if factor is not None else None
    if quotient is None or others or term.number != 1 or not _is_plain(quotient):
        return term
    if quotient.origin != context.builder.origin:
        return term
    number, factors = _factors(context, quotient.args[0])
    return replace(term, number=number, factors=tuple(factors), below=quotient.args[1])


def _quotient(context: Context, term: _Term) -> Atom:
    above = _product(context, term.number, term.factors)
    if term.below is None:
        return above
    return context.builder.emit("divide", above, term.below)


# a * b / y = a / y * b  where a / y is there
@rewrites("divide", exact=False)
def _shared_quotient(context: Context, op: Op) -> Atom | None:
    above, below = op.args
    number, factors = _factors(context, above)
    for place, factor in enumerate(factors):
        known = context.quotients.get((factor, below))
        if known is None or context.definition(known, "divide") is None:
            continue
        if known is op.result or array_aval(known).dtype != array_aval(factor).dtype:
            continue
        rest = (known, *factors[:place], *factors[place + 1 :])
        result = _product(context, number, rest)
        return result if fits(result, op.result) else None
    return None


def _terms(context: Context, op: Op) -> list[_Term]:
    """The last terms of a sum, as far as they are of one statement; what comes before
    them is the first."""
    found: list[_Term] = []
    step: Op | None = op
    while step is not None and len(found) <= _NEAR:
        left, right = step.args
        found.append(_term(context, right, 1 if step.primitive == "add" else -1))
        inner = context.read_once(left, "add") or context.read_once(left, "subtract")
        step = inner if inner is not None and inner.origin == op.origin else None
    first = _term(context, left, 1)
    made = context.definitions.get(left) if isinstance(left, Value) else None
    if made is not None and made.origin != op.origin:
        # The part of another statement stays that.
        first = replace(first, factors=())
    return [first, *found[::-1]]


def _term(context: Context, atom: Atom, sign: int) -> _Term:
    negative = context.read_once(atom, "negative")
    if negative is not None:
        atom, sign = negative.args[0], -sign
    number, factors = _factors(context, atom)
    return _Term(atom, sign, number, tuple(factors))


def _factors(context: Context, atom: Atom) -> tuple[int | float, list[Value]]:
    """The number and the factors of a product that nothing else reads, as far as it is
    of the statement at hand."""
    if isinstance(atom, Lit):
        return atom.value if _is_number(atom) else math.nan, []
    product = context.read_once(atom, "multiply")
    if product is None or not _is_plain(product):
        return 1, [atom]
    if product.origin != context.builder.origin:
        return 1, [atom]
    number: int | float = 1
    factors: list[Value] = []
    for arg in product.args:
        scale, more = _factors(context, arg)
        both = _scaled(number, scale)
        if both is None:
            return 1, [atom]
        number, factors = both, [*factors, *more]
    return number, factors


def _is_plain(product: Op) -> bool:
    """Whether all factors are floats of one dtype: no truths, nothing that is cast."""
    dtype = array_aval(product.result).dtype
    return dtype.startswith("float") and all(
        _is_number(arg) if isinstance(arg, Lit) else array_aval(arg).dtype == dtype
        for arg in product.args
    )


def _is_number(atom: Lit) -> bool:
    return type(atom.value) in (int, float) and math.isfinite(atom.value)


def _scaled(one: float, two: float) -> int | float | None:
    """The product of two numbers where it is exact."""
    both = one * two
    if not math.isfinite(both):
        return None
    exact = 1 in (abs(one), abs(two)) or type(both) is int
    return both if exact or Fraction(one) * Fraction(two) == both else None


def _monomial(context: Context, term: _Term) -> tuple[Fraction, Counter[Value], int]:
    """A term as a number times what it is made of, products written out; and how many
    multiplications it takes beyond those of the primal."""
    number, parts = Fraction(term.sign) * Fraction(term.number), Counter[Value]()
    work = term.products
    queue = list(term.factors)
    while queue:
        atom = queue.pop()
        op = context.definition(atom, "multiply")
        if op is None or not _is_plain(op) or len(queue) + parts.total() > _LONGEST:
            parts[atom] += 1
            continue
        work += op.phase > 0
        for arg in op.args:
            if isinstance(arg, Lit):
                number *= Fraction(arg.value)
            else:
                queue.append(arg)
    return number, parts, work


def _candidates(terms: list[_Term]) -> list[tuple[int, _Term]]:
    """The terms that the last one may be put together with, the next ones first."""
    if len(terms) < 2 or not terms[-1].factors:
        return []
    near = reversed(list(enumerate(terms[:-1])))
    return [(place, term) for place, term in near if term.factors]


def _without(term: _Term, common: Counter[Value]) -> _Term:
    rest = Counter(common)
    kept: list[Value] = []
    for factor in term.factors:
        if rest[factor]:
            rest[factor] -= 1
        else:
            kept.append(factor)
    return replace(term, factors=tuple(kept))


def _product(context: Context, number: float, factors: tuple[Value, ...]) -> Atom:
    """The product, numbers and scalars first."""
    ordered = sorted(factors, key=lambda factor: array_aval(factor).ndim > 0)
    atoms: list[Atom] = [*([] if number == 1 else [Lit(number)]), *ordered]
    total = atoms[0] if atoms else Lit(1)
    for atom in atoms[1:]:
        total = context.builder.emit("multiply", total, atom)
    return total


def _with_both(
    context: Context, op: Op, terms: list[_Term], place: int, sign: int, both: Atom
) -> Atom | None:
    """The sum with ``both`` in the place of a term, and without the last one."""
    total: Atom | None = None
    for k, term in enumerate(terms[:-1]):
        atom, way = (both, sign) if k == place else (term.atom, term.sign)
        if total is None:
            total = atom if way > 0 else context.builder.emit("negative", atom)
        else:
            name = "add" if way > 0 else "subtract"
            total = context.builder.emit(name, total, atom)
    return total if total is not None and fits(total, op.result) else None
