import { expect } from 'chai';
import fc from 'fast-check';
import { decideRemove } from '../../../server/domain/decide/remove.ts';
import { decideRepeat } from '../../../server/domain/decide/repeat.ts';
import { decideUpdate } from '../../../server/domain/decide/update.ts';
import { RecordaError } from '../../../server/domain/errors.ts';
import { sizeBytes, type MemoryRecord } from '../../../server/domain/memory.ts';
import { applyPatch } from '../../../server/domain/patch.ts';
import { REQUEST_ID_TTL_MS } from '../../../server/policy/lifecycle.ts';

const scope = { tenant: 't', userId: 'ana', agentId: 'g', sessionId: '', namespace: 'n', taskId: '' };
const payload = { type: 'LONG_TERM', content: 'User likes tea', speaker: 'Ana', turn: 3, eventTimeMs: 5 } as const;
const metadata = { a: [1] };
const record: MemoryRecord = {
  id: 'lt_1',
  scope,
  payload,
  metadata,
  createTimeMs: 10,
  updateTimeMs: 20,
  version: 4,
  sizeBytes: sizeBytes(payload, metadata),
  storedBytes: 14,
  isCompressed: false,
};
const quota = { count: 5, bytes: 100 };
const usage = { count: 2, bytes: 60 };
const wide = { ...scope, agentId: '', namespace: '' };

describe('decideUpdate', () => {
  const decide = (patch: object, more: object = {}, state: object = {}) =>
    decideUpdate({ record, usage, quota, ...state }, { scope: wide, id: record.id, patch, nowMs: 30, ...more });
  const reason = (decision: ReturnType<typeof decide>) => (decision.ok ? 'decided' : decision.error.reason);

  it('counts the bytes that a memory grows or shrinks by', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (content) => {
        const decision = decide({ content });
        const grown = Buffer.byteLength(content) - Buffer.byteLength(payload.content);
        expect(decision.ok).to.equal(usage.bytes + grown <= quota.bytes || grown <= 0);
        if (!decision.ok) return;
        expect(decision.value.usage).to.deep.equal({ count: 2, bytes: usage.bytes + grown });
        expect(decision.value.record.sizeBytes).to.equal(record.sizeBytes + grown);
      }),
    );
  });

  it('lets a memory shrink where the owner is over a quota that was lowered', () => {
    expect(reason(decide({ content: 'tea' }, {}, { quota: { count: 1, bytes: 10 } }))).to.equal('decided');
    expect(reason(decide({ content: 'more and more tea' }, {}, { quota: { count: 1, bytes: 10 } }))).to.equal(
      'QUOTA_EXCEEDED',
    );
  });

  it('finds nothing in another scope before it looks at the version', () => {
    for (const field of ['tenant', 'userId', 'namespace']) {
      expect(reason(decide({}, { scope: { ...scope, [field]: 'other' }, version: 9 }))).to.equal('MEMORY_NOT_FOUND');
    }
    expect(reason(decide({}, { version: 3 }))).to.equal('ETAG_MISMATCH');
    expect(reason(decide({}, { version: 4 }))).to.equal('decided');
    expect(reason(decide({}, {}, { record: undefined }))).to.equal('MEMORY_NOT_FOUND');
  });

  it('never turns the update time back', () => {
    const decision = decide({}, { nowMs: 5 });
    expect(decision.ok && decision.value.record).to.include({ updateTimeMs: 20, version: 5 });
  });
});

describe('decideRemove', () => {
  it('gives back the memory’s room', () => {
    const decision = decideRemove({ record, usage, quota }, { scope: wide, id: record.id, nowMs: 30 });
    expect(decision.ok && decision.value.usage).to.deep.equal({ count: 1, bytes: 60 - record.sizeBytes });
  });
});

describe('decideRepeat', () => {
  const prior = { bodyHash: 'h', atMs: 1000 };

  it('tells a first request, a repeat, and an id that was used for something else', () => {
    const repeat = (bodyHash: string, nowMs: number, known: typeof prior | undefined = prior) => {
      const decision = decideRepeat(known, { id: 'r', bodyHash }, nowMs);
      return decision.ok ? decision.value : decision.error.reason;
    };
    expect(repeat('h', 1000)).to.equal(true);
    expect(repeat('h', 1000 + REQUEST_ID_TTL_MS)).to.equal(false);
    expect(repeat('other', 1000)).to.equal('REQUEST_ID_REUSED');
    expect(repeat('other', 1000 + REQUEST_ID_TTL_MS)).to.equal(false);
    expect(decideRepeat(undefined, { id: 'r', bodyHash: 'h' }, 0)).to.deep.equal({ ok: true, value: false });
    expect(decideRepeat(prior, undefined, 0)).to.deep.equal({ ok: true, value: false });
  });
});

describe('applyPatch', () => {
  it('changes what is present, clears what is present and undefined, and leaves the rest', () => {
    const patched = applyPatch(record, { content: 'tea', turn: undefined, metadata: undefined }, 0);
    expect(patched.payload).to.deep.equal({ type: 'LONG_TERM', content: 'tea', speaker: 'Ana', eventTimeMs: 5 });
    expect(patched).to.not.have.property('metadata');
    expect(patched.sizeBytes).to.equal(6);
    expect(applyPatch(record, {}, 0)).to.deep.equal(record);
  });

  it('refuses a field that the type does not have', () => {
    expect(() => applyPatch(record, { role: 'USER' }, 0)).to.throw(RecordaError, 'update_mask: role');
    expect(() => applyPatch(record, { value: { json: 1 } }, 0)).to.throw(RecordaError, 'long_term');
    const message = { type: 'SHORT_TERM', role: 'USER', content: 'x', timeMs: 1 } as const;
    expect(() => applyPatch({ ...record, payload: message }, { turn: undefined }, 0)).to.throw(RecordaError, 'turn');
  });
});
