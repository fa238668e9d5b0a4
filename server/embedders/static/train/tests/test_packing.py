"""The packed table; needs numpy."""

import importlib.util
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))


@unittest.skipUnless(importlib.util.find_spec("numpy"), "needs the training's environment")
class Packing(unittest.TestCase):
    """What the runtime reads."""

    def test_keeps_rows_to_a_hundredth_and_pairs_exactly(self) -> None:
        """Header, scales, pairs, rows."""
        import numpy as np

        from packing import pack_table

        rows = np.array([[1.0, -0.5], [0.0, 0.0], [0.02, 0.01]], np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.bin"
            pack_table(rows, np.array([[0, 1]]), path)
            packed = path.read_bytes()
        self.assertEqual(packed[:4], b"STT1")
        self.assertEqual(struct.unpack("<III", packed[4:16]), (2, 1, 2))
        scales = np.frombuffer(packed, "<f2", 3, 16).astype(np.float32)
        self.assertEqual(struct.unpack("<HH", packed[22:26]), (0, 1))
        read = np.frombuffer(packed, np.int8, 6, 26).reshape(3, 2) * scales[:, None]
        np.testing.assert_allclose(read, rows, atol=0.01)

    def test_reads_a_packed_table_again(self) -> None:
        """Rows to a hundredth, pairs exactly."""
        import numpy as np

        from packing import pack_table, packed_table

        rows = np.array([[1.0, -0.5], [0.25, 0.0], [0.02, 0.01]], np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.bin"
            pack_table(rows, np.array([[0, 1]]), path)
            table = packed_table(path)
        np.testing.assert_allclose(table.rows, rows, atol=0.01)
        self.assertEqual(table.pairs.tolist(), [[0, 1]])


if __name__ == "__main__":
    unittest.main()
