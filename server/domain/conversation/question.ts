/** Separates a question from its wording: greetings, politeness and punctuation do not change what is asked. */
import { GRAMMAR } from '../languages/grammar.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { MASK } from '../speech/mask-foreign.ts';
import { rewritten } from '../languages/rules/rewrites.ts';
import type { QuestionRules } from '../languages/rules/question-rules.ts';

export type Question = {
  readonly core: string;
  /** True if a question mark or a frame marks it as a question. */
  readonly isAsked: boolean;
};

/** Returns the only question of a folded text, without its frame; undefined if there is none, or several. */
export function questionCore(folded: string, questions: QuestionRules = GRAMMAR.questions): Question | undefined {
  const { asksMore, clefts, frame } = questions.frames;
  if (folded.includes(MASK) || folded.trim().includes('\n')) return undefined;
  const core = withoutFrame(folded, questions);
  // A second sentence may change the question.
  if (core === '' || asksMore.test(core) || /[.?!;]\s*\S/u.test(core.replaceAll(/\d[.,]\d/g, '0'))) return undefined;
  const whole = clefts.reduce((text, cleft) => text.replace(cleft, '$1 '), core);
  return { core: whole, isAsked: /[?\u00bf]/.test(folded) || frame.test(bareOf(folded)) };
}

/** Returns a form that is equal for all spellings and frames of a question; word order and every significant word are kept. */
export function normalisedQuestion(question: string): string {
  const folded = foldInPlace(question.normalize('NFKC'));
  const bare = withoutFrame(folded, GRAMMAR.questions) || folded;
  return spelledOut(bare)
    .replaceAll(/[^\p{L}\p{N}\s.,:/+#%-]/gu, ' ')
    .replaceAll(/[.,:](?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Expands contractions: `What's` becomes `what is`. */
export function spelledOut(folded: string, questions: QuestionRules = GRAMMAR.questions): string {
  return rewritten(` ${folded} `, questions.contractions);
}

function withoutFrame(folded: string, { frames: { frame, closing } }: QuestionRules): string {
  let core = bareOf(folded);
  for (;;) {
    const shorter = core.replace(frame, '').replace(closing, '').trim();
    if (shorter === core || shorter === '') return core;
    core = shorter;
  }
}

function bareOf(folded: string): string {
  return folded.replaceAll(/[\u00bf\u00a1"()]|\p{Emoji_Presentation}/gu, ' ').trim();
}
