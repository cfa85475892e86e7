"""Why names of MindSpore's are not in srcad, and what to do instead."""

from __future__ import annotations

from fnmatch import fnmatchcase

__all__ = ["reason"]

# By the first names of what is missing.
_MODULES = {
    "mindspore.dataset": "Any iterable of tuples of arrays is a dataset here.",
    "mindspore.communication": "srcad runs in one process.",
    "mindspore.parallel": "srcad runs in one process.",
    "mindspore.profiler": "Python's own profilers see eager code and modules.",
}
# By the last name: patterns, in the order in which they are looked through.
_WORDS = {
    "srcad differentiates backwards: use `jacrev` or `vjp`.": (
        "jvp jacfwd Jvp jet derivative linearize"
    ),
    "Write the batch into the axes of what is computed, or loop over it.": "vmap",
    "srcad has no sparse Tensors: keep indices and values in Tensors.": (
        "coo_* csr_* *COO* *CSR* coo2csr csr2coo dense_to_sparse_* to_coo to_csr "
        "Sparse[GST]* SparseTensor* *[Rr]ow_*tensor* row_tensor_* RowTensor "
        "make_sparse_tensor Coalesce coalesce sparse_segment_mean"
    ),
    "srcad runs in one process, on one CPU.": (
        "All[GRt]* all_gather* all_reduce all_to_all* AlltoAll* *[Bb]arrier "
        "*[Bb]roadcast broadcast_object_list [Rr]educe Reduce[S]* reduce_scatter* "
        "Collective* NeighborExchange* Send Receive send recv isend "
        "irecv send_object_* recv_object_* P2POp *ISendIRecv batch_isend_irecv "
        "gather_object scatter_tensor scatter_object_list gather_into_tensor "
        "get_rank get_world_size get_group_rank get_global_rank get_backend "
        "get_process_group_ranks new_group *_process_group is_available "
        "is_initialized TCPStore set_comm_ops_inplace *matmul_reduce_scatter "
        "all_gather_matmul reshard Reshard shard Layout parameter_broadcast "
        "Pipeline* *_distributed_checkpoint *stream* *Stream* Event "
        "set_algo_parameters get_algo_parameters reset_algo_parameters *_ps_context "
        "DistributedGradReducer MicroBatchInterleaved set_comm_fusion "
        "set_data_parallel AdaSum*"
    ),
    "srcad has no device with a memory of its own.": (
        "*memory* empty_cache MemPool use_mem_pool PluggableAllocator DeviceCtx "
        "*offload* move_to MoveTo pin_memory is_pinned get_device_limit "
        "set_device_limit NPU*"
    ),
    "It is for large models on Ascend alone.": (
        "*flash_attention* moe_* nsa_* PagedAttention* *infer_attention* "
        "lightning_indexer ring_attention_update speed_fusion_attention "
        "prompt_flash_attention incre_flash_attention ReshapeAndCache GroupTopk"
    ),
    "It is a part of MindSpore's compiler.": (
        "env_get environ_* *RegOp *_info_register *_arg_register vm_impl_registry "
        "get_vm_impl_fn tensor_operator_registry switch switch_layer GeSwitch "
        "geswitch make_slice make_dict make_list hastype isconstant is_*_unknown "
        "embed ref_to_embed zip_operation iter_converter ms_next ms_hasnext "
        "UpdateState Custom CustomOpBuilder ms_kernel Morph Reusing"
    ),
    "It draws bits for another operator: use `ops.dropout`.": (
        "DropoutGenMask DropoutDoMask"
    ),
    "Its numbers have no derivative by what they are drawn by: draw them with NumPy.": (
        "*[Gg]amma *[Pp]oisson *TruncatedNormal Cauchy LogNormalReverse "
        "MultinomialWithReplacement multinomial_with_replacement "
        "NonDeterministicInts"
    ),
    "It shows what is trained in MindInsight.": "*Summary* TensorDump tensordump",
}


def reason(name: str) -> str:
    """A sentence about a dotted name that srcad lacks; "" where there is none."""
    for start, sentence in _MODULES.items():
        if f"{name}.".startswith(f"{start}."):
            return sentence
    word = name.rpartition(".")[2]
    for sentence, patterns in _WORDS.items():
        if any(fnmatchcase(word, pattern) for pattern in patterns.split()):
            return sentence
    return ""
