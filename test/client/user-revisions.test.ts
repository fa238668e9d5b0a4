/** Which revision of a user a client sends back. */
import { expect } from 'chai';
import { SEEN_USERS } from '../../client/policy.ts';
import type { Transport, TransportCall } from '../../client/transport.ts';
import { rememberingTransport } from '../../client/user-revisions.ts';
import { USER_REVISION_HEADER } from '../../contract/wire.ts';

function scripted() {
  const calls: TransportCall[] = [];
  const transport: Transport = {
    async unary(_method, _request, call) {
      calls.push(call);
      return new Uint8Array();
    },
    stream: () => {
      throw new Error('No stream is asked for.');
    },
    close: () => Promise.resolve(),
  };
  const client = rememberingTransport(transport);
  /** Calls for a user; returns the revision that was sent. */
  const ask = async (user: string | undefined): Promise<string | undefined> => {
    const route = { user, failures: [], movesOn: false };
    const call = { signal: new AbortController().signal, deadlineMs: 0, headers: { own: '1' }, route };
    await client.unary('m', new Uint8Array(), call);
    expect(calls.at(-1)!.headers['own']).to.equal('1');
    return calls.at(-1)!.headers[USER_REVISION_HEADER];
  };
  return { ask, calls };
}

describe('the revisions that a client remembers', () => {
  it('are sent back with the calls of their user alone', async () => {
    const { ask, calls } = scripted();
    expect(await ask('ana')).to.equal(undefined);
    calls[0]!.onRevision!('7');
    expect(await ask('ana')).to.equal('7');
    expect(await ask('ben')).to.equal(undefined);
    expect(await ask(undefined)).to.equal(undefined);
    expect(calls.at(-1)!.onRevision).to.equal(undefined);
  });

  it('never go back when answers arrive in another order', async () => {
    const { ask, calls } = scripted();
    await ask('ana');
    for (const [told, kept] of [
      ['9', '9'],
      ['10', '10'],
      ['9', '10'],
      ['12', '12'],
      ['11', '12'],
    ] as const) {
      calls[0]!.onRevision!(told);
      expect(await ask('ana')).to.equal(kept);
    }
  });

  it('are those of the users who called last', async () => {
    const { ask, calls } = scripted();
    for (let n = 0; n <= SEEN_USERS; n += 1) {
      await ask(`user ${n}`);
      calls.at(-1)!.onRevision!('1');
    }
    expect(await ask('user 1')).to.equal('1');
    expect(await ask('user 0')).to.equal(undefined);
  });
});
