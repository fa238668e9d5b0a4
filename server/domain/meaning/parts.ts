/** The parts of a sentence, as roles.ts reads and lists.ts sorts them. */

export type Kind =
  /** A content word, a name or a pronoun. */
  'WORD' | 'LINK' | 'FIGURE' | 'DETERMINER' | 'HAVING' | 'JOINING' | 'COMMA' | 'COPULA' | 'OWNER';
export type Part = {
  readonly kind: Kind;
  readonly text: string;
  readonly isName?: boolean;
  readonly reports?: boolean;
  /** Set for a form such as `swimming` or `nadando`, before which `is` adds nothing. */
  readonly isGoingOn?: boolean;
  /** Set for a verb such as `gusta`, whose subject is what is felt. */
  readonly isStimulus?: boolean;
};

/** The user, by whatever name. */
export const USER = '@user';

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(' ');
}
