/**
 * A `BaseMemoryService` of Google's Agent Development Kit (`@google/adk` 2): what was said in a session is found in the user's other
 * sessions of the app.
 *
 * The text of an event is a long-term memory of the user, in a namespace of the app: durable when a call returns, found by every search of
 * the user, exported and erased with the user.
 *
 * It does not import the framework: the parts of the kit that are used are declared here.
 */
import type { Agent } from '../agent.ts';
import type { AddLongTermOptions, LongTermMemory } from '../agent-types.ts';
import { RecordaError } from '../errors.ts';
import type { UserClient } from '../user-client.ts';

export type RecordaMemoryServiceOptions = {
  /** The most memories that a search returns; absent: 10. */
  readonly topK?: number | undefined;
  /** The least similarity of a memory that a search returns, 0 to 1; absent: 0.15, which leaves out other topics. */
  readonly minSimilarity?: number | undefined;
  /** The way to make room when the user's quota is full; absent: `off`, which throws QUOTA_EXCEEDED. */
  readonly autoPrune?: AddLongTermOptions['autoPrune'];
  /**
   * The end of a call if Recorda cannot be reached or is too slow: `throw`, the default, fails it; `empty` finds nothing, and leaves what
   * was said to the next call for the session. Errors that a retry would not fix, like an invalid key, always fail it.
   */
  readonly onOutage?: 'throw' | 'empty' | undefined;
  /** Called with each error that `empty` ignores. */
  readonly onError?: ((error: RecordaError) => void) | undefined;
  /** The most time that one call of Recorda may take, in milliseconds; absent: the client's default. */
  readonly timeoutMs?: number | undefined;
};

type Part = { readonly text?: string | undefined; readonly thought?: boolean | undefined };
type Event = {
  readonly id: string;
  readonly invocationId?: string | undefined;
  readonly author?: string | undefined;
  /** The time of the event, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly partial?: boolean | undefined;
  readonly content?: { readonly role?: string | undefined; readonly parts?: readonly Part[] | undefined } | undefined;
};
type Session = {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  readonly events: readonly Event[];
};
type Search = { readonly appName: string; readonly userId: string; readonly query: string };

/** A memory as the kit takes it: the texts of an event are joined into one. */
export type MemoryEntry = {
  content: { role: string; parts: { text: string }[] };
  author?: string;
  /** The time in ISO 8601. */
  timestamp?: string;
};

const TOP_K = 10;
/**
 * Other topics are less similar than this (proto/README.md). `nearOnly` is meant for questions: models search by single words, for which it
 * finds nothing.
 */
const MIN_SIMILARITY = 0.15;
/** The most bytes of a query; the rest of a longer one is ignored. */
const QUERY_BYTES = 8 * 1024;
/** The number of memories that are added at once. */
const AT_ONCE = 20;
/** The number of memories that are fetched at a time to see which events exist. */
const PAGE_SIZE = 500;
/** The number of sessions whose events are remembered, so that a session that is added after each turn is looked up only once. */
const SESSIONS = 100;

/**
 * The service: `new Runner({ appName, agent, sessionService, memoryService: new RecordaMemoryService(recorda) })`. Throws what the client
 * throws, like QUOTA_EXCEEDED beyond 10,000 memories or 100 MB of the user.
 */
export class RecordaMemoryService {
  readonly #recorda: Pick<UserClient, 'agent'>;
  readonly #options: RecordaMemoryServiceOptions;
  /** The events that are known to exist, by session; the session that was added last is at the end. */
  readonly #seen = new Map<string, Set<unknown>>();

  constructor(recorda: Pick<UserClient, 'agent'>, options: RecordaMemoryServiceOptions = {}) {
    this.#recorda = recorda;
    this.#options = options;
  }

  /**
   * Stores the texts of the session's events, each once however often the session is added. Thoughts, tool calls and their results are not
   * stored.
   */
  async addSessionToMemory(session: Session): Promise<void> {
    const said = session.events.flatMap((event) => {
      const content = textOf(event);
      return content === '' ? [] : [{ event, content }];
    });
    if (said.length > 0) await this.#orElse(this.#add(session, said), undefined);
  }

  /** Finds texts of the user's sessions of the app that are similar to the query, best first. */
  async searchMemory({ appName, userId, query }: Search): Promise<{ memories: MemoryEntry[] }> {
    const asked = cut(query, QUERY_BYTES);
    if (asked.trim() === '') return { memories: [] };
    const { topK = TOP_K, minSimilarity = MIN_SIMILARITY, timeoutMs } = this.#options;
    const hits = this.#agent({ appName, userId }).retrieve(asked, { topK, minSimilarity, timeoutMs });
    const found = await this.#orElse(
      hits.then((all) => all.map(({ memory }) => entryOf(memory as LongTermMemory))),
      [],
    );
    return { memories: found };
  }

  async #add(session: Session, said: readonly { readonly event: Event; readonly content: string }[]): Promise<void> {
    const { autoPrune, timeoutMs } = this.#options;
    const agent = this.#agent(session, session.id);
    const known = await this.#known(agent, session);
    const fresh = said.filter(({ event }) => !known.has(idOf(event)));
    for (let at = 0; at < fresh.length; at += AT_ONCE) {
      const adds = fresh.slice(at, at + AT_ONCE).map(async ({ event, content }) => {
        const { author = '', timestamp, content: { role } = {} } = event;
        const identity = [session.appName, session.id, idOf(event), author, timestamp, role, content];
        await agent.add(content, {
          autoPrune,
          timeoutMs,
          source: author === USER ? USER : 'assistant',
          speaker: author,
          eventTime: new Date(timestamp),
          metadata: { adk_event: idOf(event), ...(role !== undefined && { adk_role: role }) },
          // Programs that add the session at the same time do not know of each other's memories.
          requestId: await digestOf(JSON.stringify(identity)),
        });
        known.add(idOf(event));
      });
      await Promise.all(adds);
    }
  }

  /** Returns the events of the session that are memories. */
  async #known(agent: Agent, { appName, userId, id }: Session): Promise<Set<unknown>> {
    const key = JSON.stringify([appName, userId, id]);
    let ids = this.#seen.get(key);
    if (ids === undefined) {
      ids = new Set();
      const { timeoutMs } = this.#options;
      const filter = `session_id == ${JSON.stringify(id)} && has(metadata.adk_event)`;
      for await (const { metadata } of agent.list({ filter, pageSize: PAGE_SIZE, timeoutMs }))
        ids.add(metadata?.['adk_event']);
    }
    this.#seen.delete(key);
    this.#seen.set(key, ids);
    for (const oldest of this.#seen.keys()) if (this.#seen.size > SESSIONS) this.#seen.delete(oldest);
    return ids;
  }

  /** The namespace is never empty, since a read without one would see those of all apps. */
  #agent({ appName, userId }: Omit<Search, 'query'>, sessionId?: string): Agent {
    return this.#recorda.agent({ userId, sessionId, namespace: `adk/${appName}` });
  }

  async #orElse<T>(call: Promise<T>, empty: T): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (this.#options.onOutage !== 'empty' || !(error instanceof RecordaError) || !error.retryable) throw error;
      this.#options.onError?.(error);
      return empty;
    }
  }
}

/** The author of the user's events. */
const USER = 'user';

/** Returns the id of an event, or a key of its content if it has none. */
const idOf = ({ id, invocationId = '', author = '', timestamp }: Event): string =>
  id === '' ? JSON.stringify([invocationId, author, timestamp]) : id;

/** Returns the text of an event; '' if it has none, or is partial. */
function textOf({ partial, content }: Event): string {
  if (partial === true) return '';
  const texts = (content?.parts ?? []).map(({ text = '', thought }) => (thought === true ? '' : text));
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .trim();
}

function entryOf({ text, speaker, eventTime, metadata }: LongTermMemory): MemoryEntry {
  const role = metadata?.['adk_role'];
  return {
    content: { role: typeof role === 'string' ? role : speaker === USER ? USER : 'model', parts: [{ text }] },
    ...(speaker !== undefined && { author: speaker }),
    ...(eventTime !== undefined && { timestamp: eventTime.toISOString() }),
  };
}

/** Cuts the text to this many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('base64url');
}
