"""
Queries that name a theme, each with what belongs to the theme and shares no word with the query, and with what only has a word of
the query, in a sentence of another topic.
"""

import random
import re
from dataclasses import dataclass

from sentences import TEMPLATES, Scene
from theme_pairs import QUESTIONS, TELLING_KINDS, WORDS, kinships
from tokens import vocabulary_words
from topics import TOPICS, Topic, telling_words
from word_lists import sections

OWN_TEMPLATES = sections("theme-query-templates.txt")
# Queries that are questions in full.
QUESTION_SHARE = 0.25
SHORT_SHARE = 0.5
# How many triples' distractor has the word of no topic, where the query has one.
ANY_WORD_SHARE = 0.55
BELONGING_MIX, DISTRACTOR_MIX = 0.05, 0.2
LEAST_TELLING_WORDS = 4
COMMONEST = 4000
TRIES = 6


@dataclass(frozen=True)
class ThemeTriple:
    """A query, what belongs to its theme, what only looks like it, and the theme's topic."""

    query: str
    belonging: str
    distractor: str
    topic: int


def words_in(text: str) -> set[str]:
    """Its distinct words."""
    return set(re.findall("[a-z]+", text.lower()))


class TripleMaker:
    """Draws triples; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.telling = [(at, telling_words()[topic.name]) for at, topic in enumerate(TOPICS)]
        self.telling = [(at, words) for at, words in self.telling if len(words) >= LEAST_TELLING_WORDS]
        self.kin = kinships()
        topics_of: dict[str, int] = {}
        for words in WORDS:
            for word in words:
                topics_of[word] = topics_of.get(word, 0) + 1
        self.general = [
            word for word in vocabulary_words()[:COMMONEST] if len(word) > 3 and topics_of.get(word, 0) != 1
        ]

    def triple(self) -> ThemeTriple:
        """One triple."""
        rng = self.rng
        number, telling = rng.choice(self.telling)
        topic = TOPICS[number]
        if rng.random() < QUESTION_SHARE:
            scene = Scene(rng, 0)
            scene.topic = topic
            query = scene.say(rng.choice(QUESTIONS))
            shared = rng.choice(sorted(words_in(query) & WORDS[number]) or sorted(words_in(query)))
        else:
            query, shared = self.few_words(topic, telling)
        belonging = self.statement(topic, BELONGING_MIX)
        for _ in range(TRIES):
            if words_in(query).isdisjoint(words_in(belonging)):
                break
            belonging = self.statement(topic, BELONGING_MIX)
        return ThemeTriple(query, belonging, self.distractor(number, shared), number)

    def few_words(self, topic: Topic, telling: list[str]) -> tuple[str, str]:
        """A query of some words, and the one of them that its distractor has."""
        rng = self.rng
        own, own2, own3 = (rng.choice(telling) for _ in range(3))
        general = rng.choice(self.general)
        template = rng.choice(OWN_TEMPLATES["query"])
        query = template.format(word=own, word2=own2, word3=own3, any=general, topic=topic.name)
        if "{any}" in template and rng.random() < ANY_WORD_SHARE:
            return query, general
        return query, own if "{word}" in template else rng.choice(topic.name.split())

    def statement(self, topic: Topic, mix: float) -> str:
        """Something told of a topic, with so many words of anywhere."""
        rng = self.rng
        scene = Scene(rng, mix)
        scene.topic = topic
        words = WORDS[TOPICS.index(topic)]
        while True:
            short = rng.random() < SHORT_SHARE
            template = rng.choice(OWN_TEMPLATES["statement"] if short else TEMPLATES[rng.choice(TELLING_KINDS)])
            said = scene.say(template).strip()
            if not words.isdisjoint(words_in(said)):
                return said

    def distractor(self, number: int, shared: str) -> str:
        """A sentence of a topic that has nothing to do with this one, with the word in another's place."""
        rng = self.rng
        while True:
            other = rng.randrange(len(TOPICS))
            if self.kin[number][other] == 0 and shared not in WORDS[other]:
                break
        words = self.statement(TOPICS[other], DISTRACTOR_MIX).split(" ")
        words[rng.randrange(len(words))] = shared
        return " ".join(words)


def theme_triples(count: int, seed: int) -> list[ThemeTriple]:
    """As many triples."""
    maker = TripleMaker(seed)
    return [maker.triple() for _ in range(count)]
