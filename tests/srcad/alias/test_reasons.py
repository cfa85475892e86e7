"""What is said of names that srcad lacks."""

from fnmatch import fnmatchcase

import pytest

import srcad
from srcad.alias import MissingNameError
from srcad.alias.reasons import _WORDS
from tools.compatibility.page import all_names

REFUSED = [name.path for name in all_names() if name.status == "refused"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ops.jvp", r"use `jacrev` or `vjp`"),
        ("ops.AllReduce", "one process"),
        ("ops.DropoutGenMask", r"use `ops.dropout`"),
        ("COOTensor", "no sparse Tensors"),
        ("dataset.GeneratorDataset", "Any iterable"),
    ],
)
def test_a_reason_is_given_where_a_name_is_called(name, sentence):
    with srcad.alias_mindspore():
        import mindspore

        found = mindspore
        for part in name.split("."):
            found = getattr(found, part)
        with pytest.raises(MissingNameError, match=sentence):
            found()()  # a class of operators: where one of them is called


def test_each_pattern_is_of_a_name_that_is_refused():
    words = {path.rpartition(".")[2] for path in REFUSED}
    patterns = [one for text in _WORDS.values() for one in text.split()]
    unused = [
        one for one in patterns if not any(fnmatchcase(word, one) for word in words)
    ]
    assert unused == []
