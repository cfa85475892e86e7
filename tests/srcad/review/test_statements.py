"""Statements, and the words that changed in one."""

import ast

from srcad.review.statements import (
    Statement,
    digest_of,
    normal,
    statements_of,
)

TEXT = '''\
def f(self, x: int = 3):
    """Say it."""
    for i in range(3):  # a comment
        if x > 1 and f(
            x
        ):
            y = {1: 2}
        elif x:
            y = lambda: 3
    match x:
        case [a, b]:
            return (yield f"{x}:")
    try:
        pass
    except ValueError as error:
        raise
'''


def test_each_statement_with_its_line():
    (node,) = ast.parse(TEXT).body
    found = [(one.line, one.text) for one in statements_of(node)]
    assert found == [
        (1, "def f(self, x: int=3):"),
        (2, "'Say it.'"),
        (3, "for i in range(3):"),
        (4, "if x > 1 and f(x):"),
        (7, "y = {1: 2}"),
        (8, "else:"),
        (8, "if x:"),
        (9, "y = lambda: 3"),
        (10, "match x:"),
        (11, "case [a, b]:"),
        (12, "return (yield f'{x}:')"),
        (13, "try:"),
        (14, "pass"),
        (15, "except ValueError as error:"),
        (16, "raise"),
    ]


def test_a_quoted_statement_is_known_by_its_digest():
    for one in statements_of(ast.parse(TEXT).body[0]):
        assert digest_of(normal(one.text)) == one.digest
    assert digest_of("x = 'a'") == digest_of(normal('x = ("a")'))
    assert normal("elif x  > 1:") == "if x > 1:"
    assert digest_of("x = 1") != digest_of("x = 1.0")


def test_a_recorded_statement_is_the_same_again():
    long = f"x = [{', '.join(map(str, range(200)))}]"
    (node,) = ast.parse(TEXT + f"    {long}\n").body
    for one in statements_of(node):
        again = Statement.of_record(one.recorded())
        assert again.key == one.key
        assert again.known == (None if one.text in (long, "'Say it.'") else one.text)
    assert len(one.recorded()) < 20
