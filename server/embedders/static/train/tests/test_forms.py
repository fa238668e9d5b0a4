"""Forms of words and the lexicon: `python3 -m unittest discover -s tests` in train/ with nothing installed."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from english import plural, verb_forms
from spanish_forms import Tense, conjugate, diminutives, feminine, fold, plurals
from spanish_lexicon import Lexicon, coded_line, spanish_lexicon, write_lexicon
from word_lists import entries

PACKAGED = Path(__file__).parent.parent.parent / "lexicon-es.txt"


class English(unittest.TestCase):
    """English forms."""

    def test_inflects_regular_and_irregular_verbs(self) -> None:
        """Doubling, e, y and the irregular list."""
        self.assertEqual(verb_forms("stop"), ("stop", "stops", "stopped", "stopped", "stopping"))
        self.assertEqual(verb_forms("try"), ("try", "tries", "tried", "tried", "trying"))
        self.assertEqual(verb_forms("tie"), ("tie", "ties", "tied", "tied", "tying"))
        self.assertEqual(verb_forms("go"), ("go", "goes", "went", "gone", "going"))

    def test_makes_plurals(self) -> None:
        """Rules and exceptions."""
        self.assertEqual(
            [plural(noun) for noun in ("box", "city", "day", "child", "potato")],
            ["boxes", "cities", "days", "children", "potatoes"],
        )


class Spanish(unittest.TestCase):
    """Spanish forms."""

    def test_folds_accents_and_tildes(self) -> None:
        """As the runtime does."""
        self.assertEqual(fold("Mañana, ¿qué?"), "manana, ¿que?")

    def test_conjugates_with_vos(self) -> None:
        """Present and imperative of vos."""
        self.assertLessEqual({"hablas", "habla", "hablame"}, conjugate("hablar").keys())
        self.assertLessEqual({"tenes", "tiene", "tuviste", "tuviera", "tendria"}, conjugate("tener", "ie").keys())
        self.assertLessEqual({"vivis", "vivi"}, conjugate("vivir").keys())

    def test_changes_stems_and_spelling(self) -> None:
        """Vowels, c, g, z, y."""
        self.assertLessEqual({"duermo", "durmio", "durmiendo"}, conjugate("dormir", "ue").keys())
        self.assertLessEqual({"conozco", "conozcamos"}, conjugate("conocer", "zc").keys())
        self.assertLessEqual({"construyo", "construyendo", "construyeron"}, conjugate("construir", "y").keys())
        self.assertLessEqual(
            {"busque", "llegue", "cruce"},
            conjugate("buscar").keys() | conjugate("llegar").keys() | conjugate("cruzar").keys(),
        )
        self.assertLessEqual({"leyo", "leyendo"}, conjugate("leer").keys())

    def test_follows_the_model_of_a_compound(self) -> None:
        """Mantener as tener, traducir as ducir, and never acabar as caber."""
        self.assertLessEqual({"mantuvo", "mantengo", "mantuviera"}, conjugate("mantener", "ie").keys())
        self.assertIn("tradujeron", conjugate("traducir", "zc"))
        self.assertNotIn("aquepo", conjugate("acabar"))

    def test_tells_the_tense(self) -> None:
        """So that English words can repeat it."""
        forms = conjugate("cocinar")
        self.assertEqual(
            [forms[form] for form in ("cocino", "cocinaba", "cocinando")], [Tense.PLAIN, Tense.PAST, Tense.GERUND]
        )

    def test_refuses_what_is_no_infinitive(self) -> None:
        """Instead of inventing forms."""
        with self.assertRaises(ValueError):
            conjugate("mesas")

    def test_makes_plurals_feminines_and_diminutives(self) -> None:
        """All folded."""
        self.assertEqual(
            [plurals(noun) for noun in ("luz", "lunes", "inglés", "café")],
            [("luz", "luces"), ("lunes",), ("ingles", "ingleses"), ("cafe", "cafes")],
        )
        self.assertEqual(
            [feminine(word) for word in ("rojo", "trabajador", "mejor", "azul")], ["roja", "trabajadora", None, None]
        )
        self.assertIn("perrito", diminutives("perro"))
        self.assertIn("barquito", diminutives("barco"))


class TheLexicon(unittest.TestCase):
    """The Spanish lexicon."""

    def test_prefers_the_better_reading_and_joins_equal_ones(self) -> None:
        """By rank."""
        lexicon = Lexicon()
        lexicon.put("vino", ["came"], 1)
        lexicon.put("vino", ["wine"], 2)
        lexicon.put("vino", ["red", "wine"], 2)
        lexicon.put("vino", ["come"], 1)
        self.assertEqual(lexicon.translations["vino"], ["wine", "red"])

    def test_knows_forms_of_every_list(self) -> None:
        """Verb, noun, feminine, adverb, idiom."""
        known = spanish_lexicon().translations
        self.assertEqual(known["cocinaba"][0], "cooked")
        self.assertEqual(known["perros"][0], "dogs")
        self.assertEqual(known["abogadas"], known["abogado"])
        self.assertEqual(known["tranquilamente"], known["tranquilo"])
        self.assertEqual(known["tenia_hambre"][0], "hungry")
        self.assertEqual(known["fin_de_semana"], ["weekend"])

    def test_puts_the_commonest_meaning_of_a_noun_first(self) -> None:
        """Those of senses.txt, then what else the other lists say; a noun stands there once, with one to four meanings."""
        known = spanish_lexicon().translations
        self.assertEqual(known["pista"], ["track", "slope", "runway", "clue"])
        self.assertEqual(known["pistas"][:2], ["tracks", "slope"])
        self.assertEqual(known["bodega"], ["winery", "cellar"])
        senses = entries("spanish/senses.txt")
        self.assertEqual(len(senses), len(dict(senses)))
        self.assertEqual([noun for noun, english in senses if not 1 < len(set(english)) == len(english) <= 4], [])

    def test_is_the_one_in_the_package(self) -> None:
        """Whoever changes the word lists writes the lexicon anew."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lexicon.txt"
            write_lexicon(spanish_lexicon(), path)
            self.assertEqual(path.read_bytes(), PACKAGED.read_bytes())

    def test_codes_what_it_writes_so_that_it_can_be_read(self) -> None:
        """Decodes as the runtime does."""
        self.assertEqual(coded_line("dog", ["perra", "perro", "perros"]), "dog 0perra 4o 5s\n")
        lexicon = Lexicon()
        lexicon.put("gato", ["cat"], 2)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lexicon.txt"
            write_lexicon(lexicon, path)
            self.assertEqual(path.read_text(encoding="utf-8"), "cat 0gato\n")


if __name__ == "__main__":
    unittest.main()
