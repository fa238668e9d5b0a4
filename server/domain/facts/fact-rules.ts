/** All ways to state a fact, in the order in which they are tried. */
import { byBeginning } from '../text/beginnings.ts';
import type { FactRule } from './fact-rule.ts';
import { ENGLISH_PLAIN } from './english-plain.ts';
import { ENGLISH_SIGNALS } from './english-signals.ts';
import { ENGLISH_BEING } from './english-being.ts';
import { ENGLISH_CHANGES } from './english-changes.ts';
import { ENGLISH_CIRCUMSTANCES } from './english-circumstances.ts';
import { ENGLISH_EVENTS } from './english-events.ts';
import { ENGLISH_EXPERIENCE } from './english-experience.ts';
import { ENGLISH_HABITS } from './english-habits.ts';
import { ENGLISH_LIFE } from './english-life.ts';
import { ENGLISH_MANNERS } from './english-manners.ts';
import { ENGLISH_TASTES } from './english-tastes.ts';
import { ENGLISH_TURNED } from './english-turned.ts';
import { ENGLISH_WORK } from './english-work.ts';
import { SPANISH_PLAIN } from './spanish-plain.ts';
import { SPANISH_SIGNALS } from './spanish-signals.ts';
import { SPANISH_CHANGES } from './spanish-changes.ts';
import { SPANISH_CIRCUMSTANCES } from './spanish-circumstances.ts';
import { SPANISH_EVENTS } from './spanish-events.ts';
import { SPANISH_EXPERIENCE } from './spanish-experience.ts';
import { SPANISH_HABITS } from './spanish-habits.ts';
import { SPANISH_LIFE } from './spanish-life.ts';
import { SPANISH_MANNERS } from './spanish-manners.ts';
import { SPANISH_TASTES } from './spanish-tastes.ts';
import { SPANISH_TURNED } from './spanish-turned.ts';
import { SPANISH_WORK } from './spanish-work.ts';

/** The first that matches says what a fact is: signals before plain statements. */
const RULES: readonly FactRule[] = [
  ...SPANISH_SIGNALS,
  ...SPANISH_CHANGES,
  ...ENGLISH_SIGNALS,
  ...ENGLISH_CHANGES,
  ...SPANISH_WORK,
  ...SPANISH_LIFE,
  ...SPANISH_TASTES,
  ...ENGLISH_WORK,
  ...ENGLISH_LIFE,
  ...ENGLISH_TASTES,
  ...SPANISH_CIRCUMSTANCES,
  ...ENGLISH_CIRCUMSTANCES,
  ...SPANISH_MANNERS,
  ...SPANISH_EVENTS,
  ...SPANISH_HABITS,
  ...SPANISH_EXPERIENCE,
  ...SPANISH_PLAIN,
  ...SPANISH_TURNED,
  ...ENGLISH_MANNERS,
  ...ENGLISH_EVENTS,
  ...ENGLISH_BEING,
  ...ENGLISH_EXPERIENCE,
  ...ENGLISH_HABITS,
  ...ENGLISH_PLAIN,
  ...ENGLISH_TURNED,
];

const RULES_OF = {
  en: byBeginning(RULES.filter(({ rule }) => rule.startsWith('en.'))),
  es: byBeginning(RULES.filter(({ rule }) => rule.startsWith('es.'))),
  both: byBeginning(RULES),
} as const;

/** Those that a clause may match: of its language, where its first word is of one alone, and by its first letters. */
export function rulesFor(said: string): readonly FactRule[] {
  const first = /^[\p{L}']+/u.exec(said)?.[0] ?? '';
  if (ENGLISH_ALONE.has(first)) return RULES_OF.en(said);
  return SPANISH_ALONE.has(first) ? RULES_OF.es(said) : RULES_OF.both(said);
}

const ENGLISH_ALONE: ReadonlySet<string> = new Set("i i'm im i've ive i'd i'll we we're we've my our the".split(' '));
const SPANISH_ALONE: ReadonlySet<string> = new Set(
  'yo mi mis nuestro nuestra soy somos tengo tenemos vivo vivimos trabajo trabajamos estoy estamos el la los las nos'.split(
    ' ',
  ),
);
