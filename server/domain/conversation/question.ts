/** Questions apart from how they are put: greetings, politeness and punctuation say nothing of what is asked. */
import { GRAMMAR } from '../languages/grammar.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { MASK } from '../speech/mask-foreign.ts';
import { rewritten } from './question-form.ts';
import type { QuestionRules } from './question-rules.ts';

export type Question = {
  readonly core: string;
  /** A mark or a frame says that it is a question. */
  readonly isAsked: boolean;
};

/** The one question of a folded text without its frame; undefined where there is none, or more. */
export function questionCore(folded: string, questions: QuestionRules = GRAMMAR.questions): Question | undefined {
  const { asksMore, clefts, frame } = questions.frames;
  if (folded.includes(MASK) || folded.trim().includes('\n')) return undefined;
  const core = withoutFrame(folded, questions);
  // A second sentence may change what is asked.
  if (core === '' || asksMore.test(core) || /[.?!;]\s*\S/u.test(core.replaceAll(/\d[.,]\d/g, '0'))) return undefined;
  const whole = clefts.reduce((text, cleft) => text.replace(cleft, '$1 '), core);
  return { core: whole, isAsked: /[?\u00bf]/.test(folded) || frame.test(bareOf(folded)) };
}

/** The same for all ways to write and frame one question; its order and every word that tells stay. */
export function normalisedQuestion(question: string): string {
  const folded = foldInPlace(question.normalize('NFKC'));
  const bare = withoutFrame(folded, GRAMMAR.questions) || folded;
  return spelledOut(bare)
    .replaceAll(/[^\p{L}\p{N}\s.,:/+#%-]/gu, ' ')
    .replaceAll(/[.,:](?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `What's` as `what is`. */
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
