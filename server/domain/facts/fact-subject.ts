/** The subject of a fact that is not about the user: a relative, a friend, a doctor, in the user's own words. */
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';

export type FactSubject = {
  /** The relation to the user, as it was said: `aunt`, `contador`. */
  readonly relation: string;
  readonly name?: string | undefined;
};

/** Returns undefined if the text is about the user, or does not say. */
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

/** Tells whether a question names the subject of a fact. */
export function namesSubject(question: string, { relation, name }: FactSubject): boolean {
  const folded = ` ${foldedWords(fold(question)).join(' ')} `;
  return [relation, name].some((word) => word !== undefined && folded.includes(` ${fold(word)} `));
}

/** Tells whether both texts are about the user, or about what may be the same person. */
export function haveSameSubject(left: string, right: string): boolean {
  const [one, other] = [subjectOf(left), subjectOf(right)];
  if (one === undefined || other === undefined) return one === other;
  if (fold(one.relation) !== fold(other.relation)) return false;
  return one.name === undefined || other.name === undefined || fold(one.name) === fold(other.name);
}
