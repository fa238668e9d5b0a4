"""Brings the words of a topic nearer to each other: skiing and slope."""

import numpy as np

from table import Table
from tokens import tokens_of
from topics import TOPICS, telling_words

# How far a word goes towards its topic's centre, of its own length.
STRENGTH = 0.45
NAME_WEIGHT = 0.5


def associate(table: Table, strength: float = STRENGTH) -> Table:
    """The table with telling words moved towards their topics' centres; a split word moves by its first stored pair."""
    members = {name: words for name, words in telling_words().items() if len(words) > 1}
    names = {topic.name: [word for word in topic.name.split() if word != "and"] for topic in TOPICS}
    everything = sorted({word for words in (*members.values(), *names.values()) for word in words})
    tokens = dict(zip(everything, tokens_of(everything)))
    rows = dict(zip(everything, table.rows_of(everything)))
    vectors = {word: table.rows[own].sum(0) for word, own in rows.items()}

    centres_of: dict[str, list[np.ndarray]] = {}
    for name, words in members.items():
        shared = mean_direction([vectors[word] for word in words])
        centre = unit(shared + NAME_WEIGHT * mean_direction([vectors[word] for word in names[name]]))
        for word in words:
            centres_of.setdefault(word, []).append(centre)

    moves: dict[int, list[np.ndarray]] = {}
    pairs = table.pair_rows()
    for word, centres in centres_of.items():
        pieces = tokens[word]
        stored = pieces if len(pieces) == 1 else [pairs[pair] for pair in zip(pieces, pieces[1:]) if pair in pairs]
        if stored:
            length = np.linalg.norm(vectors[word])
            moved = unit(unit(vectors[word]) + strength * np.mean(centres, 0)) * length
            moves.setdefault(stored[0], []).append(moved - vectors[word])
    associated = table.rows.copy()
    for row, own_moves in moves.items():
        associated[row] += np.mean(own_moves, 0)
    return Table(associated, table.pairs, table.projection)


def mean_direction(vectors: list[np.ndarray]) -> np.ndarray:
    """The mean of the vectors' directions."""
    return np.mean([unit(vector) for vector in vectors], 0)


def unit(vector: np.ndarray) -> np.ndarray:
    """The vector at length one."""
    return vector / max(float(np.linalg.norm(vector)), 1e-9)
