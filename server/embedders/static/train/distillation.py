"""Trains a table until the sum of a text's rows points where the teacher's vector does."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from progress import Progress
from table import DIMENSIONS, Bags, Table, with_pairs
from texts import PHRASES
from tokens import VOCABULARY_SIZE, tokens_of
from topics import TOPICS

BATCH = 1024
LEARNING_RATE = 3e-3
LAST_RATE = 0.02
# Weights of the loss: similarities within the batch, and those of each text's nearest once more.
SIMILARITY_WEIGHT = 10
NEAREST_WEIGHT = 3
NEAREST = 16
# A pair earns a row when it is this much more frequent than its tokens make it, and this frequent.
PAIR_RATIO = 2
PAIR_COUNT = 6
# Frequent tokens start light: a / (a + p) with p by rank.
START_WEIGHT = 1e-4


@dataclass(frozen=True)
class Lesson:
    """Texts with the teacher's vectors of them."""

    texts: list[str]
    vectors: np.ndarray


def distil(lesson: Lesson, token_vectors: np.ndarray, pair_count: int, epochs: float, seed: int) -> Table:
    """The table that comes closest to the teacher on the lesson's texts."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    tokens = tokens_of(lesson.texts)
    pairs = chosen_pairs(tokens, pair_count)
    rows_of_pairs = {pair: VOCABULARY_SIZE + at for at, pair in enumerate(pairs)}
    bags = Bags([with_pairs(own, rows_of_pairs) for own in tokens])
    projection = principal_directions(lesson.vectors)

    bag_sum = torch.nn.EmbeddingBag(VOCABULARY_SIZE + len(pairs), DIMENSIONS, mode="sum")
    with torch.no_grad():
        bag_sum.weight[:VOCABULARY_SIZE] = torch.from_numpy(starting_rows(token_vectors) @ projection)
        bag_sum.weight[VOCABULARY_SIZE:] = 0
    optimizer = torch.optim.Adam(bag_sum.parameters(), lr=LEARNING_RATE, fused=True)
    steps = int(epochs * (len(tokens) // BATCH))
    progress = Progress("distillation", steps)
    order = rng.permutation(len(tokens))
    at = 0
    for step in range(steps):
        if at + BATCH > len(order):
            rng.shuffle(order)
            at = 0
        chosen = order[at : at + BATCH]
        at += BATCH
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * max(LAST_RATE, 1 - step / steps)
        own = functional.normalize(bag_sum(*bags.batch(chosen)), dim=1)
        loss = distance(own, torch.from_numpy(lesson.vectors[chosen].astype(np.float32)), torch.from_numpy(projection))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        progress.reached(step + 1, f"loss {loss.item():.3f}")
    return Table(bag_sum.weight.detach().numpy().copy(), np.array(pairs, np.int32).reshape(-1, 2), projection)


def distance(own: torch.Tensor, teacher: torch.Tensor, projection: torch.Tensor) -> torch.Tensor:
    """How far vectors and their similarities to each other are from the teacher's."""
    target = functional.normalize(teacher @ projection, dim=1)
    similar, teacher_similar = own @ own.T, teacher @ teacher.T
    nearest, who = teacher_similar.topk(NEAREST + 1, 1)
    return (
        (1 - (own * target).sum(1)).mean()
        + SIMILARITY_WEIGHT * (similar - teacher_similar).pow(2).mean()
        + NEAREST_WEIGHT * (similar.gather(1, who) - nearest).pow(2).mean()
    )


def chosen_pairs(tokens: list[list[int]], count: int) -> list[tuple[int, int]]:
    """Pairs to store: authored collocations and topic words that the tokenizer splits, then those that tell most."""
    authored = PHRASES + sorted({word for topic in TOPICS for word in topic.words() | set(topic.adjectives)})
    forced = dict.fromkeys(pair for own in tokens_of(authored) for pair in zip(own, own[1:]))
    alone = Counter(token for own in tokens for token in own)
    together = Counter(pair for own in tokens for pair in zip(own, own[1:]))
    total = sum(alone.values())
    telling = (
        pair
        for pair, times in together.most_common()
        if times >= PAIR_COUNT and times * total > PAIR_RATIO * alone[pair[0]] * alone[pair[1]]
    )
    return list(dict.fromkeys([*forced, *telling]))[:count]


def principal_directions(vectors: np.ndarray) -> np.ndarray:
    """The directions in which the teacher's vectors differ most, as columns."""
    sample = vectors[::3].astype(np.float32)
    _, directions = np.linalg.eigh((sample.T @ sample).astype(np.float64))
    return np.ascontiguousarray(directions[:, ::-1][:, :DIMENSIONS].astype(np.float32))


def starting_rows(token_vectors: np.ndarray) -> np.ndarray:
    """The teacher's vectors of single tokens, centred, frequent ones light."""
    centred = token_vectors - token_vectors.mean(0)
    centred /= np.linalg.norm(centred, axis=1).mean()
    shares = 1 / np.arange(2, VOCABULARY_SIZE + 2)
    shares /= shares.sum()
    return (centred * (START_WEIGHT / (START_WEIGHT + shares))[:, None]).astype(np.float32)
