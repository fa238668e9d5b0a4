import { expect } from 'chai';
import type { DocumentPayload } from '../../../server/domain/payloads.ts';
import { structured } from '../../../server/domain/types/structured.ts';
import { LIMITS } from '../../../server/policy/limits.ts';

const many = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

describe('a merge patch into a document', () => {
  const document: DocumentPayload = { type: 'STRUCTURED', collection: 'c', key: 'k', data: { a: many(60_000) } };

  it('is refused where the document would hold more values than are encoded at once', () => {
    const fits = { mergePatch: { b: many(LIMITS.documentValues - 60_003) } };
    expect(structured.patched(document, fits, 0, 0)).to.have.nested.property('data.b');
    const tooMany = { mergePatch: { b: many(LIMITS.documentValues - 60_002) } };
    expect(() => structured.patched(document, tooMany, 0, 0)).to.throw('100,001 values; at most 100,000');
  });
});
