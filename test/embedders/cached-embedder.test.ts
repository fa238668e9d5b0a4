import { expect } from 'chai';

import { cachedEmbedder } from '../../server/embedders/cached-embedder.ts';
import type { Embedder } from '../../server/ports/stores.ts';

const CALL = { signal: new AbortController().signal };

/** Returns an embedder that notes the texts that it gets. */
function notedEmbedder(name = 'noted'): { readonly embedder: Embedder; readonly asked: string[][] } {
  const asked: string[][] = [];
  const embedder: Embedder = {
    identity: { name, version: '1', dimensions: 1 },
    embed: async (texts) => {
      asked.push([...texts]);
      return texts.map((text) => Float32Array.of(text.length));
    },
  };
  return { embedder, asked };
}

describe('a cached embedder', () => {
  it('asks for each text once, and answers in order', async () => {
    const { embedder, asked } = notedEmbedder();
    const cached = cachedEmbedder(embedder);
    expect(await cached.embed(['a', 'bb', 'a'], CALL)).to.deep.equal(
      [1, 2, 1].map((length) => Float32Array.of(length)),
    );
    expect(await cached.embed(['bb', 'ccc'], CALL)).to.deep.equal([2, 3].map((length) => Float32Array.of(length)));
    expect(asked).to.deep.equal([['a', 'bb'], ['ccc']]);
  });

  it('is the embedder to those who compare vectors', () => {
    const { embedder } = notedEmbedder();
    expect(cachedEmbedder(embedder).identity).to.equal(embedder.identity);
  });

  it('forgets the text that was asked for longest ago when it is full', async () => {
    const { embedder, asked } = notedEmbedder();
    const cached = cachedEmbedder(embedder, { size: 2 });
    for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'bb']) await cached.embed([text], CALL);
    expect(asked.flat()).to.deep.equal(['a', 'bb', 'ccc', 'bb']);
  });

  it('remembers nothing of a failure', async () => {
    let fails = true;
    const { embedder } = notedEmbedder();
    const cached = cachedEmbedder({
      ...embedder,
      embed: async (texts, call) => {
        if (fails) throw new Error('down');
        return embedder.embed(texts, call);
      },
    });
    expect(await cached.embed(['a'], CALL).catch(() => 'failed')).to.equal('failed');
    fails = false;
    expect(await cached.embed(['a'], CALL)).to.deep.equal([Float32Array.of(1)]);
  });
});
