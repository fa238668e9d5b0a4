/**
 * The memories of one user of the scale benchmark: every type that is kept on disk, in the proportions that an agent leaves behind.
 */
import { sentence } from '../../load/sentences.ts';

/** The number of memories of each kind among 1,000. */
const SHARES = { text: 850, message: 50, trait: 20, episode: 40, entity: 20, document: 20 } as const;

type Kind = keyof typeof SHARES;

const KINDS: readonly Kind[] = (Object.keys(SHARES) as Kind[]).flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
);

/** Makes `count` memories of one user. */
export function mixedMemories(userId: string, count: number, random: () => number) {
  const scope = { userId, agentId: 'agent', sessionId: 'session' };
  return Array.from({ length: count }, (_, index) => ({
    memory: { scope, payload: payload(KINDS[index % KINDS.length] as Kind, index, random) },
  }));
}

function payload(kind: Kind, index: number, random: () => number) {
  const text = sentence(random);
  switch (kind) {
    case 'text':
      return { $case: 'text', value: { content: text } } as const;
    case 'message':
      return { $case: 'message', value: { content: text } } as const;
    case 'trait':
      return { $case: 'trait', value: { key: `trait ${index}`, value: text } } as const;
    case 'episode': {
      const steps = [{ action: sentence(random), tool: 'search' }, { action: sentence(random) }];
      return { $case: 'episode', value: { task: text, steps, outcome: 'EPISODE_OUTCOME_SUCCESS' } } as const;
    }
    case 'entity':
      return { $case: 'entity', value: { name: `${text} ${index}`, type: 'note' } } as const;
    case 'document':
      return { $case: 'document', value: { collection: 'notes', data: { text, index } } } as const;
  }
}
