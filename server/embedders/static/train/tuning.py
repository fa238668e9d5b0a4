"""
Fine-tunes the table on pairs of what is asked and what should be found. A question about a theme looks for statements of its
topic, as it is. A request for advice looks for the preferences that should shape the answer, by what its vector v becomes:
v + vM + the values of the fields whose keys it is near to (softmax of vK), normalised. M is what all fields have in common.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from advice_pairs import AdvicePair
from distillation import Lesson, distance
from progress import Progress
from table import DIMENSIONS, Bags, Table
from theme_pairs import ThemePair, kinships

TABLE_RATE = 1e-3
MAP_RATE = 1e-3
FIELD_RATE = 1e-2
# How decidedly a request takes to the nearest fields before training.
KEY_SHARPNESS = 8.0
LAST_RATE = 0.05
TEXT_BATCH = 1024
PAIR_BATCH = 512
TEMPERATURE = 0.07
TEACHER_TEMPERATURE = 0.05
# Among the other preferences of a batch: the pair's own, those of its field, those of its subject.
OWN_SHARE, FIELD_SHARE, SUBJECT_SHARE = 2, 1, 0.3
# How much of the aim is the teacher's own ranking.
TEACHER_SHARE = 0.5
MATCH_WEIGHT = 0.5
# What keeps plain texts, the pairs' texts and plain questions where they were.
PAIR_TEXT_WEIGHT = 0.5
QUESTION_WEIGHT = 0.5
# The same for themes; more of it makes topics tighter at the cost of what tells facts of one topic apart.
THEME_WEIGHT = 0.25
THEME_TEXT_WEIGHT = 0.25
THEME_TEACHER_SHARE = 0.4
THEME_TEMPERATURE = 0.1


@dataclass(frozen=True)
class AdviceLesson:
    """Pairs with the teacher's vectors of their requests and preferences."""

    pairs: list[AdvicePair]
    requests: np.ndarray
    preferences: np.ndarray


@dataclass(frozen=True)
class ThemeLesson:
    """Pairs with the teacher's vectors of their questions and statements."""

    pairs: list[ThemePair]
    questions: np.ndarray
    statements: np.ndarray


def tune(
    table: Table, plain: Lesson, advice: AdviceLesson, themes: ThemeLesson, steps: int, seed: int
) -> Table:
    """The tuned table; the map that is learnt beside it is learnt anew on what becomes of the table."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    projection = torch.from_numpy(table.projection)
    plain_bags = Bags(table.rows_of(plain.texts))
    questions = np.array([at for at, text in enumerate(plain.texts) if text.rstrip().endswith("?")])
    request_bags = Bags(table.rows_of(pair.request for pair in advice.pairs))
    preference_bags = Bags(table.rows_of(pair.preference for pair in advice.pairs))
    fields = torch.tensor([pair.field for pair in advice.pairs])
    subjects = torch.tensor([pair.subject for pair in advice.pairs])
    theme_loss = themed(table, themes, rng)

    rows = torch.from_numpy(table.rows.copy())
    bag_sum = torch.nn.EmbeddingBag.from_pretrained(rows, mode="sum", freeze=False)
    matrix = torch.zeros(DIMENSIONS, DIMENSIONS, requires_grad=True)
    keys = field_keys(bag_sum, request_bags, fields).requires_grad_()
    values = torch.zeros(len(keys), DIMENSIONS, requires_grad=True)
    rates = (TABLE_RATE, MAP_RATE, FIELD_RATE)
    optimizer = torch.optim.Adam(
        [{"params": [bag_sum.weight]}, {"params": [matrix]}, {"params": [keys, values]}], fused=True
    )

    def vectors(bags: Bags, chosen: np.ndarray) -> torch.Tensor:
        return functional.normalize(bag_sum(*bags.batch(chosen)), dim=1)

    def mapped(own: torch.Tensor) -> torch.Tensor:
        return functional.normalize(own + own @ matrix + torch.softmax(own @ keys.T, 1) @ values, dim=1)

    progress = Progress("tuning", steps)
    for step in range(steps):
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * max(LAST_RATE, 1 - step / steps)
        chosen = rng.integers(0, len(advice.pairs), PAIR_BATCH)
        requests, preferences = vectors(request_bags, chosen), vectors(preference_bags, chosen)
        request_targets, preference_targets = floats(advice.requests[chosen]), floats(advice.preferences[chosen])
        shares = wanted_shares(fields[chosen], subjects[chosen], request_targets @ preference_targets.T)
        match = surprise(shares, mapped(requests) @ preferences.T / TEMPERATURE)
        loss = MATCH_WEIGHT * match

        asked = questions[rng.integers(0, len(questions), PAIR_BATCH)]
        others = rng.integers(0, len(plain.texts), PAIR_BATCH)
        asked_vectors, asked_targets = mapped(vectors(plain_bags, asked)), floats(plain.vectors[asked])
        similar = asked_vectors @ vectors(plain_bags, others).T
        aim = functional.normalize(asked_targets @ projection, dim=1)
        kept = (1 - (asked_vectors * aim).sum(1)).mean()
        kept = kept + 10 * (similar - asked_targets @ floats(plain.vectors[others]).T).pow(2).mean()
        loss = loss + QUESTION_WEIGHT * kept

        texts = rng.integers(0, len(plain.texts), TEXT_BATCH)
        loss = loss + distance(vectors(plain_bags, texts), floats(plain.vectors[texts]), projection)
        loss = loss + PAIR_TEXT_WEIGHT * distance(preferences, preference_targets, projection)
        loss = loss + PAIR_TEXT_WEIGHT * distance(requests, request_targets, projection)
        loss = loss + theme_loss(vectors)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        progress.reached(step + 1, f"match {match.item():.3f}")
    return Table(bag_sum.weight.detach().numpy().copy(), table.pairs, table.projection)


def themed(
    table: Table, themes: ThemeLesson, rng: np.random.Generator
) -> Callable[[Callable[[Bags, np.ndarray], torch.Tensor]], torch.Tensor]:
    """The loss of a batch of questions about themes, by what makes vectors of bags."""
    question_bags = Bags(table.rows_of(pair.question for pair in themes.pairs))
    statement_bags = Bags(table.rows_of(pair.statement for pair in themes.pairs))
    topics = torch.tensor([pair.topic for pair in themes.pairs])
    kin = torch.tensor(kinships())
    projection = torch.from_numpy(table.projection)

    def loss(vectors: Callable[[Bags, np.ndarray], torch.Tensor]) -> torch.Tensor:
        chosen = rng.integers(0, len(themes.pairs), PAIR_BATCH)
        asked, told = vectors(question_bags, chosen), vectors(statement_bags, chosen)
        asked_targets, told_targets = floats(themes.questions[chosen]), floats(themes.statements[chosen])
        own = topics[chosen]
        shares = kin[own][:, own]
        shares = (1 - THEME_TEACHER_SHARE) * shares / shares.sum(1, keepdim=True)
        teacher = torch.softmax(asked_targets @ told_targets.T / TEACHER_TEMPERATURE, 1)
        match = surprise(shares + THEME_TEACHER_SHARE * teacher, asked @ told.T / THEME_TEMPERATURE)
        kept = distance(asked, asked_targets, projection) + distance(told, told_targets, projection)
        return THEME_WEIGHT * match + THEME_TEXT_WEIGHT * kept

    return loss


def surprise(shares: torch.Tensor, found: torch.Tensor) -> torch.Tensor:
    """How far what is found is from the shares that are wanted, by Kullback and Leibler."""
    return (shares * (torch.log(shares + 1e-9) - torch.log_softmax(found, 1))).sum(1).mean()


def field_keys(bag_sum: torch.nn.EmbeddingBag, requests: Bags, fields: torch.Tensor) -> torch.Tensor:
    """Where keys start: the mean of each field's requests."""
    sums = torch.zeros(int(fields.max()) + 1, DIMENSIONS)
    with torch.no_grad():
        for start in range(0, len(fields), TEXT_BATCH):
            chosen = np.arange(start, min(len(fields), start + TEXT_BATCH))
            sums.index_add_(0, fields[chosen], functional.normalize(bag_sum(*requests.batch(chosen)), dim=1))
    return KEY_SHARPNESS * functional.normalize(sums - sums.mean(0), dim=1)


def wanted_shares(fields: torch.Tensor, subjects: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    """How a request should share itself among the preferences of its batch."""
    same_field = (fields[:, None] == fields[None]).float()
    same_subject = (subjects[:, None] == subjects[None]).float()
    shares = (
        (OWN_SHARE - FIELD_SHARE) * torch.eye(len(fields)) + FIELD_SHARE * same_field + SUBJECT_SHARE * same_subject
    )
    shares = shares / shares.sum(1, keepdim=True)
    return (1 - TEACHER_SHARE) * shares + TEACHER_SHARE * torch.softmax(teacher / TEACHER_TEMPERATURE, 1)


def floats(vectors: np.ndarray) -> torch.Tensor:
    """Vectors in single precision."""
    return torch.from_numpy(np.asarray(vectors, np.float32))
