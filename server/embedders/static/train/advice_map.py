"""
Learns what a request for advice looks for, on the table as it is: its vector v becomes v + vM + the values of the fields whose keys
it is near to (softmax of vK), normalised. M is what all fields have in common; what all values have, looks for limits.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from limit_direction import limit_direction
from progress import Progress
from staying import PlainQuestions
from table import DIMENSIONS, Bags, Table
from tuning import LAST_RATE, MATCH_WEIGHT, TEMPERATURE, AdviceLesson, field_keys, floats, surprise, wanted_shares

BATCH = 512
MATRIX_RATE = 1e-3
FIELD_RATE = 1e-2
# Little: only what reads like a request for advice is moved at all.
STRAYING_WEIGHT = 0.1
# How far a request goes towards what sets limits, by the length it has come to.
LIMIT_SHARE = 0.4


@dataclass(frozen=True)
class AdviceMap:
    """M, K and V of the head of this file; a row of K and of V for each field."""

    matrix: np.ndarray
    keys: np.ndarray
    values: np.ndarray


def learn_advice_map(table: Table, plain_texts: list[str], lesson: AdviceLesson, steps: int, seed: int) -> AdviceMap:
    """The map, from pairs with the teacher's vectors and plain texts."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    request_bags = Bags(table.rows_of(pair.request for pair in lesson.pairs))
    preference_bags = Bags(table.rows_of(pair.preference for pair in lesson.pairs))
    fields = torch.tensor([pair.field for pair in lesson.pairs])
    subjects = torch.tensor([pair.subject for pair in lesson.pairs])
    plain = PlainQuestions(Bags(table.rows_of(plain_texts)), plain_texts, BATCH)
    bag_sum = torch.nn.EmbeddingBag.from_pretrained(torch.from_numpy(table.rows), mode="sum")

    matrix = torch.zeros(DIMENSIONS, DIMENSIONS, requires_grad=True)
    keys = field_keys(bag_sum, request_bags, fields).requires_grad_()
    values = torch.zeros(len(keys), DIMENSIONS, requires_grad=True)
    rates = (MATRIX_RATE, FIELD_RATE)
    optimizer = torch.optim.Adam([{"params": [matrix]}, {"params": [keys, values]}], fused=True)

    def vectors(bags: Bags, chosen: np.ndarray) -> torch.Tensor:
        return functional.normalize(bag_sum(*bags.batch(chosen)), dim=1)

    def shifted(own: torch.Tensor) -> torch.Tensor:
        return own + own @ matrix + torch.softmax(own @ keys.T, 1) @ values

    def moved(own: torch.Tensor) -> torch.Tensor:
        return functional.normalize(shifted(own), dim=1)

    progress = Progress("advice map", steps)
    for step in range(steps):
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * max(LAST_RATE, 1 - step / steps)
        chosen = rng.integers(0, len(lesson.pairs), BATCH)
        asked, told = moved(vectors(request_bags, chosen)), vectors(preference_bags, chosen)
        teacher = floats(lesson.requests[chosen]) @ floats(lesson.preferences[chosen]).T
        shares = wanted_shares(fields[chosen], subjects[chosen], teacher)
        match = surprise(shares, asked @ told.T / TEMPERATURE)
        loss = MATCH_WEIGHT * match + STRAYING_WEIGHT * plain.straying(vectors, moved, rng)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        progress.reached(step + 1, f"match {match.item():.3f}")
    with torch.no_grad():
        reached = shifted(vectors(request_bags, rng.integers(0, len(lesson.pairs), BATCH))).norm(dim=1).mean()
        values += LIMIT_SHARE * reached * torch.from_numpy(limit_direction(table))
    return AdviceMap(*(part.detach().numpy() for part in (matrix, keys, values)))
