"""The families of mindcv in small variants: one or two models of each module that
registers some."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from srcad import nn
from tests.published.checking import PACKAGE

ONCE = (1, 1, 1, 1)
TWICE = (2, 2, 2, 2)


@dataclass(frozen=True, slots=True)
class Family:
    """A model: its module, its class, its settings and the side of the image. What
    ``blocks`` names are classes of the module."""

    module: str
    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    side: int = 32
    blocks: Mapping[str, str] = field(default_factory=dict)

    def built(self) -> nn.Cell:
        """The model, as its constructor makes it."""
        module = importlib.import_module(f"{PACKAGE}.models.{self.module}")
        kind = getattr(module, self.kind)
        blocks = {name: getattr(module, block) for name, block in self.blocks.items()}
        asked = inspect.signature(kind).parameters
        classes = {name: 3 for name in ("num_classes", "num_class") if name in asked}
        return kind(**classes, **self.settings, **blocks)


def _hrnet_stage(branches: int, block: str, channels: tuple[int, ...]) -> Any:
    blocks = [1] * branches
    return {
        "num_modules": 1,
        "num_branches": branches,
        "block": block,
        "num_blocks": blocks,
        "num_channels": channels,
    }


HRNET = {
    "stage1": _hrnet_stage(1, "BOTTLENECK", (64,)),
    "stage2": _hrnet_stage(2, "BASIC", (4, 8)),
    "stage3": _hrnet_stage(3, "BASIC", (4, 8, 8)),
    "stage4": _hrnet_stage(4, "BASIC", (4, 8, 8, 8)),
}
_CONVOLUTIONS = {"out_channels": 8, "expand_ratio": 2, "num_blocks": 1}
_ATTENTION = {
    "out_channels": 8,
    "transformer_channels": 8,
    "ffn_dim": 8,
    "num_heads": 2,
    "transformer_blocks": 1,
    "stride": 2,
    "mv_expand_ratio": 2,
    **dict.fromkeys(("dropout", "attn_dropout", "ffn_dropout"), 0.0),
}
MOBILEVIT = {
    "layer1": {**_CONVOLUTIONS, "stride": 1, "block_type": "mv2"},
    "layer2": {**_CONVOLUTIONS, "stride": 2, "block_type": "mv2"},
    **dict.fromkeys(("layer3", "layer4", "layer5"), _ATTENTION),
    "last_layer_exp_factor": 4,
    "cls_dropout": 0.0,
}
_PYRAMID = {
    "img_size": 32,
    "patch_size": 4,
    "depths": ONCE,
    "sr_ratios": (4, 2, 2, 1),
    "embed_dims": (4, 4, 8, 8),
    "num_heads": (1, 2, 2, 2),
    "mlp_ratios": TWICE,
}
_SWIN = {
    "image_size": 16,
    "patch_size": 2,
    "embed_dim": 4,
    "depths": (2, 2),
    "num_heads": (2, 2),
    "window_size": 4,
    "mlp_ratio": 2.0,
    "drop_path_rate": 0.0,
}
_SE = {"layers": ONCE, "reduction": 16}

BLOCKS = {"block": "BasicBlock"}
# By name, each in prediction and in training.
TRAINED = {
    "resnet": Family("resnet", "ResNet", {"layers": ONCE}, blocks=BLOCKS),
    "resnet of bottlenecks": Family(
        *("resnet", "ResNet", {"layers": ONCE, "base_width": 8}),
        blocks={"block": "Bottleneck"},
    ),
    "mobilenet v1": Family("mobilenetv1", "MobileNetV1", {"alpha": 0.125}),
    "mobilenet v2": Family("mobilenetv2", "MobileNetV2", {"alpha": 0.125}),
    "mobilenet v3": Family(
        "mobilenetv3", "MobileNetV3", {"arch": "small", "alpha": 0.25}
    ),
    "squeezenet": Family("squeezenet", "SqueezeNet", {"drop_rate": 0.0}, 64),
    "densenet": Family(
        *("densenet", "DenseNet"),
        {"growth_rate": 4, "block_config": TWICE, "num_init_features": 8},
    ),
    "vit": Family(
        *("vit", "VisionTransformer"),
        {
            "image_size": 16,
            "patch_size": 8,
            "embed_dim": 16,
            "depth": 2,
            "num_heads": 2,
        },
        16,
    ),
}
FAMILIES = {
    "bit": Family(
        *("bit", "BiT_ResNet", {"layers": ONCE, "base_width": 32}, 16),
        blocks={"block": "Bottleneck"},
    ),
    "cait": Family(
        *("cait", "CaiT"),
        {
            "img_size": 16,
            "patch_size": 8,
            "embed_dim": 8,
            "depth": 1,
            "num_heads": 2,
            "mlp_ratio": 2.0,
            "depth_token_only": 1,
        },
        16,
    ),
    "cmt": Family(
        *("cmt", "CMT"),
        {
            "img_size": 32,
            "embed_dims": (4, 8, 16, 32),
            "stem_channel": 4,
            "fc_dim": 8,
            "num_heads": (1, 2, 2, 2),
            "depths": ONCE,
            "mlp_ratios": TWICE,
            "sr_ratios": (4, 2, 2, 1),
        },
    ),
    "coat": Family(
        "coat",
        "CoaT",
        {
            "image_size": 32,
            "patch_size": 4,
            "embed_dims": (16,) * 4,
            "num_heads": 8,
            "serial_depths": ONCE,
            "mlp_ratios": TWICE,
            "parallel_depth": 1,
        },
    ),
    "convit": Family(
        *("convit", "ConViT"),
        {
            "image_size": 28,
            "patch_size": 2,
            "embed_dim": 8,
            "num_heads": 2,
            "depth": 2,
            "local_up_to_layer": 1,
            "mlp_ratio": 2.0,
            "drop_path_rate": 0.0,
        },
        28,
    ),
    "convnext": Family(
        *("convnext", "ConvNeXt"),
        {"in_channels": 3, "depths": ONCE, "dims": (4, 4, 8, 8)},
    ),
    "convnext v2": Family(
        *("convnext", "ConvNeXt"),
        {
            "in_channels": 3,
            "depths": ONCE,
            "dims": (4, 4, 8, 8),
            "use_grn": True,
            "layer_scale_init_value": 0,
        },
    ),
    "crossvit": Family(
        *("crossvit", "VisionTransformer"),
        {
            "img_size": (24, 16),
            "patch_size": (12, 8),
            "embed_dim": (8, 16),
            "depth": [[1, 1, 0]],
            "num_heads": (2, 2),
            "mlp_ratio": (2, 2, 1),
            "qkv_bias": True,
        },
        24,
    ),
    "dpn": Family(
        *("dpn", "DPN"),
        {
            "num_init_channel": 8,
            "k_r": 8,
            "g": 2,
            "k_sec": ONCE,
            "inc_sec": (4, 4, 4, 4),
        },
    ),
    "edgenext": Family(
        *("edgenext", "EdgeNeXt"),
        {
            "depths": (1, 2, 2, 2),
            "dims": (8, 16, 16, 16),
            "heads": TWICE,
            "global_block": (0, 1, 1, 1),
            "d2_scales": TWICE,
            "global_block_type": ("None", "SDTA", "SDTA", "SDTA"),
            "use_pos_embd_xca": (False, True, False, False),
            "kernel_sizes": (3, 5, 7, 9),
        },
        64,
    ),
    "efficientnet": Family(
        *("efficientnet", "EfficientNet"),
        {
            "arch": "efficientnet_b0",
            "width_mult": 0.1,
            "depth_mult": 0.3,
            "dropout_rate": 0.0,
            "drop_path_prob": 0.0,
        },
    ),
    "ghostnet": Family("ghostnet", "GhostNet", {"width": 0.1, "drop_rate": 0.0}),
    "googlenet": Family("googlenet", "GoogLeNet", {"drop_rate": 0.0}, 16),
    "halonet": Family(
        *("halonet", "HaloNet"),
        {
            "depth_list": (1, 2, 1, 1),
            "chs_list": (64, 16, 32, 32, 32),
            "num_heads": (0, 2, 2, 2),
            "stride_list": (1, 2, 2, 2),
            "block_size": 2,
            "halo_size": 1,
            "hidden_chs": None,
            "act": "silu",
            "stage1_block": ["bottle"],
            "stage3_block": ["bottle"],
            "stage4_block": ["bottle"],
            "stage2_block": ["bottle", "attn"],
        },
    ),
    "hrnet": Family("hrnet", "HRNet", {"stage_cfg": HRNET}),
    "inception v3": Family(
        *("inceptionv3", "InceptionV3", {"aux_logits": False, "drop_rate": 0.0}, 75),
    ),
    "inception v4": Family("inceptionv4", "InceptionV4", {"drop_rate": 0.0}, 75),
    "mixnet": Family("mixnet", "MixNet", {"feature_size": 16, "drop_rate": 0.0}),
    "mlpmixer": Family(
        *("mlpmixer", "MLPMixer"),
        {
            "depth": 2,
            "patch_size": 8,
            "n_patches": 4,
            "n_channels": 8,
            "token_dim": 8,
            "channel_dim": 8,
        },
        16,
    ),
    "mnasnet": Family("mnasnet", "Mnasnet", {"alpha": 0.1, "drop_rate": 0.0}),
    "mobilevit": Family("mobilevit", "MobileViT", {"model_cfg": MOBILEVIT}, 64),
    "nasnet": Family(
        *("nasnet", "NASNetAMobile"),
        {"stem_filters": 8, "penultimate_filters": 96},
    ),
    "pit": Family(
        *("pit", "PoolingTransformer"),
        {
            "image_size": 32,
            "patch_size": 8,
            "stride": 4,
            "mlp_ratio": 2.0,
            "base_dims": (4, 4, 4),
            "depth": (1, 1, 1),
            "heads": (2, 2, 2),
        },
    ),
    "pnasnet": Family("pnasnet", "Pnasnet", {}, 16),
    "poolformer": Family(
        *("poolformer", "PoolFormer"),
        {"layers": ONCE, "embed_dims": (4, 4, 8, 8), "mlp_ratios": TWICE},
    ),
    "pvt": Family("pvt", "PyramidVisionTransformer", _PYRAMID),
    "pvt v2": Family("pvtv2", "PyramidVisionTransformerV2", _PYRAMID),
    "regnet": Family(
        *("regnet", "RegNet"),
        {
            "w_a": 8,
            "w_0": 8,
            "w_m": 2.0,
            "d": 4,
            "group_w": 8,
            "stem_w": 8,
            "se_r": 0.25,
        },
    ),
    "repmlp": Family(
        *("repmlp", "RepMLPNet"),
        {
            "channels": (8, 16, 16, 32),
            "hs": (8, 4, 2, 1),
            "ws": (8, 4, 2, 1),
            "num_blocks": ONCE,
            "reparam_conv_k": (1, 3),
            "sharesets_nums": (1, 2, 2, 2),
        },
    ),
    "repvgg": Family(
        *("repvgg", "RepVGG"),
        {"num_blocks": ONCE, "width_multiplier": (1 / 16, 1 / 16, 1 / 32, 1 / 32)},
    ),
    "res2net": Family(
        *("res2net", "Res2Net", {"layer_nums": ONCE, "base_width": 4}),
        blocks={"block": "Bottle2neck"},
    ),
    "resnest": Family(
        *("resnest", "ResNeSt"),
        {
            "layers": ONCE,
            "radix": 2,
            "bottleneck_width": 8,
            "avd": True,
            "deep_stem": True,
            "stem_width": 4,
            "avg_down": True,
        },
        blocks={"block": "Bottleneck"},
    ),
    "resnet v2": Family(
        *("resnetv2", "ResNet", {"layers": ONCE, "base_width": 8}),
        blocks={"block": "PreActBottleneck"},
    ),
    "rexnet": Family(
        *("rexnet", "ReXNetV1"),
        {
            "fi_channels": 20,
            "initial_channels": 4,
            "depth_mult": 0.3,
            "drop_rate": 0.0,
        },
    ),
    "senet": Family(
        *("senet", "SENet", {**_SE, "group": 1}),
        blocks={"block": "SEResNetBlock"},
    ),
    "shufflenet v1": Family("shufflenetv1", "ShuffleNetV1", {"model_size": "0.5x"}),
    "shufflenet v2": Family("shufflenetv2", "ShuffleNetV2", {"model_size": "0.5x"}),
    "sknet": Family(
        *("sknet", "SKNet"),
        {
            "layers": ONCE,
            "sk_kwargs": {"rd_ratio": 0.125, "rd_divisor": 16, "split_input": True},
        },
        blocks={"block": "SelectiveKernelBasic"},
    ),
    "swin transformer": Family("swintransformer", "SwinTransformer", _SWIN, 16),
    "swin transformer v2": Family(
        *("swintransformerv2", "SwinTransformerV2"),
        {**_SWIN, "pretrained_window_sizes": (0, 0)},
        16,
    ),
    "visformer": Family(
        *("visformer", "Visformer"),
        {
            "img_size": 64,
            "init_channels": 4,
            "embed_dim": 16,
            "group": 2,
            "depth": (0, 1, 1, 1),
            "num_heads": TWICE,
            "mlp_ratio": 2.0,
            "attn_stage": "0011",
            "spatial_conv": "1100",
            "drop_path_rate": 0.0,
        },
        64,
    ),
    "volo": Family(
        *("volo", "VOLO"),
        {
            "layers": ONCE,
            "img_size": 32,
            "stem_hidden_dim": 4,
            "embed_dims": (8, 16, 16, 16),
            "num_heads": TWICE,
            "mlp_ratios": TWICE,
            "downsamples": (True, False, False, False),
            "outlook_attention": (True, False, False, False),
            "post_layers": ["ca"],
        },
    ),
    "xception": Family("xception", "Xception", {}, 16),
    "xcit": Family(
        *("xcit", "XCiT"),
        {
            "img_size": 32,
            "embed_dim": 16,
            "depth": 1,
            "num_heads": 2,
            "mlp_ratio": 2,
            "eta": 1.0,
            "tokens_norm": True,
        },
    ),
}
