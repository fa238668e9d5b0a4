"""The table in training: a row per token and per frequent pair of adjacent tokens; a text is the sum of its rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from tokens import VOCABULARY_SIZE, tokens_of

DIMENSIONS = 256

Pairs = dict[tuple[int, int], int]


@dataclass
class Table:
    """Rows of tokens first, then those of pairs; the teacher's vectors come down to them by `projection`."""

    rows: np.ndarray
    pairs: np.ndarray
    projection: np.ndarray

    def pair_rows(self) -> Pairs:
        """Which row a pair has."""
        return {(int(first), int(second)): VOCABULARY_SIZE + at for at, (first, second) in enumerate(self.pairs)}

    def rows_of(self, texts: Iterable[str]) -> list[list[int]]:
        """The rows each text reads."""
        pairs = self.pair_rows()
        return [with_pairs(tokens, pairs) for tokens in tokens_of(texts)]

    def save(self, path: Path) -> None:
        """Keeps the table between stages."""
        with path.open("wb") as file:
            np.savez(file, rows=self.rows, pairs=self.pairs, projection=self.projection)


def load_table(path: Path) -> Table:
    """A table that was saved."""
    kept = np.load(path)
    return Table(kept["rows"], kept["pairs"], kept["projection"])


def with_pairs(tokens: list[int], pairs: Pairs) -> list[int]:
    """The tokens and the rows of the adjacent pairs that have one."""
    return tokens + [pairs[pair] for pair in zip(tokens, tokens[1:]) if pair in pairs]


class Bags:
    """Texts' rows laid out one after the other, to take batches of."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.lengths = np.array([len(own) for own in rows])
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        self.flat = np.concatenate([np.array(own, np.int64) for own in rows])

    def batch(self, chosen: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """The rows of the chosen texts and where each text's begin, as torch.nn.EmbeddingBag takes them."""
        lengths = self.lengths[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        positions = np.arange(lengths.sum()) - np.repeat(offsets, lengths) + np.repeat(self.starts[chosen], lengths)
        return torch.from_numpy(self.flat[positions]), torch.from_numpy(offsets)
