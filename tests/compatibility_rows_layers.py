"""Small programs for more names: losses, images, padding, segments, attention."""

from typing import Any

import numpy as np

from tests.compatibility_rows import (
    IMAGE,
    LABELS,
    LINE,
    POSITIVE,
    PROBABILITIES,
    Row,
    W,
    X,
    Y,
    drawn,
    filled,
    layer,
    primitive,
)

SIGNS = np.where(drawn(3, 4, seed=3) > 0, 1.0, -1.0)
SIGNS_OF_ROWS = np.array([1, -1, 1], np.int32)
SEVERAL = np.array([[1, 3, -1, 0], [0, -1, 1, 2], [2, 0, 1, -1]], np.int32)
HITS = (drawn(3, 4, seed=5) > 0).astype(np.float32)
PHOTO, OTHER = (drawn(1, 2, 12, 12) + 1) / 2, (drawn(1, 2, 12, 12, seed=2) + 1) / 2
SEGMENTS = np.array([1, 0, 1], np.int32)
STEPS, MEMORY = drawn(3, 2, 4), drawn(5, 2, 4, seed=4)
UNSEEN = np.array([[False, True, False, False, True], [False] * 5])
LATER = np.triu(np.ones((3, 3), bool), 1)
# Labels, with two alike in one sample, and the lengths of the steps and of these.
TARGETS = (
    np.array([[1, 1, 3], [2, 3, 0]], np.int32),
    np.array([6, 5], np.int32),
    np.array([3, 2], np.int32),
)
SMALL = {"d_model": 4, "nhead": 2, "dim_feedforward": 3, "dropout": 0.0}


def function(name: str, *inputs: np.ndarray, **settings: Any) -> Row:
    """A function of ``ops``."""
    return Row(
        lambda ms: lambda *given: getattr(ms.ops, name)(*given, **settings), inputs
    )


def encoder(ms: Any, **settings: Any) -> Any:
    made = ms.nn.TransformerEncoderLayer(**SMALL, **settings)
    return filled(ms, ms.nn.TransformerEncoder(made, 2, ms.nn.LayerNorm((4,))))


def decoder(ms: Any, **settings: Any) -> Any:
    made = ms.nn.TransformerDecoderLayer(**SMALL, **settings)
    return filled(ms, ms.nn.TransformerDecoder(made, 1))


def with_known(
    name: str, settings: Any, inputs: Any, known: Any = (), **named: Any
) -> Row:
    def make(ms: Any) -> Any:
        cell = getattr(ms.nn, name)(**settings)
        filled(ms, cell)
        arrays = [ms.Tensor(array) for array in known]
        tensors = {word: ms.Tensor(array) for word, array in named.items()}
        return lambda *given: cell(*given, *arrays, **tensors)

    return Row(make, inputs)


def written(name: str, places: np.ndarray, updates: np.ndarray) -> Row:
    """A function that changes a Parameter, which is read afterwards."""

    def make(ms: Any) -> Any:
        class Writing(ms.nn.Cell):
            def __init__(self) -> None:
                super().__init__()
                write = getattr(ms.ops, name)
                self.write = write() if name[0].isupper() else write
                self.start = ms.Tensor(POSITIVE.astype(np.float32))
                self.kept = ms.Parameter(self.start, name="kept", requires_grad=False)

            def construct(self, x: Any) -> Any:
                ms.ops.assign(self.kept, self.start)
                places_, updates_ = ms.Tensor(places), ms.Tensor(updates)
                self.write(self.kept, places_, updates_)
                return self.kept * x

        return Writing()

    return Row(make, (X,))


WRITTEN_ROWS = np.array([2, 0], np.int32)
WRITTEN_PLACES = np.array([[0, 1], [2, 3]], np.int32)
UPDATED_ROWS = (1.5 * POSITIVE[:2]).astype(np.float32)
OF_PARAMETERS = ("update", "add", "sub", "mul", "div", "max", "min")


def recurrent(name: str, settings: Any, x: np.ndarray, lengths: np.ndarray) -> Row:
    """A recurrent layer, with lengths of the samples and without."""

    def make(ms: Any) -> Any:
        cell = filled(ms, getattr(ms.nn, name)(**settings))
        return lambda x: (cell(x), cell(x, seq_length=ms.Tensor(lengths)))

    return Row(make, (x,))


ROWS: dict[str, Row] = {
    # ---------------------------------------------------------------------- losses
    "nn.RMSELoss": layer("RMSELoss", X, Y),
    "nn.MAELoss": layer("MAELoss", X, Y, reduction="sum"),
    "nn.MarginRankingLoss": layer("MarginRankingLoss", X, Y, SIGNS, margin=0.3),
    "nn.SoftMarginLoss": layer("SoftMarginLoss", X, SIGNS),
    "nn.CosineEmbeddingLoss": with_known(
        "CosineEmbeddingLoss", {"margin": 0.1}, (X, Y), (SIGNS_OF_ROWS,)
    ),
    "nn.GaussianNLLLoss": layer("GaussianNLLLoss", X, Y, POSITIVE, full=True),
    "nn.PoissonNLLLoss": layer("PoissonNLLLoss", X, 3 * POSITIVE, full=True),
    "nn.HingeEmbeddingLoss": with_known(
        "HingeEmbeddingLoss", {"margin": 0.7}, (X,), (SIGNS.astype(np.float32),)
    ),
    "nn.MultiLabelSoftMarginLoss": layer(
        "MultiLabelSoftMarginLoss", X, PROBABILITIES, reduction="sum"
    ),
    "nn.MultiMarginLoss": layer("MultiMarginLoss", X, LABELS.astype(np.int64), p=2),
    "nn.MultilabelMarginLoss": layer("MultilabelMarginLoss", 0.83 * X, SEVERAL),
    "nn.TripletMarginLoss": layer(
        *("TripletMarginLoss", X, Y, drawn(3, 4, seed=6)), swap=True, margin=0.5
    ),
    "nn.DiceLoss": layer("DiceLoss", X, PROBABILITIES),
    "nn.MultiClassDiceLoss": layer("MultiClassDiceLoss", X, PROBABILITIES),
    "nn.FocalLoss": with_known(
        "FocalLoss", {"gamma": 1.5}, (X,), (LABELS.reshape(3, 1),)
    ),
    "ops.soft_margin_loss": function("soft_margin_loss", X, SIGNS, reduction="none"),
    "ops.cosine_embedding_loss": Row(
        lambda ms: (
            lambda x, y: ms.ops.cosine_embedding_loss(x, y, ms.Tensor(SIGNS_OF_ROWS))
        ),
        (X, Y),
    ),
    "ops.gaussian_nll_loss": function("gaussian_nll_loss", X, Y, POSITIVE),
    "ops.hinge_embedding_loss": Row(
        lambda ms: (
            lambda x: ms.ops.hinge_embedding_loss(
                x, ms.Tensor(SIGNS.astype(np.float32)), 2.0
            )
        ),
        (X,),
    ),
    "ops.multi_margin_loss": function("multi_margin_loss", X, LABELS.astype(np.int64)),
    "ops.multilabel_margin_loss": function("multilabel_margin_loss", 0.83 * X, SEVERAL),
    "ops.multilabel_soft_margin_loss": function(
        "multilabel_soft_margin_loss", X, PROBABILITIES
    ),
    "ops.triplet_margin_loss": function(
        "triplet_margin_loss", X, Y, drawn(3, 4, seed=6)
    ),
    # ---------------------------------------------------------------------- images
    "nn.ImageGradients": layer("ImageGradients", IMAGE),
    "nn.SSIM": layer("SSIM", PHOTO, OTHER, filter_size=5),
    "nn.MSSSIM": layer(
        "MSSSIM", PHOTO, 0.7 * PHOTO + 0.2, filter_size=3, power_factors=(0.3, 0.7)
    ),
    "nn.PSNR": layer("PSNR", PHOTO, OTHER),
    "nn.CentralCrop": layer("CentralCrop", IMAGE, central_fraction=0.5),
    "nn.PixelShuffle": layer("PixelShuffle", drawn(1, 8, 2, 3), upscale_factor=2),
    "nn.PixelUnshuffle": layer("PixelUnshuffle", drawn(1, 2, 4, 6), downscale_factor=2),
    "nn.Upsample": layer("Upsample", IMAGE, size=(7, 6)),
    "ops.interpolate": Row(
        lambda ms: (
            lambda x: (
                ms.ops.interpolate(x, size=(8, 3), mode="bilinear"),
                ms.ops.interpolate(x, size=(8, 3), mode="bilinear", align_corners=True),
                ms.ops.interpolate(x, size=(3, 7), mode="nearest"),
                ms.ops.interpolate(x, size=(3, 2), mode="area"),
                ms.ops.interpolate(x, size=(8, 3), mode="bicubic"),
                ms.ops.interpolate(x, size=(8, 3), mode="bicubic", align_corners=True),
            )
        ),
        (IMAGE,),
    ),
    "ops.fold": Row(
        lambda ms: (
            lambda x: ms.ops.fold(
                x.reshape(1, 2, 6, 9), ms.Tensor((5, 4), ms.int32), (3, 2), 1, 1, 2
            )
        ),
        (drawn(12, 9),),
    ),
    "nn.SampledSoftmaxLoss": Row(
        lambda ms: (
            lambda loss: (
                lambda w, b, x: loss(w, b, ms.Tensor([[1, 0], [3, 1], [0, 4]]), x)
            )
        )(
            ms.nn.SampledSoftmaxLoss(
                num_sampled=3,
                num_classes=5,
                num_true=2,
                sampled_values=(
                    ms.Tensor(np.array([2, 4, 0], np.int32)),
                    ms.Tensor(np.full((3, 2), 0.3, np.float32)),
                    ms.Tensor(np.array([0.5, 0.3, 0.2], np.float32)),
                ),
            )
        ),
        (drawn(5, 4), drawn(5), X),
    ),
    "nn.CTCLoss": Row(
        lambda ms: (
            lambda x: ms.nn.CTCLoss()(
                ms.ops.log_softmax(x, 2), *map(ms.Tensor, TARGETS)
            )
        ),
        (drawn(6, 2, 4, seed=11),),
    ),
    "ops.ctc_loss": Row(
        lambda ms: (
            lambda x: (
                ms.ops.ctc_loss(ms.ops.log_softmax(x, 2), *map(ms.Tensor, TARGETS))[0],
                ms.ops.ctc_loss(
                    ms.ops.log_softmax(x, 2), *map(ms.Tensor, TARGETS), 0, "none"
                )[0],
            )
        ),
        (drawn(6, 2, 4, seed=11),),
    ),
    "ops.ResizeBilinearV2": Row(
        lambda ms: (
            lambda x: (
                ms.ops.ResizeBilinearV2()(x, (7, 3)),
                ms.ops.ResizeBilinearV2(half_pixel_centers=True)(x, (7, 3)),
                ms.ops.ResizeBilinearV2(align_corners=True)(x, (7, 3)),
            )
        ),
        (IMAGE,),
    ),
    "ops.ResizeNearestNeighbor": Row(
        lambda ms: (
            lambda x: (
                ms.ops.ResizeNearestNeighbor((7, 3))(x),
                ms.ops.ResizeNearestNeighbor((7, 3), True)(x),
            )
        ),
        (IMAGE,),
    ),
    # --------------------------------------------------------------------- padding
    "nn.ConstantPad1d": layer("ConstantPad1d", LINE, padding=(1, 2), value=0.5),
    "nn.ConstantPad2d": layer("ConstantPad2d", IMAGE, padding=1, value=2.0),
    "nn.ConstantPad3d": layer("ConstantPad3d", IMAGE, padding=(1, 0, 2, 1), value=1.5),
    "nn.ZeroPad2d": layer("ZeroPad2d", IMAGE, padding=(1, 2, 0, 1)),
    "nn.ReflectionPad1d": layer("ReflectionPad1d", LINE, padding=(1, 2)),
    "nn.ReflectionPad2d": layer("ReflectionPad2d", IMAGE, padding=(1, 2, 2, 1)),
    "nn.ReplicationPad1d": layer("ReplicationPad1d", LINE, padding=(1, 2)),
    "nn.ReplicationPad2d": layer("ReplicationPad2d", IMAGE, padding=(1, 2, 2, 1)),
    "nn.L1Regularizer": layer("L1Regularizer", X, scale=0.5),
    # ------------------------------------------------------ sums, segments, look-ups
    "ops.addn": Row(lambda ms: lambda x, y: ms.ops.addn([x, y, x]), (X, Y)),
    "ops.AddN": Row(lambda ms: lambda x, y: ms.ops.AddN()((x, y, x)), (X, Y)),
    "ops.tuple_to_array": Row(
        lambda ms: (
            lambda x: (
                x * ms.ops.tuple_to_array((1.5, 2, 3, 4))[1],
                ms.ops.tuple_to_array((1, 2)),
            )
        ),
        (X,),
    ),
    "ops.reduce_sum": function("reduce_sum", X),
    "ops.reduce_mean": function("reduce_mean", X, axis=1),
    "ops.reduce_max": function("reduce_max", X, axis=(0, 1)),
    "ops.reduce_min": function("reduce_min", X, axis=0),
    "ops.Identity": primitive("Identity", X),
    "ops.LpNorm": Row(lambda ms: ms.ops.LpNorm([0, 1], 3, True), (X,)),
    "ops.UnsortedSegmentSum": primitive("UnsortedSegmentSum", X, SEGMENTS, after=(4,)),
    "ops.UnsortedSegmentProd": primitive(
        "UnsortedSegmentProd", X, SEGMENTS, after=(2,)
    ),
    "ops.UnsortedSegmentMax": primitive("UnsortedSegmentMax", X, SEGMENTS, after=(2,)),
    "ops.UnsortedSegmentMin": primitive("UnsortedSegmentMin", X, SEGMENTS, after=(2,)),
    "ops.unsorted_segment_sum": function(
        "unsorted_segment_sum", X, SEGMENTS, num_segments=2
    ),
    "ops.unsorted_segment_prod": function(
        "unsorted_segment_prod", X, SEGMENTS, num_segments=2
    ),
    "ops.unsorted_segment_max": function(
        "unsorted_segment_max", X, SEGMENTS, num_segments=2
    ),
    "ops.unsorted_segment_min": function(
        "unsorted_segment_min", X, SEGMENTS, num_segments=2
    ),
    "ops.EmbeddingLookup": Row(
        lambda ms: lambda table, places: ms.ops.EmbeddingLookup()(table, places, 1),
        (W, np.array([[1, 2], [3, 4]], np.int32)),
    ),
    **{
        f"ops.{name}": written(name, WRITTEN_ROWS, UPDATED_ROWS)
        for how in OF_PARAMETERS
        for name in (f"scatter_{how}", f"Scatter{how.title()}")
        if name != "scatter_sub"
    },
    **{
        f"ops.{name}": written(name, WRITTEN_PLACES, UPDATED_ROWS[0, :2])
        for how in OF_PARAMETERS
        for name in (f"scatter_nd_{how}", f"ScatterNd{how.title()}")
    },
    # ------------------------------------------------------- recurrent, with lengths
    "nn.LSTM": recurrent(
        "LSTM",
        {
            "input_size": 4,
            "hidden_size": 3,
            "num_layers": 2,
            "bidirectional": True,
        },
        drawn(3, 2, 4),
        np.array([3, 2], np.int32),
    ),
    "nn.GRU": recurrent(
        "GRU",
        {"input_size": 4, "hidden_size": 3, "batch_first": True, "bidirectional": True},
        drawn(2, 3, 4),
        np.array([2, 3], np.int32),
    ),
    "nn.RNN": recurrent(
        "RNN",
        {"input_size": 4, "hidden_size": 3},
        drawn(3, 2, 4),
        np.array([1, 3], np.int32),
    ),
    # ------------------------------------------------------------------- attention
    "nn.MultiheadAttention": with_known(
        "MultiheadAttention",
        {"embed_dim": 4, "num_heads": 2},
        (STEPS, MEMORY, 2 * MEMORY),
        key_padding_mask=UNSEEN,
    ),
    "nn.TransformerEncoderLayer": with_known(
        "TransformerEncoderLayer", SMALL, (STEPS,), src_mask=LATER
    ),
    "nn.TransformerDecoderLayer": with_known(
        "TransformerDecoderLayer",
        {**SMALL, "norm_first": True, "activation": "gelu"},
        (STEPS, MEMORY),
        tgt_mask=LATER,
        memory_key_padding_mask=UNSEEN,
    ),
    "nn.TransformerEncoder": Row(
        lambda ms: encoder(ms, batch_first=True, activation="gelu"), (STEPS,)
    ),
    "nn.TransformerDecoder": Row(lambda ms: decoder(ms), (STEPS, MEMORY)),
    "nn.Transformer": layer(
        *("Transformer", MEMORY, STEPS),
        **SMALL,
        num_encoder_layers=1,
        num_decoder_layers=1,
    ),
    "ops.LSTM": Row(
        lambda ms: lambda *given: ms.ops.LSTM(4, 2, 1, True, False, 0.0)(*given)[:3],
        (STEPS, drawn(1, 2, 2), drawn(1, 2, 2, seed=1), drawn(56, 1, 1)),
    ),
    "ops.LSTM (2)": Row(
        lambda ms: lambda *given: ms.ops.LSTM(4, 2, 1, False, False, 0.0)(*given)[:3],
        (STEPS, drawn(1, 2, 2), drawn(1, 2, 2, seed=1), drawn(48, 1, 1)),
    ),
    # What is behind the lengths has infinite logarithms.
    "ops.CTCLossV2": Row(
        lambda ms: (
            lambda x: ms.ops.CTCLossV2()(
                ms.ops.log_softmax(x, 2), *(ms.Tensor(one) for one in TARGETS)
            )[0]
        ),
        (drawn(6, 2, 4),),
    ),
}
