/**
 * The transport over several servers of the same data: each user's calls go to one of them, and to the user's next while that one is
 * away. It repeats nothing by itself; the next attempt of a call that may be repeated goes elsewhere.
 */
import { MemoryServiceDefinition } from '../proto/gen/recorda/v1/memory.ts';
import { RecordaError } from './errors.ts';
import { AWAY } from './policy.ts';
import type { Transport, TransportCall } from './transport.ts';
import { rankedFor } from './user-hash.ts';

/** A call that only tells whether a server answers. It reads nothing. */
const PROBE = `${MemoryServiceDefinition.fullName}/${MemoryServiceDefinition.methods.whoAmI.name}`;

type Server = {
  readonly address: string;
  readonly transport: Transport;
  /** Whether its last call failed because it is unavailable; calls then go elsewhere, if they can. */
  isAway: boolean;
  /** The number of times that the server was unavailable since a call last succeeded. */
  timesAway: number;
  /** The time from which it is asked whether it is there again. */
  probeFromMs: number;
  isProbed: boolean;
};

type Addressed = { readonly address: { readonly target: string } };

/** Creates the transport over these servers; `open` creates that of each. */
export function overServers<S extends Addressed>(servers: readonly S[], open: (server: S) => Transport): Transport {
  const opened = servers.map((server) => ({ address: server.address.target, transport: open(server) }));
  const [first] = opened;
  return first !== undefined && opened.length === 1 ? first.transport : severalServers(opened);
}

/** Creates a transport over the transports of several servers. */
export function severalServers(given: readonly Pick<Server, 'address' | 'transport'>[]): Transport {
  const servers = given.map((server): Server => {
    return { ...server, isAway: false, timesAway: 0, probeFromMs: 0, isProbed: false };
  });
  // Calls without a user all go to one server as well, each client's to another.
  const nobody = crypto.randomUUID();
  const closing = new AbortController();
  const probes = new Set<Promise<void>>();

  const probe = (server: Server): void => {
    if (server.isProbed) return;
    server.isProbed = true;
    const asked = isThere(server, closing.signal).then((answer) => {
      server.isProbed = false;
      if (answer) server.isAway = false;
      else setAway(server);
      probes.delete(asked);
    });
    probes.add(asked);
  };

  const serverFor = ({ route }: TransportCall): Server => {
    const now = performance.now();
    for (const server of servers) if (server.isAway && now >= server.probeFromMs) probe(server);
    const ranked = rankedFor(route?.user ?? nobody, servers);
    const untried = ranked.filter((server) => !hasFailed(route, server));
    const well = (among: readonly Server[]): Server | undefined => among.find(({ isAway }) => !isAway);
    return (well(untried) ?? well(ranked) ?? untried[0] ?? ranked[0])!;
  };

  /** Records a failed attempt, and returns the error with the earlier attempts of the call. */
  const failed = (error: unknown, server: Server, { route }: TransportCall): unknown => {
    if (!(error instanceof RecordaError)) return error;
    const isUnavailable = error.code === 'UNAVAILABLE';
    if (isUnavailable && !server.isAway) setAway(server);
    // A server that has vanished without closing its connections is noticed by this alone.
    else if (error.code === 'DEADLINE_EXCEEDED') probe(server);
    if (route === undefined) return error;
    const before = route.failures.map(({ address, message }) => `${address}: ${message}`);
    if (isUnavailable) {
      route.failures.push({ address: server.address, message: error.message });
      route.movesOn = servers.some((other) => !other.isAway && !hasFailed(route, other));
    }
    if (before.length === 0 || !(isUnavailable || error.code === 'DEADLINE_EXCEEDED')) return error;
    const tried = [...before, `${server.address}: ${error.message}`].join(' ');
    return new RecordaError(error.reason, `${before.length + 1} attempts failed. ${tried}`, error.detail);
  };

  return {
    async unary(method, request, call) {
      const server = serverFor(call);
      if (call.route !== undefined) call.route.movesOn = false;
      try {
        const answer = await server.transport.unary(method, request, call);
        setWell(server);
        return answer;
      } catch (error) {
        throw failed(error, server, call);
      }
    },

    async *stream(method, request, call) {
      const server = serverFor(call);
      if (call.route !== undefined) call.route.movesOn = false;
      try {
        for await (const message of server.transport.stream(method, request, call)) {
          setWell(server);
          yield message;
        }
      } catch (error) {
        throw failed(error, server, call);
      }
    },

    async close() {
      closing.abort();
      await Promise.all(probes);
      await Promise.all(servers.map(({ transport }) => transport.close()));
    },
  };
}

const hasFailed = (route: TransportCall['route'], { address }: Server): boolean =>
  route?.failures.some((failure) => failure.address === address) === true;

function setWell(server: Server): void {
  server.isAway = false;
  server.timesAway = 0;
}

/** Lets calls go elsewhere, for longer the more often it was away. The time is random, so that clients do not all ask at once. */
function setAway(server: Server): void {
  const most = Math.min(AWAY.firstMs * AWAY.growth ** server.timesAway, AWAY.lastMs);
  server.isAway = true;
  server.timesAway += 1;
  server.probeFromMs = performance.now() + most * (1 - AWAY.jitter * Math.random());
}

/** Tells whether a server answers. A refusal is an answer, too. */
async function isThere({ transport }: Server, signal: AbortSignal): Promise<boolean> {
  const call = { signal, deadlineMs: Date.now() + AWAY.probeTimeoutMs, headers: {} };
  try {
    await transport.unary(PROBE, new Uint8Array(), call);
    return true;
  } catch (error) {
    return error instanceof RecordaError && !['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED'].includes(error.code);
  }
}
