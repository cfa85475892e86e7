"""One call for each of the many names that need no more: a line is a small program.

    ops.{sin,cos}(X)                    two names, called alike
    nn.ELU(alpha=0.5)(X)                what makes the program, then the program
    ops.{abs,Abs}(X)                    a class is made first, without settings

The capitals are the arrays below, the inputs of the program; floating ones are
differentiated by. In small letters they are known, in float32. The names of a line are one program for the tests, and one each for
tools/oracles/compare_with_mindspore.py. It needs nothing of srcad.
"""

import ast
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.compatibility_calls_of_mint import MINT
from tests.compatibility_calls_of_numbers import NUMBERS, SETS, WINDOWS
from tests.compatibility_calls_of_others import OTHERS
from tests.compatibility_rows import (
    CUBE,
    IMAGE,
    LABELS,
    LINE,
    PLACES,
    POSITIVE,
    PROBABILITIES,
    Row,
    W,
    X,
    Y,
    drawn,
    filled,
)

ARRAYS: dict[str, Any] = {
    "X": X,
    "Y": Y,
    "W": W,
    "P": POSITIVE,
    "U": PROBABILITIES,
    "T": np.round(PROBABILITIES),
    "A": drawn(3, 5, seed=8),
    "V": drawn(4, seed=2),
    "Q": drawn(4, 4, seed=9) + 2 * np.eye(4),
    "S": np.tril(drawn(4, 4, seed=9)) + 2 * np.eye(4),
    "BATCH": drawn(2, 3, 4),
    "OTHER": drawn(2, 4, 2),
    "SUM": drawn(2, 3, 2, seed=4),
    "LINE": LINE,
    "IMAGE": IMAGE,
    "CUBE": CUBE,
    "CHANNELS": drawn(1, 8, 2, 3),
    "QUADS": drawn(1, 2, 4, 6),
    "COLUMNS": drawn(1, 12, 9),
    "SORTED": np.sort(drawn(5, seed=3)),
    "KERNEL": drawn(2, 3, 2, 2, seed=5),
    "KERNEL3": drawn(2, 2, 2, 2, 2, seed=5),
    "GRID": 1.3 * drawn(IMAGE.shape[0], 4, 3, 2, seed=6),
    "MAPS": drawn(2, 2, 3, seed=7),
    "TOPS": drawn(1, 2, 1, 2, seed=8),
    "MATRICES": drawn(2, 4, 4, seed=11),
    "SPHERE": drawn(12, seed=10),
    "BOXES": np.array(
        [[0.1, 0.3, 4.2, 3.9], [1.3, 2.1, 5.7, 6.4], [3.2, -0.6, 7.9, 2.8]]
    ),
    "TRUTHS": np.array([[1.2, 0.9, 4.6, 5.3], [2.4, 1.7, 6.8, 5.1]]),
    "SCORED": np.array(
        [
            [0.1, 0.2, 4.0, 4.3, 0.5],
            [0.3, 0.1, 4.2, 4.1, 0.8],
            [6.1, 6.3, 8.2, 8.4, 0.7],
            [3.1, 3.3, 5.2, 5.4, 0.6],
        ]
    ),
    "REGIONS": np.array([[0.3, 0.3, 0.7, 3.4, 4.1], [1.3, 1.2, 1.6, 3.3, 5.2]]),
    "CROPS": np.array(
        [[0.1, 0.15, 0.8, 0.95], [0.9, 0.2, 0.3, 0.7], [-0.2, 0.1, 0.6, 1.25]]
    ),
    "SPREAD": np.array([[[0, 2, 5, 7, 8, 11]] * 3], np.int64),
    "TOP_PLACES": np.array([[[[5, 3]], [[0, 6]]]], np.int64),
    "MASK": drawn(3, 4, seed=3) > 0,
    "MASKS": drawn(3, 4, seed=5) > 0,
    "N": np.array([[3, -2, 5, 1], [7, 4, -6, 2], [-1, 9, 8, 10]], np.int32),
    "M": np.array([[2, 3, 2, 4], [5, 2, 3, 1], [4, 2, 6, 3]], np.int32),
    "PLACES": PLACES,
    "PLACES64": PLACES.astype(np.int64),
    "ROWS": np.array([2, 0, 2], np.int32),
    "SEGMENTS": np.array([0, 2, 2], np.int32),
    "BAND": np.array([-1, 2], np.int32),
    "SIZE": np.array([4, 4], np.int32),
    "PAIRS": np.array([[0, 1], [2, 3], [1, 1]], np.int32),
    "LABELS": LABELS,
    "COLOURS": (drawn(4, 3, 3, seed=1) + 1) / 2,
    "TIMES": 2 * drawn(5, 2, 4, seed=3),
    "LABELLED": np.array([[0, 0], [0, 1], [1, 0]], np.int64),
    "LABELS_OF_TWO": np.array([[1, 2], [2, 3]], np.int32),
    "OFFSETS": 1.5 * drawn(2, 12, 4, 3, seed=2),
    "WIDE": 1.5 * drawn(2, 24, 3, 4, seed=2),
    "GATES": drawn(56, 1, 1, seed=1),
    "LABELS64": LABELS.astype(np.int64),
}

KNOWN = {word: ARRAYS[word].astype(np.float32) for word in ("P", "U", "T")}

LINES = """
ops.{abs,absolute,Abs,ceil,Ceil,floor,Floor,trunc,Trunc,round,Round,Rint}(3 * X)
ops.{neg,negative,Neg,square,sign,Sign,deg2rad,rad2deg,relu,relu6}(X)
ops.{sin,Sin,cos,Cos,tan,Tan,sinh,Sinh,cosh,Cosh,tanh,Tanh}(X)
ops.{asin,arcsin,Asin,acos,arccos,ACos,atan,arctan,Atan,atanh,arctanh,Atanh}(X)
ops.{asinh,arcsinh,Asinh,exp,exp2,expm1,Expm1,erf,Erf,erfc,Erfc}(X)
ops.{acosh,arccosh,Acosh}(P + 1)
ops.{log,log1p,Log1p,log2,log10,sqrt,rsqrt,Rsqrt,reciprocal,Inv}(P)
ops.{sigmoid,softmax,positive,silu,softsign,Softsign,tanhshrink,mish,Mish,logsigmoid}(X)
ops.{hardsigmoid,HSigmoid,hardswish,HSwish,selu,SeLU,elu,Elu,celu}(4 * X)
ops.{softplus,Softplus,softmin,log_softmax,LogSoftmax,leaky_relu}(X)
ops.{gelu,hardshrink,softshrink,identity,hardtanh}(X)
ops.{isfinite,IsFinite,isinf,IsInf,isnan,IsNan}(X)
ops.FloatStatus()(X)
ops.{glu}(BATCH)
ops.threshold(X, 0.1, 0.5)
ops.{GeLU,Identity}()(X)
ops.{add,sub,subtract,mul,multiply,SquaredDifference}(X, Y)
ops.{div,divide,true_divide,Div,floor_div,floor_divide,FloorDiv}(X, P)
ops.{fmod,Mod,remainder,floor_mod,FloorMod,pow,Pow}(3 * P, P + 0.5)
ops.{maximum,minimum,atan2,Atan2,hypot}(X, Y)
ops.{xlogy,Xlogy}(X, P)
ops.{equal,eq,not_equal,ne,NotEqual,greater,greater_equal,ge,GreaterEqual}(N, M)
ops.{less,lt,less_equal,le,LessEqual,isclose}(X, Y)
ops.{logical_and,logical_or,LogicalOr,logical_xor,LogicalXor}(MASK, MASKS)
ops.{logical_not,LogicalNot}(MASK)
ops.{bitwise_and,BitwiseAnd,bitwise_or,BitwiseOr,bitwise_xor,BitwiseXor}(N, M)
ops.{bitwise_left_shift,bitwise_right_shift}(N, M)
ops.{invert,Invert}(N)
ops.{lerp,Lerp}(X, Y, U)
ops.{addcdiv,addcmul}(X, Y, P, 0.5)
ops.{clamp,clip}(X, -0.5, 0.4)
ops.masked_fill(X, MASK, 2.5)
ops.MaskedFill()(X, MASK, 0.5)
ops.masked_select(X, MASK)
ops.where(MASK, X, Y)
ops.nonzero(MASK)
ops.{zeros_like,ones_like}(X)
ops.full_like(X, 2)
ops.full((3, 4), 2.5, dtype=ms.float32)
ops.{zeros,ones,Ones}((3, 4), ms.float32)
ops.{eye,Eye}(3, 4, ms.float32)
ops.arange(1, 9, 3)
ops.range(0, 9, 2)
ops.{linspace,LinSpace}(ms.Tensor(0.5, ms.float32), ms.Tensor(2.5, ms.float32), 5)
ops.{sum,mean,prod,amax,amin,logsumexp}(X, 1)
ops.{max,min}(X, 0)
ops.{argmax,argmin}(X, 1)
ops.{all,any}(MASK, 1)
ops.{ReduceAll,ReduceAny}()(MASK, 1)
ops.{ReduceMin,ReduceProd}()(X, 1)
ops.{std,var,std_mean,var_mean}(X, 1, keepdims=True)
ops.count_nonzero(MASK, 1)
ops.norm(X)
ops.{cumsum,cumprod}(X, 1)
ops.CumSum()(X, 1)
ops.{Argmax,Argmin,ArgMinWithValue}(1)(X)
ops.Sort(0)(X)
ops.sort(X, 1, True)
ops.argsort(X, 1)
ops.topk(X, 2)
ops.{concat,cat,stack}((X, Y), 1)
ops.{split,chunk}(X, 2, 1)
ops.{unbind,unstack}(X, 1)
ops.Unstack(1)(X)
ops.{reshape}(X, (2, 6))
ops.{transpose,permute}(IMAGE, (0, 2, 3, 1))
ops.{swapaxes,swapdims,movedim,moveaxis}(IMAGE, 1, 3)
ops.{expand_dims,unsqueeze}(X, 1)
ops.squeeze(CUBE, 0)
ops.{flatten,Flatten}(IMAGE)
ops.{t,tril,triu}(Q)
ops.{flip}(X, (0, 1))
ops.ReverseV2((1,))(X)
ops.roll(X, 1, 0)
ops.tile(X, (2, 3))
ops.broadcast_to(X, (2, 3, 4))
ops.expand_as(V, X)
ops.{repeat_interleave,repeat_elements}(X, 2, 1)
ops.meshgrid(V, V)
ops.diag(V)
ops.cast(N, ms.float32)
ops.narrow(X, 1, 1, 2)
ops.slice(X, (0, 1), (2, 3))
ops.strided_slice(X, (0, 1), (3, 4), (1, 2))
ops.pad(X, (1, 2), value=0.5)
ops.Pad(((1, 0), (0, 2)))(X)
ops.one_hot(PLACES, 3)
ops.gather(X, ROWS, 0)
ops.{gather_d,gather_elements}(X, 1, PLACES64)
ops.gather_nd(X, PAIRS)
ops.index_select(X, 0, ROWS)
ops.{tensor_scatter_update,TensorScatterUpdate}(X, PAIRS, ms.Tensor([3.0, 4.0, 5.0]))
ops.{tensor_scatter_add,TensorScatterAdd}(X, PAIRS, ms.Tensor([3.0, 4.0, 5.0]))
ops.{scatter_nd,ScatterNd}(PAIRS, V[:3], (3, 4))
ops.ScalarToTensor()(2.5, ms.float32)
ops.Range()(ms.Tensor(1), ms.Tensor(9), ms.Tensor(3))
ops.{mm}(X, W)
ops.bmm(BATCH, OTHER)
ops.baddbmm(SUM, BATCH, OTHER, beta=0.5, alpha=2)
ops.addmm(A, X, W, beta=2, alpha=0.5)
ops.mv(X, V)
ops.dot(X, W)
ops.outer(V, V)
ops.tensor_dot(BATCH, W, 1)
ops.einsum('ij,jk->ki', X, W)
ops.Einsum('ij,jk->ki')((X, W))
ops.dense(X, Q, V)
ops.bias_add(X, V)
ops.{l1_loss,mse_loss,smooth_l1_loss,huber_loss}(X, 3 * Y)
ops.SmoothL1Loss()(X, 3 * Y)
ops.L2Loss()(X)
ops.L2Normalize(1)(X)
ops.{cross_entropy,nll_loss}(X, LABELS)
ops.NLLLoss()(X, LABELS, p[0])
ops.{binary_cross_entropy,BinaryCrossEntropy}(U, t, p)
ops.{binary_cross_entropy_with_logits,BCEWithLogitsLoss}(X, t, p, p)
ops.{kl_div,KLDivLoss}(X, u)
ops.cosine_similarity(X, Y)
ops.margin_ranking_loss(X, Y, 2 * T - 1, 0.3)
ops.SigmoidCrossEntropyWithLogits()(X, t)
ops.SparseSoftmaxCrossEntropyWithLogits()(X, LABELS)
ops.{layer_norm}(X, (4,), V, V)
ops.batch_norm(IMAGE, V[:3], V[:3] + 2, V[:3], V[:3], True)
ops.group_norm(IMAGE, 3)
ops.prelu(IMAGE, V[:3])
ops.PReLU()(IMAGE, V[:3])
ops.{avg_pool1d}(LINE, 2, 2)
ops.{avg_pool2d}(IMAGE, 2, 2)
ops.max_pool2d(IMAGE, 2, 2)
ops.{AvgPool,MaxPool}(2, 2)(IMAGE)
ops.adaptive_avg_pool2d(IMAGE, (3, 2))
ops.conv1d(LINE, KERNEL[:, :, 0])
ops.conv2d(IMAGE, KERNEL)
ops.Conv2D(2, 2)(IMAGE, KERNEL)
ops.conv3d(CUBE, ms.Tensor(np.ones((2, 2, 2, 2, 2)), ms.float32))
ops.{Conv2DBackpropInput,Conv2DTranspose}(2, 2)(IMAGE[:, :2], KERNEL, (2, 3, 6, 5))
ops.conv_transpose2d(IMAGE[:, :2], KERNEL)
ops.Depend()(X, Y)
ops.{softmin}(X, axis=0)
nn.{CELU,ELU,GLU,HShrink,HSigmoid,HSwish,Hardtanh,LogSigmoid,Mish,SeLU,SiLU}()(3.7 * X)
nn.{SoftShrink,Softmin,Softsign,Tanhshrink,Identity}()(X)
nn.Threshold(0.1, 0.5)(X)
nn.get_activation('relu')(X)
nn.AdaptiveAvgPool2d((3, 2))(IMAGE)
nn.{AvgPool1d,MaxPool1d}(2, 2)(LINE)
nn.{AvgPool3d,MaxPool3d}(2)(CUBE)
nn.BatchNorm3d(2)(CUBE)
nn.Conv1dTranspose(3, 2, 3)(LINE)
nn.InstanceNorm1d(3)(LINE)
nn.InstanceNorm2d(3)(IMAGE)
nn.InstanceNorm3d(2)(CUBE)
nn.BCEWithLogitsLoss()(X, T)
nn.{CrossEntropyLoss,NLLLoss}()(X, LABELS)
nn.HuberLoss(delta=0.5)(X, Y)
nn.KLDivLoss()(X, u)
nn.{GRUCell,RNNCell}(4, 4)(X, Y)
nn.LSTMCell(4, 4)(X, (Y, Y))
nn.Norm(1)(X)
nn.OneHot(depth=3)(PLACES)
nn.WithEvalCell(nn.Dense(4, 4), nn.MSELoss())(X, Y)
nn.Conv2dBnAct(3, 2, 3, has_bn=True, activation='relu')(IMAGE)
nn.DenseBnAct(4, 3, activation='leakyrelu', alpha=0.1)(X)
nn.TimeDistributed(nn.Dense(4, 3), 1, 0)(BATCH)
nn.TimeDistributed(nn.Dense(4, 3), 1)(BATCH)
ops.batch_dot(BATCH, OTHER)
ops.matrix_diag(BATCH, ms.Tensor([-2, 0], ms.int32), align='LEFT_RIGHT')
ops.matrix_diag(X, 1, padding_value=0.5)
ops.{matrix_diag_part,MatrixDiagPartV3}(Q, BAND, ms.Tensor(0.5))
ops.{matrix_set_diag,MatrixSetDiagV3}(Q, V, ms.Tensor(0, ms.int32))
ops.MatrixDiagV3()(X, ms.Tensor(0, ms.int32), ms.Tensor(-1, ms.int32), ms.Tensor(-1, ms.int32), ms.Tensor(0.0))
ops.{matrix_exp,MatrixExp}(Q)
ops.stft(A, 4, 2)
ops.STFT(4, 2, 4, False, True, True)(A, V)
ops.col2im(COLUMNS.reshape(1, 3, 4, 9), SIZE, [2, 2], [1, 1], [0, 0], [1, 1])
ops.Col2Im([2, 2])(COLUMNS.reshape(1, 3, 4, 9), SIZE)
ops.Im2Col([2, 2])(IMAGE)
ops.AccumulateNV2()([X, Y])
ops.ConjugateTranspose()(X, (1, 0))
ops.CountNonZero()(N)
ops.CumulativeLogsumexp(reverse=True)(X, ms.Tensor(1))
ops.CumulativeLogsumexp()(X, ms.Tensor(0))
ops.EuclideanNorm()(X, ms.Tensor([1]))
ops.Fills()(X, 2.5)
ops.{LerpScalar}(X, Y, 0.3)
ops.LogSoftmaxExt()(X, 0)
ops.Median(False, 1)(X)
ops.Median(True)(V)
ops.NuclearNorm()(X)
ops.NthElement()(X, 1)
ops.ResizeLinear1D()(LINE, (7,))
ops.RmsNorm()(X, V)
ops.{SegmentMax,SegmentMean,SegmentMin,SegmentProd,SegmentSum}(X, SEGMENTS)
ops.SpaceToBatch(2, [[1, 0], [0, 1]])(QUADS[:, :, :3, :5])
ops.BatchToSpace(2, [[0, 1], [1, 0]])(MATRICES.reshape(4, 2, 2, 2))
ops.SplitV([1, 3], 1, 2)(X)
ops.TransposeView()(X, (1, 0))
ops.UnravelIndex()(ROWS, ms.Tensor([2, 4], ms.int32))
ops.Bincount()(ROWS, ms.Tensor(4, ms.int32), p[0, :3])
numpy.{abs,absolute,arccos,arcsin,arcsinh,arctan,arctanh,ceil,cos,cosh,deg2rad}(X)
numpy.{exp,exp2,expm1,floor,isfinite,isinf,isnan,negative,rad2deg,sign,sin,sinh}(X)
numpy.{square,tan,tanh,trunc,ravel,tril,triu}(X)
numpy.arccosh(P + 1)
numpy.{log,log10,log1p,log2,reciprocal,sqrt}(P)
numpy.{add,subtract,multiply,maximum,minimum,hypot}(X, Y)
numpy.{divide,true_divide,floor_divide,power,remainder}(P, P + 0.5)
numpy.{equal,not_equal,greater,greater_equal,less,less_equal}(N, M)
numpy.{logical_and,logical_or,logical_xor}(MASK, MASKS)
numpy.logical_not(MASK)
numpy.isclose(X, Y)
numpy.{sum,mean,max,min,amax,amin,std,var,argmax,argmin,cumsum}(X, 1)
numpy.{matmul,dot}(X, W)
numpy.outer(V, V)
numpy.{concatenate,stack}((X, Y), 1)
numpy.{moveaxis,swapaxes}(IMAGE, 1, 3)
numpy.transpose(IMAGE)
numpy.expand_dims(X, 1)
numpy.squeeze(CUBE)
numpy.reshape(X, (2, 6))
numpy.tile(X, (2, 3))
numpy.broadcast_to(X, (2, 3, 4))
numpy.clip(X, -0.5, 0.4)
numpy.where(MASK, X, Y)
numpy.{zeros_like,ones_like}(X)
numpy.full_like(X, 2)
numpy.full((3, 4), 2.5)
numpy.{zeros,ones}((3, 4))
numpy.eye(3, 4)
numpy.arange(1, 9, 3)
numpy.{array,asarray}([[1.5, 2.0]])
ops.{vstack,hstack,column_stack,row_stack}((X, Y))
ops.dstack((BATCH, BATCH))
ops.block_diag(X, W)
ops.{tensor_split}(X, 3, 1)
ops.{vsplit,hsplit}(Q, 2)
ops.{atleast_1d,atleast_2d,atleast_3d,ravel,fliplr,flipud,adjoint}(X)
ops.reverse(X, (0,))
ops.rot90(X, 1, (0, 1))
ops.expand(V, ms.Tensor([3, 4]))
ops.diagonal(BATCH, 1, 1, 2)
ops.trace(Q)
ops.matrix_band_part(BATCH, 1, 0)
ops.{tril_indices,triu_indices}(3, 4, 1)
ops.diff(X, 1, 1)
ops.argwhere(MASK)
ops.channel_shuffle(CHANNELS, 2)
ops.pixel_shuffle(CHANNELS, 2)
ops.pixel_unshuffle(QUADS, 2)
ops.unfold(IMAGE, (3, 2), 1, 1, 2)
ops.{logaddexp,logaddexp2}(X, Y)
ops.{fmax,fmin,copysign,heaviside}(X, Y)
ops.{logit}(U, 0.01)
ops.{sinc,frac,fast_gelu,nan_to_num}(3 * X)
ops.ldexp(X, N)
ops.float_power(P, 1.5)
ops.{isneginf,isposinf,signbit}(X)
ops.{nansum,nanmean}(X, 1)
ops.swiglu(BATCH, -1)
ops.rms_norm(X, V)
ops.lrn(CHANNELS, 2, 1.0, 0.5, 0.75)
ops.{clip_by_norm,clip_by_global_norm}([X, Y], 0.7)
ops.addmv(V[:3], X, V, beta=0.5, alpha=2)
ops.addr(X, V[:3], V, beta=0.5, alpha=2)
ops.addbmm(SUM[0], BATCH, OTHER, beta=0.5, alpha=2)
ops.ger(V, V)
ops.{inner,kron}(X, Y)
ops.cross(X, Y, 0)
ops.{inverse,det}(Q)
ops.dist(X, Y)
ops.cdist(X, Y)
ops.{tensor_scatter_sub,tensor_scatter_mul,tensor_scatter_div}(P, PAIRS, P[0, :3])
ops.{tensor_scatter_max,tensor_scatter_min}(X, PAIRS, Y[0, :3])
ops.tensor_scatter_elements(X, PLACES[:1], Y[:1], 0)
ops.scatter(X, 0, PLACES[:1], Y[:1])
ops.take(X, PLACES64)
ops.embedding(PLACES, X)
ops.sequence_mask(ROWS, 4)
ops.searchsorted(SORTED, X)
ops.adaptive_avg_pool1d(LINE, 3)
ops.adaptive_max_pool1d(LINE, 2)
ops.adaptive_avg_pool3d(CUBE, (2, 3, 2))
ops.adaptive_max_pool2d(IMAGE, (3, 2))
ops.cholesky(S + S.T, upper=True)
ops.cholesky_inverse(S)
ops.cholesky_solve(Q, S)
ops.{logdet,slogdet,log_matrix_determinant,matrix_determinant}(S)
ops.matrix_power(Q, 3)
ops.pinv(X)
ops.qr(Q)
ops.svd(Q, compute_uv=False)
ops.{matrix_norm}(X)
ops.vector_norm(X, 3.0, 1)
ops.vecdot(X, Y)
ops.diag_embed(X, 1)
ops.diagflat(X[0], 1)
ops.vander(V)
ops.cov(X)
ops.trapz(X, dx=0.5)
ops.{cummax,cummin,logcumsumexp}(X, 1)
ops.median(X, 1)
ops.msort(X)
ops.aminmax(X, axis=1)
ops.quantile(X, ms.Tensor(0.3, ms.float32), 1)
ops.bincount(LABELS)
ops.{gcd,lcm,truncate_div,truncate_mod,TruncateDiv,TruncateMod}(N, M)
ops.xdivy(X, P)
ops.approximate_equal(X, Y, 0.5)
ops.{isreal,sgn}(X)
ops.type_as(N, X)
ops.dsplit(BATCH, 2)
ops.Dense()(X, Q, V)
ops.index_add(X, ROWS, Y, 0)
ops.index_fill(X, 0, ROWS, 0.5)
ops.select_scatter(X, Y[:, 0], 1, 2)
ops.slice_scatter(X, Y[:, :2], 1, 0, 4, 2)
ops.diagonal_scatter(X, V[:3], 1)
ops.MaskedScatter()(X, MASK, Y)
ops.{inplace_update,inplace_add,inplace_sub}(X, Y[:2], (2, 0))
ops.mirror_pad(X, ms.Tensor([[1, 1], [2, 0]]), 'REFLECT')
ops.renorm(X, 2, 0, 1.0)
ops.reverse_sequence(X, ROWS + 1, 1)
ops.{TensorScatterSub,TensorScatterMul,TensorScatterDiv}(P, PAIRS, P[0, :3])
ops.{TensorScatterMax,TensorScatterMin}(X, PAIRS, Y[0, :3])
ops.MaskedSelect()(X, MASK)
ops.Ger()(V, V)
ops.{MatrixInverse,MatrixDeterminant,LogMatrixDeterminant}(S)
ops.Diag()(V)
ops.Trace()(Q)
ops.{Fmax,Fmin,Hypot,Heaviside,Xdivy}(X, Y)
ops.{Addcmul,Addcdiv}(X, Y, P, ms.Tensor(0.5, ms.float32))
ops.{FastGeLU,Sinc}(X)
ops.{Gcd,Lcm}(N, M)
ops.max_pool3d(CUBE, 2)
ops.avg_pool3d(CUBE, 2, 1, 1)
ops.max_pool2d(IMAGE, 2, 2, 1, 1, True)
ops.max_unpool1d(LINE[:1], SPREAD, 2)
ops.max_unpool2d(TOPS, TOP_PLACES, 2, output_size=(3, 4))
ops.max_unpool3d(TOPS[..., None], TOP_PLACES[..., None], (2, 2, 1))
nn.SyncBatchNorm(3)(IMAGE)
nn.{MaxPool2d,AvgPool2d}(2, 3, pad_mode='pad', padding=1, ceil_mode=True)(IMAGE)
nn.Unfold([1, 2, 2, 1], [1, 2, 1, 1], [1, 1, 2, 1], 'same')(IMAGE)
nn.Unfold([1, 2, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1])(IMAGE)
nn.MaxPool2d(2, 1, 'pad', 1, 2, True)(IMAGE)
nn.{MaxUnpool1d}(2)(LINE[:1], SPREAD)
nn.MaxUnpool2d(2)(TOPS, TOP_PLACES, (1, 2, 3, 4))
nn.MaxUnpool3d((2, 2, 1))(TOPS[..., None], TOP_PLACES[..., None])
nn.LPPool1d(2.0, 2)(P[None] + 1)
nn.LPPool2d(2.0, 2)(P[None, None] + 1)
nn.AdaptiveMaxPool3d((2, 2, 3))(CUBE)
nn.Conv3dTranspose(2, 2, 2, stride=2, pad_mode='valid')(CUBE)
ops.grid_sample(IMAGE, GRID, align_corners=True)
ops.affine_grid(MAPS, (2, 3, 4, 5))
ops.lp_pool1d(P[None] + 1, 2.0, 2)
ops.lp_pool2d(P[None, None] + 1, 2.0, 2)
ops.adaptive_max_pool3d(CUBE, (2, 2, 3))
nn.AdaptiveAvgPool1d(3)(LINE)
nn.AdaptiveMaxPool1d(3)(LINE)
nn.AdaptiveAvgPool3d((2, 2, 3))(CUBE)
nn.AdaptiveMaxPool2d((3, 2))(IMAGE)
nn.ChannelShuffle(2)(CHANNELS)
nn.ClipByNorm()(X, 0.7)
nn.{FastGelu,Tril,Triu}()(Q)
nn.LRN(2, 1.0, 0.5, 0.75)(CHANNELS)
nn.Moments(1)(X)
nn.Range(1, 9, 3)()
nn.ReduceLogSumExp(1)(X)
nn.Roll(1, 0)(X)
nn.Softmax2d()(IMAGE)
nn.Unflatten(1, (2, 2))(X)
nn.{ReflectionPad3d,ReplicationPad3d}(1)(CUBE)
nn.EmbeddingLookup(3, 4)(PLACES)
nn.BiDense(4, 4, 3)(X, Y)
nn.TripletMarginWithDistanceLoss()(X, Y, U)
numpy.{arctan2,copysign,heaviside,inner,kron,logaddexp,logaddexp2}(X, Y)
numpy.{fmod,mod}(3 * P, P + 0.5)
numpy.{bitwise_and,bitwise_or,bitwise_xor}(N, M)
numpy.invert(N)
numpy.{column_stack,hstack,vstack}((X, Y))
numpy.cumprod(X, 1)
numpy.diagonal(BATCH, 1, 1, 2)
numpy.diff(X, 1, 1)
numpy.{fabs,fix,flip,fliplr,flipud,positive,radians,rint,rot90}(3 * X)
numpy.{signbit,isneginf,isposinf}(X)
numpy.roll(X, 5)
numpy.take(X, ROWS, 0)
numpy.take_along_axis(X, PLACES64, 1)
numpy.tensordot(BATCH, W, 1)
ops.{digamma,lgamma,Digamma,Lgamma}(X + 0.3)
ops.{zeta,Zeta}(P + 1.2, P + 0.1)
ops.{erfinv,Erfinv}(U)
ops.polygamma(2, P + 0.1)
ops.mvlgamma(P + 2, 3)
ops.{tensor_add,tensor_sub,tensor_mul,TensorAdd}(X, Y)
ops.{tensor_div,tensor_pow,tensor_mod,floormod,tensor_floordiv,floordiv,pows}(P, P + 0.5)
ops.{tensor_gt,tensor_ge,tensor_lt,tensor_le}(N, M)
ops.{tensor_exp,tensor_expm1}(X)
ops.inv(P)
ops.tensor_slice(X, (0, 1), (2, 2))
ops.make_tuple(X, Y)
ops.scalar_to_tensor(2)
ops.accumulate_n((X, Y))
ops.view_as(X, Q[:3])
ops.deepcopy(X)
ops.cartesian_prod(V, V)
ops.upsample(IMAGE, (4, 6))
ops.padding(X[:, :1], 4)
ops.fills(X, 2.5)
ops.eps(X)
ops.cond(Q)
ops.pdist(X)
ops.pdist(X, 3.0)
ops.intopk(X, LABELS, 2)
ops.nextafter(X, Y)
ops.{DivNoNan,MulNoNan,SquareSumAll}(X, Y)
ops.{LeftShift,RightShift}(N, M)
ops.IdentityN()((X, Y))
ops.NonZero()(X)
ops.MatrixBandPart()(Q, 1, 1)
ops.TupleToArray()((1, 2))
ops.{Gelu,FastGelu}(X)
ops.DiagPart()(Q)
ops.ApproximateEqual(0.5)(X, Y)
ops.CeLU(0.7)(X)
ops.Cdist()(X, Y)
ops.Cholesky()(Q @ Q.T)
ops.CholeskyInverse()(S)
ops.CholeskySolve()(Q, S)
ops.Cross(1)(X[:, :3], Y[:, :3])
ops.CumProd()(X, 1)
ops.CumProd(True, True)(X, 1)
ops.Cummax(1)(X)
ops.Cummin(0)(X)
ops.DepthToSpace(2)(CHANNELS)
ops.SpaceToDepth(2)(QUADS)
ops.GLU(1)(X)
ops.{HShrink,SoftShrink}(0.2)(X)
ops.IndexAdd(1)(X + 0, ms.Tensor([0, 2], ms.int32), Y[:, :2])
ops.IndexFill()(X, 1, ms.Tensor([0, 2], ms.int32), 0.5)
ops.{InplaceAdd,InplaceSub,InplaceUpdate}((0, 2))(X, Y[:2])
ops.IsClose(0.5)(X, Y)
ops.LRN(2, 1.0, 0.5)(IMAGE)
ops.Logit(0.1)(U)
ops.MatrixPower(3)(Q[None])
ops.Meshgrid()((V, SORTED))
ops.MirrorPad()(X, ms.Tensor([[0, 0], [1, 2]]))
ops.MultiMarginLoss()(X, LABELS)
ops.NanToNum(1.0)(X)
ops.Pack(1)((X, Y))
ops.Unpack(1)(X)
ops.Qr()(Q)
ops.Quantile(1)(X, ms.Tensor(0.3))
ops.ReduceStd(1)(X)
ops.Renorm(2.0, 0, 1.0)(X)
ops.ReverseSequence(1)(X, ms.Tensor([2, 3, 4]))
ops.Roll(1, 1)(X)
ops.SearchSorted()(SORTED, V)
ops.SoftMarginLoss()(X, Y)
ops.Svd(False, False)(Q)
ops.TensorScatterElements(1)(X, ms.Tensor([[0], [1], [3]]), Y[:, :1])
ops.Tril()(X)
ops.Triu(1)(X)
ops.{TrilIndices,TriuIndices}(2, 3)()
ops.TripletMarginLoss()(X, Y, X + 0.3, ms.Tensor(1.0))
ops.Expand()(V, ms.Tensor([2, 4]))
numpy.broadcast_arrays(X, V)
numpy.choose(ms.Tensor([0, 1, 1, 0]), (V, V * V))
numpy.in1d(N, M)
numpy.meshgrid(V, SORTED)
numpy.nancumsum(X, 1)
numpy.pad(X, ((0, 0), (1, 2)))
numpy.pad(X, 1, 'reflect')
numpy.{tril_indices_from,triu_indices_from}(X)
numpy.{bartlett,blackman,hamming,hanning}(5)
numpy.diag_indices(3)
numpy.indices((2, 3))
numpy.asfarray(N)
numpy.{atleast_1d,atleast_2d,atleast_3d}(V)
numpy.empty_like(X)
numpy.sometrue(MASK, 1)
numpy.trapz(X, dx=0.5)
numpy.trace(Q)
numpy.trace(BATCH, 1, 1, 2)
numpy.{abs,absolute,arcsinh,arctan,ceil,cos,exp,floor,negative,sign,sin,square}(X, dtype=ms.float64)
numpy.{fabs,positive,radians,rint,tanh,trunc}(X, dtype=ms.float64)
numpy.{log,log1p,sqrt,cbrt}(P, dtype=ms.float64)
numpy.{isfinite,isinf,isnan}(X, dtype=ms.int32)
numpy.{add,subtract,multiply,maximum,minimum,hypot,arctan2,copysign}(X, Y, dtype=ms.float64)
numpy.{divide,power,remainder,fmod,mod,float_power}(P, P + 0.5, dtype=ms.float64)
numpy.{equal,greater,less_equal,not_equal}(N, M, dtype=ms.float64)
numpy.{logical_and,logical_or}(MASK, MASKS, dtype=ms.int32)
numpy.{gcd,lcm,bitwise_and}(N, M, dtype=ms.int64)
numpy.matmul(X, W, dtype=ms.float64)
numpy.{add,multiply,maximum}(X, [1.0, 2.0, 3.0, 4.0])
numpy.{corrcoef,cov}(X, dtype=ms.float64)
numpy.sum(X, 1, initial=2.5)
numpy.{max,amax}(X, 1, initial=0.1)
numpy.{min,amin}(X, 1, True, 0.1, MASK)
numpy.{cumsum,cumprod}(X)
numpy.take(X, ms.Tensor([0, 7, -3, 40]))
numpy.take(X, ms.Tensor([0, 7, -3]), 1, 'wrap')
numpy.concatenate((X, Y), None)
numpy.expand_dims(X, (0, 2))
numpy.{ones_like,zeros_like}(X, ms.int32, (2, 2))
numpy.full_like(X, 2, shape=(2, 3))
numpy.eye(3, 4, 1)
numpy.{tril,triu}(X, k=1)
numpy.{geomspace,logspace}(1, 4, 5, axis=0)
numpy.linspace(1, 4, 5, retstep=True, axis=0)
numpy.searchsorted(V, SORTED, sorter=ms.numpy.array([2, 1, 3, 0]))
numpy.append(X, Y, 0)
numpy.argwhere(MASK)
numpy.array_split(X, 3, 1)
numpy.average(X, 1)
numpy.bitwise_not(N)
numpy.cbrt(P)
numpy.{convolve,correlate}(V, SORTED, 'full')
numpy.{corrcoef,cov}(X)
numpy.count_nonzero(N - 4, 1)
numpy.cross(X[:, :3], Y[:, :3])
numpy.diag(Q, 1)
numpy.diag(V, -1)
numpy.diagflat(X[0], 1)
numpy.digitize(X, ms.Tensor([-0.5, 0.2, 0.7]))
numpy.divmod(3 * P, P + 0.5)
numpy.dsplit(BATCH, 2)
numpy.dstack((X, Y))
numpy.ediff1d(X)
numpy.float_power(P, P + 0.5)
numpy.{gcd,lcm}(N, M)
numpy.gradient(X, axis=1)
numpy.{hsplit,vsplit}(Q, 2)
numpy.interp(X, ms.Tensor([-1.0, 0.0, 1.0]), ms.Tensor([2.0, 1.0, 3.0]))
numpy.isin(N, M)
numpy.multi_dot((X, Q, W))
numpy.{nanmax,nanmean,nanmin,nanstd,nansum,nanvar}(X, 1)
numpy.norm(X)
numpy.norm(X, 3, 1)
numpy.{polyadd,polysub,polymul}(V, SORTED)
numpy.{polyder,polyint}(V)
numpy.polyval(V, X)
numpy.ptp(X, 1)
numpy.repeat(X, 2, 1)
numpy.rollaxis(IMAGE, 2)
numpy.searchsorted(SORTED, X)
numpy.select([MASK, MASKS], [X, Y], 0.5)
numpy.split(X, 2, 1)
numpy.unwrap(4 * X)
numpy.vander(V)
numpy.geomspace(1.0, 16.0, 5)
numpy.{linspace,logspace}(0.5, 2.5, 5)
numpy.{identity}(3)
numpy.tri(3, 4, 1)
numpy.{tril_indices,triu_indices}(3, 1, 4)
numpy.empty((2, 3))
"""

# What draws: with one seed, the same compiled; MindSpore draws other numbers.
RANDOM = """
numpy.{rand,randn}(3, 4)
ops.{rand,randn}(3, 4)
ops.{rand_like,randn_like}(X)
ops.randint(0, 9, (3, 4))
ops.randint_like(X, 0, 9)
ops.randperm(6)
ops.shuffle(X)
ops.gumbel_softmax(X, 0.7)
ops.normal((3, 4), 0.5, 2.0)
ops.uniform((3, 4), ms.Tensor(0.5), ms.Tensor(2.0))
ops.standard_normal((3, 4))
ops.{StandardNormal,UniformReal,StandardLaplace}()((3, 4))
ops.standard_laplace((3, 4))
ops.laplace((3, 4), X, P)
ops.RandomShuffle()(X)
ops.RandomCategorical()(X, 5)
ops.Bernoulli()(X, 0.3)
ops.uniform_candidate_sampler(ms.Tensor([[1], [4]]), 1, 3, True, 9)
ops.UniformCandidateSampler(1, 3, False, 9)(ms.Tensor([[1], [4]]))
ops.bernoulli(U)
ops.multinomial(P, 5)
ops.multinomial(P, 3, False)
ops.{random_categorical}(X, 5)
ops.choice_with_mask(MASK, 5)
ops.{RandomChoiceWithMask}(20)(MASK)
ops.Multinomial()(P, 3)
ops.UniformInt()((3, 4), ms.Tensor(1), ms.Tensor(9))
ops.rrelu(X)
nn.RReLU(0.1, 0.4)(X)
ops.dropout(X, 0.4)
ops.{Dropout}(0.6)(X)
ops.{dropout1d}(LINE, 0.4)
ops.{dropout2d}(IMAGE, 0.4)
ops.dropout3d(CUBE, 0.4)
ops.Dropout3D(0.6)(CUBE)
mint.nn.functional.dropout(X, 0.4)
mint.bernoulli(U)
mint.multinomial(P, 2)
mint.{rand,randn}(3, 4)
mint.{rand_like,randn_like}(X)
mint.randint(2, 9, (3, 4))
mint.randint_like(X, 9)
mint.randperm(6)
mint.normal(X, 0.5)
mint.nn.functional.dropout2d(IMAGE, 0.4)
mint.nn.Dropout(p=0.4).set_train()(X)
mint.nn.Dropout2d(p=0.4).set_train()(IMAGE)
nn.Dropout1d(p=0.4).set_train()(LINE)
nn.Dropout2d(p=0.4).set_train()(IMAGE)
nn.Dropout3d(p=0.4).set_train()(CUBE)
"""

# The names at the start of a line, and a word that may be an array.
START = re.compile(r"([\w.]*)(?:\{([^}]*)\})?")
MODULES = ("nn", "ops", "mint", "numpy")


@dataclass(frozen=True, slots=True)
class Line:
    """A call, and the names that are called so."""

    text: str
    names: tuple[str, ...]

    def row(self, *names: str) -> Row:
        """The program that calls these names, one after the other."""
        rest = START.sub("", self.text, count=1)
        words = [
            node.id
            for node in ast.walk(ast.parse(f"f{rest}", mode="eval"))
            if isinstance(node, ast.Name)
        ]
        used = sorted({word for word in words if word in ARRAYS})
        texts = [_call(name, rest) for name in names]
        return Row(
            lambda ms: _program(ms, texts, used), tuple(ARRAYS[word] for word in used)
        )


def _call(name: str, rest: str) -> str:
    whole = ast.parse(f"f{rest}", mode="eval").body
    made = isinstance(whole, ast.Call) and isinstance(whole.func, ast.Call)
    is_class = name.rpartition(".")[2][0].isupper()
    return f"{name}(){rest}" if is_class and not made else name + rest


def _program(ms: Any, texts: list[str], used: list[str]) -> Callable[..., Any]:
    """The program of some calls. A Cell that is called with the inputs alone is it."""
    space = {"ms": ms, "np": np, **{name: getattr(ms, name) for name in MODULES}}
    space |= {word.lower(): ms.Tensor(array) for word, array in KNOWN.items()}
    calls = []
    for k, text in enumerate(texts):
        call = ast.parse(text, mode="eval").body
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Call):
            made = eval(ast.unparse(call.func), space)
            if hasattr(made, "get_parameters"):
                filled(ms, made)
                if len(texts) == 1 and ", ".join(
                    map(ast.unparse, call.args)
                ) == ", ".join(used):
                    return made  # type: ignore[no-any-return]
            space[f"made_{k}"], call.func = made, ast.Name(f"made_{k}")
        calls.append(ast.unparse(call))
    source = f"def program({', '.join(used)}):\n    return ({', '.join(calls)},)\n"
    # Where inspect and the compiler find the text of what was made of a string.
    path = f"<{texts[0]}>"
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    exec(compile(source, path, "exec"), space)
    return space["program"]  # type: ignore[no-any-return]


def lines(text: str) -> list[Line]:
    """The lines of a table."""
    found = []
    for line in text.strip().split("\n"):
        match = START.match(line)
        start, words = match.groups() if match else ("", None)
        names = [start + word for word in words.split(",")] if words else [start]
        found.append(Line(line, tuple(names)))
    return found


def keyed(names: list[str]) -> list[str]:
    """Return a key for each name: the name, the second time with a number behind it."""
    return [
        f"{name} ({names[:k].count(name) + 1})" if name in names[:k] else name
        for k, name in enumerate(names)
    ]


CALLS = lines(LINES) + lines(MINT) + lines(NUMBERS) + lines(WINDOWS) + lines(SETS)
CALLS += lines(OTHERS)
DRAWS = lines(RANDOM)
# Each name of each line, as a program of its own.
EACH = [(name, line) for line in CALLS for name in line.names]
EACH_ROW = {
    key: line.row(name)
    for key, (name, line) in zip(keyed([name for name, _ in EACH]), EACH, strict=True)
}
