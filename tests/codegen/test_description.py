"""The nodes and records that a compiler hands over."""

import ast
import copy
import dataclasses
import pickle

import pytest

from codegen.description import Code, Comment, Header, Module


def test_a_comment_is_a_statement():
    comment = Comment("x = 1")
    assert isinstance(comment, ast.stmt)
    assert ast.dump(comment) == "Comment(text='x = 1')"


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda node: pickle.loads(pickle.dumps(node))],
)
def test_a_comment_can_be_copied_within_a_tree(duplicate):
    tree = ast.parse("def f(): pass")
    tree.body[0].body.insert(0, Comment("x = 1"))
    assert ast.dump(duplicate(tree)) == ast.dump(tree)


def test_transformers_pass_over_comments():
    class Rename(ast.NodeTransformer):
        def visit_Name(self, node):
            return ast.Name("y", node.ctx)

    tree = ast.Module([Comment("x"), *ast.parse("x").body], [])
    assert ast.dump(Rename().visit(tree)).count("'x'") == 1


def test_a_description_is_data():
    header = Header("a.py::A", "sha256:0", 1)
    assert Module(header, "D.", (Code(()),)) == Module(header, "D.", (Code(()),))
    with pytest.raises(dataclasses.FrozenInstanceError):
        header.format = 2
