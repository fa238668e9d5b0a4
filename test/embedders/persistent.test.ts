import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { persistent } from '../../server/embedders/persistent.ts';
import { REEMBEDDING } from '../../server/policy/embedding.ts';
import type { Embedder } from '../../server/ports/stores.ts';

const WAIT_MS = 5;

describe('an embedder that is waited for', () => {
  function failing(
    times: number,
    retryAfterMs?: number,
  ): { readonly embedder: Embedder; readonly calls: () => number } {
    let calls = 0;
    const embedder: Embedder = {
      identity: { name: 'busy', version: '1', dimensions: 1 },
      async embed(texts) {
        calls++;
        if (calls > times) return texts.map(() => Float32Array.of(1));
        throw new RecordaError('BACKEND_UNAVAILABLE', 'busy', retryAfterMs === undefined ? {} : { retryAfterMs });
      },
    };
    return { embedder: persistent(embedder), calls: () => calls };
  }
  const call = (signal = new AbortController().signal): { readonly signal: AbortSignal } => ({ signal });

  it('is asked again when it says', async () => {
    const { embedder, calls } = failing(REEMBEDDING.patience, WAIT_MS);
    expect(await embedder.embed(['a'], call())).to.have.length(1);
    expect(calls()).to.equal(REEMBEDDING.patience + 1);
  });

  it('is not asked for ever', async () => {
    const { embedder, calls } = failing(Infinity, WAIT_MS);
    expect(await embedder.embed(['a'], call()).catch((error: Error) => error.message)).to.equal('busy');
    expect(calls()).to.equal(REEMBEDDING.patience + 1);
  });

  it('is not asked again where it does not say when', async () => {
    const { embedder, calls } = failing(1);
    expect(await embedder.embed(['a'], call()).catch((error: Error) => error.message)).to.equal('busy');
    expect(calls()).to.equal(1);
  });

  it('is waited for no longer than the call lasts', async () => {
    const { embedder } = failing(1, 60_000);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), WAIT_MS);
    const failure = (await embedder.embed(['a'], call(stop.signal)).catch((error: unknown) => error)) as RecordaError;
    expect(failure.reason).to.equal('CANCELLED');
  });
});
