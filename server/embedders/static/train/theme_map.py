"""
Learns what a query that names a theme looks for, on the table as it is: its vector v becomes v + the values of the topics whose keys
it is near to (softmax of vK), normalised. What belongs to the theme comes nearer than what only has a word of the query; any other
question stays where it was.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from progress import Progress
from staying import PlainQuestions, Vectors
from table import DIMENSIONS, Bags, Table
from theme_pairs import kinships
from theme_triples import theme_triples
from topics import TOPICS

TRIPLES = 60_000
BATCH = 512
RATE = 5e-3
LAST_RATE = 0.05
TEMPERATURE = 0.1
# How decidedly a query takes to the nearest topics before training, and how far it goes towards them.
KEY_SHARPNESS, FIRST_LENGTH = 6.0, 0.3
# Finding a topic's statements in a batch, beside telling each triple's two apart, beside leaving questions where they were.
FINDING_WEIGHT = 0.3


@dataclass(frozen=True)
class FieldMap:
    """K and V of the head of this file; a row for each topic."""

    keys: np.ndarray
    values: np.ndarray


def learn_theme_map(table: Table, plain_texts: list[str], steps: int, seed: int) -> FieldMap:
    """The map, from generated triples and plain texts, of which the questions must not move."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    triples = theme_triples(TRIPLES, seed)
    queries, belonging, distractors = (
        Bags(table.rows_of(texts))
        for texts in zip(*((triple.query, triple.belonging, triple.distractor) for triple in triples))
    )
    topics = torch.tensor([triple.topic for triple in triples])
    plain = PlainQuestions(Bags(table.rows_of(plain_texts)), plain_texts, BATCH)
    kin = torch.tensor(kinships())
    bag_sum = torch.nn.EmbeddingBag.from_pretrained(torch.from_numpy(table.rows), mode="sum")

    def vectors(bags: Bags, chosen: np.ndarray) -> torch.Tensor:
        return functional.normalize(bag_sum(*bags.batch(chosen)), dim=1)

    centres = topic_centres(vectors, belonging, topics)
    keys = (KEY_SHARPNESS * centres).requires_grad_()
    values = (FIRST_LENGTH * centres).requires_grad_()
    optimizer = torch.optim.Adam([keys, values], fused=True)

    def moved(own: torch.Tensor) -> torch.Tensor:
        return functional.normalize(own + torch.softmax(own @ keys.T, 1) @ values, dim=1)

    progress = Progress("theme map", steps)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = RATE * max(LAST_RATE, 1 - step / steps)
        chosen = rng.integers(0, len(triples), BATCH)
        asked, found, alike = moved(vectors(queries, chosen)), vectors(belonging, chosen), vectors(distractors, chosen)
        to_distractor = (asked * alike).sum(1)
        lead = (asked * found).sum(1) - to_distractor
        shares = kin[topics[chosen]][:, topics[chosen]]
        shares = torch.cat([shares / shares.sum(1, keepdim=True), torch.zeros(BATCH, 1)], 1)
        similar = torch.cat([asked @ found.T, to_distractor[:, None]], 1)
        finding = -(shares * torch.log_softmax(similar / TEMPERATURE, 1)).sum(1).mean()

        strayed = plain.straying(vectors, moved, rng)
        loss = FINDING_WEIGHT * finding + functional.softplus(-lead / TEMPERATURE).mean() + strayed
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        progress.reached(step + 1, f"right {(lead > 0).float().mean().item():.3f}")
    return FieldMap(keys.detach().numpy(), values.detach().numpy())


def topic_centres(vectors: Vectors, bags: Bags, topics: torch.Tensor) -> torch.Tensor:
    """The direction of what is told of each topic, from that of all."""
    sums = torch.zeros(len(TOPICS), DIMENSIONS)
    for start in range(0, len(topics), BATCH):
        chosen = np.arange(start, min(len(topics), start + BATCH))
        sums.index_add_(0, topics[chosen], vectors(bags, chosen))
    told = functional.normalize(sums, dim=1)
    return functional.normalize(told - told.mean(0), dim=1)
