"""Writes the runtime's files: the table and the maps of queries."""

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from table import Table

MAGIC = b"STT1"
HEADER_BYTES = 16
LARGEST = 127


def pack_table(rows: np.ndarray, pairs: np.ndarray, path: Path) -> None:
    """STT1, u32 tokens, pairs and dimensions, f16 scale per row, u16 x 2 per pair, int8 rows."""
    scales, integers = in_integers(rows)
    header = MAGIC + struct.pack("<III", len(rows) - len(pairs), len(pairs), rows.shape[1])
    path.write_bytes(header + scales.astype("<f2").tobytes() + pairs.astype("<u2").tobytes() + integers.tobytes())


def packed_table(path: Path) -> Table:
    """A table as it was packed; what it was made from is not in it."""
    file = path.read_bytes()
    tokens, pairs, dimensions = struct.unpack("<III", file[4:HEADER_BYTES])
    count = tokens + pairs
    pairs_at = HEADER_BYTES + 2 * count
    rows_at = pairs_at + 4 * pairs
    scales = np.frombuffer(file, "<f2", count, HEADER_BYTES).astype(np.float32)
    stored = np.frombuffer(file, "<u2", 2 * pairs, pairs_at).reshape(-1, 2).astype(np.int32)
    rows = np.frombuffer(file, np.int8, count * dimensions, rows_at).reshape(count, dimensions)
    return Table(rows * scales[:, None], stored, np.zeros((0, dimensions), np.float32))


def pack_parts(parts: Sequence[np.ndarray], path: Path) -> None:
    """Of each part a f16 scale per row and its int8 rows, one part after the other."""
    packed = b""
    for rows in parts:
        scales, integers = in_integers(rows)
        packed += scales.astype("<f2").tobytes() + integers.tobytes()
    path.write_bytes(packed)


def in_integers(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A scale per row, and the rows divided by it."""
    scales = (np.abs(rows).max(1, keepdims=True) / LARGEST).astype(np.float16)
    # A row too small for a half-precision scale would become infinite.
    scales[scales == 0] = np.finfo(np.float16).tiny
    return scales, np.clip(np.round(rows / scales.astype(np.float32)), -LARGEST, LARGEST).astype(np.int8)
