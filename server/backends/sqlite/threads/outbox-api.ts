/** What the main thread asks of the writer and of the readers for the sake of an index of another machine. */
import type { Whose } from '../../../domain/accounts.ts';
import type { Hit, ListPlace, ListQuery, MemoryRef, RetrieveQuery } from '../../../ports/stores.ts';
import type {
  DeadLetter,
  DueChange,
  FoundRevision,
  Kept,
  Outbox,
  OutboxState,
  SentChange,
  Settled,
  UnseenPage,
} from '../../../ports/outbox.ts';
import type { SearchDocument } from '../../../ports/search.ts';
import type { StoredText } from '../../stored-text.ts';

/** The index's document of a memory that is to be changed, its content in stored form. */
export type KnownDocument = SearchDocument & { readonly text: StoredText };

/** As `Known` of the port, for the writer. */
export type KnownThere = KnownDocument | 'GONE' | 'RECORD';

type Argument<Method extends keyof Outbox> = Parameters<Outbox[Method]>[0];

export type OutboxWriterApi = {
  settleOutbox(argument: { readonly settled: readonly Settled[] }): void;
  replayOutbox(argument: Argument<'replay'>): number;
  refillOutbox(argument: { readonly nowMs: number }): number;
  /** The index has forgotten a user. */
  erasedInIndex(whose: Whose): void;
};

export type OutboxReaderApi = {
  dueChanges(argument: Argument<'due'>): {
    readonly changes: readonly DueChange[];
    readonly nextMs?: number | undefined;
  };
  indexErasures(argument: Record<string, never>): readonly Whose[];
  sentChanges(argument: { readonly limit: number }): readonly SentChange[];
  outboxState(argument: Record<string, never>): OutboxState;
  deadLetters(argument: Argument<'deadLetters'>): readonly DeadLetter[];
  findKept(argument: { readonly ref: MemoryRef; readonly nowMs: number }): Kept;
  unseenPage(argument: {
    readonly query: ListQuery;
    readonly found: readonly FoundRevision[];
    readonly upTo?: ListPlace | undefined;
  }): UnseenPage;
  rank(argument: {
    readonly query: RetrieveQuery;
    readonly candidates: readonly SearchDocument[];
    readonly clockMs: number;
  }): readonly Hit[];
};
