/** Resources: what can be read of a user without a question. */
import type { CallOptions } from '../../client/typed-client.ts';
import type { Memory } from './memory-of.ts';
import { factOut } from './shapes.ts';

/** Facts and traits of a resource; more are found with recall. */
const MOST_READ = 1000;

type Resource = {
  /** Its address is recorda://me/NAME. */
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
    name: 'usage',
    title: 'Use and quotas',
    description:
      'How much the user has of each quota, as JSON; over a server that asks for keys it takes one of role admin',
    read: ({ recorda, scope: { userId } }, options) => recorda.admin.getUsage({ userId }, options),
  },
];

/** The text that the next prompt of a session would have of it. */
export async function sessionText({ session }: Memory, sessionId: string, options: CallOptions): Promise<string> {
  const { body } = await session(sessionId).prompt('', { provider: 'plain', ...options });
  return body as string;
}

async function first<T>(elements: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const element of elements) {
    read.push(element);
    if (read.length === MOST_READ) break;
  }
  return read;
}
