import { expect } from 'chai';
import { encodePageToken } from '../../server/domain/page-token.ts';
import { decodeResumeToken, encodeResumeToken } from '../../server/domain/resume-token.ts';

const ANA = { tenant: 'acme', userId: 'ana', agentId: '', sessionId: '', taskId: '', namespace: '' };

describe('A resume token', () => {
  it('gives back any position, to the same user alone', () => {
    for (const position of ['', '0', '42', '7@00000000deadbeef', 'changes of 2026']) {
      const token = encodeResumeToken(position, ANA);
      expect(decodeResumeToken(token, ANA)).to.equal(position);
      for (const other of [{ userId: 'ben' }, { tenant: 'other' }, { userId: '' }])
        expect(() => decodeResumeToken(token, { ...ANA, ...other })).to.throw('resume_token');
    }
    expect(decodeResumeToken('', ANA)).to.equal(undefined);
  });

  it('of version 0.1, which has the number of the change, is still read', () => {
    const token = encodePageToken({ createTimeMs: 7, id: 'changes' }, ['changes', 'acme', 'ana']);
    expect(decodeResumeToken(token, ANA)).to.equal('7');
  });
});
