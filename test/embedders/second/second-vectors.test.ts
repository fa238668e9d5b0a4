import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { MemoryRecord } from '../../../server/domain/memory.ts';
import { secondVectors } from '../../../server/embedders/second/second-vectors.ts';
import { SECOND_LOOK } from '../../../server/policy/embedding.ts';
import type { Embedder } from '../../../server/ports/stores.ts';

const SCOPE = { tenant: '', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };

function memory(id: string, content: string, more: Partial<MemoryRecord> & { readonly speaker?: string } = {}) {
  const { speaker = '', ...record } = more;
  return {
    id,
    scope: SCOPE,
    payload: { type: 'LONG_TERM', content, speaker },
    version: 1,
    ...record,
  } as MemoryRecord;
}

/** Returns an embedder that distinguishes texts by length, and delays or fails on request. */
function lengthEmbedder() {
  const asked: string[] = [];
  const state: { wait: Promise<unknown> | undefined; failure: Error | undefined } = {
    wait: undefined,
    failure: undefined,
  };
  const embedder: Embedder = {
    identity: { name: 'length', version: '1', dimensions: 2 },
    async embed(texts) {
      asked.push(...texts);
      await state.wait;
      if (state.failure !== undefined) throw state.failure;
      return texts.map(({ length }) => Float32Array.of(Math.cos(length), Math.sin(length)));
    },
  };
  return { embedder, asked, state };
}

const cosine = (left: string, right: string): number => Math.cos(left.length - right.length);

describe('the vectors of a second embedder', () => {
  it('are made once for each version of a memory, with who says it', async () => {
    const { embedder, asked } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en']);
    const [tea, turn] = [memory('a', 'tea'), memory('b', 'snow', { speaker: 'Ana' })];
    const found = await vectors.cosines('drinks', [tea, turn]);
    expect(found?.[0]).to.be.closeTo(cosine('drinks', 'tea'), 1e-6);
    expect(found?.[1]).to.be.closeTo(cosine('drinks', 'Ana: snow'), 1e-6);
    await vectors.cosines('drinks', [turn, tea]);
    expect(asked).to.deep.equal(['drinks', 'tea', 'Ana: snow', 'drinks']);
    await vectors.cosines('drinks', [memory('a', 'coffee', { version: 2 })]);
    expect(asked.slice(4)).to.deep.equal(['drinks', 'coffee']);
  });

  it('are not made of languages that the model does not know', async () => {
    const { embedder, asked } = lengthEmbedder();
    const english = secondVectors(embedder, ['en']);
    const [es, en] = [memory('a', 'Le gusta el té de la tarde'), memory('b', 'She likes the tea of her aunt')];
    expect(english.reads('¿Qué le gusta tomar?')).to.equal(false);
    expect(english.reads('What does she like to drink?')).to.equal(true);
    // Nothing shows which language this is.
    expect(english.reads('tea')).to.equal(true);
    for (let time = 0; time < 2; time++) {
      const found = await english.cosines('tea', [es, en]);
      expect(found?.map((one) => one === undefined)).to.deep.equal([true, false]);
    }
    expect(asked).not.to.include(es.payload.type === 'LONG_TERM' ? es.payload.content : '');
    expect(secondVectors(embedder, ['en', 'es']).reads('¿Qué le gusta tomar?')).to.equal(true);
  });

  it('come late to one search, and in time to the next', async () => {
    const { embedder, asked, state } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en']);
    let go: (value?: unknown) => void = () => undefined;
    state.wait = new Promise((resolve) => (go = resolve));
    expect(await vectors.cosines('drinks', [memory('a', 'tea')])).to.equal(undefined);
    go();
    await state.wait;
    expect(await vectors.cosines('drinks', [memory('a', 'tea')])).to.have.length(1);
    expect(asked.filter((text) => text === 'tea')).to.have.length(1);
  });

  it('are waited for as long as the search is told to', async () => {
    const { embedder, state } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en'], 120_000);
    state.wait = new Promise((resolve) => setTimeout(resolve, 3 * SECOND_LOOK.waitMs));
    expect(await vectors.cosines('drinks', [memory('a', 'tea')])).to.have.length(1);
  });

  it('are tried again after a failure, which the search hears of', async () => {
    const { embedder, state } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en']);
    state.failure = new Error('no more memory');
    vectors.prepare([memory('b', 'snow')]);
    const failure = await vectors.cosines('drinks', [memory('a', 'tea')]).catch((error: Error) => error.message);
    expect(failure).to.equal('no more memory');
    state.failure = undefined;
    expect(await vectors.cosines('drinks', [memory('a', 'tea'), memory('b', 'snow')])).to.have.length(2);
  });

  it('are no more than may wait', async () => {
    const { embedder, asked, state } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en']);
    let go: (value?: unknown) => void = () => undefined;
    state.wait = new Promise((resolve) => (go = resolve));
    const { adds, searches } = SECOND_LOOK.waiting;
    const many = Array.from({ length: searches }, (_, at) => memory(`m${at}`, 'snow'));
    vectors.prepare(many.slice(0, adds));
    vectors.prepare([memory('one more', 'tea')]);
    expect(asked).to.have.length(adds);
    expect(await vectors.cosines('drinks', many)).to.equal(undefined);
    expect(asked.filter((text) => text === 'snow')).to.have.length(searches);
    expect(await vectors.cosines('drinks', [memory('one more', 'tea')])).to.equal(undefined);
    go();
    await nextTurn();
    expect(await vectors.cosines('drinks', [memory('one more', 'tea')])).to.have.length(1);
  });

  it('are forgotten with a memory and with a user, and no other’s are', async () => {
    const { embedder, asked } = lengthEmbedder();
    const vectors = secondVectors(embedder, ['en']);
    const others = { ...SCOPE, userId: 'ana2' };
    const all = [memory('a', 'tea'), memory('b', 'snow'), memory('c', 'a third', { scope: others })];
    const madeAnew = async (): Promise<readonly string[]> => {
      const before = asked.length;
      await vectors.cosines('drinks', all);
      return asked.slice(before + 1);
    };
    expect(await madeAnew()).to.deep.equal(['tea', 'snow', 'a third']);
    vectors.forget(SCOPE, 'a');
    expect(await madeAnew()).to.deep.equal(['tea']);
    vectors.forget(SCOPE);
    expect(await madeAnew()).to.deep.equal(['tea', 'snow']);
  });
});
