"""What an operator is: wrapping, unwrapping, attributes, rules."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.compiler.reading.user_rules import rule_of
from srcad.ops import defbprop, operator
from srcad.ops._operator import kernel


@operator
def scaled(x, factor=2.0):
    """Return the product."""
    return x * factor


def test_attributes_for_the_compiler():
    assert scaled.__srcad_operator__ is True
    assert scaled.__wrapped__.__name__ == scaled.__name__ == "scaled"
    assert scaled.__doc__ == "Return the product."
    assert scaled.__srcad_bprop__ is None
    assert scaled.__srcad_kernel__ is None
    assert ops.relu.__srcad_bprop__ is not None
    assert ops.zeros.__srcad_creates__ is True


def test_tensors_in_tensors_out():
    result = scaled(Tensor([1.0, 2.0]))
    assert isinstance(result, Tensor)
    assert result.tolist() == [2, 4]
    assert isinstance(scaled(x=Tensor([1.0]), factor=3), Tensor)
    assert type(scaled(Parameter(1.0))) is Tensor


def test_ndarrays_in_ndarrays_out():
    result = scaled(np.array([1.0, 2.0]))
    assert type(result) is np.ndarray
    assert result.tolist() == [2, 4]
    # A NumPy number keeps its dtype where no Tensor is near.
    assert ops.exp(np.sum(np.ones(2, np.float32))).dtype == np.float32


def test_a_numpy_number_next_to_a_tensor_is_a_python_number():
    result = ops.mul(Tensor(np.ones(2, np.float16)), np.float64(2))
    assert result.dtype == srcad.float16


def test_structures_are_gone_through():
    pieces = ops.split(Tensor([1.0, 2.0]), 1)
    assert isinstance(pieces, tuple)
    assert all(isinstance(piece, Tensor) for piece in pieces)
    joined = ops.concat((Tensor([1.0]), Tensor([2.0])))
    assert joined.tolist() == [1, 2]
    assert isinstance(joined, Tensor)
    assert ops.shape(Tensor([1.0])) == (1,)
    assert ops.dtype(Tensor([1.0])) is srcad.float32


def test_dtype_objects_reach_the_function_as_numpys():
    seen = []

    @operator
    def cast(x, dtype):
        seen.append(dtype)
        return x.astype(dtype)

    assert cast(Tensor([1.5]), srcad.int32).dtype == srcad.int32
    assert seen == [np.dtype("int32")]
    assert isinstance(seen[0], np.dtype)


def test_creators_give_tensors_out_of_nothing():
    assert isinstance(ops.zeros((2,)), Tensor)
    assert ops.fill(srcad.int8, (2,), 3).dtype == srcad.int8


def test_a_result_never_is_its_operand():
    @operator
    def same(x):
        return x

    x = Tensor([1.0])
    y = same(x)
    y[0] = 5
    assert x.tolist() == [1]


def test_a_rule_is_registered_once():
    @operator
    def twice(x):
        return 2 * x

    @twice.defbprop
    def rule(x, out, dout):
        return (2 * dout,)

    assert twice.__srcad_bprop__ is rule
    with pytest.raises(ValueError, match="already has a bprop"):
        twice.defbprop(rule)


def test_defbprop_of_a_plain_function():
    def lookup(x):
        return x

    @defbprop(lookup)
    def rule(x, out, dout):
        return (dout,)

    def another(x, out, dout):
        return (2 * dout,)

    assert rule_of(lookup).bprop is rule
    defbprop(lookup)(rule)  # the same definition, executed again
    with pytest.raises(ValueError, match="lookup already has a bprop"):
        defbprop(lookup)(another)


def test_defbprop_of_what_takes_no_rule():
    with pytest.raises(TypeError, match="A int cannot be called"):
        defbprop(3)
    with pytest.raises(TypeError, match="takes no `like`"):
        defbprop(ops.relu, like=lambda x: x)
    with pytest.raises(TypeError, match="define its `bprop`"):
        defbprop(nn.ReLU())
    with pytest.raises(ValueError, match="sin already has a bprop"):
        defbprop(np.sin)


def test_a_kernel_states_the_shape_of_its_result():
    @kernel(shape=lambda x, axis: x[:axis])
    def first(x, axis):
        return x[..., 0]

    assert first.__srcad_kernel__((2, 3), 1) == (2,)
    assert first(Tensor([[1.0, 2.0]]), 1).tolist() == [1]


def test_operators_pickle_by_name():
    assert pickle.loads(pickle.dumps(ops.relu)) is ops.relu
    assert repr(ops.relu) == "<srcad operator relu>"


# ------------------------------------------------------------------------- classes


def test_primitives_hold_hyper_parameters():
    product = ops.MatMul(transpose_b=True)
    assert repr(product) == "MatMul(transpose_a=False, transpose_b=True)"
    a = np.arange(6.0).reshape(2, 3)
    assert product(Tensor(a), Tensor(a)).tolist() == (a @ a.T).tolist()
    assert type(product(a, a)) is np.ndarray
    with pytest.raises(ValueError, match="rank 2"):
        product(Tensor(a), Tensor([1.0]))


@pytest.mark.parametrize("name", sorted(ops.plain.CLASSES))
def test_a_plain_class_is_its_function(name):
    made = getattr(ops, name)()
    assert type(made).__name__ == name
    assert isinstance(made, ops.Primitive)


def test_plain_classes_compute():
    x, y = Tensor([1.0, 4.0]), Tensor([2.0, 2.0])
    assert ops.Add()(x, y).tolist() == [3, 6]
    assert ops.Sqrt()(x).tolist() == [1, 2]
    assert ops.Greater()(x, 2).tolist() == [False, True]
    assert ops.Cast()(x, srcad.int32).dtype == srcad.int32
    assert ops.Shape()(x) == (2,)
    assert ops.Zeros()((2,), srcad.int8).dtype == srcad.int8


def test_a_users_own_primitive():
    class Cube(ops.PrimitiveWithInfer):
        @ops.prim_attr_register
        def __init__(self):
            super().__init__("Cube")
            self.init_prim_io_names(inputs=["x"], outputs=["y"])
            self.add_prim_attr("power", 3)

        def __call__(self, x):
            return x**self.power

    cube = Cube()
    assert cube.name == "Cube"
    assert cube(Tensor([2.0])).tolist() == [8]
    with pytest.raises(NotImplementedError):
        ops.Primitive("nothing")(1)


def test_constexpr_is_the_function():
    @ops.constexpr
    def plain():
        return 3

    @ops.constexpr(check=False)
    def with_options():
        return 4

    assert (plain(), with_options()) == (3, 4)


# ----------------------------------------------------------------- of functions


def test_hyper_map_and_map():
    nested = ((Tensor([1.0]), [Tensor([2.0])]), Tensor([3.0]))
    doubled = ops.HyperMap(lambda x: x * 2)(nested)
    assert doubled[0][1][0].tolist() == [4]
    assert isinstance(doubled[0][1], list)
    assert ops.Map()(lambda x, y: x + y, (1, 2), (10, 20)) == (11, 22)
    assert ops.partial(pow, 2)(3) == 8


def test_multitype_func_graph():
    add = ops.MultitypeFuncGraph("add")

    @add.register("Number", "Number")
    def numbers(x, y):
        return x + y

    @add.register("Tensor", srcad.float32)
    def tensors(x, y):
        return x + 10 * y

    assert add(1, 2) == 3
    assert add(Tensor([1.0]), Tensor([2.0])).tolist() == [21]
    with pytest.raises(ValueError, match="cannot find fn match"):
        add("a", "b")


@pytest.mark.parametrize(
    ("ufunc", "raised"),
    [("np.sin", "ValueError: sin already has a bprop."), ("np.isnat", "")],
)
def test_defbprop_of_a_ufunc_in_a_new_process(ufunc, raised):
    """Nothing has brought the compiler, which knows what has a rule."""
    code = (
        f"import numpy as np, srcad; srcad.defbprop({ufunc})(lambda x, out, dout: ())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip().endswith(raised)
    assert done.returncode == bool(raised)


def test_the_rule_of_an_operator_holds_where_it_is_what_is_differentiated():
    x = Tensor([0.0, -1.0, 1.0])
    for found in (
        srcad.grad(ops.stop_gradient)(x),
        srcad.vjp(ops.stop_gradient, x)[1](x + 1)[0],
        srcad.jacrev(ops.stop_gradient)(x)[0],
        srcad.grad(srcad.jit(ops.stop_gradient))(x),
        srcad.grad(lambda x: srcad.jit(ops.stop_gradient)(x))(x),
    ):
        np.testing.assert_array_equal(found.asnumpy(), np.zeros(3))
    np.testing.assert_array_equal(srcad.grad(ops.relu)(x).asnumpy(), [0, 0, 1])
    edges = Tensor([0.0, 3.0, 6.0])
    np.testing.assert_array_equal(srcad.grad(ops.relu6)(edges).asnumpy(), [0, 1, 1])
