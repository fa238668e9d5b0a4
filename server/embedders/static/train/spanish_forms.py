"""Spanish forms by rule, accents folded away: verbs (with vos), plurals, feminines, diminutives."""

import re
import unicodedata
from enum import Enum

from word_lists import lines


class Tense(Enum):
    """As much of a verb form's grammar as English words repeat."""

    PLAIN = "plain"
    PAST = "past"
    GERUND = "gerund"


def fold(text: str) -> str:
    """Lower case without accents and tildes, as the runtime looks words up."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn")


def read_irregular(line: str) -> tuple[str, dict[Tense, list[str]]]:
    """A verb of words/spanish/irregular.txt."""
    infinitive, rest = line.split(":", 1)
    groups = [group.split() for group in rest.split("|")]
    return infinitive, dict(zip((Tense.PLAIN, Tense.PAST, Tense.GERUND), groups))


IRREGULAR = dict(read_irregular(line) for line in lines("spanish/irregular.txt"))
# Verbs whose compounds follow them: mantener, componer.
COMPOUNDED = ("tener", "poner", "venir", "hacer", "decir", "traer", "caer", "volver", "cubrir", "escribir", "ducir")

PRESENT = {"a": "o as a amos ais an", "e": "o es e emos eis en", "i": "o es e imos is en"}
SUBJUNCTIVE = {"a": "e es e emos eis en", "e": "a as a amos ais an", "i": "a as a amos ais an"}
PRETERITE = {"a": "e aste o amos aron", "e": "i iste io imos ieron", "i": "i iste io imos ieron"}
IMPERFECT = {"a": "aba abas abamos aban", "e": "ia ias iamos ian", "i": "ia ias iamos ian"}
PAST_SUBJUNCTIVE = {"a": "ara aras aran ase", "e": "iera ieras ieran iese", "i": "iera ieras ieran iese"}
PARTICIPLE = {"a": "ado ada ados adas", "e": "ido ida idos idas", "i": "ido ida idos idas"}
FUTURE_AND_CONDITIONAL = "e as a emos an ia ias iamos ian".split()
UNSTRESSED = {"amos", "emos", "imos", "ais", "eis", "is"}
INFINITIVE_PRONOUNS = "se me te lo la le los las les nos melo telo selo".split()
GERUND_PRONOUNS = "se me te lo la le los las".split()
IMPERATIVE_PRONOUNS = "me te lo la le nos".split()


def conjugate(infinitive: str, change: str = "", with_pronouns: bool = True) -> dict[str, Tense]:
    """
    The forms of a verb. `change` says how its stem does: ie, ue, i (stressed vowel), zc (conozco), y (construyo). A form that
    is both present and past is plain.
    """
    verb = fold(infinitive)
    kind, stem = verb[-2], verb[:-2]
    if kind not in "aei" or not verb.endswith("r"):
        raise ValueError(f"{infinitive} is no infinitive")
    stressed = changed_stem(stem, change) if change in ("ie", "ue", "i") else stem + "y" if change == "y" else stem
    weak = weakened_stem(stem, change) if kind == "i" else stem
    first = stem[:-1] + "zc" if change == "zc" else stressed

    forms: dict[str, Tense] = {}

    def add(tense: Tense, *found: str) -> None:
        for form in found:
            if tense is Tense.PLAIN or form not in forms:
                forms[form] = tense

    add(Tense.PLAIN, verb)
    for ending in PRESENT[kind].split():
        own = stem if ending in UNSTRESSED else first if ending == "o" else stressed
        add(Tense.PLAIN, joined(own, kind, ending))
    for ending in SUBJUNCTIVE[kind].split():
        own = first if change in ("zc", "y") else weak if ending in UNSTRESSED else stressed
        add(Tense.PLAIN, joined(own, kind, ending))
    theme = {"a": "a", "e": "e", "i": "i"}[kind]
    add(Tense.PLAIN, stem + theme, stem + theme + "s", stem + theme + "d")
    add(Tense.PLAIN, *(verb + ending for ending in FUTURE_AND_CONDITIONAL))
    if with_pronouns:
        add(Tense.PLAIN, *(verb + pronoun for pronoun in INFINITIVE_PRONOUNS))
        for imperative in (stem + theme, stressed + ("a" if kind == "a" else "e")):
            add(Tense.PLAIN, *(imperative + pronoun for pronoun in IMPERATIVE_PRONOUNS))
    gerund = joined(weak, kind, "ando" if kind == "a" else "iendo")
    add(Tense.GERUND, gerund)
    if with_pronouns:
        add(Tense.GERUND, *(gerund + pronoun for pronoun in GERUND_PRONOUNS))
    for ending in PRETERITE[kind].split():
        add(Tense.PAST, joined(weak if ending in ("io", "ieron") else stem, kind, ending))
    add(Tense.PAST, *(stem + ending for ending in IMPERFECT[kind].split()))
    add(Tense.PAST, *(joined(weak, kind, ending) for ending in PAST_SUBJUNCTIVE[kind].split()))
    add(Tense.PAST, *(stem + ending for ending in PARTICIPLE[kind].split()))
    for tense, form in irregular_forms(verb):
        forms[form] = tense
    return forms


def irregular_forms(verb: str) -> list[tuple[Tense, str]]:
    """The forms of an irregular verb or of a compound of one."""
    model, prefix = verb, ""
    if verb not in IRREGULAR:
        for ending in COMPOUNDED:
            if verb.endswith(ending):
                model, prefix = ending, verb[: -len(ending)]
    found = []
    for tense, forms in IRREGULAR.get(model, {}).items():
        for form in forms:
            whole = prefix + form
            found.append((tense, whole))
            if tense is Tense.PAST and re.search(r"(i|j|ue?)eron$|fueron$", whole):
                found += [(Tense.PAST, whole[:-3] + ending) for ending in ("ra", "ras", "ramos", "ran", "se")]
    return found


def changed_stem(stem: str, change: str) -> str:
    """The stem when its last vowel is stressed: pens, piens; dorm, duerm; ped, pid."""
    vowel = {"ie": "e", "i": "e", "ue": "o" if "o" in stem else "u"}[change]
    at = stem.rfind(vowel)
    became = {"ie": "ye", "ue": "hue"}.get(change, change) if at == 0 else change
    return stem[:at] + became + stem[at + 1 :]


def weakened_stem(stem: str, change: str) -> str:
    """The stem of a verb in -ir before a stressed diphthong: sent, sint; dorm, durm."""
    if change in ("ie", "i"):
        return changed_stem(stem, "i")
    if change == "ue":
        at = stem.rfind("o")
        return stem[:at] + "u" + stem[at + 1 :]
    return stem


def joined(stem: str, kind: str, ending: str) -> str:
    """Stem and ending in right spelling: busc, busque; cog, coja; le, leyó."""
    if kind == "a":
        if ending.startswith("e"):
            if stem.endswith("c"):
                return stem[:-1] + "qu" + ending
            if stem.endswith("g"):
                return stem + "u" + ending
            if stem.endswith("z"):
                return stem[:-1] + "c" + ending
        return stem + ending
    if ending[0] in "ao":
        if stem.endswith("gu"):
            return stem[:-1] + ending
        if stem.endswith("g"):
            return stem[:-1] + "j" + ending
        if re.search("[nr]c$", stem):
            return stem[:-1] + "z" + ending
    if re.match("i[eo]", ending):
        if stem.endswith("i"):
            return stem + ending[1:]
        if re.search("[aeo]$|[^gq]u$", stem):
            return stem + "y" + ending[1:]
    return stem + ending


def plurals(noun: str) -> tuple[str, ...]:
    """Singular and plural of a noun or adjective, folded."""
    word = fold(noun)
    if re.search("[aeiou]$", word):
        return word, word + "s"
    if word.endswith("z"):
        return word, word[:-1] + "ces"
    if re.search("[sx]$", noun) and not re.search("[áéíóú]s$", noun):
        return (word,)
    return word, word + "es"


def feminine(masculine: str) -> str | None:
    """The feminine of an adjective or of a noun for people, folded; None if it is the same."""
    word = fold(masculine)
    if word.endswith("o"):
        return word[:-1] + "a"
    if re.search("(mej|pe|may|men|exteri|interi|anteri|posteri|superi)or$|joven$", word):
        return None
    return word + "a" if re.search("(or|es|an|in)$", word) else None


def diminutives(noun: str) -> tuple[str, ...]:
    """Perro, perrito: of a noun that ends in a, e or o, folded."""
    word = fold(noun)
    if not re.search("[aeo]$", word):
        return ()
    stem = word[:-1]
    stem = stem[:-1] + "qu" if stem.endswith("c") else stem + "u" if stem.endswith("g") else stem
    return tuple(stem + ending for ending in ("ito", "ita", "itos", "itas"))
