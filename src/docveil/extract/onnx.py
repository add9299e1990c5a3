"""ONNX Runtime sessions from verified bytes, the same answer for any number of threads."""

from typing import Any

import onnxruntime

from docveil.artifacts.store import VerifiedFile
from docveil.errors import ArtifactsError


class _Session(onnxruntime.InferenceSession):  # type: ignore[misc]
    """Gives the memory of a run back when it is over; inputs differ in size, and room for each size would be kept."""

    def run(self, output_names: Any, input_feed: Any, run_options: Any = None) -> Any:
        """As the runtime's own."""
        if run_options is None:
            run_options = onnxruntime.RunOptions()
            run_options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        return super().run(output_names, input_feed, run_options)


def open_session(file: VerifiedFile, threads: int) -> Any:
    """An inference session on the processor.

    Args:
        file: The model. Its bytes are hashed once more as they are read, and no other bytes are loaded.
        threads: Threads of one call.

    Raises:
        ArtifactsError: the runtime cannot load the model.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 4
    # A plan of memory for each size of input is kept for ever, and each line of a scan has a size of its own.
    options.enable_mem_pattern = False
    # Waiting threads sleep: several stages share the processor, and spinning costs more than it saves.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    data = file.read_bytes()
    try:
        return _Session(data, options, providers=["CPUExecutionProvider"])
    except Exception:
        raise ArtifactsError(f"The model {file.role} cannot be loaded by this onnxruntime.") from None
