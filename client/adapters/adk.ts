/**
 * A `BaseMemoryService` of Google's Agent Development Kit (`@google/adk` 2): what was said in a session is found in the user's other
 * sessions of the app.
 *
 * What an event says is a long-term memory of the user, in a namespace of the app: durable when a call returns, found by every search of the
 * user, in exports, erased with the user.
 *
 * It needs no framework: the parts of the kit that are used are described here.
 */
import type { Agent } from '../agent.ts';
import type { AddLongTermOptions, LongTermMemory } from '../agent-types.ts';
import { RecordaError } from '../errors.ts';
import type { UserClient } from '../user-client.ts';

export type RecordaMemoryServiceOptions = {
  /** How many memories a search gives at most; absent: 10. */
  readonly topK?: number | undefined;
  /** A search leaves out what is less similar, 0 to 1; absent: 0.15, which leaves out other topics. */
  readonly minSimilarity?: number | undefined;
  /** What to do when the user's quota is full; absent: `off`, that is fail with QUOTA_EXCEEDED. */
  readonly autoPrune?: AddLongTermOptions['autoPrune'];
  /**
   * Says how a call ends while Recorda cannot be reached, or is too slow: `throw`, the default, fails it; `empty` finds nothing, and leaves
   * what was said to the next call for the session. Errors that no repeat would mend, like a wrong key, always fail it.
   */
  readonly onOutage?: 'throw' | 'empty' | undefined;
  /** Gets each error after which `empty` goes on. */
  readonly onError?: ((error: RecordaError) => void) | undefined;
  /** How long one call of Recorda may take, in milliseconds; absent: as the client's. */
  readonly timeoutMs?: number | undefined;
};

type Part = { readonly text?: string | undefined; readonly thought?: boolean | undefined };
type Event = {
  readonly id: string;
  readonly invocationId?: string | undefined;
  readonly author?: string | undefined;
  /** In milliseconds since 1970. */
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

/** A memory as the kit takes it: of what an event said its texts are one. */
export type MemoryEntry = {
  content: { role: string; parts: { text: string }[] };
  author?: string;
  /** ISO 8601. */
  timestamp?: string;
};

const TOP_K = 10;
/** Other topics lie below it (proto/README.md). `nearOnly` would be for questions: models search by single words, of which nothing is near. */
const MIN_SIMILARITY = 0.15;
/** Bytes of a query; the rest of a longer one is not searched for. */
const QUERY_BYTES = 8 * 1024;
/** So many memories are added at once. */
const AT_ONCE = 20;
/** Memories that are fetched at a time to see which events are there. */
const PAGE_SIZE = 500;
/** Sessions whose events are known without looking: the one that is added after each of its turns is looked for once. */
const SESSIONS = 100;

/**
 * `new Runner({ appName, agent, sessionService, memoryService: new RecordaMemoryService(recorda) })`. Throws what the client throws, like
 * QUOTA_EXCEEDED beyond 10,000 memories or 100 MB of the user.
 */
export class RecordaMemoryService {
  readonly #recorda: Pick<UserClient, 'agent'>;
  readonly #options: RecordaMemoryServiceOptions;
  /** The events that were seen to be there, the session that was added last at the end. */
  readonly #seen = new Map<string, Set<unknown>>();

  constructor(recorda: Pick<UserClient, 'agent'>, options: RecordaMemoryServiceOptions = {}) {
    this.#recorda = recorda;
    this.#options = options;
  }

  /**
   * Keeps what the events of the session say, each once however often the session is added. Texts are kept; thoughts, calls of tools and
   * their results are not.
   */
  async addSessionToMemory(session: Session): Promise<void> {
    const said = session.events.flatMap((event) => {
      const content = textOf(event);
      return content === '' ? [] : [{ event, content }];
    });
    if (said.length > 0) await this.#orElse(this.#add(session, said), undefined);
  }

  /** What was said in the user's sessions of the app that comes near the query, the nearest first. */
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
          ...{ autoPrune, timeoutMs, source: author === USER ? USER : 'assistant' },
          ...{ speaker: author, eventTime: new Date(timestamp) },
          metadata: { adk_event: idOf(event), ...(role !== undefined && { adk_role: role }) },
          // Programs that add the session at once have not seen each other's.
          requestId: await digestOf(JSON.stringify(identity)),
        });
        known.add(idOf(event));
      });
      await Promise.all(adds);
    }
  }

  /** The events of the session that are memories. */
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

  /** A read without a namespace would see those of all apps: this one is never empty. */
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

/** The author of what the user says. */
const USER = 'user';

/** Sessions name their events; one that has no name is known by what it is. */
const idOf = ({ id, invocationId = '', author = '', timestamp }: Event): string =>
  id === '' ? JSON.stringify([invocationId, author, timestamp]) : id;

/** What an event says; '' for one that says nothing, or not yet all. */
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

/** The text as far as it fits in so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('base64url');
}
