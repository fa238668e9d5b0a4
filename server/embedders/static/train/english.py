"""English forms by rule: verbs, plurals, articles."""

import re
from typing import NamedTuple

from word_lists import lines


class Forms(NamedTuple):
    """The forms of a verb, in the order of words/english-verbs.txt."""

    plain: str
    third: str
    past: str
    participle: str
    gerund: str


IRREGULAR_VERBS = {line.split()[0]: Forms(*line.split()) for line in lines("english-verbs.txt")}

IRREGULAR_PLURALS = {
    "child": "children",
    "deer": "deer",
    "fish": "fish",
    "foot": "feet",
    "knife": "knives",
    "leaf": "leaves",
    "man": "men",
    "mouse": "mice",
    "person": "people",
    "sheep": "sheep",
    "shelf": "shelves",
    "thief": "thieves",
    "tooth": "teeth",
    "wife": "wives",
    "wolf": "wolves",
    "woman": "women",
}
PLURALS_IN_OES = {"tomato", "potato", "hero", "echo", "mosquito", "volcano", "tornado"}
VOWEL_LETTERS_WITHOUT_VOWEL = {"user", "university", "euro", "one"}


def verb_forms(verb: str) -> Forms:
    """All forms of a verb given in its plain one."""
    if verb in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[verb]
    ends_in_consonant_y = re.search(r"[^aeiou]y$", verb) is not None
    if re.search(r"(s|x|z|ch|sh|o)$", verb):
        third = verb + "es"
    else:
        third = verb[:-1] + "ies" if ends_in_consonant_y else verb + "s"
    if verb.endswith("e"):
        past = verb + "d"
        gerund = verb[:-2] + "ying" if verb.endswith("ie") else (verb if verb.endswith("ee") else verb[:-1]) + "ing"
    elif ends_in_consonant_y:
        past, gerund = verb[:-1] + "ied", verb + "ing"
    elif doubles_last_letter(verb):
        past, gerund = f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing"
    else:
        past, gerund = verb + "ed", verb + "ing"
    return Forms(verb, third, past, past, gerund)


def doubles_last_letter(verb: str) -> bool:
    """Whether a regular verb of one syllable is spelled like stop, stopped."""
    return re.fullmatch(r"[^aeiou]*[aeiou][bdfgklmnprtvz]", verb) is not None


def plural(noun: str) -> str:
    """The plural of a noun, or of the last word of several."""
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if re.search(r"(s|x|z|ch|sh)$", noun) or noun in PLURALS_IN_OES:
        return noun + "es"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s"


def with_article(noun: str) -> str:
    """The noun after a or an."""
    starts_with_vowel = noun[0] in "aeiou" and noun not in VOWEL_LETTERS_WITHOUT_VOWEL
    return ("an " if starts_with_vowel else "a ") + noun
