"""Pairs of questions and statements about a theme; needs the tokenizer's environment. Topics need nothing."""

import importlib.util
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from topics import TOPICS, telling_words


class Topics(unittest.TestCase):
    """The words of words/topics.txt."""

    def test_have_names_of_their_own_and_words(self) -> None:
        """A name that comes again takes in more words."""
        names = [topic.name for topic in TOPICS]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([topic.name for topic in TOPICS if len(topic.words()) < 4], [])
        running = next(topic for topic in TOPICS if topic.name == "running")
        self.assertIn("marathons", running.words())
        self.assertIn("cadence", running.words())
        self.assertEqual(running.nouns.count("marathon"), 1)

    def test_leave_words_of_many_topics_out_of_what_tells(self) -> None:
        """Such as ticket, and what says too little."""
        telling = telling_words()
        self.assertIn("marathon", telling["running"])
        self.assertNotIn("run", telling["running"])


@unittest.skipUnless(importlib.util.find_spec("tokenizers"), "needs the training's environment")
class ThemePairs(unittest.TestCase):
    """What themes are learnt from."""

    def test_tell_something_of_the_topic_that_is_asked_about(self) -> None:
        """One of its words is in each statement."""
        from theme_pairs import theme_pairs

        pairs = theme_pairs(200, 7)
        self.assertEqual(pairs, theme_pairs(200, 7))
        for pair in pairs:
            told = set(re.findall("[a-z]+", pair.statement.lower()))
            parts = {part for word in TOPICS[pair.topic].words() for part in word.split()}
            adjectives = {part for word in TOPICS[pair.topic].adjectives for part in word.split()}
            self.assertTrue(told & (parts | adjectives), pair)

    def test_know_how_much_topics_share(self) -> None:
        """Wholly with themselves, as much the one as the other, mostly not at all."""
        from theme_pairs import kinships

        shares = kinships()
        self.assertTrue(all(shares[at][at] == 1 for at in range(len(TOPICS))))
        self.assertTrue(all(shares[a][b] == shares[b][a] for a in range(0, len(TOPICS), 9) for b in range(len(TOPICS))))
        self.assertLess(sum(share > 0 for row in shares for share in row) / len(TOPICS) ** 2, 0.1)


if __name__ == "__main__":
    unittest.main()
