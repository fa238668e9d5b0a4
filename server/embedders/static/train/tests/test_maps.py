"""What maps of queries are learnt from; needs the tokenizer's environment."""

import importlib.util
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))


@unittest.skipUnless(importlib.util.find_spec("tokenizers"), "needs the training's environment")
class ThemeTriples(unittest.TestCase):
    """Queries, what belongs to their theme, and what only looks like it."""

    def test_part_words_from_themes(self) -> None:
        """The distractor has a word of the query, mostly; what belongs has none, mostly."""
        from theme_triples import theme_triples, words_in

        triples = theme_triples(300, 5)
        self.assertEqual(triples, theme_triples(300, 5))
        shared = [bool(words_in(triple.query) & words_in(triple.distractor)) for triple in triples]
        apart = [words_in(triple.query).isdisjoint(words_in(triple.belonging)) for triple in triples]
        self.assertGreater(sum(shared) / len(shared), 0.95)
        self.assertGreater(sum(apart) / len(apart), 0.7)


@unittest.skipUnless(importlib.util.find_spec("tokenizers"), "needs the training's environment")
class WideAdvice(unittest.TestCase):
    """Requests and preferences of the topics that can decide them."""

    def test_has_every_field_among_its_pairs(self) -> None:
        """Those that are authored and those of topics, each with a subject."""
        from wide_advice_pairs import WIDE_FIELD_COUNT, WIDE_SUBJECTS, wide_advice_pairs

        pairs = wide_advice_pairs(6_000, 5)
        self.assertEqual({pair.field for pair in pairs}, set(range(WIDE_FIELD_COUNT)))
        self.assertEqual({pair.subject for pair in pairs}, set(range(len(WIDE_SUBJECTS))))
        self.assertFalse([pair for pair in pairs if "{" in pair.request + pair.preference])


@unittest.skipUnless(importlib.util.find_spec("tokenizers"), "needs the training's environment")
class Limits(unittest.TestCase):
    """The direction in which texts that set a limit lie."""

    def test_tells_limits_from_habits_of_other_words(self) -> None:
        """By the table of the package."""
        from limit_direction import limit_direction, limit_texts
        from packing import packed_table

        table = packed_table(Path(__file__).parent.parent.parent / "table-en-es.bin")
        direction = limit_direction(table)
        self.assertAlmostEqual(float((direction**2).sum()), 1, places=5)
        texts = ["I can't stand escalators.", "Mangoes give me hives.", "I sold my violin in June.", "We like old bridges."]
        self.assertTrue(set(texts).isdisjoint(limit_texts()[0] + limit_texts()[1]))
        rows = table.rows_of(texts)
        found = [float((table.rows[own].sum(0) / sum(table.rows[own].sum(0) ** 2) ** 0.5) @ direction) for own in rows]
        self.assertGreater(min(found[:2]), max(found[2:]))


if __name__ == "__main__":
    unittest.main()
