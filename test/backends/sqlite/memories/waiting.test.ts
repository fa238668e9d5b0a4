import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { memoryId } from '../../../../server/domain/memory.ts';
import { seededRandom, sentence } from '../../../load/sentences.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const random = seededRandom(21);

describe('retrievals that wait for one reader', () => {
  let opened: TemporaryStore;
  before(async () => {
    opened = await openTemporary();
  });
  after(() => closeAndDelete(opened));

  const scope = (userId: string, namespace = '') => {
    return { tenant: 't', userId, agentId: '', sessionId: '', namespace, taskId: '' };
  };

  it('are answered each its own, whoever asks and whatever is added meanwhile', async () => {
    const store = opened.stores.LONG_TERM;
    const intents = ['ana', 'luis'].flatMap((userId) =>
      Array.from({ length: 300 }, (_, at) => {
        const content = sentence(random);
        return {
          id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
          scope: scope(userId, at % 2 === 0 ? 'even' : 'odd'),
          payload: { type: 'LONG_TERM' as const, content, speaker: '' },
          nowMs: opened.clock.now(),
          autoPrune: 'OFF' as const,
          vector: encoder.embed(content),
        };
      }),
    );
    for (const outcome of await store.add(intents, call())) if (!outcome.ok) throw outcome.error;
    const questions = Array.from({ length: 60 }, (_, at) => ({
      scope: scope(at % 3 === 0 ? 'luis' : 'ana', ['', 'even', 'odd'][at % 4] ?? ''),
      text: sentence(random),
      topK: 3,
      filter: at % 7 === 0 ? 'size_bytes > 60' : undefined,
      explain: false,
      nowMs: opened.clock.now(),
    }));
    const ask = async (question: (typeof questions)[number]) =>
      (await store.retrieve(question, call())).map(({ record, score }) => [record.id, record.scope.userId, score]);
    const alone = [];
    for (const question of questions) alone.push(await ask(question));
    expect(await Promise.all(questions.map(ask))).to.deep.equal(alone);
  });
});
