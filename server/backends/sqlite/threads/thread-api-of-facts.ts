/** What the main thread asks of the writer and of the readers about facts. */
import type {
  FactForPrompt,
  FactHistory,
  FactHit,
  FactListQuery,
  FactPage,
  FactQuery,
  FactRef,
  ForgetIntent,
  Judgement,
  JudgeQuery,
  PinIntent,
  PromptFactQuery,
  ReplaceIntent,
  SaidOutcome,
  SayIntent,
  Unwritten,
} from '../../../domain/facts/fact-intents.ts';
import type { FactState } from '../../../domain/facts/fact-state.ts';
import type { Scope } from '../../../domain/memory.ts';

export type WriterApiOfFacts = {
  sayFacts(intent: SayIntent): readonly SaidOutcome[];
  replaceFact(intent: ReplaceIntent): SaidOutcome;
  pinFact(intent: PinIntent): { readonly id: string };
  forgetFact(intent: ForgetIntent): { readonly id: string };
  confirmFacts(argument: { readonly confirmations: Unwritten }): void;
};

export type ReaderApiOfFacts = {
  fact(argument: { readonly ref: FactRef; readonly unwritten: Unwritten }): FactHistory | undefined;
  factPage(argument: { readonly query: FactListQuery; readonly unwritten: Unwritten }): FactPage;
  /** `clockMs` as in `retrieve`. */
  factCounts(argument: {
    readonly scope: Scope;
    readonly nowMs: number;
    readonly unwritten: Unwritten;
  }): Readonly<Record<FactState, number>>;
  findFacts(argument: {
    readonly query: FactQuery;
    readonly clockMs: number;
    readonly unwritten: Unwritten;
  }): readonly FactHit[];
  factsForPrompt(argument: {
    readonly query: PromptFactQuery;
    readonly clockMs: number;
    readonly unwritten: Unwritten;
  }): readonly FactForPrompt[];
  mentionedFacts(argument: {
    readonly scope: Scope;
    readonly texts: readonly string[];
  }): readonly (readonly string[])[];
  judgeFacts(query: JudgeQuery): Judgement;
};
