"""Dicts, and the views of their keys and values: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "dict",
        one="{'a': x[0], 'b': x[1] * 2.0}",
        other="{'a': x[2], 'b': 1.0}",
        read="it['a'] + 2 * it['b']",
        asked=(
            "it.get('a')",
            "it.get('z', x[1])",
            "it.pop('a')\nlen(it)",
            "it.setdefault('c', x[2])\nit",
            "it.update(c=x[2])\nit",
            "it.update(other)\nit",
            "list(it)",
            "it.popitem()\nit",
            "it | other",
            "it |= other\nit",
            "dict(it) is it",
            "dict(it, c=1.0)",
            "{**it, **other}",
            "it.copy() == it",
            "list(it.items())[1][1]",
            "'b' in it.keys()",
            "x[0] in it.values()",
            "it.clear()\nlen(it)",
            "dict.fromkeys(it, x[0])",
            "list(reversed(it))",
            "it.keys() == other.keys()",
            "it.keys() & {'a'} == {'a'}",
            "{'b': x[1]*2.0, 'a': x[0]} == it",
            "list({'b': x[1]*2.0, 'a': x[0]}) == list(it)",
        ),
        refused={
            "SRC013": (
                # a dict cannot be used as an array
                "== number",
            ),
        },
    ),
    Kind(
        "view",
        one="{'a': x[0], 'b': x[1]}.values()",
        other="{'a': x[2], 'b': 2.0}.values()",
        read="sum(it)",
        refused={
            "SRC013": (
                # this must be known at compile time
                "==",
                "!=",
                "== None",
                "hash",
                "chosen",
                "chosen is",
                # what Python shows of a dict_values is not known at compile time
                "f-string",
                "print",
                "print inside",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a dict_values and
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a dict_values and
                "path or None",
            ),
        },
    ),
    Kind(
        "keys",
        one="{'a': x[0], 'b': x[1]}.keys()",
        other="{'c': x[2], 'b': 2.0}.keys()",
        read="len(list(it)) + 0.5",
        asked=(
            "it == {'a', 'b'}",
            "it & {'a'} == {'a'}",
        ),
        refused={
            "SRC013": (
                # what Python shows of a dict_keys is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a dict_keys and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a dict_keys and N
                "path or None",
            ),
        },
    ),
    Kind(
        "items",
        one="{'a': x[0], 'b': x[1]}.items()",
        other="{'a': x[2], 'b': 2.0}.items()",
        read="sum(v for _, v in it)",
        refused={
            "SRC013": (
                # this must be known at compile time
                "|",
                "==",
                "!=",
                "<",
                "== None",
                "chosen",
                "chosen is",
                # a str cannot be used as an array
                "in",
                # what Python shows of a dict_items is not known at compile time
                "f-string",
                "print",
                "print inside",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a dict_items and
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a dict_items and
                "path or None",
            ),
        },
    ),
    Kind(
        "ordered",
        one="collections.OrderedDict(a=x[0], b=2.0)",
        other="collections.OrderedDict(b=2.0, a=x[0])",
        read="it['a'] * 2",
        asked=(
            "it.move_to_end('a')\nit",
            "it.popitem(last=False)",
        ),
        refused={
            "SRC013": (
                # a OrderedDict cannot be used as an array
                "== number",
            ),
            "SRC023": (
                # this writes the attribute of a OrderedDict outside of what is differen
                ".a =",
            ),
        },
    ),
    Kind(
        "with defaults",
        one="collections.defaultdict(float, a=x[0])",
        other="collections.defaultdict(float, b=x[1])",
        read="it['a'] * 2",
        # It is joined by what it holds; in the others, objects are chosen as they are,
        # and one program does the one or the other.
        unasked=("loop", "loop swaps"),
        asked=(
            "it['z'] += x[2]\nit",
            "it['z']\nlen(it)",
            "it.get('z')",
            "it.default_factory is float",
        ),
        refused={
            "SRC013": (
                # a defaultdict cannot be used as an array
                "== number",
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
        },
    ),
    Kind(
        "counted",
        one="collections.Counter('aab')",
        other="collections.Counter('bc')",
        read="it['a'] * 2.0",
        asked=(
            "it['z']",
            "it - other",
            "it & other",
            "it.most_common(1)",
            "it.total()",
            "it.update('a')\nit['a']",
        ),
        refused={
            "SRC013": (
                # a Counter cannot be used as an array
                "== number",
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
            "SRC023": (
                # this writes the attribute of a Counter outside of what is differentiat
                ".a =",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
