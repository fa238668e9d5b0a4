"""Pairs of a request for advice and a preference that should shape the answer, made from authored fields."""

import random
from dataclasses import dataclass

from sentences import SLOTS
from word_lists import lines, listed, sections

TEMPLATES = sections("advice-templates.txt")
# Subjects that one asks about for a place one goes to.
JOURNEY_SUBJECTS = {"restaurants", "travel", "hotels", "transportation", "events"}
# How many pairs join what people say, on either side, with what templates say.
SAID_SHARE = 0.35
MIXED_SHARE = 0.3


@dataclass(frozen=True)
class NamedField:
    """A line of words/advice-named.txt: what is asked for and what a preference about it can name."""

    subject: str
    asked: list[str]
    named: list[str]


@dataclass(frozen=True)
class SaidField:
    """A line of words/advice-said.txt: requests and preferences in full."""

    subject: str
    requests: list[str]
    preferences: list[str]


@dataclass(frozen=True)
class AdvicePair:
    """A request, a preference, and the numbers of their field and subject."""

    request: str
    preference: str
    field: int
    subject: int


def parts(line: str) -> list[str]:
    """The parts of a line between semicolons."""
    return [part.strip() for part in line.split(";")]


def said(text: str) -> list[str]:
    """The sentences between bars."""
    return [sentence.strip() for sentence in text.split("|")]


NAMED_FIELDS = [
    NamedField(subject, listed(asked), listed(named)) for subject, asked, named in map(parts, lines("advice-named.txt"))
]
SAID_FIELDS = [
    SaidField(subject, said(asked), said(told)) for subject, asked, told in map(parts, lines("advice-said.txt"))
]
FIELD_COUNT = len(NAMED_FIELDS) + len(SAID_FIELDS)
VALUES = [(listed(named), set(listed(subjects))) for named, subjects in map(parts, lines("values.txt"))]
SUBJECTS = sorted({field.subject for field in NAMED_FIELDS} | {field.subject for field in SAID_FIELDS})


def advice_pairs(count: int, seed: int) -> list[AdvicePair]:
    """As many pairs."""
    rng = random.Random(seed)
    return [said_pair(rng) if rng.random() < SAID_SHARE else named_pair(rng) for _ in range(count)]


def named_pair(rng: random.Random) -> AdvicePair:
    """A template's request of a field and a preference of the same, of a value that decides, or of a field beside."""
    number = rng.randrange(len(NAMED_FIELDS))
    field = NAMED_FIELDS[number]
    return AdvicePair(
        templated_request(rng, field), templated_preference(rng, field), number, SUBJECTS.index(field.subject)
    )


def said_pair(rng: random.Random) -> AdvicePair:
    """A request and a preference as people say them; one of the two may come from a template of the subject."""
    number = rng.randrange(len(SAID_FIELDS))
    field = SAID_FIELDS[number]
    request, preference = framed_request(rng, field), framed_preference(rng, field)
    beside = [named for named in NAMED_FIELDS if named.subject == field.subject]
    if beside and rng.random() < MIXED_SHARE:
        if rng.random() < 0.5:
            request = templated_request(rng, rng.choice(beside))
        else:
            preference = templated_preference(rng, rng.choice(beside))
    return AdvicePair(request, preference, len(NAMED_FIELDS) + number, SUBJECTS.index(field.subject))


def framed_request(rng: random.Random, field: SaidField) -> str:
    """A request, sometimes within words of courtesy, place, time or company."""
    request = rng.choice(field.requests)
    frame = rng.choice(TEMPLATES["request frame"]) if rng.random() < 0.4 else "{said}?"
    return capitalised(frame.format(said=request, city=rng.choice(SLOTS["city"])))


def framed_preference(rng: random.Random, field: SaidField) -> str:
    """A preference, sometimes two, or within words that keep it in mind."""
    preference = rng.choice(field.preferences)
    if rng.random() < 0.15:
        preference = f"{preference} and {rng.choice(field.preferences)}"
    frame = rng.choice(TEMPLATES["preference frame"]) if rng.random() < 0.4 else "{said}."
    return capitalised(frame.format(said=preference))


def templated_request(rng: random.Random, field: NamedField) -> str:
    """A request around what a field asks for."""
    for_journey = field.subject in JOURNEY_SUBJECTS and rng.random() < 0.4
    where = rng.choice(SLOTS["city"] if rng.random() < 0.5 else SLOTS["country"])
    template = rng.choice(TEMPLATES["journey" if for_journey else "request"])
    return template.format(asked=rng.choice(field.asked), asked2=rng.choice(field.asked), city=where)


def templated_preference(rng: random.Random, field: NamedField) -> str:
    """A preference around what a field, one beside it or a value names."""
    neighbours = [other for other in NAMED_FIELDS if other.subject == field.subject]
    values = [named for named, subjects in VALUES if field.subject in subjects]
    pool, chance = field.named, rng.random()
    if chance < 0.2 and values:
        pool = rng.choice(values)
    elif chance < 0.35:
        pool = rng.choice(neighbours).named
    named = rng.choice(pool)
    named2 = rng.choice(field.named if rng.random() < 0.6 else pool)
    template = rng.choice(TEMPLATES["preference"])
    if "{asked}" not in template and "{field}" not in template and rng.random() < 0.12:
        template = template.rstrip(".") + rng.choice([" when choosing {asked}.", " for {asked}.", " in {asked}."])
    about = rng.choice(rng.choice(neighbours).asked)
    return capitalised(template.format(named=named, named2=named2, field=field.subject, asked=about))


def capitalised(text: str) -> str:
    """The text with a capital."""
    return text[0].upper() + text[1:]
