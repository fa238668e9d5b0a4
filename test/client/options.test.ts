import { expect } from 'chai';
import { RecordaError } from '../../client/errors.ts';
import { recordaOver } from '../../client/recorda.ts';
import type { Transport } from '../../client/transport.ts';

/** Answers nothing, and records what was sent. */
function silentTransport(): { readonly sent: string[]; readonly transport: Transport } {
  const sent: string[] = [];
  const transport: Transport = {
    unary(method) {
      sent.push(method);
      return Promise.resolve(new Uint8Array());
    },
    // oxlint-disable-next-line require-yield -- a stream without messages
    async *stream(method) {
      sent.push(method);
    },
    close: () => Promise.resolve(),
  };
  return { sent, transport };
}

/** Returns the error that a call throws, at once or as a promise that rejects. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    const given = call();
    if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given) {
      await (given as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
    }
    await given;
    return undefined;
  } catch (error) {
    return error;
  }
}

type Calls = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

describe('an option that there is not', () => {
  const { sent, transport } = silentTransport();
  const recorda = recordaOver(transport);
  const agent = recorda.agent({ userId: 'ana', agentId: 'coach', sessionId: 's' });
  const conversation = recorda.conversation({ userId: 'ana', sessionId: 's' });
  const handles: Readonly<Record<string, object>> = {
    memory: recorda.memory,
    context: recorda.context,
    admin: recorda.admin,
    agent,
    'agent.facts': agent.facts,
    'agent.persona': agent.persona,
    'agent.episodes': agent.episodes,
    'agent.entities': agent.entities,
    'agent.documents': agent.documents,
    'agent.documents.collections': agent.documents.collections,
    'agent.documents.ordered': agent.documents.ordered('c'),
    conversation,
  };
  /** Enough arguments of the right kind before the options, by the name of the call. */
  const BEFORE: Readonly<Record<string, readonly unknown[]>> = {
    'agent.set': ['k', 1],
    'agent.update': ['lt_1', { text: 'x' }],
    'agent.persona.set': ['k', 'v'],
    'agent.episodes.step': ['ep_1', 'action'],
    'agent.episodes.end': ['ep_1', 'success'],
    'agent.entities.upsert': ['Ana', 'person'],
    'agent.entities.relate': ['en_1', 'knows', 'en_2'],
    'agent.entities.get': ['Ana', 'person'],
    'agent.documents.put': [{ collection: 'c' }, {}],
    'agent.documents.patch': ['sd_1', {}],
    'agent.facts.contradict': ['fa_1', 'text'],
    'conversation.reportOutput': [{ isRight: true }],
  };
  const FIRST = new Set([
    'list',
    'watch',
    'endTask',
    'all',
    'flush',
    'end',
    'usage',
    'with',
    'sessions',
    'turns',
    'pop',
  ]);

  for (const [name, handle] of Object.entries(handles)) {
    it(`is refused by every call of ${name}`, async () => {
      const calls = Object.entries(handle as Calls).filter(
        ([, call]) => typeof call === 'function' && call !== agent.documents.ordered,
      );
      expect(calls).not.to.be.empty;
      for (const [method, call] of calls) {
        const isFirst = FIRST.has(method) && !['memory', 'context', 'admin', 'agent.episodes'].includes(name);
        const before =
          BEFORE[`${name}.${method}`] ?? (isFirst ? [] : [name.includes('.') || name === 'agent' ? 'x' : {}]);
        sent.length = 0;
        const error = await thrownBy(() => call(...before, { timeoutMS: 5 }));
        expect(error, `${name}.${method}`)
          .to.be.instanceOf(RecordaError)
          .and.to.have.property('reason', 'FIELD_INVALID');
        expect((error as RecordaError).message, `${name}.${method}`).to.match(/^timeoutMS: is not known; /);
        expect(sent, `${name}.${method}`).to.deep.equal([]);
      }
    });
  }

  it('is refused in a scope, a patch, the options of a type, and a whole request', async () => {
    const wrong: readonly (readonly [() => unknown, string])[] = [
      [() => recorda.agent({ userId: 'ana', sessionID: 's' } as never), 'sessionID'],
      [() => recorda.conversation({ userId: 'ana', session: 's' } as never), 'session'],
      [() => agent.update('lt_1', { txt: 'x' } as never), 'txt'],
      [() => agent.add('x', { type: 'short_term', speaker: 'Ben' } as never), 'speaker'],
      [() => agent.documents.put({ collection: 'c', Key: 'k' } as never, {}), 'Key'],
      [() => recorda.memory.retrieveMemories({ query: 'x', topk: 1 } as never), 'topk'],
    ];
    for (const [call, field] of wrong) {
      const error = await thrownBy(call);
      expect(error, field).to.be.instanceOf(RecordaError);
      expect((error as RecordaError).detail.fields?.[0]?.field).to.equal(field);
    }
    expect(sent).to.deep.equal([]);
  });
});
