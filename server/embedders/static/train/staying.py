"""What a map of queries must leave where it is: questions that it was not learnt for."""

from collections.abc import Callable

import numpy as np
import torch

from table import Bags

Vectors = Callable[[Bags, np.ndarray], torch.Tensor]
SIMILARITY_WEIGHT = 10


class PlainQuestions:
    """The questions among plain texts, and the texts that they are compared with."""

    def __init__(self, bags: Bags, texts: list[str], batch: int) -> None:
        self.bags, self.count, self.batch = bags, len(texts), batch
        self.questions = np.array([at for at, text in enumerate(texts) if text.rstrip().endswith("?")])

    def straying(
        self, vectors: Vectors, moved: Callable[[torch.Tensor], torch.Tensor], rng: np.random.Generator
    ) -> torch.Tensor:
        """How far some of them go, by direction and by their similarities."""
        own = vectors(self.bags, self.questions[rng.integers(0, len(self.questions), self.batch)])
        others = vectors(self.bags, rng.integers(0, self.count, self.batch))
        stayed = moved(own)
        turned = (1 - (stayed * own).sum(1)).mean()
        return turned + SIMILARITY_WEIGHT * ((stayed - own) @ others.T).pow(2).mean()
