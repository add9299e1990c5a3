"""A 4-bit ONNX model, computed in 8 bits: the same verified file, in two thirds of the time.

ONNX Runtime computes `MatMulNBits` in 32-bit floats. Here its weights become whole numbers of 7 bits, one scale a column, and
the layer `DynamicQuantizeMatMul`, which rounds its input to 8 bits and adds up whole numbers: so neither the order of the sums
nor the number of threads changes anything. Seven bits and no more, since products of eight overflow the 16 bits in which
processors without VNNI add two of them (`reduce_range` in ONNX Runtime's guide to quantization).
"""

from typing import Any, Final

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_LARGEST = 63
_INT8, _FLOAT = 3, 1  # kinds of tensors, in onnx.proto
# Kinds and labels of fields, in descriptor.proto.
_TEXT, _BYTES, _INT, _MESSAGE = 9, 12, 3, 11
_OPTIONAL, _REPEATED = 1, 3
# The fields that are read or written here, by their numbers in onnx.proto; the others stay as they came.
_FIELDS: Final[dict[str, tuple[tuple[str, int, int, bool, str], ...]]] = {
    "Attribute": (("name", 1, _TEXT, False, ""), ("i", 3, _INT, False, "")),
    "Node": (
        ("input", 1, _TEXT, True, ""),
        ("op_type", 4, _TEXT, False, ""),
        ("attribute", 5, _MESSAGE, True, "Attribute"),
    ),
    "Tensor": (
        ("dims", 1, _INT, True, ""),
        ("data_type", 2, _INT, False, ""),
        ("name", 8, _TEXT, False, ""),
        ("raw_data", 9, _BYTES, False, ""),
    ),
    "Graph": (("node", 1, _MESSAGE, True, "Node"), ("initializer", 5, _MESSAGE, True, "Tensor")),
    "Model": (("graph", 7, _MESSAGE, False, "Graph"),),
}


def in_eight_bits(model: bytes) -> bytes:
    """The model with its `MatMulNBits` of symmetric 4-bit blocks computed in 8 bits.

    Raises:
        KeyError, ValueError, google.protobuf.message.DecodeError: these are not the bytes of such a model.
    """
    parsed = _message("Model").FromString(model)
    tensors = {tensor.name: tensor for tensor in parsed.graph.initializer}
    for node in parsed.graph.node:
        if node.op_type != "MatMulNBits":
            continue
        _, packed, scales = node.input
        sizes = {attribute.name: attribute.i for attribute in node.attribute}
        if sizes["bits"] != 4:
            raise ValueError("The weights are not of 4 bits.")
        weights, scale = _requantized(tensors[packed], tensors[scales], sizes["K"], sizes["N"], sizes["block_size"])
        _put(tensors[packed], weights, _INT8)
        _put(tensors[scales], scale, _FLOAT)
        node.op_type = "DynamicQuantizeMatMul"
        node.attribute.clear()
    return bytes(parsed.SerializeToString())


def _requantized(packed: Any, scales: Any, rows: int, columns: int, block: int) -> tuple[Any, Any]:
    """Weights (rows x columns, int8) and the scale of each column (float32).

    A byte holds two weights, the lower half first, each 8 too large; a block of weights of one column has a scale of its own.
    """
    halves = np.frombuffer(packed.raw_data, dtype=np.uint8).reshape(columns, -1)
    four_bits = np.stack([halves & 15, halves >> 4], axis=-1).reshape(columns, -1, block).astype(np.float32) - 8
    weights = four_bits * np.frombuffer(scales.raw_data, dtype=np.float32).reshape(columns, -1, 1)
    weights = weights.reshape(columns, -1)[:, :rows]
    scale = np.maximum(np.abs(weights).max(axis=1), np.finfo(np.float32).tiny) / _LARGEST
    return np.rint(weights / scale[:, None]).astype(np.int8).T, scale


def _put(tensor: Any, values: Any, data_type: int) -> None:
    tensor.dims[:] = values.shape
    tensor.data_type = data_type
    tensor.raw_data = values.tobytes()


def _message(name: str) -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="docveil/onnx.proto", package="docveil.onnx", syntax="proto2")
    for message, fields in _FIELDS.items():
        described = file.message_type.add(name=message)
        for field, number, kind, repeated, of in fields:
            added = described.field.add(
                name=field, number=number, type=kind, label=_REPEATED if repeated else _OPTIONAL
            )
            if of:
                added.type_name = f".docveil.onnx.{of}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"docveil.onnx.{name}"))
