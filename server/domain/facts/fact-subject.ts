/** The subject of a fact that is not about the user: a relative, a friend, a doctor, in the user's own words. */
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';

export type FactSubject = {
  /** The relation to the user, as it was said: `aunt`, `contador`. */
  readonly relation: string;
  readonly name?: string | undefined;
};

/** Returns undefined if the text is about the user, or if that is not clear. */
export function subjectOf(
  text: string,
  { facts }: Grammar = GRAMMAR,
): (FactSubject & { readonly rule: string }) | undefined {
  const said = text.replaceAll('\u2019', "'").replace(facts.beforeSubjects, '');
  for (const { id, pattern } of facts.subjects) {
    const { relation, name } = pattern.exec(said)?.groups ?? {};
    if (relation !== undefined) return { relation, name, rule: id };
  }
  return undefined;
}

/** Returns the subject in the format of the contract: `aunt`, `sister Ana`; '' if the text is about the user. */
export function subjectText(text: string): string {
  const subject = subjectOf(text);
  return subject === undefined ? '' : [subject.relation, subject.name].filter(Boolean).join(' ');
}

/** Tells whether a question is about the user alone: facts about others do not answer it. */
export function asksOfUserAlone(question: string): boolean {
  const folded = fold(question);
  return GRAMMAR.facts.asksOfUser.test(folded) && !GRAMMAR.facts.asksOfOthers.test(folded);
}

/** Tells whether a question or a statement names the subject of a fact. */
export function namesSubject(said: string, { relation, name }: FactSubject): boolean {
  const folded = ` ${foldedWords(fold(said)).join(' ')} `;
  return [relation, name].some((word) => word !== undefined && folded.includes(` ${fold(word)} `));
}

/**
 * Tells whether a statement may be about the person whom a fact is about, or the reverse: it is about the same, or one of them is about
 * nobody in particular and has the other's person or a name in common with it, as "I fired Grace" with "My lawyer is Grace".
 */
export function mayHaveSameSubject(left: string, right: string): boolean {
  if (haveSameSubject(left, right)) return true;
  const [one, other] = [subjectOf(left), subjectOf(right)];
  if (one !== undefined && other !== undefined) return false;
  if (one !== undefined) return namesSubject(right, one) || shareName(left, right);
  return other !== undefined && (namesSubject(left, other) || shareName(left, right));
}

/** Tells whether both texts have a name that does not begin the second one; a day or a month is none. */
function shareName(left: string, right: string): boolean {
  const names = new Set([...(left.match(NAME) ?? []), FIRST_WORD.exec(left)?.[0]]);
  return (right.match(NAME) ?? []).some((name) => names.has(name) && !GRAMMAR.changes.values.has(fold(name)));
}
const FIRST_WORD = /^\p{Lu}\p{Ll}+/u;
const NAME = /(?<=\p{L}[,;]? )\p{Lu}\p{Ll}+/gu;

/** Tells whether both texts are about the user, or may be about the same other person. */
export function haveSameSubject(left: string, right: string): boolean {
  const [one, other] = [subjectOf(left), subjectOf(right)];
  if (one === undefined || other === undefined) return one === other;
  if (fold(one.relation) !== fold(other.relation)) return false;
  return one.name === undefined || other.name === undefined || fold(one.name) === fold(other.name);
}
