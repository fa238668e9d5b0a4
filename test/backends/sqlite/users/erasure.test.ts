import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { memoryId } from '../../../../server/domain/memory.ts';
import type { AddIntent } from '../../../../server/domain/intents.ts';
import { SHORT_TERM_TTL_MS } from '../../../../server/policy/lifecycle.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: 's', namespace: '', taskId: '' };

/** Counts the canaries that are in any file of the folder. */
async function found(dataDir: string, canaries: readonly string[]): Promise<number> {
  const names = await readdir(dataDir);
  const files = await Promise.all(names.map((name) => readFile(join(dataDir, name))));
  return canaries.filter((canary) => files.some((file) => file.includes(canary))).length;
}

describe('deleted text', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary({ quota: { count: 10_000, bytes: 100_000_000 } });
  });
  afterEach(() => closeAndDelete(opened));

  const canary = (): string => randomBytes(12).toString('hex');
  /**
   * Makes an intent with a canary at the end of a text of varying length, or in metadata. The random text keeps it from being compressed.
   */
  const intentOf = (secret: string, index: number, more: Partial<AddIntent> = {}): AddIntent => {
    const content = `${randomBytes(((index % 7) * 137) / 2).toString('hex')} ${secret}`.slice(-1000);
    return {
      id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
      scope,
      payload: { type: 'LONG_TERM', content, speaker: '' },
      metadata: { note: secret, more: randomBytes(index % 11 === 0 ? 3000 : 3).toString('hex') },
      nowMs: opened.clock.now(),
      autoPrune: 'OFF',
      vector: encoder.embed('x'),
      ...more,
    };
  };
  const add = async (intents: readonly AddIntent[]): Promise<void> => {
    for (const outcome of await opened.stores.LONG_TERM.add(intents, call())) if (!outcome.ok) throw outcome.error;
  };

  it('is in no file after the next sweep', async () => {
    const secrets = Array.from({ length: 500 }, canary);
    const intents = secrets.map((secret, index) => intentOf(secret, index));
    const kept = intents.filter((_, index) => index % 5 === 0);
    await add(intents);
    expect(await found(opened.dataDir, secrets)).to.equal(500);
    await opened.sweep();
    const gone = intents.filter((intent) => !kept.includes(intent));
    const nowMs = opened.clock.now();
    await Promise.all(gone.map(({ id }) => opened.stores.LONG_TERM.remove({ scope, id, nowMs }, call())));
    await opened.sweep();
    expect(await found(opened.dataDir, secrets)).to.equal(100);
  });

  it('is in no file after an update and the next sweep', async () => {
    const secrets = Array.from({ length: 100 }, canary);
    const intents = secrets.map((secret, index) => intentOf(secret, index));
    await add(intents);
    const nowMs = opened.clock.now();
    const patch = { content: 'nothing to see', metadata: undefined };
    await Promise.all(intents.map(({ id }) => opened.stores.LONG_TERM.update({ scope, id, patch, nowMs }, call())));
    await opened.sweep();
    expect(await found(opened.dataDir, secrets)).to.equal(0);
  });

  it('is not kept for the repeats of a request either, but so that the same request opens it', async () => {
    const secret = canary();
    const requestId = { id: 'r', bodyHash: 'h' };
    const intent = intentOf(secret, 1, { requestId });
    await add([intent]);
    const nowMs = opened.clock.now();
    const patch = { speaker: secret };
    const update = { scope, id: intent.id, patch, nowMs, requestId: { id: 'u', bodyHash: 'h' } };
    const first = await opened.stores.LONG_TERM.update(update, call());
    await opened.stores.LONG_TERM.remove({ scope, id: intent.id, nowMs }, call());
    await opened.sweep();
    expect(await found(opened.dataDir, [secret])).to.equal(0);
    expect(await opened.stores.LONG_TERM.update(update, call())).to.deep.equal(first);
  });

  it('goes with its session, and with an eviction', async () => {
    const secrets = Array.from({ length: 150 }, canary);
    const messages = secrets.map((secret, index) => ({
      ...intentOf(secret, index),
      id: memoryId('SHORT_TERM', randomUUID().replaceAll('-', '')),
      payload: { type: 'SHORT_TERM', role: 'USER', content: secret, timeMs: 0 } as const,
      vector: undefined,
    }));
    await opened.stores.SHORT_TERM.add(messages, call());
    expect(await found(opened.dataDir, secrets)).to.equal(150);
    opened.clock.advance(SHORT_TERM_TTL_MS);
    expect(await opened.sweep()).to.be.at.least(150);
    expect(await found(opened.dataDir, secrets)).to.equal(0);
  });

  it('is gone although a reader has just read it', async () => {
    const secrets = Array.from({ length: 50 }, canary);
    const intents = secrets.map((secret, index) => intentOf(secret, index));
    await add(intents);
    const nowMs = opened.clock.now();
    const query = { scope, text: 'x', topK: 50, explain: false, nowMs };
    const reading = Promise.all(Array.from({ length: 20 }, () => opened.stores.LONG_TERM.retrieve(query, call())));
    for (const { id } of intents) await opened.stores.LONG_TERM.remove({ scope, id, nowMs }, call());
    await reading;
    await opened.sweep();
    expect(await found(opened.dataDir, secrets)).to.equal(0);
  });
});
