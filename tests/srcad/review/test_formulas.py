"""Polynomials in named sizes, and finding them."""

from fractions import Fraction

from srcad.review.formulas import Formula, fitted, monomials, of_name

N, M = of_name("n"), of_name("m")
TWO = Formula({(): Fraction(2)})


def test_sums_products_and_how_they_are_written():
    formula = TWO * N * N + N * M - TWO
    assert str(formula) == "m*n + 2*n**2 - 2"
    assert str(formula - formula) == "0"
    assert str(Formula({("n",): Fraction(3000, 2)})) == "1_500*n"
    assert str(Formula({("n",): Fraction(1, 2)})) == "n/2"
    assert formula.names == {"n", "m"}


def test_numbers_in_the_place_of_names():
    formula = TWO * N * M + N
    assert str(formula.at({"n": 3})) == "6*m + 3"
    assert str(formula.at({"n": 3, "m": 1})) == "9"


def test_the_polynomial_of_what_was_counted():
    sizes = [{"n": n, "m": m} for n in range(2, 7) for m in range(2, 6)]
    counted = [Fraction(3 * s["n"] ** 2 * s["m"] + s["m"], 2) for s in sizes]
    found = fitted(sizes, counted, monomials(["n", "m"], 3))
    assert str(found) == "3*m*n**2/2 + m/2"


def test_what_is_no_polynomial_has_none():
    sizes = [{"n": n} for n in range(2, 14)]
    logarithm = [Fraction(one["n"].bit_length()) for one in sizes]
    assert fitted(sizes, logarithm, monomials(["n"], 3)) is None
    # With as many coefficients as numbers, anything would fit.
    few = sizes[:4]
    assert fitted(few, logarithm[:4], monomials(["n"], 3)) is None
