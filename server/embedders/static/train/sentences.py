"""Sentences: a template's slots filled with the words of one topic, with other topics' and any words mixed in."""

import random
import re

from english import Forms, plural, verb_forms, with_article
from tokens import vocabulary_words
from topics import TOPICS, Topic
from word_lists import named_lists, sections

SLOTS = named_lists("slots.txt")
TEMPLATES = sections("templates.txt")
FIGURE_WITHOUT_ARTICLE = re.compile(r"(two|three|several|a |an |people|children|wom|men|someone)")
FRONT_FIGURES = 30
SLOT = re.compile(r"\{([a-z_]+)\d?\}")
# How fast words get rarer the further down the vocabulary they stand.
VOCABULARY_SCALE = 5000


def any_word(rng: random.Random, scale: float = VOCABULARY_SCALE) -> str:
    """A word of the vocabulary, frequent ones more often."""
    words = vocabulary_words()
    return words[min(int(rng.expovariate(1 / scale)), len(words) - 1)]


class Scene:
    """One text's topic, people and share of words from anywhere."""

    def __init__(self, rng: random.Random, any_share: float = 0.22) -> None:
        self.rng = rng
        self.any_share = any_share
        self.topic = rng.choice(TOPICS)
        self.people = [self.person(), self.person()]

    def say(self, template: str) -> str:
        """The template filled, its capitals and last mark sometimes left out as people do."""
        rng = self.rng
        phrase = [self.verb()] if rng.random() < 0.85 else rng.choice(SLOTS["phrasal_action"]).split()
        forms = Forms(*(" ".join([form, *phrase[1:]]) for form in verb_forms(phrase[0])))
        text = SLOT.sub(lambda match: self.fill(match.group(0)[1:-1], match.group(1), forms), template)
        style = rng.random()
        if style < 0.12:
            text = text.lower()
        elif style < 0.75 and text:
            text = text[0].upper() + text[1:]
        return text.rstrip(".?!") if rng.random() < 0.12 else text

    def fill(self, slot: str, kind: str, forms: Forms) -> str:
        """What a slot is filled with."""
        rng, choose = self.rng, self.rng.choice
        match kind:
            case "person":
                return self.people[1 if slot.endswith("2") else 0]
            case "thing":
                return self.thing()
            case "a_thing":
                return choose(["a ", "the ", "her ", "his ", "a new ", "some ", "my "]) + self.thing()
            case "things":
                return plural(self.thing())
            case "act":
                return forms.plain
            case "acts":
                return forms.third
            case "acted":
                return forms.past
            case "acted_on":
                return forms.participle
            case "acting":
                return forms.gerund
            case "topic":
                return self.topic.name
            case "adjective":
                return self.adjective()
            case "agent":
                return self.agent()
            case "agents":
                return plural(self.agent())
            case "an_agent":
                return with_article(self.agent())
            case "time":
                return self.time()
            case "where":
                return choose(SLOTS["city"] if rng.random() < 0.5 else SLOTS["country"])
            case "year":
                return str(rng.randint(1850, 2026))
            case "number":
                return str(choose([rng.randint(1, 31), rng.randint(1, 100), rng.randint(100, 2000)]))
            case "hour":
                return f"{rng.randint(1, 12)}{choose([' am', ' pm', ':30', ':00'])}"
            case "full_name":
                return f"{choose(SLOTS['first_name'])} {choose(SLOTS['surname'])}"
            case "an_object":
                word = choose(SLOTS["object"]) if rng.random() < 0.75 else self.noun()
                return choose(["a ", "the ", "a ", "his ", "her "]) + word
            case "object":
                return choose(SLOTS["object"]) if rng.random() < 0.7 else self.noun()
            case "a_figure":
                figure = choose(SLOTS["figure"])
                return figure if FIGURE_WITHOUT_ARTICLE.match(figure) else choose(["a ", "the ", "a "]) + figure
            case "figure":
                return choose(SLOTS["figure"][:FRONT_FIGURES])
            case "news_act" | "news_acts" | "news_acted" | "news_acted_on":
                verb, *rest = choose(SLOTS["news_verb"]).split()
                tenses = verb_forms(verb)
                form = {"news_act": tenses.plain, "news_acts": tenses.third, "news_acted": tenses.past}
                return " ".join([form.get(kind, tenses.participle), *rest])
            case _:
                return choose(SLOTS[kind])

    def person(self) -> str:
        """A name or someone's relation."""
        choose, chance = self.rng.choice, self.rng.random()
        if chance < 0.55:
            return choose(SLOTS["first_name"])
        return choose(SLOTS["kin"]) if chance < 0.92 else f"{choose(SLOTS['first_name'])} {choose(SLOTS['surname'])}"

    def noun(self) -> str:
        """A noun of the topic, or of another, or any word."""
        chance = self.rng.random()
        if chance < self.any_share:
            return any_word(self.rng)
        if chance < self.any_share + 0.08 or not self.topic.nouns:
            return self.rng.choice(self.other_topic().nouns)
        return self.rng.choice(self.topic.nouns)

    def verb(self) -> str:
        """A verb of the topic or a common one."""
        own = self.topic.verbs and self.rng.random() < 0.6
        return self.rng.choice(self.topic.verbs if own else SLOTS["action"])

    def adjective(self) -> str:
        """An adjective of the topic or a common one."""
        own = self.topic.adjectives and self.rng.random() < 0.35
        return self.rng.choice(self.topic.adjectives if own else SLOTS["adjective"])

    def agent(self) -> str:
        """Someone of the topic or of another."""
        own = self.topic.people and self.rng.random() < 0.75
        return self.rng.choice(self.topic.people if own else self.other_topic().people or ["person"])

    def thing(self) -> str:
        """A noun, sometimes with an adjective or another noun before it."""
        noun, chance = self.noun(), self.rng.random()
        if chance < 0.18:
            return f"{self.adjective()} {noun}"
        return f"{self.noun()} {noun}" if chance > 0.85 else noun

    def time(self) -> str:
        """When something was or will be."""
        rng, choose = self.rng, self.rng.choice
        match rng.randrange(9):
            case 0:
                return choose(SLOTS["moment"])
            case 1:
                return f"on {choose(SLOTS['day'])}"
            case 2:
                return f"in {choose(SLOTS['month'])}"
            case 3:
                return f"in {rng.randint(1960, 2026)}"
            case 4:
                return f"on {choose(SLOTS['month'])} {rng.randint(1, 28)}"
            case 5:
                return f"{rng.randint(2, 12)} {choose(['years', 'months', 'weeks', 'days'])} ago"
            case 6:
                return f"at {rng.randint(1, 12)} {choose(['am', 'pm'])}"
            case 7:
                return f"last {choose(SLOTS['day'])}"
            case _:
                return f"next {choose(SLOTS['month'])}"

    def other_topic(self) -> Topic:
        """Any topic."""
        return self.rng.choice(TOPICS)
