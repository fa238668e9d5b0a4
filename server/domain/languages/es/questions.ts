/** Spanish words for asking. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionPack } from '../question-pack.ts';
import { CALCULATIONS } from './calculations.ts';
import { DOMAIN_WORDS } from './domain-words.ts';
import { NEVER_CACHED } from './never-cached.ts';
import { OF_NOW, PLAIN_QUESTIONS, TOLD } from './plain-questions.ts';
import { REWORDINGS } from './question-forms.ts';
import { FRAMES } from './question-frames.ts';
import { REQUESTS } from './requests.ts';
import { THING_QUESTIONS } from './thing-questions.ts';
import { TOOL_WORDS } from './tool-words.ts';
import { USER_QUESTIONS } from './user-questions.ts';

export const QUESTIONS: QuestionPack = {
  frames: FRAMES,
  rewordings: REWORDINGS,
  calculations: CALCULATIONS,
  lasting: { told: TOLD, ofNow: OF_NOW, rows: [...USER_QUESTIONS, ...THING_QUESTIONS, ...PLAIN_QUESTIONS] },
  fleeting: NEVER_CACHED,
  tools: TOOL_WORDS,
  requests: REQUESTS,
  ofPast: rawLines`
    fue|fueron|fui|era|eran|eramos|hizo|hice|hicimos|tuvo|tuve|estuv\w+|hubo|paso|[a-z]{2,}(?:aste|iste|aron|ieron|aba|abas|aban)
  `,
  domains: DOMAIN_WORDS,
};
