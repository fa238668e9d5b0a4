"""
Pairs of a request for advice and a preference in breadth: beside those of authored fields, requests for a thing and preferences
about any of the topics that can decide it, in all of those topics' words.
"""

import random
from dataclasses import dataclass

from advice_pairs import (
    FIELD_COUNT,
    SAID_FIELDS,
    SAID_SHARE,
    SUBJECTS,
    AdvicePair,
    NamedField,
    capitalised,
    framed_request,
    named_pair,
    parts,
    said_pair,
    templated_request,
)
from english import plural, verb_forms
from topics import TOPICS, Topic, telling_words
from word_lists import lines, listed, sections

TOPIC_SHARE = 0.4
TEMPLATED_SHARE = 0.7
# How many preferences name a word that tells, and how many give another word as their reason.
TELLING_SHARE, REASON_SHARE = 0.3, 0.15
SAYING = sections("advice-topic-templates.txt")
TELLING = telling_words()


@dataclass(frozen=True)
class TopicField:
    """A line of words/advice-topics.txt: what is asked for, and the topics that a preference about it can be of."""

    asked: NamedField
    topics: list[Topic]


def read_field(line: str) -> TopicField:
    """A field of a line."""
    subject, asked, topics = parts(line)
    by_name = {topic.name: topic for topic in TOPICS}
    return TopicField(NamedField(subject, listed(asked), []), [by_name[name] for name in listed(topics)])


TOPIC_FIELDS = [read_field(line) for line in lines("advice-topics.txt")]
WIDE_FIELD_COUNT = FIELD_COUNT + len(TOPIC_FIELDS)
WIDE_SUBJECTS = SUBJECTS + sorted({field.asked.subject for field in TOPIC_FIELDS} - set(SUBJECTS))


def wide_advice_pairs(count: int, seed: int) -> list[AdvicePair]:
    """As many pairs."""
    rng = random.Random(seed)
    return [wide_pair(rng) for _ in range(count)]


def wide_pair(rng: random.Random) -> AdvicePair:
    """A pair of any kind."""
    if rng.random() < TOPIC_SHARE:
        return topic_pair(rng)
    return said_pair(rng) if rng.random() < SAID_SHARE else named_pair(rng)


def topic_pair(rng: random.Random) -> AdvicePair:
    """A request for a thing and a preference of one of its topics."""
    number = rng.randrange(len(TOPIC_FIELDS))
    field = TOPIC_FIELDS[number]
    beside = [said for said in SAID_FIELDS if said.subject == field.asked.subject]
    templated = not beside or rng.random() < TEMPLATED_SHARE
    request = templated_request(rng, field.asked) if templated else framed_request(rng, rng.choice(beside))
    preference = topic_preference(rng, rng.choice(field.topics))
    return AdvicePair(request, preference, FIELD_COUNT + number, WIDE_SUBJECTS.index(field.asked.subject))


def topic_preference(rng: random.Random, topic: Topic) -> str:
    """A preference in the words of a topic."""
    telling = TELLING[topic.name] or [topic.name]

    def noun() -> str:
        if rng.random() < TELLING_SHARE or not topic.nouns:
            return rng.choice(telling)
        own = rng.choice(topic.nouns)
        return plural(own) if rng.random() < 0.5 else own

    verb, verb2 = (rng.choice(topic.verbs or ["use"]) for _ in range(2))
    text = rng.choice(SAYING["preference"]).format(
        noun=noun(), noun2=noun(), verb=verb, verb2=verb2, doing=verb_forms(verb).gerund,
        adjective=rng.choice(topic.adjectives or ["quiet"]), kin=rng.choice(SAYING["kin"]),
    )  # fmt: skip
    if rng.random() < REASON_SHARE:
        text = f"{text.rstrip('.')} because of {noun()}."
    return capitalised(text)
