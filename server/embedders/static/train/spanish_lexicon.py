"""The Spanish lexicon: every form of the authored lemmas with the English words whose vectors it takes."""

from pathlib import Path

from english import plural, verb_forms
from spanish_forms import Tense, conjugate, diminutives, feminine, fold, plurals
from word_lists import entries, lines

VOCABULARY = set((Path(__file__).parent.parent / "vocab.txt").read_text(encoding="utf-8").splitlines())
# Translations of verbs that are no verbs themselves though they look like some.
NOT_VERBS = set("weight off out happy away usual aside born angry love pregnant sick wrong birthday long".split())
# First of two words, or no thing one counts.
NO_PLURAL = set("staff legal".split())
COMPOUND_HEADS = set("law room machine station".split())
AUXILIARIES = ("ser", "ir", "haber", "estar")

# Which reading of a form wins; equal ones add up.
DIMINUTIVE, VERB, NOUN, AUXILIARY, INVARIABLE, AMBIGUOUS_PAST = range(6)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Lexicon:
    """Forms with their English words, in the order in which these count."""

    def __init__(self) -> None:
        self.translations: dict[str, list[str]] = {}
        self.ranks: dict[str, int] = {}

    def put(self, form: str, english: list[str], rank: int) -> None:
        """Adds a reading of a form unless it has a better one."""
        known = self.ranks.get(form, -1)
        if rank < known:
            return
        if rank > known:
            self.ranks[form] = rank
            self.translations[form] = []
        words = self.translations[form]
        words += [word for word in english if word not in words]


def spanish_lexicon() -> Lexicon:
    """All forms of all lemmas of words/spanish."""
    lexicon = Lexicon()
    verbs = {word: english for word, english in entries("spanish/verbs.txt")}
    for word, english in verbs.items():
        infinitive, _, change = word.partition("~")
        for form, tense in conjugate(infinitive, change).items():
            lexicon.put(form, [inflected(english[0], tense), *english[1:]], VERB)
    people = set(lines("spanish/people.txt"))
    for word, english in entries("spanish/senses.txt") + entries("spanish/nouns.txt"):
        put_noun(lexicon, word, english)
        if word in people and (female := feminine(word)):
            for form in plurals(female):
                lexicon.put(form, english, NOUN)
        for form in diminutives(word):
            lexicon.put(form, english, DIMINUTIVE)
    for word, english in entries("spanish/more.txt"):
        put_more(lexicon, word, english)
    for word, english in entries("spanish/adjectives.txt"):
        put_adjective(lexicon, word, english)
    for word in AUXILIARIES:
        for form in conjugate(word):
            lexicon.put(form, verbs[word], AUXILIARY)
    for word, english in entries("spanish/invariable.txt"):
        lexicon.put(fold(word), english, INVARIABLE)
    for phrase, english in entries("spanish/idioms.txt"):
        put_idiom(lexicon, phrase, english, verbs)
    for form in ("fue", "fueron", "fui"):
        lexicon.put(form, ["was"], AMBIGUOUS_PAST)
    return lexicon


def inflected(english: str, tense: Tense) -> str:
    """The English word in the tense of the Spanish one: nearer to what English texts say."""
    if tense is Tense.PLAIN or english in NOT_VERBS:
        return english
    forms = verb_forms(english)
    inflection = forms.past if tense is Tense.PAST else forms.gerund
    return inflection if inflection in VOCABULARY else english


def plural_english(english: str) -> str:
    """The plural if it is a word."""
    several = plural(english)
    return several if several in VOCABULARY else english


def put_noun(lexicon: Lexicon, word: str, english: list[str]) -> None:
    """Singular and plural of a noun."""
    singular, *others = plurals(word)
    lexicon.put(singular, english, NOUN)
    several = english if COMPOUND_HEADS & set(english[1:2]) else [plural_english(english[0]), *english[1:]]
    for form in others:
        lexicon.put(form, several, NOUN)


def put_more(lexicon: Lexicon, word: str, english: list[str]) -> None:
    """A word that may be noun or adjective: it does not replace what the form already means."""
    looks_adjective = word.endswith(("o", "al", "ivo", "ico", "nte", "ble"))
    rank = VERB if lexicon.ranks.get(fold(word), -1) >= NOUN else NOUN
    singular, *others = plurals(word)
    lexicon.put(singular, english, rank)
    several = english if looks_adjective or english[0] in NO_PLURAL else [plural_english(english[0]), *english[1:]]
    for form in others:
        lexicon.put(form, several, rank)
    if word.endswith("o"):
        for form in plurals(feminine(word) or word):
            lexicon.put(form, english, VERB)


def put_adjective(lexicon: Lexicon, word: str, english: list[str]) -> None:
    """An adjective with its feminine, adverb and superlative."""
    female = feminine(word)
    for form in plurals(word) + (plurals(female) if female else ()):
        lexicon.put(form, english, NOUN)
    lexicon.put((female or fold(word)) + "mente", english, VERB)
    if fold(word).endswith("o"):
        for ending in ("isimo", "isima"):
            lexicon.put(fold(word)[:-1] + ending, english, VERB)


def put_idiom(lexicon: Lexicon, phrase: str, english: list[str], verbs: dict[str, list[str]]) -> None:
    """Words that mean something together; a verb at their head takes all its forms but those with pronouns."""
    head, _, rest = fold(phrase).replace(" ", "_").partition("_")
    spelled = {fold(verb).partition("~")[0]: verb for verb in verbs}
    if head not in spelled:
        lexicon.put(f"{head}_{rest}", english, INVARIABLE)
        return
    infinitive, _, change = spelled[head].partition("~")
    for form, tense in conjugate(infinitive, change, with_pronouns=False).items():
        lexicon.put(f"{form}_{rest}", [inflected(english[0], tense), *english[1:]], INVARIABLE)


def write_lexicon(lexicon: Lexicon, path: Path) -> None:
    """The runtime's format: a line per list of English words, then its forms sorted, front-coded, _ for a space."""
    by_english: dict[str, list[str]] = {}
    for form, english in lexicon.translations.items():
        by_english.setdefault("/".join(english), []).append(form)
    path.write_text(
        "".join(coded_line(english, sorted(by_english[english])) for english in sorted(by_english)), encoding="utf-8"
    )


def coded_line(english: str, forms: list[str]) -> str:
    """A line of the lexicon: each form as how many letters it shares with the one before and the rest."""
    coded, before = [english], ""
    for form in forms:
        shared = 0
        while shared < min(len(form), len(before), len(DIGITS) - 1) and form[shared] == before[shared]:
            shared += 1
        coded.append(DIGITS[shared] + form[shared:])
        before = form
    return " ".join(coded) + "\n"
