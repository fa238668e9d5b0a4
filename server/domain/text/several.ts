/** Recognises questions that want several answers: "which dishes does she like?". All patterns match folded text. */
import { anyOf } from './any-of.ts';
import { MORE_LIKELY } from '../../policy/retrieval.ts';
import { fold } from './fold.ts';
import { guessLanguage, LANGUAGES, type Language } from './language.ts';

/** Frequent words that look like the plural of a noun. */
const NO_PLURAL: Readonly<Record<Language, string>> = {
  en: 'is|was|does|has|his|its|this|us|business|class|process|always|besides|across|happens|causes|makes|inspires|goes|comes|costs|works|lives|takes|gives|helps|runs|starts|opens|ends|belongs|fits',
  es: 'es|mas|antes|tras|tres|mes|pais|vez|crisis|gas|nos|los|las|sus|mis|tus|unos|unas|les',
};

const SEVERAL: Readonly<Record<Language, RegExp>> = {
  en: anyOf([
    // "what pets", "which board games", but not "what does"
    new RegExp(
      `\\b(what|which) (?:(?!(?:is|was|does|has|are|do|did)\\b)[\\w'-]+ ){0,2}?(?!(?:${NO_PLURAL.en})\\b)[a-z]{2,}[^\\Wisuy]s\\b`,
    ),
    /\b(what|which|who) (are|were)\b|\b(kinds?|types?|sorts?|names) of\b|\bhow many\b/,
    // "where has she camped?" asks for every time since.
    /\b(what|where|which|who)\b.*\b(has|have)\b/,
    /\b(both|all|every|list|various|different|some of)\b|\b(what|which)\b.*\b(people|children|kids)\b/,
    /\bwhat (do|does)\b.*\b(like|enjoy|love|hate|eat|collect|own|do)\b/,
  ]),
  es: anyOf([
    new RegExp(`\\bque (?:[\\w'-]+ )?(?!(?:${NO_PLURAL.es})\\b)[a-z]{2,}[aeo]s\\b`),
    /\b(cuales|quienes|cuant[oa]s|amb[oa]s|tod[oa]s|list[ao]s?|divers[oa]s|distint[oa]s|vari[oa]s)\b|\b(tipos?|clases?|nombres) de\b/,
    /\b(que|donde|quien|adonde)\b.*\b(ha|han|he|has|hemos)\b/,
    /\bque (le|les|me|te|nos) (gustan?|encantan?)\b|\bque (cosas|suele|colecciona)\b/,
  ]),
};

/** Tells whether a folded question in that language wants several answers. */
export function asksForSeveral(folded: string, language: Language): boolean {
  return SEVERAL[language].test(folded);
}

/** Tells whether a question in any language wants several answers. */
export function wantsSeveral(query: string): boolean {
  // A longer text says at its beginning what it wants, or is not a question.
  const read = query.slice(0, MORE_LIKELY.readCharacters);
  const folded = fold(read);
  const guessed = guessLanguage(read, folded);
  const languages = guessed === undefined ? LANGUAGES : [guessed];
  return languages.some((language) => asksForSeveral(folded, language));
}
