/** The parts of a sentence, as roles.ts reads and lists.ts sorts them. */

export type Kind =
  /** A word that tells, also a name or a pronoun. */
  'WORD' | 'LINK' | 'FIGURE' | 'DETERMINER' | 'HAVING' | 'JOINING' | 'COMMA' | 'COPULA' | 'OWNER';
export type Part = {
  readonly kind: Kind;
  readonly text: string;
  readonly isName?: boolean;
  readonly reports?: boolean;
  /** `swimming`, `nadando`: `is` before it says nothing more. */
  readonly isGoingOn?: boolean;
  /** What is felt is its subject: `gusta`. */
  readonly isStimulus?: boolean;
};

/** The user, whatever called. */
export const USER = '@user';

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(' ');
}
