/** A language that turns are read in: a folder beside this file, and training sets in server/language/train. */
import type { ChangePack } from './change-pack.ts';
import type { DatePack } from './date-pack.ts';
import type { FactPack } from './fact-pack.ts';
import type { ForgetPack } from './forget-pack.ts';
import type { QuestionPack } from './question-pack.ts';
import type { ReaderPack } from './reader-pack.ts';
import type { SpeechPack } from './speech-pack.ts';
import type { TopicPack } from './topic-pack.ts';

export type Language = {
  /** The BCP 47 tag, which is also the name of the folder. */
  readonly tag: string;
  readonly speech: SpeechPack;
  readonly facts: FactPack;
  readonly changes: ChangePack;
  readonly topics: TopicPack;
  readonly forgetting: ForgetPack;
  readonly reader: ReaderPack;
  readonly questions: QuestionPack;
  readonly dates: DatePack;
};
