/** What a question asks for, however it is put: its plain form, by rewriting the ways to ask that have one. */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage, LANGUAGES, type Language } from '../text/language.ts';
import { ENGLISH_QUESTION_FORMS } from './english-question-forms.ts';
import { questionCore, spelledOut } from './question.ts';
import type { QuestionForms, Rewrite } from './question-form.ts';
import { SPANISH_QUESTION_FORMS } from './spanish-question-forms.ts';

export type QuestionIntent = {
  /** The same for all ways to ask for the same thing of the same; questions that differ in a word that tells differ in it. */
  readonly key: string;
  /** A plain way to ask it. */
  readonly plain: string;
  /** Whether the question was put in another way; and whether in one that asks for something that stays. */
  readonly isRewritten: boolean;
  readonly isTelling: boolean;
};

const FORMS: Readonly<Record<Language, QuestionForms>> = {
  en: ENGLISH_QUESTION_FORMS,
  es: SPANISH_QUESTION_FORMS,
};

/** Words for the same person or thing, the first for all. Whom one may have two of at once is not here. */
const SAME_WORDS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: sameWords(
    'mother mom mum mommy mama;father dad daddy;children kids;child kid;grandmother grandma granny;grandfather grandpa;' +
      'boss manager supervisor;color colour;favorite favourite;doctor physician;car auto automobile;movie film;' +
      'movies films;wife spouse;apartment flat;phone cellphone mobile telephone;use uses utilize;shoe shoes;job jobs',
  ),
  es: sameWords(
    'mujer esposa;marido esposo;madre mama mami;padre papa papi;padres papas;coche auto carro;idiomas lenguas;idioma lengua;' +
      'telefono celular movil;medico doctor;ordenador computadora computador;piso apartamento departamento;usa utiliza;' +
      'correo mail email;mi mis;nuestro nuestra nuestros nuestras;cuantos cuantas',
  ),
};

const ARTICLES: Readonly<Record<Language, RegExp>> = {
  en: /^(?:the|an?)$/,
  es: /^(?:el|la|los|las|una?)$/,
};

/** Whether two questions have the same words, in whatever order, once each is put plainly. */
export function haveSameWords(one: string, other: string): boolean {
  const of = (question: string): string | undefined => questionIntent(question)?.key.split(' ').toSorted().join(' ');
  const words = of(one);
  return words !== undefined && words === of(other);
}

/** Undefined where it is not one question, or a longer one than people ask. */
export function questionIntent(question: string): QuestionIntent | undefined {
  if (question.length > QUESTION_UNITS) return undefined;
  // Folded, somebody spoke (habló) is as I speak (hablo).
  const told = question
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/ó(?!\p{L})/gu, 'oh');
  const core = questionCore(foldInPlace(told))?.core;
  if (core === undefined) return undefined;
  const guess = guessLanguage(core, fold(core));
  const readings = (guess === undefined ? LANGUAGES : [guess]).map((language) => read(core, language));
  return readings.find(({ isRewritten }) => isRewritten) ?? readings[0];
}

function read(core: string, language: Language): QuestionIntent {
  const bare = spelledOut(core)
    .replaceAll(/[^\p{L}\p{N}'.+#/-]+|\.(?!\d)/gu, ' ')
    .trim();
  const start =
    language === 'en' ? englishWords(bare) : bare.replaceAll(/\bdel\b/g, 'de el').replaceAll(/\bal\b/g, 'a el');
  const { ordering, telling, joining } = FORMS[language];
  const ordered = rewritten(start, ordering);
  const told = rewritten(ordered, telling);
  const plain = rewritten(told, joining);
  const words = plain.split(' ').flatMap((word) => {
    if (word === "'s" || ARTICLES[language].test(word)) return [];
    return SAME_WORDS[language].get(word) ?? word;
  });
  return {
    key: `${language} ${sortedChoice(words.join(' '))}`,
    plain: language === 'en' ? englishText(plain) : plain.replaceAll('~', ''),
    isRewritten: plain !== start,
    isTelling: told !== ordered,
  };
}

function rewritten(text: string, rewrites: readonly Rewrite[]): string {
  return rewrites.reduce((plain, { from, to }) => plain.replace(from, to).trim(), text);
}

/** As english-question-forms.ts reads it. */
function englishWords(bare: string): string {
  return bare
    .replaceAll(/'s\b|(?<=s)'(?=\s)/g, " 's")
    .replaceAll(/\bmy\b/g, "i 's")
    .replaceAll(/\bour\b/g, "we 's")
    .replaceAll(/\b(?:am|are)\b/g, 'is')
    .replaceAll(/\bwere\b/g, 'was')
    .replaceAll(/\bdoes\b/g, 'do');
}

/** As people write it. */
function englishText(plain: string): string {
  return plain
    .replaceAll(/\bdo (?!(?:i|we)\b(?! 's)|for\b)/g, 'does ')
    .replaceAll(/\bis (i|we)\b(?! 's)/g, (_, who: string) => (who === 'i' ? 'am i' : 'are we'))
    .replaceAll("i 's", 'my')
    .replaceAll("we 's", 'our')
    .replaceAll(" 's", "'s");
}

/** Tea or coffee is coffee or tea. */
function sortedChoice(words: string): string {
  return words.replace(
    /^(.*(?:prefer|prefiero)) (.+) (or|o) (.+)$/,
    (_, before: string, one: string, or: string, other: string) =>
      `${before} ${[one, other].toSorted().join(` ${or} `)}`,
  );
}

function sameWords(groups: string): ReadonlyMap<string, string> {
  return new Map(
    groups.split(';').flatMap((group) => {
      const [head = '', ...others] = group.split(' ');
      return others.map((other) => [other, head] as const);
    }),
  );
}
