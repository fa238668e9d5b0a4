"""Our own training text, by kinds: sentences of templates, bags of words, rare words, collocations, near doubles."""

import random
from collections.abc import Callable, Iterator

from english import verb_forms
from sentences import SLOTS, TEMPLATES, Scene, any_word
from tokens import vocabulary_endings, vocabulary_words
from topics import TOPICS
from word_lists import lines

PHRASES = lines("phrases.txt")
SUFFIXES = "s ing ed er ers ly ness less ful able al ist y es ion ment ish like based".split()
PREFIXES = "un re pre non over mis dis anti super sub self- multi".split()
SENTENCE_KINDS = ("memory", "question", "chat", "howto", "caption", "news", "support", "complaint")
EVERYDAY = ("memory", "question", "chat", "howto")
LONG_MIXES = (
    ("chat",),
    ("memory",),
    ("howto",),
    ("news",),
    ("chat", "memory"),
    ("memory", "question"),
    ("caption",),
    ("support",),
)

# What matters is that every word of the vocabulary stands in many surroundings, not that prose is rich.
COUNTS = {
    "phrase": 55_000, "discourse": 60_000, "complaint": 40_000, "memory": 70_000, "question": 55_000, "chat": 55_000,
    "howto": 30_000, "caption": 30_000, "news": 30_000, "support": 22_000, "topic_bag": 22_000, "word_bag": 30_000,
    "rare": 32_000, "every_word": 45_000, "long": 14_000, "near": 22_000,
}  # fmt: skip


def texts(counts: dict[str, int], seed: int) -> list[str]:
    """As many texts of each kind, shuffled, none twice."""
    rng = random.Random(seed)
    found = dict.fromkeys(text for kind, count in counts.items() for _ in range(count) for text in texts_of(kind, rng))
    found.pop("", None)
    shuffled = list(found)
    rng.shuffle(shuffled)
    return shuffled


def texts_of(kind: str, rng: random.Random) -> Iterator[str]:
    """One text of a kind, or two that nearly say the same."""
    if kind == "near":
        yield from (text.strip() for text in near_double(rng))
    elif kind in SENTENCE_KINDS:
        yield Scene(rng, rng.choice([0.1, 0.2, 0.35])).say(rng.choice(TEMPLATES[kind])).strip()
    else:
        yield SPECIAL_KINDS[kind](rng).strip()


def sentence(scene: Scene, kinds: tuple[str, ...] = EVERYDAY) -> str:
    """A sentence of one of the kinds."""
    return scene.say(scene.rng.choice(TEMPLATES[scene.rng.choice(kinds)]))


def with_word(rng: random.Random, word: str, scene: Scene, kinds: tuple[str, ...] = EVERYDAY) -> str:
    """A sentence in which the word stands in place of any other."""
    words = sentence(scene, kinds).split(" ")
    words[rng.randrange(len(words))] = word
    return " ".join(words)


def topic_bag(rng: random.Random) -> str:
    """Words of one topic."""
    topic = rng.choice(TOPICS)
    pool = topic.nouns * 2 + topic.verbs + topic.adjectives + topic.people + topic.name.split()
    return " ".join(rng.choice(pool) for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8])))


def word_bag(rng: random.Random) -> str:
    """Words of anywhere."""
    return " ".join(any_word(rng, 6000) for _ in range(rng.choice([1, 2, 2, 3, 4, 6, 8])))


def rare(rng: random.Random) -> str:
    """A word put together, as the tokenizer will cut it up, alone or in a sentence."""
    word, endings, chance = any_word(rng, 7000), vocabulary_endings(), rng.random()
    if chance < 0.45:
        word = verb_forms(word)[rng.randrange(1, 5)] if rng.random() < 0.5 else word + rng.choice(SUFFIXES)
    elif chance < 0.55:
        word = rng.choice(PREFIXES) + word
    elif chance < 0.8:
        word += rng.choice(endings)
    else:
        word = "".join(rng.choice(endings) for _ in range(rng.choice([2, 2, 3])))
    chance = rng.random()
    if chance < 0.3:
        return word
    if chance < 0.5:
        return f"{word} {any_word(rng)}"
    if chance < 0.6:
        return f"{word.capitalize()} {rng.choice(SLOTS['surname'])}"
    return with_word(rng, word, Scene(rng, 0.3))


def every_word(rng: random.Random) -> str:
    """A word of the vocabulary, whatever its frequency, alone, with another or in a sentence."""
    word, chance, scene = rng.choice(vocabulary_words()), rng.random(), Scene(rng, 0.3)
    if chance < 0.25:
        return word
    if chance < 0.45:
        return f"{word} {scene.noun()}"
    if chance < 0.6:
        return f"{scene.noun()} {word}"
    return with_word(rng, word, scene, (*EVERYDAY, "caption"))


def phrase(rng: random.Random) -> str:
    """A collocation, alone, with others or in a sentence."""
    words, chance, scene = rng.choice(PHRASES), rng.random(), Scene(rng, 0.25)
    if chance < 0.12:
        return words
    if chance < 0.3:
        return f"{words} {scene.noun()}"
    if chance < 0.42:
        return f"{scene.noun()} {words}"
    if chance < 0.5:
        return f"{words} {rng.choice(PHRASES)}"
    return with_word(rng, words, scene)


def discourse(rng: random.Random) -> str:
    """A sentence within phrases that should weigh little."""
    scene = Scene(rng, 0.2)
    text, chance = sentence(scene, (*EVERYDAY, "support", "complaint", "news")), rng.random()
    if chance < 0.75:
        text = f"{scene.say(rng.choice(TEMPLATES['opening'])).rstrip('.')} {text}"
    if chance > 0.5:
        text = f"{text.rstrip('.?!')} {scene.say(rng.choice(TEMPLATES['closing']))}"
    return text


def long(rng: random.Random) -> str:
    """Some sentences of one topic, or one each of two."""
    if rng.random() < 0.7:
        scene, kinds = Scene(rng, 0.15), rng.choice(LONG_MIXES)
        return " ".join(sentence(scene, kinds) for _ in range(rng.randint(2, 6)))
    return " ".join(sentence(scene, SENTENCE_KINDS) for scene in (Scene(rng), Scene(rng)))


def near_double(rng: random.Random) -> tuple[str, str]:
    """Two texts of one scene: filled anew, a word less, a word changed, or another template."""
    templates, scene = TEMPLATES[rng.choice(SENTENCE_KINDS)], Scene(rng)
    template = rng.choice(templates)
    text, chance = scene.say(template), rng.random()
    if chance < 0.4:
        return text, scene.say(template)
    if chance >= 0.8:
        return text, scene.say(rng.choice(templates))
    words = text.split(" ")
    at = rng.randrange(len(words))
    words[at : at + 1] = [] if chance < 0.6 else [rng.choice([scene.noun(), scene.verb(), scene.adjective(), "not"])]
    return text, " ".join(words)


SPECIAL_KINDS: dict[str, Callable[[random.Random], str]] = {
    "topic_bag": topic_bag, "word_bag": word_bag, "rare": rare, "every_word": every_word, "phrase": phrase,
    "discourse": discourse, "long": long,
}  # fmt: skip
