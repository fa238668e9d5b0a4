"""
Where texts that set a limit lie, from habits, likings and what has happened: a request for advice looks there too, since an answer
must heed what somebody cannot stand more than what they did. Logistic regression on the vectors of authored sentences.
"""

import numpy as np
import torch
from torch.nn import functional

from advice_pairs import capitalised, parts, said
from table import Bags, Table
from word_lists import lines

# Keeps the direction from telling the sentences' subjects apart.
SHRINKAGE = 3e-3
STEPS = 100


def limit_texts() -> tuple[list[str], list[str]]:
    """What sets limits, and what does not."""
    limits = [sentence for line in lines("limits.txt") for sentence in said(parts(line)[1])]
    habits = [sentence for line in lines("habits.txt") for sentence in said(line)]
    return sentences(limits), sentences(habits)


def sentences(texts: list[str]) -> list[str]:
    """With a capital and a full stop, as they are stored."""
    return [f"{capitalised(text)}." for text in texts]


def limit_direction(table: Table) -> np.ndarray:
    """Of length 1. Both kinds count the same, however many there are of each."""
    bag_sum = torch.nn.EmbeddingBag.from_pretrained(torch.from_numpy(table.rows), mode="sum")
    kinds = limit_texts()
    bags = Bags(table.rows_of([*kinds[0], *kinds[1]]))
    vectors = functional.normalize(bag_sum(*bags.batch(np.arange(len(bags.lengths)))), dim=1)
    is_limit = torch.tensor([1.0] * len(kinds[0]) + [0.0] * len(kinds[1]))
    weights = torch.where(is_limit == 1, 0.5 / len(kinds[0]), 0.5 / len(kinds[1]))
    direction = torch.zeros(vectors.shape[1], requires_grad=True)
    threshold = torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.LBFGS([direction, threshold], max_iter=STEPS)

    def surprise() -> torch.Tensor:
        optimizer.zero_grad()
        found = functional.binary_cross_entropy_with_logits(vectors @ direction + threshold, is_limit, reduction="none")
        loss = (weights * found).sum() + SHRINKAGE * direction.pow(2).sum()
        loss.backward()
        return loss

    optimizer.step(surprise)
    return functional.normalize(direction.detach(), dim=0).numpy()
