"""For each rule that is a function, the arguments and attributes that it is tried with."""

import numpy as np

RANDOM = np.random.default_rng(11)


def x(*shape):
    return RANDOM.standard_normal(shape)


def regular(*shape):
    """Matrices far from singular ones."""
    return x(*shape) + 3 * np.eye(shape[-1])


def positive(*shape):
    """Symmetric positive definite matrices."""
    root = regular(*shape)
    return root @ np.swapaxes(root, -1, -2)


def axes(*shape):
    """Every way of reducing an array: each axis, pairs of axes, all of them."""
    rank = len(shape)
    some = [(), *((k,) for k in range(rank)), tuple(range(rank))]
    if rank == 3:
        some += [(0, 2), (0, 1)]
    return [
        ((x(*shape),), {"axis": axis, "keepdims": keepdims})
        for axis in dict.fromkeys(some)
        for keepdims in (False, True)
    ]


REDUCED = [
    case
    for shape in [(), (3,), (1,), (2, 3), (1, 2), (2, 1, 3)]
    for case in axes(*shape)
]
REDUCED_EMPTY = [
    *(
        ((x(0),), {"axis": (0,), "keepdims": False}),
        ((x(2, 0),), {"axis": (1,), "keepdims": True}),
    ),
    ((x(2, 0),), {"axis": (0, 1), "keepdims": False}),
]
SHAPES = [(), (1,), (3,), (2, 3), (1, 2, 2), (0, 2)]

EXAMPLES = {
    "sum": [*REDUCED, *REDUCED_EMPTY],
    "mean": list(REDUCED),
    "max": [case for case in REDUCED if case[1]["axis"]],
    "min": [case for case in REDUCED if case[1]["axis"]],
    "prod": [*REDUCED, *REDUCED_EMPTY],
    "cumsum": [
        ((x(*shape),), {"axis": axis})
        for shape in [(3,), (1,), (0,), (2, 3), (2, 1, 2)]
        for axis in range(len(shape))
    ],
    "reshape": [
        ((x(6), (2, 3)), {}),
        ((x(2, 3), (6,)), {}),
        ((x(2, 3), (-1, 2)), {}),
        ((x(), (1, 1)), {}),
        ((x(1, 1), ()), {}),
        ((x(0, 3), (3, 0)), {}),
    ],
    "transpose": [
        ((x(2, 3),), {"axes": (1, 0)}),
        ((x(2, 1, 3),), {"axes": (2, 0, 1)}),
        ((x(2, 1, 3),), {"axes": (1, 2, 0)}),
        ((x(3),), {"axes": (0,)}),
        ((x(0, 2),), {"axes": (1, 0)}),
    ],
    "expand_dims": [
        ((x(),), {"axis": (0,)}),
        ((x(3),), {"axis": (0,)}),
        ((x(3),), {"axis": (1,)}),
        ((x(2, 3),), {"axis": (0, 2)}),
        ((x(0),), {"axis": (1,)}),
    ],
    "squeeze": [
        ((x(1),), {"axis": (0,)}),
        ((x(1, 3),), {"axis": (0,)}),
        ((x(1, 3, 1),), {"axis": (0, 2)}),
        ((x(1, 3, 1),), {"axis": ()}),
        ((x(1, 0),), {"axis": (0,)}),
    ],
    "broadcast_to": [
        ((x(), (2, 3)), {}),
        ((x(3), (2, 3)), {}),
        ((x(2, 1), (2, 3)), {}),
        ((x(1, 2, 1), (2, 2, 2)), {}),
        ((x(3), (3,)), {}),
        ((x(1), (0,)), {}),
    ],
    "unbroadcast": [
        ((x(2, 3), (3,)), {}),
        ((x(2, 3), (2, 1)), {}),
        ((x(2, 3), (1, 1)), {}),
        ((x(2, 3), (2, 3)), {}),
        ((x(2, 3), ()), {}),
        ((x(0, 3), (3,)), {}),
    ],
    "astype": [((x(*shape),), {"dtype": "float64"}) for shape in SHAPES],
    "full": [(((2, 3), x()), {"dtype": "float64", "tensor": False})],
    "where": [
        *(((x(*s) > 0, x(*s), x(*s)), {}) for s in SHAPES),
        ((x(2, 3) > 0, x(3), x(2, 1)), {}),
        ((x(3) > 0, x(), x(1)), {}),
        ((x() > 0, x(2), x(2)), {}),
    ],
    "concatenate": [
        ((x(2), x(3)), {"axis": 0}),
        ((x(1), x(0), x(2)), {"axis": 0}),
        ((x(2, 1), x(2, 3)), {"axis": 1}),
        ((x(2, 2, 1), x(2, 1, 1)), {"axis": 1}),
        ((x(3),), {"axis": 0}),
    ],
    "stack": [
        ((x(), x()), {"axis": 0}),
        ((x(2), x(2), x(2)), {"axis": 0}),
        ((x(2), x(2)), {"axis": 1}),
        ((x(2, 3), x(2, 3)), {"axis": 2}),
        ((x(0), x(0)), {"axis": 0}),
    ],
    "matmul": [
        ((x(*left), x(*right)), {})
        for left, right in [
            *[((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4))],
            *[((1, 3), (3, 1)), ((2, 1), (1, 2)), ((2, 0), (0, 3)), ((0, 2), (2, 3))],
            *[((2, 2, 3), (2, 3, 2)), ((2, 2, 3), (3, 2)), ((2, 3), (2, 3, 2))],
            *[((1, 2, 3), (2, 3, 2)), ((2, 2, 3), (3,)), ((3,), (2, 3, 2))],
            *[((1,), (1,)), ((0,), (0,)), ((2, 1, 2, 3), (2, 3, 2))],
        ]
    ],
    "cumprod": [
        ((x(*shape),), {"axis": axis})
        for shape in [(4,), (1,), (0,), (2, 3), (2, 1, 2)]
        for axis in range(len(shape))
    ],
    "pad": [
        ((x(3), x()), {"widths": ((1, 2),)}),
        ((x(2, 3), x()), {"widths": ((0, 0), (2, 1))}),
        ((x(2, 1, 2), x()), {"widths": ((1, 1), (0, 1), (0, 0))}),
        ((x(0), x()), {"widths": ((1, 1),)}),
    ],
    "repeat": [
        ((x(3),), {"repeats": 2, "axis": 0}),
        ((x(2, 3),), {"repeats": 3, "axis": 0}),
        ((x(2, 3),), {"repeats": 2, "axis": 1}),
        ((x(2, 1, 2),), {"repeats": 2, "axis": 1}),
        ((x(3),), {"repeats": 0, "axis": 0}),
        ((x(0, 2),), {"repeats": 2, "axis": 0}),
    ],
    "tile": [
        ((x(3),), {"reps": (2,)}),
        ((x(2, 3),), {"reps": (1, 3)}),
        ((x(2, 3),), {"reps": (2, 2)}),
        ((x(1, 2, 1),), {"reps": (2, 1, 3)}),
        ((x(2, 0),), {"reps": (2, 2)}),
    ],
    "roll": [
        ((x(3),), {"shift": (1,), "axis": (0,)}),
        ((x(3),), {"shift": (-7,), "axis": (0,)}),
        ((x(2, 3),), {"shift": (1, -1), "axis": (1, 0)}),
        ((x(2, 3),), {"shift": (1, 1), "axis": (1, 1)}),
        ((x(0),), {"shift": (2,), "axis": (0,)}),
    ],
    **{
        name: [
            ((x(2, 3),), {"k": 0}),
            ((x(3, 2),), {"k": 1}),
            ((x(3, 3),), {"k": -1}),
            ((x(2, 2, 2),), {"k": 0}),
            ((x(1, 1),), {"k": 0}),
            ((x(0, 2),), {"k": 0}),
        ]
        for name in ("tril", "triu")
    },
    "diag": [((x(n),), {"k": k}) for n, k in [(3, 0), (2, 1), (2, -2), (1, 0), (0, 0)]],
    "trace": [
        ((x(*shape),), {"offset": offset})
        for shape, offset in [((3, 3), 0), ((2, 3), 1), ((3, 2), -1), ((1, 1), 0)]
    ],
    "linspace": [
        ((x(), x(), np.int64(n)), {"endpoint": endpoint, "dtype": "float64"})
        for n, endpoint in [(5, True), (4, False), (1, True), (2, True)]
    ],
    "einsum": [
        (tuple(x(*shape) for shape in shapes), {"subscripts": subscripts})
        for subscripts, shapes in [
            *[("ij,jk->ik", [(2, 3), (3, 2)]), ("ij,jk->ki", [(1, 3), (3, 2)])],
            *[("i,i->", [(3,), (3,)]), ("ij,k->i", [(2, 3), (2,)])],
            *[("bij,bjk->bik", [(2, 2, 1), (2, 1, 2)]), ("i,j->ji", [(2,), (3,)])],
            *[("i,ij,j->", [(2,), (2, 3), (3,)]), ("ij,j->i", [(2, 0), (0,)])],
        ]
    ],
    "tensordot": [
        ((x(*left), x(*right)), {"axes": axes})
        for left, right, axes in [
            *[((2, 3), (3, 2), ((1,), (0,))), ((2, 3), (2, 3), ((0, 1), (0, 1)))],
            *[((2, 3, 1), (3, 2), ((0, 1), (1, 0))), ((2,), (3,), ((), ()))],
            *[((2, 1, 3), (2, 3, 2), ((2, 0), (1, 2))), ((2, 0), (0,), ((1,), (0,)))],
        ]
    ],
    "convolve": [((x(n), x(m)), {}) for n, m in [(4, 2), (2, 3), (1, 1), (3, 1)]],
    "correlate": [((x(n), x(m)), {}) for n, m in [(4, 2), (3, 3), (1, 1), (3, 1)]],
    **{
        name: [
            ((regular(*shape),), {}) for shape in [(2, 2), (1, 1), (3, 3), (2, 2, 2)]
        ]
        for name in ("inv", "det")
    },
    "solve": [
        ((regular(*left), x(*right)), {})
        for left, right in [
            *[((2, 2), (2,)), ((2, 2), (2, 3)), ((1, 1), (1,)), ((2, 2, 2), (2, 2, 1))],
            *[((2, 2, 2), (2,)), ((2, 2, 2), (2, 1)), ((2, 2), (2, 2, 1))],
        ]
    ],
    "cholesky": [
        ((positive(*shape),), {}) for shape in [(2, 2), (1, 1), (3, 3), (2, 2, 2)]
    ],
}
