/** Tests a client of several servers with transports that fail as they are told; the servers themselves are in test/with-backends. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScalarType, type DescMessage } from '@bufbuild/protobuf';
import { expect } from 'chai';
import { agent as agentOver } from '../../client/agent.ts';
import { connect } from '../../client/connect.ts';
import { RecordaError, type ErrorReason } from '../../client/errors.ts';
import { AWAY, RETRYING } from '../../client/policy.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { severalServers } from '../../client/several-servers.ts';
import type { Transport, TransportCall } from '../../client/transport.ts';
import { rankedFor, userHashHeader, userOf } from '../../client/user-hash.ts';
import { USER_HASH_HEADER } from '../../contract/wire.ts';
import { readContract } from '../../server/http/contract.ts';
import { CODECS } from '../api/hostile-requests.ts';
import { ROOT } from '../root.ts';
import { WatchMemoriesResponse } from '../../proto/gen/recorda/v1/memory.ts';

const WHO_AM_I = 'recorda.v1.MemoryService/WhoAmI';
const ADDRESSES = ['a:1', 'b:2', 'c:3'];
const addressed = ADDRESSES.map((address) => ({ address }));
/** The addresses in the order in which they serve a user. */
const order = (user: string): readonly string[] => rankedFor(user, addressed).map(({ address }) => address);

type Scripted = { readonly address: string; readonly method: string; readonly call: TransportCall };

/** Three servers, each of which fails as long as a failure is set for it. */
function threeServers(tries: number = RETRYING.tries) {
  const asked: Scripted[] = [];
  const failures = new Map<string, ErrorReason>();
  const events = new Map<string, readonly string[]>();
  const closed: string[] = [];
  const transportOf = (address: string): Transport => {
    const answer = (method: string, call: TransportCall): void => {
      asked.push({ address, method, call });
      const reason = failures.get(address);
      if (reason !== undefined) throw new RecordaError(reason, `${address} says ${reason}.`);
    };
    return {
      async unary(method, _request, call) {
        answer(method, call);
        return new Uint8Array();
      },
      async *stream(method, request, call) {
        answer(method, call);
        const from = CODECS.get(method)!.request.decode(request) as { readonly resumeToken: string };
        for (const token of events.get(address) ?? []) {
          if (token <= from.resumeToken) continue;
          yield WatchMemoriesResponse.encode(
            WatchMemoriesResponse.fromPartial({ event: { $case: 'change', value: { id: token, resumeToken: token } } }),
          ).finish();
        }
        answer(method, call);
      },
      async close() {
        closed.push(address);
      },
    };
  };
  const transport = severalServers(ADDRESSES.map((address) => ({ address, transport: transportOf(address) })));
  const recorda: Recorda = recordaOver(transport, { tries });
  /** Returns the servers that were asked meanwhile, in order, without probes. */
  const askedFor = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
    const from = asked.length;
    await call().catch((error: unknown) => {
      if (!(error instanceof RecordaError)) throw error;
    });
    return asked
      .slice(from)
      .filter(({ method }) => method !== WHO_AM_I)
      .map(({ address }) => address);
  };
  return { recorda, asked, askedFor, failures, events, closed };
}

const get = ({ recorda }: { readonly recorda: Recorda }, userId: string, timeoutMs?: number): Promise<unknown> =>
  recorda.memory.getMemory({ scope: { userId }, id: 'x' }, { timeoutMs });
/** A write that has no place for a request id, and so is never repeated. */
const batch = ({ recorda }: { readonly recorda: Recorda }, userId: string): Promise<unknown> =>
  recorda.memory.batchAddMemories({ requests: [{ memory: { scope: { userId } } }] });
const failureOf = (call: Promise<unknown>): Promise<RecordaError> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: unknown) => error as RecordaError,
  );

describe('A client of several servers', () => {
  const users = Array.from({ length: 9000 }, (_, n) => `user ${n}`);

  it('spreads users evenly, and moves only the users of a server that is taken away', () => {
    const all = users.map((user) => order(user));
    for (const address of ADDRESSES) {
      expect(all.filter(([first]) => first === address).length).to.be.within(2800, 3200);
      // The users of a server that is away are spread over the others, too.
      const theirs = all.filter(([first, second]) => first !== address && second === address);
      expect(theirs.length).to.be.within(2800, 3200);
    }
    for (const gone of ADDRESSES) {
      const left = addressed.filter(({ address }) => address !== gone);
      users.forEach((user, n) =>
        expect(rankedFor(user, left).map(({ address }) => address)).to.deep.equal(
          all[n]!.filter((address) => address !== gone),
        ),
      );
    }
    expect(rankedFor('ana', addressed.toReversed())).to.deep.equal(rankedFor('ana', addressed));
  });

  it('has a header for proxies which spreads users evenly and tells few of them apart', () => {
    // Computed by a program of its own, in Python.
    for (const [user, value] of [
      ['ana', 'c52'],
      ['José 🎿', '4c7'],
      ['x'.repeat(200), '3f1'],
    ] as const)
      expect(userHashHeader(user)).to.deep.equal({ [USER_HASH_HEADER]: value });
    expect(userHashHeader(undefined)).to.deep.equal({});
    const counts = new Map<string, number>();
    for (let n = 0; n < 100_000; n += 1) {
      const value = userHashHeader(`user-${n}@example.org`)[USER_HASH_HEADER]!;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(counts.size).to.equal(4096);
    expect(Math.max(...counts.values())).to.be.below(60);
    expect([...counts.keys()].every((value) => /^[0-9a-f]{3}$/.test(value))).to.equal(true);
  });

  it('has the header of the clients in other languages', () => {
    for (const file of ['client/python/src/recorda/_user_hash.py', 'client/go/user_hash.go'])
      expect(readFileSync(join(ROOT, file), 'utf8'), file).to.include(`"${USER_HASH_HEADER}"`);
  });

  it('sends the header over HTTP, with calls that name a user', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers[USER_HASH_HEADER] as string | undefined);
      response.setHeader('content-type', 'application/proto');
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => void server.once('listening', resolve));
    const recorda = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await get({ recorda }, 'ana');
    await recorda.memory.whoAmI({});
    await recorda.close();
    server.close();
    server.closeAllConnections();
    expect(seen).to.deep.equal(['c52', undefined]);
  });

  it('finds the user of every request that names one', () => {
    /** Returns a request with the id in the first place that its type has for one; undefined if it has none. */
    const naming = (type: DescMessage, depth = 0): Record<string, unknown> | undefined => {
      if (depth > 3) return undefined;
      for (const { localName, fieldKind, ...field } of type.fields) {
        if (fieldKind === 'scalar' && localName === 'userId' && 'scalar' in field && field.scalar === ScalarType.STRING)
          return { userId: 'ana' };
      }
      for (const field of type.fields) {
        if (field.fieldKind !== 'message' && !(field.fieldKind === 'list' && field.listKind === 'message')) continue;
        const inner = field.message.typeName.startsWith('recorda.') ? naming(field.message, depth + 1) : undefined;
        if (inner !== undefined) return { [field.localName]: field.fieldKind === 'list' ? [inner] : inner };
      }
      return undefined;
    };
    let found = 0;
    for (const [name, { input }] of readContract().methods) {
      const request = naming(input);
      if (request === undefined) continue;
      found += 1;
      expect(userOf(request), `${name} ${JSON.stringify(request)}`).to.equal('ana');
    }
    expect(found).to.be.above(40);
    expect(userOf({ scope: { userId: '' } })).to.equal(undefined);
    expect(userOf({ comparedUserIds: ['ana'] })).to.equal(undefined);
  });

  it('sends each user to one, whatever the call, and calls without a user to any one', async () => {
    const servers = threeServers();
    for (const user of users.slice(0, 20)) {
      const [first] = order(user);
      const scope = { userId: user, sessionId: 's' };
      expect(await servers.askedFor(() => get(servers, user))).to.deep.equal([first]);
      expect(await servers.askedFor(() => servers.recorda.context.listTurns({ scope }))).to.deep.equal([first]);
      expect(await servers.askedFor(() => servers.recorda.admin.getQuota({ userId: user }))).to.deep.equal([first]);
      expect(await servers.askedFor(() => batch(servers, user))).to.deep.equal([first]);
    }
    const withoutUser = await servers.askedFor(() =>
      Promise.all(Array.from({ length: 9 }, () => servers.recorda.admin.getLatencyReport({}))),
    );
    expect(new Set(withoutUser).size).to.equal(1);
  });

  for (const reason of ['BACKEND_UNAVAILABLE', 'SHUTTING_DOWN'] as const) {
    it(`moves on at once to the user's next when a server fails with ${reason}, and asks it no more for a while`, async () => {
      const [first, second, third] = order('ana') as [string, string, string];
      let servers = threeServers();
      const tookMs: number[] = [];
      // A busy machine may be slow once, but a wait would be there each time.
      for (let n = 0; n < 5; n += 1) {
        servers = threeServers();
        servers.failures.set(first, reason);
        const fromMs = performance.now();
        expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([first, second]);
        tookMs.push(performance.now() - fromMs);
      }
      expect(Math.min(...tookMs)).to.be.below(RETRYING.firstMs * RETRYING.jitter);
      expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
      servers.failures.set(second, reason);
      expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second, third]);
    });
  }

  it('repeats nothing that may not be repeated, but sends the next call elsewhere', async () => {
    const [first, second] = order('ana') as [string, string];
    const servers = threeServers();
    servers.failures.set(first, 'BACKEND_UNAVAILABLE');
    expect(await servers.askedFor(() => batch(servers, 'ana'))).to.deep.equal([first]);
    expect(await servers.askedFor(() => batch(servers, 'ana'))).to.deep.equal([second]);
    const once = threeServers(1);
    once.failures.set(first, 'BACKEND_UNAVAILABLE');
    expect(await once.askedFor(() => get(once, 'ana'))).to.deep.equal([first]);
    expect(await once.askedFor(() => get(once, 'ana'))).to.deep.equal([second]);
  });

  it('stays at a server that is busy, or that refuses a call', async () => {
    const [first] = order('ana') as [string];
    for (const [reason, times] of [
      ['OVERLOADED', 3],
      ['MEMORY_NOT_FOUND', 1],
      ['NOT_PERMITTED', 1],
    ] as const) {
      const servers = threeServers();
      servers.failures.set(first, reason);
      expect(await servers.askedFor(() => get(servers, 'ana')), reason).to.deep.equal(
        Array.from({ length: times }, () => first),
      );
    }
  });

  it('waits only once all have failed, tries a call no more often than it may, and says all that it tried', async () => {
    const servers = threeServers(4);
    const ranked = order('ana');
    for (const address of ADDRESSES) servers.failures.set(address, 'BACKEND_UNAVAILABLE');
    const fromMs = performance.now();
    const from = servers.asked.length;
    const error = await failureOf(get(servers, 'ana'));
    expect(performance.now() - fromMs).to.be.above(RETRYING.firstMs * RETRYING.jitter);
    const tried = servers.asked.slice(from).filter(({ method }) => method !== WHO_AM_I);
    expect(tried.map(({ address }) => address)).to.deep.equal([...ranked, ranked[0]]);
    expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
    expect(error.message).to.equal(
      `4 attempts failed. ${[...ranked, ranked[0]].map((one) => `${one}: ${one} says BACKEND_UNAVAILABLE.`).join(' ')}`,
    );
    // Any server may be there again before it was asked.
    servers.failures.clear();
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([ranked[0]]);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([ranked[0]]);
  });

  it('comes back once a server is there again, which it asks beside the calls, less and less often', async () => {
    const servers = threeServers();
    const [first, second] = order('ana') as [string, string];
    const probes = (): number => servers.asked.filter(({ method }) => method === WHO_AM_I).length;
    servers.failures.set(first, 'SHUTTING_DOWN');
    await get(servers, 'ana');
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
    expect(probes()).to.equal(0);
    await sleep(AWAY.firstMs);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
    expect(probes()).to.equal(1);
    servers.failures.delete(first);
    await sleep((AWAY.firstMs * AWAY.growth * AWAY.jitter) / 2);
    await get(servers, 'ana');
    expect(probes(), 'it is asked later the second time').to.equal(1);
    await sleep(AWAY.firstMs * AWAY.growth);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
    expect(probes()).to.equal(2);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([first]);
    // Once it has answered, it is asked as soon as the first time.
    servers.failures.set(first, 'SHUTTING_DOWN');
    await get(servers, 'ana');
    await sleep(AWAY.firstMs);
    await get(servers, 'ana');
    expect(probes()).to.equal(3);
  });

  it('asks a server that let a deadline pass whether it is there, and goes elsewhere if it is not', async () => {
    const servers = threeServers();
    const [first, second] = order('ana') as [string, string];
    servers.failures.set(first, 'DEADLINE_EXCEEDED');
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([first]);
    await sleep(10);
    expect(await servers.askedFor(() => get(servers, 'ana'))).to.deep.equal([second]);
  });

  it('continues a watch at the next server where it was at the one that went', async () => {
    const servers = threeServers();
    const [first, second] = order('ana') as [string, string];
    servers.events.set(first, ['1', '2']);
    servers.events.set(second, ['1', '2', '3', '4']);
    const seen: string[] = [];
    const watched = agentOver(servers.recorda.memory, servers.recorda.context, { userId: 'ana' }).watch({
      fromOldest: true,
    });
    for await (const { id } of watched) {
      seen.push(id);
      if (id === '2') servers.failures.set(first, 'SHUTTING_DOWN');
      if (id === '4') break;
    }
    expect(seen).to.deep.equal(['1', '2', '3', '4']);
  });

  it('closes them all', async () => {
    const servers = threeServers();
    await servers.recorda.close();
    expect(servers.closed).to.have.members(ADDRESSES);
  });

  it('refuses a list that cannot be meant, and says which of its addresses is wrong', () => {
    const refusal = (address: readonly string[], options = {}): string => {
      try {
        void connect(address, options).close();
      } catch (error) {
        return (error as Error).message;
      }
      return 'It was not refused.';
    };
    expect(refusal([])).to.match(/^address: must have the address of at least one server/);
    expect(refusal(['localhost:1', 'localhost'])).to.match(/^address\[1\]: must include the port/);
    expect(refusal(['localhost:1', 'recorda://localhost:1'])).to.equal('address: has localhost:1 more than once.');
    expect(refusal(['localhost:1', 'http://localhost:2'], { fetch })).to.match(/^fetch: has no effect over gRPC/);
    expect(refusal(['localhost:1', 'example.org:1'], { apiKey: 'rk_x' })).to.match(/^tls: is not set/);
    expect(refusal(['localhost:1', 7 as unknown as string])).to.match(/^address\[1\]: must be like/);
  });
});
