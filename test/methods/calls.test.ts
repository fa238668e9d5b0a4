import { expect } from 'chai';
import type { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import type { CallRows } from '../../server/methods/call.ts';
import { ALL_CALLS, callNamed, isEndless } from '../../server/methods/calls.ts';
import { MEMORY_CALLS } from '../../server/methods/memory.ts';
import { readContract } from '../../server/http/contract.ts';

describe('the tables of calls', () => {
  const { methods } = readContract();

  it('have a row for every rpc of the contract, and no other', () => {
    expect(ALL_CALLS.map(({ name }) => name)).to.have.members([...methods.keys()]);
  });

  it('do not compile without a row for an rpc, nor with one that the contract does not have', () => {
    const { addMemory, ...rest } = MEMORY_CALLS;
    // @ts-expect-error: addMemory has no row.
    const lacking: CallRows<typeof MemoryServiceDefinition> = rest;
    // @ts-expect-error: no rpc has this name.
    const surplus = { ...rest, addMemory, forgetAll: addMemory } satisfies CallRows<typeof MemoryServiceDefinition>;
    expect([lacking, surplus]).to.have.length(2);
  });

  it('take from the contract which calls are safe to repeat', () => {
    const safe = ALL_CALLS.filter(({ isSafeToRepeat }) => isSafeToRepeat).map(({ name }) => name);
    const reads = /\/(Get|List|Retrieve|StreamRetrieve|Watch|Estimate|Count|Detect|Explain|Traverse|Verify|WhoAmI$)/;
    expect(safe.length).to.be.greaterThan(20);
    expect(safe.filter((name) => !reads.test(name))).to.deep.equal([]);
  });

  it('know which streams end by themselves', () => {
    const endless = ALL_CALLS.filter(({ name }) => isEndless(name));
    expect(endless.map(({ key }) => key)).to.have.members(['watchMemories', 'watchSession', 'watchAlerts']);
    expect(endless.every(({ kind }) => kind === 'stream')).to.equal(true);
    expect(isEndless('recorda.v1.MemoryService/Unheard')).to.equal(false);
  });

  it('record every call of AdminService, by the time it runs, in the audit log', () => {
    const ofAdmin = ALL_CALLS.filter(({ service }) => service === 'recorda.v1.AdminService');
    expect(ofAdmin.filter(({ audit }) => audit === undefined)).to.deep.equal([]);
    expect(callNamed('recorda.v1.AdminService/SetTier')?.audit).to.deep.equal({ action: 'UPDATE', subject: 'PLAN' });
  });

  it('give calls of one operation rows of their own in the latency report', () => {
    const rows = ALL_CALLS.map(({ reportRow }) => reportRow);
    expect(new Set(rows).size).to.equal(rows.length);
  });
});
