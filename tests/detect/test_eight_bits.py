"""A 4-bit model computed in 8 bits: as near as rounding allows, the same on any number of threads, refused if it is another."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from docveil.artifacts.store import ArtifactStore
from docveil.detect.eight_bits import in_eight_bits

ROWS, COLUMNS, BLOCK = 64, 48, 32


def four_bit_model(four_bits: Any, scales: Any, *, bits: int = 4) -> bytes:
    """One `MatMulNBits` of weights `four_bits` (columns x rows, 0 to 15, where 8 is nothing)."""
    packed = (four_bits[:, 0::2] | four_bits[:, 1::2] << 4).astype(np.uint8).reshape(COLUMNS, ROWS // BLOCK, BLOCK // 2)
    node = helper.make_node(
        "MatMulNBits",
        ["x", "packed", "scales"],
        ["y"],
        domain="com.microsoft",
        K=ROWS,
        N=COLUMNS,
        bits=bits,
        block_size=BLOCK,
    )
    graph = helper.make_graph(
        [node],
        "layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, ROWS])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None, COLUMNS])],
        [
            numpy_helper.from_array(packed, "packed"),
            numpy_helper.from_array(scales.astype(np.float32).ravel(), "scales"),
        ],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    )
    model.ir_version = 9
    return bytes(model.SerializeToString())


def computed(model: bytes, feed: dict[str, Any], threads: int = 1) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"]).run(None, feed)[0]


@pytest.fixture(scope="module")
def rampart(artifacts_dir: Path) -> bytes:
    return ArtifactStore.open(artifacts_dir).file("rampart/onnx/model_q4.onnx").read_bytes()


def tokens(length: int, seed: int = 0) -> dict[str, Any]:
    ids = np.random.default_rng(seed).integers(1000, 19000, (1, length))
    return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}


@pytest.mark.parametrize("seed", range(5))
def test_a_layer_comes_within_rounding_of_itself(seed: int) -> None:
    random = np.random.default_rng(seed)
    four_bits = random.integers(0, 16, (COLUMNS, ROWS))
    scales = random.uniform(0.01, 0.1, (COLUMNS, ROWS // BLOCK))
    model, x = four_bit_model(four_bits, scales), random.normal(size=(5, ROWS)).astype(np.float32)
    eight_bits = in_eight_bits(model)
    assert [node.op_type for node in onnx.load_from_string(eight_bits).graph.node] == ["DynamicQuantizeMatMul"]
    exact, rounded = computed(model, {"x": x}), computed(eight_bits, {"x": x})
    # Half a step of a weight times the sum of the inputs, and half a step of an input times the sum of the weights.
    weights = (four_bits - 8) * np.repeat(scales, BLOCK, axis=1)
    step, weight_step = (x.max() - x.min()) / 255, np.abs(weights).max(axis=1) / 63
    bound = (
        np.abs(x).sum(axis=1)[:, None] * weight_step / 2
        + np.abs(weights).sum(axis=1) * step
        + ROWS * step * weight_step
    )
    assert (np.abs(exact - rounded) <= bound).all()
    assert np.abs(exact - rounded).max() > 0


def test_the_largest_sums_do_not_overflow() -> None:
    """Two products of 255 and 127 are more than 16 bits hold; with 63 they are not, on any processor."""
    model = four_bit_model(np.zeros((COLUMNS, ROWS), dtype=np.int64), np.full((COLUMNS, ROWS // BLOCK), 0.5))
    x = np.full((1, ROWS), 3.0, dtype=np.float32)
    assert computed(in_eight_bits(model), {"x": x}) == pytest.approx(-8 * 0.5 * 3 * ROWS, rel=1e-3)


def test_a_column_of_nothing_stays_nothing() -> None:
    model = four_bit_model(np.full((COLUMNS, ROWS), 8), np.ones((COLUMNS, ROWS // BLOCK)))
    assert not computed(in_eight_bits(model), {"x": np.ones((2, ROWS), dtype=np.float32)}).any()


@pytest.mark.parametrize("length", [3, 20, 128, 300])
def test_rampart_says_the_same_of_almost_every_token(rampart: bytes, length: int) -> None:
    four, eight = computed(rampart, tokens(length)), computed(in_eight_bits(rampart), tokens(length))
    assert four.shape == eight.shape
    assert np.corrcoef(four.ravel(), eight.ravel())[0, 1] > 0.995


@pytest.mark.parametrize("length", [3, 20, 128])
def test_threads_change_no_bit(rampart: bytes, length: int) -> None:
    eight_bits = in_eight_bits(rampart)
    assert (computed(eight_bits, tokens(length), 1) == computed(eight_bits, tokens(length), 2)).all()


def test_the_rest_of_the_model_stays_as_it_came(rampart: bytes) -> None:
    before, after = onnx.load_from_string(rampart), onnx.load_from_string(in_eight_bits(rampart))
    onnx.checker.check_model(after)
    assert [list(node.output) for node in before.graph.node] == [list(node.output) for node in after.graph.node]
    kept = [(a, b) for a, b in zip(before.graph.node, after.graph.node, strict=True) if a.op_type != "MatMulNBits"]
    assert len(kept) > 400
    assert all(a == b for a, b in kept)
    before.graph.ClearField("node"), after.graph.ClearField("node")
    before.graph.ClearField("initializer"), after.graph.ClearField("initializer")
    assert before == after


def test_other_bits_are_refused() -> None:
    four_bits, scales = np.zeros((COLUMNS, ROWS), dtype=np.int64), np.ones((COLUMNS, ROWS // BLOCK))
    with pytest.raises(ValueError, match="4 bits"):
        in_eight_bits(four_bit_model(four_bits, scales, bits=8))
