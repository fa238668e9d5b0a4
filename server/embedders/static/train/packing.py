"""Writes the runtime's files: the table, the advice map."""

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

MAGIC = b"STT1"
LARGEST = 127


def pack_table(rows: np.ndarray, pairs: np.ndarray, path: Path) -> None:
    """STT1, u32 tokens, pairs and dimensions, f16 scale per row, u16 x 2 per pair, int8 rows."""
    scales = (np.abs(rows).max(1, keepdims=True) / LARGEST).astype(np.float16)
    # A row too small for a half-precision scale would become infinite.
    scales[scales == 0] = np.finfo(np.float16).tiny
    integers = np.clip(np.round(rows / scales.astype(np.float32)), -LARGEST, LARGEST).astype(np.int8)
    header = MAGIC + struct.pack("<III", len(rows) - len(pairs), len(pairs), rows.shape[1])
    path.write_bytes(header + scales.astype("<f2").tobytes() + pairs.astype("<u2").tobytes() + integers.tobytes())


def pack_map(parts: Sequence[np.ndarray], path: Path) -> None:
    """f16, row by row: the matrix, the keys, the values."""
    path.write_bytes(b"".join(part.astype("<f2").tobytes() for part in parts))
