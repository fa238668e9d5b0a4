"""Pairs of a question about a theme and something told of it, both filled with a topic's words."""

import random
import re
from dataclasses import dataclass

from sentences import TEMPLATES, Scene
from topics import TOPICS
from word_lists import sections

QUESTIONS = sections("theme-templates.txt")["theme"]
TELLING_KINDS = ("memory", "memory", "chat")
BAG_SHARE = 0.15
# Words from anywhere among those of a statement's topic.
ANY_SHARE = 0.08
WORDS = [topic.words() for topic in TOPICS]


@dataclass(frozen=True)
class ThemePair:
    """A question, a statement, and the number of their topic."""

    question: str
    statement: str
    topic: int


def theme_pairs(count: int, seed: int) -> list[ThemePair]:
    """As many pairs."""
    rng = random.Random(seed)
    return [theme_pair(rng) for _ in range(count)]


def theme_pair(rng: random.Random) -> ThemePair:
    """A question about a topic and a statement of it; sometimes a bare bag of its words."""
    asking, telling = Scene(rng, 0), Scene(rng, ANY_SHARE)
    telling.topic = asking.topic
    number = TOPICS.index(asking.topic)
    question = asking.say(rng.choice(QUESTIONS))
    if rng.random() < BAG_SHARE:
        pool = asking.topic.nouns * 2 + asking.topic.verbs + asking.topic.adjectives + asking.topic.people
        return ThemePair(question, " ".join(rng.choice(pool) for _ in range(rng.choice([1, 2, 3, 4]))), number)
    words = WORDS[number]
    while True:
        statement = telling.say(rng.choice(TEMPLATES[rng.choice(TELLING_KINDS)]))
        if not words.isdisjoint(re.findall("[a-z]+", statement.lower())):
            return ThemePair(question, statement, number)


def kinships(least: float = 0.15) -> list[list[float]]:
    """How much two topics have in common: the share of the smaller one's words that the other has, from `least` on."""
    shares = [[len(own & other) / min(len(own), len(other)) for other in WORDS] for own in WORDS]
    return [[share if share >= least else 0.0 for share in row] for row in shares]
