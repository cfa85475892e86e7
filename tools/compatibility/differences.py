"""Where srcad differs from MindSpore 2.10, name by name.

A name that srcad has, and that is not here, works as MindSpore's. The same object under
another path (``mindspore.common.jit``) differs in the same way.
"""

_OTHER_NUMBERS = "other random numbers are drawn"
_ALL_DIFFERENTIATED = (
    "labels and weights have a gradient, too, which in MindSpore is zero or missing"
)
_ALL_OUTPUTS = "every output has a gradient; MindSpore's takes that of the first alone"
_AS_WRITTEN = (
    "what is read after it depends on what was assigned, and its gradient goes there; "
    "MindSpore's is as if nothing had been"
)
_NO_GRADIENT = "has a gradient; MindSpore 2.10 has none"
# What these say is of gradients: the outputs are the same.
OF_GRADIENTS = (_ALL_DIFFERENTIATED, _ALL_OUTPUTS, _AS_WRITTEN, _NO_GRADIENT)

# What differs, and how.
DIFFERENCES: dict[str, str] = {
    "Tensor": "an array of `bfloat16` cannot be made (TypeError)",
    "Parameter": (
        "made by its `default_input`, as in MindSpore; `set_data` with another shape "
        "is a ValueError, as the documentation of MindSpore has it; MindSpore 2.10 "
        "changes the shape"
    ),
    "int_": "is `int32`",
    "float_": "is `float32`",
    "bfloat16": "can be named and compared, not computed with",
    **dict.fromkeys(
        ("grad", "value_and_grad", "get_grad", "ops.GradOperation"),
        "see [Gradients](#gradients)",
    ),
    **dict.fromkeys(
        ("jit", "ms_function", "jit_class", "lazy_inline"),
        "the function runs as it is; hooks of Cells are ignored inside it, with one "
        "warning",
    ),
    **dict.fromkeys(
        ("set_context", "get_context"),
        '`device_target` is `"CPU"`; what srcad has no use for is kept and has no '
        "effect",
    ),
    **dict.fromkeys(
        (
            *("PYNATIVE_MODE", "GRAPH_MODE"),
            *("context.PYNATIVE_MODE", "context.GRAPH_MODE"),
        ),
        "in graph mode too code runs eagerly, and hooks of Cells are ignored with one "
        "warning",
    ),
    **dict.fromkeys(
        ("set_seed", "get_seed"), "the streams of random numbers are not MindSpore's"
    ),
    "common.seed": "the module of `get_seed` and `set_seed`",
    "mutable": (
        "gives its argument back: no argument is taken for constant, and a tuple has "
        "no gradient"
    ),
    "JitConfig": "kept, and has no effect",
    "recompute": (
        "calls the function: `memory=` of `srcad.grad` says what is computed again"
    ),
    "set_deterministic": "has no effect: srcad is deterministic",
    "set_recursion_limit": "has no effect: Python's own limit holds",
    "set_device": '`"CPU"` alone',
    "manual_seed": "the same as `set_seed`; no `Generator` comes back",
    "set_auto_parallel_context": (
        "kept, and has no effect; another `parallel_mode` than `stand_alone` is a "
        "ValueError"
    ),
    **dict.fromkeys(
        ("vjp", "jacrev"),
        "a wrong number of cotangents is a ValueError; not inside of what is "
        "differentiated",
    ),
    "common._Function": (
        "a cotangent for each argument of `apply`; a second derivative is that of "
        "`backward`"
    ),
    # -------------------------------------------------------- initializers, training
    **dict.fromkeys(
        (
            *("common.initializer.initializer", "common.initializer.HeNormal"),
            *("common.initializer.HeUniform", "common.initializer.Normal"),
            *("common.initializer.TruncatedNormal", "common.initializer.Uniform"),
            *("common.initializer.XavierNormal", "common.initializer.XavierUniform"),
        ),
        _OTHER_NUMBERS,
    ),
    "common.initializer.VarianceScaling": (
        "its default draws from the truncated normal distribution, as documented; "
        "MindSpore 2.10 draws from the uniform one"
    ),
    "train.Model": (
        "`train`, `eval`, `fit` and `predict`; no sinking of data, no boost"
    ),
    **dict.fromkeys(
        ("train.ModelCheckpoint", "train.CheckpointConfig"),
        "by steps, not by seconds",
    ),
    "amp.auto_mixed_precision": (
        "in `O1` operators outside of layers keep their dtype; in `auto` those that "
        "MindSpore composes otherwise (recurrent layers, `std` and `var`, `addbmm` "
        "among them) are refused; `float16` alone"
    ),
    "amp.custom_mixed_precision": "the lists have Cells, no operators",
    **dict.fromkeys(
        ("amp.get_white_list", "amp.get_black_list"), "Cells alone, no operators"
    ),
    "train.EarlyStopping": (
        "`baseline` is the number that is given; MindSpore 2.10 takes `min_delta`"
    ),
    **dict.fromkeys(
        ("train.names", "train.get_metric_fn", "nn.names", "nn.get_metric_fn"),
        "of the metrics that srcad has",
    ),
    **dict.fromkeys(
        ("save_checkpoint", "load_checkpoint"),
        "not encrypted; `bfloat16` is refused; the checksum in a file is always "
        "looked at",
    ),
    "load_param_into_net": "names have to be equal: no prefix is guessed",
    # ------------------------------------------------------------------------ layers
    "nn.Cell": (
        "`to_float` takes `float64` as well, and the inputs have its dtype already "
        "where `construct` looks at it"
    ),
    **dict.fromkeys(
        ("nn.Dropout", "nn.Dropout1d", "nn.Dropout2d", "nn.Dropout3d"), _OTHER_NUMBERS
    ),
    **dict.fromkeys(
        (
            *("nn.KLDivLoss", "nn.BCELoss", "nn.NLLLoss", "nn.CrossEntropyLoss"),
            *("ops.NLLLoss", "ops.binary_cross_entropy", "ops.BinaryCrossEntropy"),
            *("ops.binary_cross_entropy_with_logits", "ops.BCEWithLogitsLoss"),
            *("ops.kl_div", "ops.KLDivLoss", "ops.nll_loss", "ops.cross_entropy"),
            *("ops.SigmoidCrossEntropyWithLogits",),
        ),
        _ALL_DIFFERENTIATED,
    ),
    **dict.fromkeys(
        ("ops.LayerNorm", "ops.SoftmaxCrossEntropyWithLogits"), _ALL_OUTPUTS
    ),
    "ops.CTCLoss": (
        "every output has a gradient; MindSpore 2.10's takes that of the first alone, "
        "and leaves the second unwritten behind the lengths"
    ),
    **dict.fromkeys(
        ("nn.SeLU", "ops.selu", "ops.SeLU"),
        "MindSpore 2.10's gradient on a CPU is wrong below 0",
    ),
    **dict.fromkeys(
        ("ops.interpolate", "nn.Upsample", "ops.ResizeBicubic"),
        "`bicubic` has exact weights; MindSpore 2.10 on a CPU takes them from a table, "
        "with errors of 1e-3",
    ),
    **dict.fromkeys(
        ("ops.ctc_loss", "nn.CTCLoss", "ops.CTCLossV2"),
        "the gradient by `log_probs` is the loss's; MindSpore's takes for granted that "
        "they come from a `log_softmax`. `targets` are `(N, S)`",
    ),
    **dict.fromkeys(
        (
            *("ops.ApplyRMSProp", "ops.ApplyCenteredRMSProp"),
            *("ops.SparseApplyRMSProp", "ops.SparseApplyAdagradV2"),
        ),
        "MindSpore 2.10 on a CPU has roots with errors of 1e-4",
    ),
    **dict.fromkeys(
        ("ops.eig", "ops.eigvals"),
        "the order of the eigenvalues is LAPACK's, and they have a gradient; in "
        "MindSpore 2.10 they have none",
    ),
    "ops.LSTM": (
        "one layer in one direction, as MindSpore has it on a CPU; of its five outputs "
        "the last two are empty"
    ),
    "nn.SampledSoftmaxLoss": "without `sampled_values` other random classes are drawn",
    "nn.ClipByNorm": "`clip_norm` may be a number",
    "nn.EmbeddingLookup": "on one CPU; `max_norm` is differentiated",
    "ops.full": "has the dtype of its value; MindSpore 2.10 gives integers without one",
    "nn.SoftmaxCrossEntropyWithLogits": (
        "labels that are probabilities have a gradient, and may have another sum than "
        "1: MindSpore's gradient is `softmax - labels` all the same"
    ),
    "nn.Momentum": (
        "`use_nesterov` is followed; MindSpore 2.10 takes no notice of it on a CPU"
    ),
    "nn.LARS": "by the formula of its documentation; MindSpore 2.10 has it on no CPU",
    "nn.AdaFactor": "`loss_scale` divides the gradients; MindSpore 2.10 forgets it",
    "nn.FTRL": (
        "MindSpore 2.10 on a CPU forgets the sign of `linear` in the last elements of "
        "an array"
    ),
    "nn.Optimizer": (
        "its own Parameters do not include the network's; a learning rate may also be "
        "any function of the step"
    ),
    "nn.no_init_parameters": "has no effect: Parameters are drawn all the same",
    "nn.Cell.bprop_debug": "has no effect: a `bprop` is always checked",
    **dict.fromkeys(
        ("nn.Cell.set_inputs", "nn.Cell.get_inputs"), "kept; sizes are never fixed"
    ),
    "nn.Cell.recompute": (
        "has no effect, and warns: "
        "`memory=` of `srcad.grad` says what is computed again"
    ),
    **dict.fromkeys(
        ("nn.Cell.set_jit_config", "nn.Cell.compile"),
        "has no effect: a Cell runs as it is",
    ),
    "nn.Cell.load_state_dict": (
        "where something does not fit nothing is loaded; MindSpore 2.10 loads the rest"
    ),
    "nn.Cell.state_dict": "by keywords alone",
    "nn.Cell.to": "on the CPU alone",
    **dict.fromkeys(
        ("nn.Cell.register_backward_hook", "nn.Cell.register_backward_pre_hook"),
        "see [Gradients](#gradients)",
    ),
    # --------------------------------------------------------------------- operators
    "ops.kernel": "marks a function over arrays; MindSpore's compiles one for a device",
    "ops.EmbeddingLookup": (
        "the gradient goes to the rows that were read; MindSpore 2.10 takes them in "
        "the order of the look-ups"
    ),
    **dict.fromkeys(
        (
            *("ops.Dropout", "ops.Dropout2D", "ops.Dropout3D", "ops.StandardNormal"),
            *("ops.UniformCandidateSampler", "ops.uniform_candidate_sampler"),
            *("ops.UniformReal", "ops.bernoulli", "ops.dropout", "ops.dropout1d"),
            *("ops.dropout2d", "ops.dropout3d", "ops.normal", "ops.rand", "ops.randn"),
            *("ops.randint_like", "ops.randperm", "ops.shuffle", "ops.gumbel_softmax"),
            *("ops.rand_like", "ops.randint", "ops.randn_like", "ops.standard_normal"),
            *("ops.standard_laplace", "ops.laplace", "ops.StandardLaplace"),
            *("ops.RandomShuffle", "ops.RandomCategorical", "ops.Bernoulli"),
            *("ops.choice_with_mask", "ops.multinomial", "ops.random_categorical"),
            *("ops.RandomChoiceWithMask", "ops.Multinomial", "ops.UniformInt"),
            *("ops.rrelu", "nn.RReLU", "ops.uniform", "mint.nn.functional.dropout"),
            *("mint.nn.functional.dropout2d", "mint.nn.Dropout", "mint.nn.Dropout2d"),
        ),
        _OTHER_NUMBERS,
    ),
    **dict.fromkeys(
        (
            *("ops.assign", "ops.assign_add", "ops.assign_sub"),
            *("ops.Assign", "ops.AssignAdd", "ops.AssignSub"),
            *("ops.ApplyMomentum", "ops.ApplyKerasMomentum", "ops.SGD", "ops.Adam"),
            *("ops.AdamNoUpdateParam", "ops.AdamWeightDecay", "ops.ApplyAdaMax"),
            *("ops.ApplyAdadelta", "ops.ApplyAdagrad", "ops.ApplyAdagradV2"),
            *("ops.ApplyAdagradDA", "ops.ApplyAdamWithAmsgrad", "ops.ApplyAddSign"),
            *("ops.ApplyAdamWithAmsgradV2", "ops.ApplyPowerSign", "ops.ApplyFtrl"),
            *("ops.ApplyGradientDescent", "ops.ApplyProximalAdagrad"),
            *("ops.ApplyProximalGradientDescent", "ops.FusedSparseAdam"),
            *("ops.FusedSparseLazyAdam", "ops.FusedSparseFtrl", "ops.SparseApplyFtrl"),
            *("ops.FusedSparseProximalAdagrad", "ops.SparseApplyProximalAdagrad"),
            *("ops.SparseApplyAdadelta", "ops.SparseApplyAdagrad"),
            *("ops.ScatterNonAliasingAdd", "ops.inplace_index_add"),
            "ops.InplaceIndexAdd",
        ),
        _AS_WRITTEN,
    ),
    **dict.fromkeys(("ops.Print", "ops.print_"), "prints as Python's `print` does"),
    "ops.L2Normalize": (
        "MindSpore 2.10's gradient on a CPU is wrong along an axis of size 1, and "
        "where the sum of the squares is below `epsilon`"
    ),
    "ops.make_tuple": "MindSpore 2.10's gradient is zero",
    "ops.pinv": "no `atol`",
    "ops.Svd": "without `compute_uv` the singular values alone",
    **dict.fromkeys(
        ("ops.zeta", "ops.Zeta"),
        "the first argument has a gradient, too, which in MindSpore is zero",
    ),
    **dict.fromkeys(
        ("ops.index_add", "mint.index_add"),
        "`x` stays what it is; MindSpore 2.10 on a CPU writes to it",
    ),
    **dict.fromkeys(
        ("ops.cholesky_solve", "ops.CholeskySolve", "ops.CholeskyInverse"),
        "the gradient by the factor is that of the triangle that is read; MindSpore "
        "2.10's has the other one, too",
    ),
    **dict.fromkeys(
        (
            *("ops.inplace_update", "ops.inplace_add", "ops.inplace_sub"),
            *("ops.InplaceUpdate", "ops.InplaceAdd", "ops.InplaceSub"),
            "ops.InplaceUpdateV2",
        ),
        "MindSpore 2.10 writes to `x`, and its gradient is zero",
    ),
    **dict.fromkeys(
        ("ops.bessel_i1", "ops.BesselI1"),
        "the slope at 0 is 1/2; MindSpore 2.10's is 1",
    ),
    **dict.fromkeys(
        ("ops.igamma", "ops.igammac", "ops.Igamma", "ops.Igammac"),
        "has its limits where the second argument is infinite; MindSpore has NaN",
    ),
    **dict.fromkeys(
        ("ops.unique", "ops.unique_consecutive", "ops.unique_with_pad"),
        "the values have a gradient; MindSpore 2.10 has none on a CPU",
    ),
    **dict.fromkeys(
        ("ops.iou", "ops.IOU"), "has a gradient, which in MindSpore is zero"
    ),
    **dict.fromkeys(
        (
            *("ops.bounding_box_encode", "ops.bounding_box_decode"),
            *("ops.BoundingBoxEncode", "ops.BoundingBoxDecode"),
            *("ops.NMSWithMask", "ops.ChannelShuffle", "ops.lstsq", "ops.Lstsq"),
            *("Tensor.lstsq", "ops.TridiagonalMatMul"),
            *("ops.FillDiagonal", "ops.HSVToRGB", "ops.AdjustHue"),
            *("ops.AdjustSaturation", "ops.ctc_greedy_decoder"),
            *("ops.CTCGreedyDecoder", "ops.ParallelConcat"),
        ),
        _NO_GRADIENT,
    ),
    **dict.fromkeys(
        ("ops.logspace", "ops.LogSpace"),
        "each power is exact, and has a gradient; MindSpore 2.10 multiplies them up",
    ),
    "ops.ROIAlign": (
        "has a gradient by the regions, which in MindSpore is zero; `sample_num` is "
        "positive. With `roi_end_mode=0` MindSpore 2.10's gradient on a CPU is wrong"
    ),
    **dict.fromkeys(
        ("ops.crop_and_resize", "ops.CropAndResize"), "`method` is `bilinear`"
    ),
    "nn.Unfold": (
        "the elements of a patch come by row, column and channel; MindSpore 2.10 has "
        "it on no CPU"
    ),
    **dict.fromkeys(("numpy.empty", "numpy.empty_like"), "all elements are 0"),
    **dict.fromkeys(("numpy.indices", "numpy.meshgrid"), "no `sparse`"),
    "numpy.int_": "is `int32`",
    "numpy.float_": "is `float32`",
    **dict.fromkeys(
        (
            *("numpy.bincount", "numpy.histogram", "numpy.histogram2d"),
            *("numpy.histogram_bin_edges", "numpy.histogramdd"),
        ),
        "of float64 float64",
    ),
    "numpy.pad": "no `stat_length`, `end_values` and `reflect_type`",
    **dict.fromkeys(("numpy.rand", "numpy.randn", "numpy.randint"), _OTHER_NUMBERS),
    **dict.fromkeys(
        (
            *(
                "ops.cholesky_inverse",
                "ops.ihfft",
                "ops.ihfft2",
                "ops.ihfftn",
                "numpy.fliplr",
                "numpy.convolve",
                "numpy.polymul",
                "numpy.select",
            ),
        ),
        "MindSpore 2.10's gradient on a CPU is wrong",
    ),
    **{
        f"mint.{name}": "other random numbers are drawn, and no `generator` is taken"
        for name in (
            *("bernoulli", "rand", "rand_like", "randint", "randint_like", "randn"),
            *("randn_like", "randperm", "normal", "multinomial"),
        )
    },
    **dict.fromkeys(("mint.empty", "mint.empty_like"), "all elements are 0"),
    "mint.optim.Adam": "`amsgrad` keeps the largest moment; MindSpore 2.10 forgets it",
    "mint.cdist": "no `compute_mode`",
    "mint.nn.functional.one_hot": "`num_classes` is given, not counted",
    **dict.fromkeys(
        (
            *("mint.nn.Embedding", "mint.nn.functional.embedding"),
            *("ops.embedding",),
        ),
        "no `max_norm` and `scale_grad_by_freq`",
    ),
    **{
        f"mint.nn.{name}": "no `inplace`"
        for name in (
            *("functional.relu", "functional.relu6", "functional.elu", "ELU", "ReLU6"),
            *("functional.silu", "functional.hardtanh", "functional.threshold"),
            *("SiLU", "Hardtanh", "Threshold"),
        )
    },
    **dict.fromkeys(("nn.SyncBatchNorm", "mint.nn.SyncBatchNorm"), "on one CPU"),
    "mint.nn.ConvTranspose2d": "no `output_size`",
    # ----------------------------------------------------------------------- methods
    **{
        f"Tensor.{name}_": "writes into the Tensor and gives it back; MindSpore 2.10 "
        "on a CPU gives another one, and writes into none"
        for name in ("add", "sub", "mul", "div", "floor_divide", "remainder", "exp")
    },
    **{
        f"Tensor.{name}_": "MindSpore 2.10 has no kernel for it on a CPU"
        for name in (
            *("fill", "zero", "clamp", "masked_fill", "log", "floor", "sigmoid"),
            *("sign", "tanh", "addmm", "fill_diagonal", "index_add", "index_copy"),
            *("index_fill", "index_put", "masked_scatter", "put", "scatter"),
            *("scatter_add",),
        )
    },
    **dict.fromkeys(
        ("Tensor.is_contiguous", "Tensor.stride"),
        "as if elements always lay in order",
    ),
    "Tensor.unique": "no `dim`; MindSpore 2.10 has no kernel for it on a CPU",
    **dict.fromkeys(
        ("Tensor.multinomial", "Tensor.random_categorical"), _OTHER_NUMBERS
    ),
    **dict.fromkeys(
        (
            *("Tensor.normal_", "Tensor.uniform_", "Tensor.bernoulli_"),
            *("Tensor.exponential_", "Tensor.bernoulli", "Tensor.uniform"),
        ),
        "no `generator`; MindSpore 2.10 has no kernel for it on a CPU",
    ),
    "Tensor.const_arg": "kept, and has no effect",
    "Tensor.asnumpy": "not inside of what is differentiated",
    "Tensor.register_hook": (
        "see [Gradients](#gradients); it runs in graph mode and under `jit` too. A "
        "hook that returns data of its own cuts a second derivative, with one warning"
    ),
}

# What has no place in MindSpore's lists of public names, and is used all the same.
UNLISTED = """
    ms_function grad value_and_grad get_grad vjp jacrev jvp jacfwd dtype common.dtype
    common._Function common.api._pynative_executor _extends.cell_attr_register
    context.set_context context.PYNATIVE_MODE context.GRAPH_MODE
    ops.composite.GradOperation ops.resize_bilinear ops.resize_nearest_neighbor
    nn.ResizeBilinear nn.LearningRateSchedule nn.Cell.internal_params
    Tensor.set_data Tensor.name Tensor.requires_grad
    mint.addcmul mint.clip mint.equal mint.fix mint.item
    mint.nn.CrossEntropyLoss mint.nn.Dropout mint.nn.Dropout2d mint.nn.Embedding
    mint.nn.GLU mint.nn.LayerNorm mint.nn.MaxPool2d mint.nn.NLLLoss mint.nn.Softshrink
    mint.nn.functional.hardshrink mint.nn.functional.hardsigmoid
    mint.nn.functional.hardswish mint.nn.functional.l1_loss mint.nn.functional.mish
    mint.nn.functional.selu mint.nn.functional.smooth_l1_loss
    mint.nn.functional.softplus mint.nn.functional.softshrink
"""

# Arguments that are refused, and the error.
ARGUMENTS: dict[str, str] = {
    "ops.clip_by_norm(ms.Tensor([1.0]), 1.0, 2.0, True)": "ValueError",
    "ops.clip_by_global_norm([ms.Tensor([1.0])], 1.0, ms.Tensor(1.0))": "ValueError",
    "ops.embedding(ms.Tensor([0]), ms.Tensor([[1.0]]), max_norm=1.0)": "ValueError",
    "ops.searchsorted(ms.Tensor([[1.0]]), ms.Tensor([[1.0]]))": "ValueError",
    (
        "ops.tensor_scatter_elements(ms.Tensor([1.0]), ms.Tensor([0]), "
        'ms.Tensor([1.0]), 0, "mul")'
    ): "ValueError",
    'ms.set_context(device_target="GPU")': "ValueError",
    "ms.Tensor([1.0], ms.bfloat16)": "TypeError",
    "ms.Parameter(ms.Tensor([1.0, 2.0])).set_data(ms.Tensor([1.0]))": "ValueError",
    'nn.Conv2d(3, 2, 3, data_format="NHWC")': "ValueError",
    'nn.BatchNorm2d(3, data_format="NHWC")': "ValueError",
    'nn.MaxPool2d(2, data_format="NHWC")': "ValueError",
    'nn.AvgPool2d(2, data_format="NHWC")': "ValueError",
    'ops.Conv2D(3, 2, data_format="NHWC")': "ValueError",
    "ops.Conv2D(3, 2, mode=2)": "ValueError",
    'ops.Conv2DTranspose(3, 2, data_format="NHWC")': "ValueError",
    "ops.Conv2DTranspose(3, 2, pad_list=(1, 1, 1, 1))": "ValueError",
    'ops.MaxPool(2, data_format="NHWC")': "ValueError",
    'ops.AvgPool(2, data_format="NHWC")': "ValueError",
    'ops.BatchNorm(data_format="NHWC")': "ValueError",
    "ops.relu(ms.Tensor([1.0]), inplace=True)": "ValueError",
    "mint.nn.ReLU6(inplace=True)(ms.Tensor([1.0]))": "ValueError",
    "mint.nn.Embedding(3, 2, max_norm=1.0)": "ValueError",
    "mint.rand(3, generator=1)": "ValueError",
    "mint.nn.functional.one_hot(ms.Tensor([1]))": "ValueError",
    (
        "mint.nn.functional.avg_pool2d(ms.Tensor(np.ones((1, 1, 4, 4), np.float32)), "
        "2, divisor_override=0)"
    ): "ValueError",
    'nn.EmbeddingLookup(2, 2, target="DEVICE")': "ValueError",
    "nn.InstanceNorm2d(3, momentum=0.5)": "ValueError",
    "nn.MaxPool2d(2, pad_mode='same', return_indices=True)": "ValueError",
    (
        "nn.Adam(nn.Dense(2, 2).trainable_params(), use_lazy=True, use_offload=True)"
    ): "ValueError",
}

# Functions that run, and whose gradient is refused.
GRADIENTS: dict[str, str] = {"lambda x: x * ms.Tensor(x.asnumpy())": "SRC012"}
