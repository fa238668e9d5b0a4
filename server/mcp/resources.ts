/** Resources: what can be read about a user without a question. */
import type { CallOptions } from '../../client/typed-client.ts';
import { fieldError } from '../domain/errors.ts';
import type { Memory } from './memory-of.ts';
import { factOut } from './shapes.ts';

/** The most facts and traits that a resource has; recall finds more. */
const MOST_READ = 1000;

type Resource = {
  /** The resource's address is recorda://me/NAME. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  read(memory: Memory, options: CallOptions): Promise<object>;
};

export const RESOURCES: readonly Resource[] = [
  {
    name: 'facts',
    title: 'Facts of the user',
    description: `What the user has said of themselves, at most ${MOST_READ} facts, as JSON`,
    read: async ({ agent }, options) => (await first(agent.facts.list(options))).map(factOut),
  },
  {
    name: 'persona',
    title: 'Traits of the user',
    description: `Lasting traits by key, at most ${MOST_READ}, as JSON`,
    read: async ({ agent }, options) =>
      Object.fromEntries((await first(agent.persona.all(options))).map(({ key, value }) => [key, value])),
  },
  {
    name: 'sessions',
    title: 'Sessions of the user',
    description: `The user's conversations, the last used first, at most ${MOST_READ}, as JSON; recorda://sessions/{id} reads one`,
    read: async ({ agent }, options) =>
      (await first(agent.sessions(options))).map(({ sessionId, turnCount, updateTime, endTime }) => ({
        id: sessionId,
        turns: turnCount,
        updated: updateTime.toISOString(),
        ...(endTime !== undefined && { ended: endTime.toISOString() }),
      })),
  },
  {
    name: 'usage',
    title: 'Use and quotas',
    description:
      'How much the user has of each quota, as JSON; over a server that asks for keys it takes one of role admin',
    read: ({ recorda, scope: { userId } }, options) => recorda.admin.getUsage({ userId }, options),
  },
];

/**
 * Returns the text that the next prompt of a session would have about it. Rejects with FIELD_INVALID if nothing of such a session is
 * kept.
 */
export async function sessionText(memory: Memory, sessionId: string, options: CallOptions): Promise<string> {
  const { session } = memory;
  const { body } = await session(sessionId).prompt('', { provider: 'plain', ...options });
  if (body !== '' || (await isKept(memory, sessionId, options))) return body as string;
  throw fieldError(
    'uri',
    `names the session ${sessionId}, of which nothing is stored: this user never had it, or it is too old. Check the id; recorda://me/sessions lists the existing ones`,
  );
}

/** Tells whether any turn of the session is still known. */
async function isKept({ agent, session }: Memory, sessionId: string, options: CallOptions): Promise<boolean> {
  for await (const _ of session(sessionId).turns({ newestFirst: true, ...options })) return true;
  for await (const known of agent.sessions(options)) if (known.sessionId === sessionId) return true;
  return false;
}

async function first<T>(elements: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const element of elements) {
    read.push(element);
    if (read.length === MOST_READ) break;
  }
  return read;
}
