"""Everyday topics and their words."""

from dataclasses import dataclass

from english import plural, verb_forms
from word_lists import lines

# A word of more topics than this belongs to none.
MOST_TOPICS_OF_A_WORD = 3


@dataclass(frozen=True)
class Topic:
    """A topic's words in their plain forms."""

    name: str
    nouns: list[str]
    verbs: list[str]
    adjectives: list[str]
    people: list[str]

    def kinds(self) -> tuple[list[str], ...]:
        """Its words by kind."""
        return self.nouns, self.verbs, self.adjectives, self.people

    def words(self) -> set[str]:
        """Its nouns and verbs in all their forms."""
        found: set[str] = set()
        for noun in self.nouns + self.people:
            found |= {noun, plural(noun)}
        for verb in self.verbs:
            found |= set(verb_forms(verb))
        return found


def read_topic(line: str) -> Topic:
    """A topic of a line of words/topics.txt."""
    name, *kinds = line.split("|")
    nouns, verbs, adjectives, people = ([word.replace("_", " ") for word in kind.split()] for kind in kinds)
    return Topic(name, nouns, verbs, adjectives, people)


def read_topics() -> list[Topic]:
    """The topics of words/topics.txt; one whose name comes again takes in more words."""
    found: dict[str, Topic] = {}
    for topic in map(read_topic, lines("topics.txt")):
        known = found.setdefault(topic.name, topic)
        if known is not topic:
            for own, more in zip(known.kinds(), topic.kinds()):
                own += [word for word in more if word not in own]
    return list(found.values())


TOPICS = read_topics()

# Every word of liking belongs with the others, however little it says.
PREFERENCES = "preferences"


def telling_words() -> dict[str, list[str]]:
    """Per topic, the words that tell it from others."""
    neutral = set(lines("topic-neutral.txt"))
    topics_of: dict[str, int] = {}
    for topic in TOPICS:
        for word in topic.words():
            topics_of[word] = topics_of.get(word, 0) + 1
    return {
        topic.name: sorted(
            word
            for word in topic.words()
            if topics_of[word] <= MOST_TOPICS_OF_A_WORD and (word not in neutral or topic.name == PREFERENCES)
        )
        for topic in TOPICS
    }
