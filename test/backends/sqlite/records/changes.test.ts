import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { memoryId, type Scope } from '../../../../server/domain/memory.ts';
import { CHANGE_LOG_TTL_MS } from '../../../../server/policy/lifecycle.ts';
import type { AddIntent, ChangePage } from '../../../../server/ports/stores.ts';
import { call, failure } from '../../../conformance/subject.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const ANA: Scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
const ALL: Scope = { ...ANA, userId: '' };

describe('the change log', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const add = async (scope: Scope): Promise<void> => {
    const intent: AddIntent = {
      id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
      scope,
      payload: { type: 'LONG_TERM', content: 'text', speaker: '' },
      nowMs: opened.clock.now(),
      autoPrune: 'OFF',
    };
    await opened.stores.LONG_TERM.add([intent], call());
  };
  const read = (scope: Scope, after: number): Promise<ChangePage> =>
    opened.changes.read({ scope, types: [], after, limit: 100, nowMs: opened.clock.now() }, call());

  it('refuses a place whose changes were swept, and one that never was', async () => {
    await add(ANA);
    await add({ ...ANA, userId: 'ben' });
    await add(ANA);
    opened.clock.advance(CHANGE_LOG_TTL_MS + 1);
    await opened.sweep();
    for (const [scope, newest] of [
      [ANA, 2],
      [ALL, 3],
    ] as const) {
      expect((await failure(read(scope, 0))).reason).to.equal('CHANGES_GONE');
      expect((await failure(read(scope, newest + 1))).code).to.equal('OUT_OF_RANGE');
      expect((await read(scope, newest)).changes).to.deep.equal([]);
    }
    await add(ANA);
    expect((await read(ANA, 2)).changes.map(({ sequence }) => sequence)).to.deep.equal([3]);
    expect((await read(ALL, 3)).changes.map(({ sequence }) => sequence)).to.deep.equal([4]);
  });

  it('never shows a tenant what another changed', async () => {
    await add(ANA);
    await add({ ...ANA, tenant: 'other' });
    await add(ANA);
    const { changes, next, isAtEnd } = await read(ALL, 0);
    expect(changes.map(({ scope, sequence }) => [scope.tenant, sequence])).to.deep.equal([
      ['t', 1],
      ['t', 3],
    ]);
    expect([next, isAtEnd]).to.deep.equal([3, true]);
    expect((await read({ ...ANA, userId: 'nobody' }, 0)).changes).to.deep.equal([]);
  });
});
