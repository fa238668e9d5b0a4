/** Whom a fact is about that is not about the user: a relative, a friend, a doctor, in the user's own words. */
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';

export type FactSubject = {
  /** What they are to the user, as it was said: `aunt`, `contador`. */
  readonly relation: string;
  readonly name?: string | undefined;
};

/** Undefined where it is about the user, or nobody says. */
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

/** As the contract has it: `aunt`, `sister Ana`; '' where it is about the user. */
export function subjectText(text: string): string {
  const subject = subjectOf(text);
  return subject === undefined ? '' : [subject.relation, subject.name].filter(Boolean).join(' ');
}

/** Whether a question is about the user alone: then what is told of others answers nothing. */
export function asksOfUserAlone(question: string): boolean {
  const folded = fold(question);
  return GRAMMAR.facts.asksOfUser.test(folded) && !GRAMMAR.facts.asksOfOthers.test(folded);
}

/** Whether a question names whom a fact is about. */
export function namesSubject(question: string, { relation, name }: FactSubject): boolean {
  const folded = ` ${foldedWords(fold(question)).join(' ')} `;
  return [relation, name].some((word) => word !== undefined && folded.includes(` ${fold(word)} `));
}

/** Whether both are about the user, or about what may be the same person. */
export function haveSameSubject(left: string, right: string): boolean {
  const [one, other] = [subjectOf(left), subjectOf(right)];
  if (one === undefined || other === undefined) return one === other;
  if (fold(one.relation) !== fold(other.relation)) return false;
  return one.name === undefined || other.name === undefined || fold(one.name) === fold(other.name);
}
