/** Implements the port of sessions over the threads. */
import { userKeyText } from '../../../domain/accounts.ts';
import { LRUCache } from 'lru-cache';
import { orAbort } from '../../../domain/abort.ts';
import type { ReadTurn, WindowPolicy } from '../../../domain/context/turn.ts';
import type { HeldTurn } from '../../../domain/context/window-blocks.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { ContextStore, ResponseCache } from '../../../ports/context.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import { unpacked } from '../engine/slices.ts';
import { storedText } from '../../stored-text.ts';
import type { KeptSessions } from './kept-sessions.ts';
import type { TurnCommand } from './session-commands.ts';
import type { ContextWrites } from './writes.ts';
import type { ContextReads, HeldAnswer, StillView } from './reads.ts';
import type { RetrievalReads } from '../memories/retrieve-records.ts';

/** Brings indexes up to date before they are searched. */
type Warming = Pick<RetrievalReads, 'warm'>;

export type SqliteContextOptions = {
  readonly writer: Remote<ContextWrites>;
  readonly readers: ReaderPool<ContextReads & Warming>;
  readonly clock: Clock;
  /** The time for which turns that left their window stay findable, in milliseconds. */
  readonly recallMs: number;
  /** The embedder that made the turns' vectors. */
  readonly embedderName: string;
  readonly kept: KeptSessions;
  /** The window policy of sessions without one of their own. */
  readonly windowPolicy: WindowPolicy;
};

export function sqliteContextStore(options: SqliteContextOptions): ContextStore {
  const { writer, readers, clock, recallMs, embedderName, kept, windowPolicy: defaultPolicy } = options;
  /** Indexes that are being brought up to date, and users for whom all were. */
  const preparing = new Set<string>();
  const prepared = new LRUCache<string, true>({ max: SQLITE.preparedUsers });
  const warm = async (reader: Remote<Warming>, type: 'RECALL' | 'FACT', scope: Scope): Promise<void> => {
    const key = JSON.stringify([type, scope.tenant, scope.userId]);
    if (preparing.has(key) || preparing.size >= SQLITE.preparingAtOnce) return;
    preparing.add(key);
    try {
      await reader.warm({ type, scope, clockMs: clock.now() });
    } catch {
      // After a failure the next search brings the index up to date itself.
    } finally {
      preparing.delete(key);
    }
  };
  return {
    async append(intent, { signal, origin }) {
      const turns = await orAbort(Promise.all(intent.turns.map(toCommand)), signal);
      return writer.appendTurns({ embedderName, defaultPolicy, ...intent, turns }, signal, origin);
    },

    flush(intent, { signal, origin }) {
      kept.drop(intent.scope);
      return writer.flushSession({ ...intent, defaultPolicy }, signal, origin);
    },

    idle: (query, { signal }) => readers.leastBusy(query.scope).idleSessions(query, signal),

    async read(query, { signal }) {
      const clockMs = clock.now();
      const before = kept.of(query);
      const keep = kept.asking(query);
      const has = before && { stamp: before.stamp, lastTurn: cursorOf(before.still.window.at(-1)) };
      const asked = { query, has, clockMs, oldestMs: clockMs - recallMs, defaultPolicy };
      const seen = await readers.of(query.scope).session(asked, signal);
      const { stamp, still: sent, heldFrom, planned, far, relevance, chance, earlierSessions } = seen;
      const still = sent === undefined ? before!.still : withHeld(sent, before?.still, heldFrom);
      const recalled = keep(stamp, still, seen.recalled);
      return { recalled, planned, far, relevance, chance, earlierSessions, ...still };
    },

    async list(query, { signal }) {
      const { sessions, ...rest } = await readers.leastBusy(query.scope).sessionPage(query, signal);
      return { ...rest, sessions: await unpacked(sessions, signal, (slice) => slice) };
    },

    async turns(query, { signal }) {
      const oldestMs = clock.now() - recallMs;
      const { turns, ...rest } = await readers.leastBusy(query.scope).turnPage({ query, oldestMs }, signal);
      return { ...rest, turns: await unpacked(turns, signal, (slice) => slice) };
    },

    recalledTurns: (query, { signal }) =>
      readers.leastBusy(query.scope).recalledTurns({ query, oldestMs: clock.now() - recallMs }, signal),

    prepare(scope, { changesFacts }) {
      const user = userKeyText(scope);
      const isNew = !prepared.has(user);
      prepared.set(user, true);
      void warm(readers.of(scope), 'RECALL', scope);
      if (isNew || changesFacts) void warm(readers.beside(scope), 'FACT', scope);
    },

    state: (scope, { signal }) => readers.of(scope).sessionState({ scope, defaultPolicy }, signal),

    notePricing: (intent) => writer.notePricing(intent),

    reportOutput: (intent, { signal, origin }) => writer.reportOutput(intent, signal, origin),

    addUsage: (intent) => writer.addUsage(intent),

    learnFactor: (seen, { signal, origin }) => writer.learnFactor(seen, signal, origin),

    usage: (scope, { signal }) => readers.of(scope).sessionUsage(scope, signal),

    factsHold: (query, { signal }) => readers.of(query.scope).factsHold(query, signal),

    putSystemPrompt: (put, { signal, origin }) => writer.putSystemPrompt(put, signal, origin),

    // Prompts belong to no user, so any reader can read them.
    systemPrompt: (ref, { signal }) => readers.of({ ...ref, userId: ref.agentId }).systemPrompt(ref, signal),

    systemPromptUse: (owner, { signal }) =>
      readers.of({ ...owner, userId: owner.agentId }).systemPromptUse(owner, signal),
  };
}

/** Stores answers beside the facts: an answer is deleted in the transaction in which its facts change. */
export function sqliteResponseCache({
  writer,
  readers,
}: Pick<SqliteContextOptions, 'writer' | 'readers'>): ResponseCache {
  return {
    async store(intent, { signal, origin }) {
      await writer.storeResponse(intent, signal, origin);
      return true;
    },
    find: (query, { signal }) => readers.of(query.scope).findResponse(query, signal),
    drop: () => Promise.resolve(),
  };
}

function cursorOf(turn: HeldTurn | undefined): HeldAnswer['lastTurn'] {
  return turn && { id: turn.id, turn: turn.turn };
}

/** Joins the new turns to the earlier ones, which stay the same objects. */
function withHeld(sent: StillView, before: StillView | undefined, heldFrom: number | undefined): StillView {
  if (before === undefined || heldFrom === undefined) return sent;
  return { ...sent, window: [...before.window.filter(({ turn }) => turn >= heldFrom), ...sent.window] };
}

async function toCommand({ content, ...turn }: ReadTurn): Promise<TurnCommand> {
  return { text: await storedText(content), sizeBytes: Buffer.byteLength(content), ...turn };
}
