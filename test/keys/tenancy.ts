/**
 * A server with data of tenants, users, agents, sessions and namespaces, and credentials of every kind that may reach a part of it. Each
 * place has a canary, a word that occurs nowhere else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { connect } from '../../client/connect.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { ANYBODY, type Access, type Caller } from '../../server/domain/caller.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { readContract } from '../../server/http/contract.ts';
import { serveHttp } from '../../server/http/serve-http.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { openCredentials } from '../../server/keys/credentials.ts';
import { writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { ALL_CALLS, callNamed, type Call } from '../../server/methods/calls.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { all } from '../api/doors.ts';
import { failure, rawClient } from '../rpc/raw-client.ts';
import { AUDIENCE, identityProvider } from './identity-provider.ts';
import { requestOf, toolArguments, TOOLS } from './tenancy-requests.ts';

type Door = 'grpc' | 'http' | 'mcp';

/** A call over a transport that offers it, or a tool of MCP. */
type Trial = { readonly door: Door; readonly call: string };

export const TRIALS: readonly Trial[] = [
  ...ALL_CALLS.map(({ name }) => ({ door: 'grpc', call: name }) as const),
  ...ALL_CALLS.filter(({ kind }) => kind === 'unary').map(({ name }) => ({ door: 'http', call: name }) as const),
  ...TOOLS.map((tool) => ({ door: 'mcp', call: tool }) as const),
];

/** What a credential may reach, by its limits; if absent, everything. */
type Zone = {
  readonly tenant: string;
  readonly users?: readonly string[];
  readonly agents?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly sessions?: readonly string[];
  readonly access?: Access;
};

export type Credential = {
  readonly name: string;
  readonly authorization: string;
  readonly zone: Zone;
  /** The user whom its calls mostly name. */
  readonly user: string;
};

/** The targets that a call names. */
export type Target = {
  readonly userId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly namespace: string;
  readonly type: MemoryType;
  /** The id of a memory or a fact; '' for none. */
  readonly id: string;
};

export type Attempt = Trial & {
  readonly credential: Credential;
  readonly target: Target;
  /** The same, with nonexistent targets in place of those that the credential may not reach. */
  readonly ghost: Target;
  readonly isOutside: boolean;
  readonly salt: number;
};

/** Something that is kept, and its place. */
type Kept = {
  readonly canary: string;
  readonly tenant: string;
  readonly userId: string;
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly namespace?: string;
  readonly type?: MemoryType;
  readonly id?: string;
};

export interface Tenancy {
  readonly credentials: readonly Credential[];
  /**
   * Makes every trial once in each round, each with a different credential: in as many rounds as there are credentials, with every one.
   */
  attempts(rounds: number): Iterable<Attempt>;
  faultsOf(attempt: Attempt): Promise<readonly string[]>;
  /** Returns what has changed among everything that no credential may reach. */
  changed(): Promise<readonly string[]>;
  /** Returns the canaries within the credential's reach that have an id, and those that it finds by it. */
  canariesOf(credential: Credential): Promise<{ readonly kept: readonly string[]; readonly seen: readonly string[] }>;
  close(): Promise<void>;
}

const GHOST = 'nobody-here';
/** An endless stream is left this many milliseconds after its first message, or after as long without one. */
const HEARD_MS = 40;
const UNHEARD_MS = 3000;
const AGENTS = ['guide', 'rival'] as const;
const SESSIONS = ['s1', 's2'] as const;
const NAMESPACES = ['work', 'home'] as const;
const OTHERS = [
  ['acme', 'bob'],
  ['other', 'bob'],
  ['other', 'u0'],
] as const;

/** The limits with which credentials are tried; each belongs to a user of its own. */
const LIMITS: readonly (readonly [string, 'key' | 'minted' | 'jwt' | 'certificate', Partial<Zone>])[] = [
  ['one user', 'key', {}],
  ['an agent', 'key', { agents: ['guide'] }],
  ['a namespace', 'key', { namespaces: ['work'] }],
  ['a session', 'key', { sessions: ['s1'] }],
  ['all of them', 'key', { agents: ['guide'], namespaces: ['work'], sessions: ['s1'] }],
  ['reads', 'key', { access: 'read', namespaces: ['work'] }],
  ['writes', 'key', { access: 'write' }],
  ['writes in a namespace', 'key', { access: 'write', namespaces: ['work'] }],
  ['minted for a user', 'minted', {}],
  ['minted for a session', 'minted', { agents: ['guide'], sessions: ['s1'] }],
  ['minted to read a namespace', 'minted', { namespaces: ['work'], access: 'read' }],
  ['a provider’s', 'jwt', { namespaces: ['work'] }],
  ['a certificate', 'certificate', { namespaces: ['work'] }],
];

/** Whether a credential may reach what is kept there. What is not kept by an agent is shared by all of them. */
function mayReach(zone: Zone, kept: Kept): boolean {
  const holds = (allowed: readonly string[] | undefined, name: string | undefined): boolean =>
    allowed === undefined || (name !== undefined && allowed.includes(name));
  return (
    zone.tenant === kept.tenant &&
    holds(zone.users, kept.userId) &&
    (kept.agentId === undefined || holds(zone.agents, kept.agentId)) &&
    holds(zone.namespaces, kept.namespace) &&
    holds(zone.sessions, kept.sessionId)
  );
}

/** Numbers of 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fills every place of a user. */
async function keepEverywhere(recorda: Recorda, tenant: string, userId: string): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  let count = 0;
  const next = (): string => `zq${tenant}${userId}n${String((count += 1)).padStart(3, '0')}zq`;
  const note = (canary: string, place: object, type?: MemoryType, id?: string): void =>
    void kept.push({
      canary,
      tenant,
      userId,
      ...place,
      ...(type !== undefined && { type }),
      ...(id !== undefined && { id }),
    });
  for (const namespace of NAMESPACES) {
    for (const agentId of AGENTS) {
      const agent = recorda.agent({ userId, agentId, namespace });
      const place = { agentId, namespace };
      const [working, persona, episode] = [next(), next(), next()];
      note(working, place, MemoryType.WORKING, (await agent.set('place', working)).memory.id);
      note(persona, place, MemoryType.PERSONA, (await agent.persona.set('place', persona)).memory.id);
      note(episode, place, MemoryType.EPISODIC, (await agent.episodes.start(`Book ${episode}`)).memory.id);
    }
    for (const sessionId of SESSIONS) {
      const said = next();
      const { memory } = await recorda
        .agent({ userId, sessionId, namespace })
        .add(`It is ${said}`, { type: 'short_term' });
      note(said, { sessionId, namespace }, MemoryType.SHORT_TERM, memory.id);
    }
    const agent = recorda.agent({ userId, agentId: 'guide', namespace });
    const [text, entity, document, fact, answer] = [next(), next(), next(), next(), next()];
    note(text, { namespace }, MemoryType.LONG_TERM, (await agent.add(`The canary is ${text}`)).memory.id);
    note(entity, { namespace }, MemoryType.ENTITY, (await agent.entities.upsert(`Canary ${entity}`, 'bird')).memory.id);
    const put = await agent.documents.put({ collection: 'shop', key: `lamp ${namespace}` }, { name: document });
    note(document, { namespace }, MemoryType.STRUCTURED, put.memory.id);
    const scope = { userId, namespace };
    note(
      fact,
      { namespace },
      undefined,
      (await recorda.context.addFact({ scope, text: `I sail the ${fact}.` })).fact!.id,
    );
    const asked = { $case: 'question' as const, value: 'Where do I live?' };
    await recorda.context.storeResponse({ scope, key: { asked, locale: 'en' }, answer });
    note(answer, { namespace });
  }
  for (const sessionId of SESSIONS) {
    const said = next();
    await recorda.context.appendTurns({
      scope: { userId, sessionId },
      turns: [{ content: `Look at ${said}`, role: 'ROLE_USER' }],
    });
    note(said, { sessionId });
  }
  return kept;
}

export async function openTenancy(seed: number): Promise<Tenancy> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-tenancy-'));
  const { pipeline, close } = await openRecorda({ dataDir: join(folder, 'store'), isBrief: true });
  const within = (caller: Caller): Recorda =>
    recordaOver(
      pipelineTransport(
        {
          unary: (method, bytes, call) => pipeline.unary(method, bytes, { ...call, caller }),
          stream: (method, bytes, call) => pipeline.stream(method, bytes, { ...call, caller }),
        },
        () => Promise.resolve(),
      ),
    );
  const inTenant = (tenant: string): Recorda => within({ ...ANYBODY, tenant });
  const provider = await identityProvider();
  const apiKeysFile = join(folder, 'keys.json');
  const entries: KeyEntry[] = [];
  const entryOf = (zone: Zone, role: KeyEntry['role'], certificate?: string): string => {
    const { id, hash, text } = newKey();
    const { tenant, users = [], agents, namespaces, sessions, access } = zone;
    const shown = certificate === undefined ? { hash } : { certificate };
    const lists = { users: [...users], agents: agents && [...agents], namespaces: namespaces && [...namespaces] };
    const limits = { ...lists, sessions: sessions && [...sessions], access };
    entries.push({ id, ...shown, name: '', tenant, role, ...limits, createTime: '2026-01-01T00:00:00Z' });
    return certificate === undefined ? `Bearer ${text}` : `Certificate ${certificate}`;
  };
  const backend = entryOf({ tenant: 'acme' }, 'agent');
  const pending: (() => Promise<Credential>)[] = LIMITS.map(([name, kind, limits], index) => async () => {
    const user = `u${index}`;
    const zone: Zone = { tenant: 'acme', users: [user], ...limits };
    if (kind === 'jwt') {
      const token = await provider.token({ sub: user, tenant: 'acme', projects: limits.namespaces });
      return { name, zone, user, authorization: `Bearer ${token}` };
    }
    if (kind === 'minted') return { name, zone, user, authorization: await minted(zone, user) };
    return { name, zone, user, authorization: '' };
  });
  const shown = LIMITS.map(([, kind, limits], index) => {
    const zone: Zone = { tenant: 'acme', users: [`u${index}`], ...limits };
    if (kind === 'certificate') return entryOf(zone, 'agent', 'URI:spiffe://acme.org/agent');
    return kind === 'key' ? entryOf(zone, 'agent') : '';
  });
  const admins: readonly Credential[] = [
    { name: 'all users', zone: { tenant: 'third' }, user: 'w0', authorization: entryOf({ tenant: 'third' }, 'agent') },
    { name: 'admin', zone: { tenant: 'fourth' }, user: 'w0', authorization: entryOf({ tenant: 'fourth' }, 'admin') },
    {
      name: 'admin of one user',
      zone: { tenant: 'acme', users: ['w1'] },
      user: 'w1',
      authorization: entryOf({ tenant: 'acme', users: ['w1'] }, 'admin'),
    },
  ];
  writeKeysFile(apiKeysFile, entries);
  const tokens = {
    issuer: provider.issuer,
    audiences: [AUDIENCE],
    keysUrl: undefined,
    algorithms: ['ES256'],
    clockSkewSeconds: 0,
    tenantClaim: 'tenant',
    tenant: 'default',
    userClaim: 'sub',
    agentClaim: undefined,
    namespaceClaim: 'projects',
    sessionClaim: undefined,
    roleClaim: undefined,
    roles: new Map(),
  };
  const real = (await openCredentials({ apiKeysFile, tokens, dataDir: join(folder, 'store') }, silentLog))!;
  const keys: typeof real = {
    ...real,
    // TLS has tests of its own: here the name of the certificate comes as a header.
    callerOf: (authorization = '', nowMs, certificate) => {
      const [, name] = /^Certificate (.+)$/.exec(authorization) ?? [];
      return name === undefined
        ? real.callerOf(authorization, nowMs, certificate)
        : real.callerOf(undefined, nowMs, () => [name]);
    },
  };
  const grpc = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0, keys });
  const own = { host: '127.0.0.1', port: 0, version: '1', mcp: { user: 'me', agent: 'mcp' }, isReady: () => true };
  const http = await serveHttp({ door: grpc.shared, ...own });
  const client = rawClient(grpc.port);

  async function minted({ agents, sessions, namespaces, access }: Zone, userId: string): Promise<string> {
    const recorda = connect(`127.0.0.1:${grpc.port}`, { apiKey: backend.slice('Bearer '.length) });
    const { token } = await recorda.admin.mintToken({
      userId,
      agentId: agents?.[0] ?? '',
      sessionId: sessions?.[0] ?? '',
      namespace: namespaces?.[0] ?? '',
      ...(access === 'read' && { access: 'CALLER_ACCESS_READ' }),
    });
    await recorda.close();
    return `Bearer ${token}`;
  }

  const limited: Credential[] = [];
  for (const [index, make] of pending.entries()) {
    const made = await make();
    limited.push(made.authorization === '' ? { ...made, authorization: shown[index]! } : made);
  }
  const credentials = [...limited, ...admins];
  const places = [...credentials.map(({ zone, user }) => [zone.tenant, user] as const), ...OTHERS];
  const kept: Kept[] = [];
  for (const [tenant, user] of places) kept.push(...(await keepEverywhere(inTenant(tenant), tenant, user)));
  const doors = callers({ client, url: `http://127.0.0.1:${http.port}` });
  const snapshot = () => outside(places, credentials, inTenant);
  const before = await snapshot();

  return {
    credentials,
    attempts: (rounds) => attemptsOf(rounds, randomOf(seed), credentials, kept),
    faultsOf: (attempt) => faultsOf(attempt, doors, kept),
    async changed() {
      const now = await snapshot();
      const names = new Set([...before.keys(), ...now.keys()]);
      return [...names]
        .filter((name) => before.get(name) !== now.get(name))
        .map((name) => `${name}: ${before.get(name)} -> ${now.get(name)}`);
    },
    async canariesOf(credential) {
      const within = kept.filter((one) => one.id !== undefined && mayReach(credential.zone, one));
      const seen: string[] = [];
      for (const { canary, agentId = 'guide', sessionId = 's1', namespace = 'work', ...one } of within) {
        const { id = '', userId, type = MemoryType.LONG_TERM } = one;
        const target = { userId, agentId, sessionId, namespace, id, type };
        const call = id.startsWith('fa_') ? 'recorda.v1.ContextService/GetFact' : 'recorda.v1.MemoryService/GetMemory';
        const attempt = { call, door: 'grpc', credential, target, ghost: target, isOutside: false, salt: 0 } as const;
        const { text } = await doors.grpc(attempt, target);
        if (text.includes(canary)) seen.push(canary);
      }
      return { kept: within.map(({ canary }) => canary), seen };
    },
    async close() {
      client.close();
      http.stopListening();
      await grpc.drain(0);
      await http.close();
      keys.close();
      await provider.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function* attemptsOf(
  rounds: number,
  random: () => number,
  credentials: readonly Credential[],
  kept: readonly Kept[],
): Generator<Attempt> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  // So that runs of few rounds differ in who tries what.
  const first = Math.floor(random() * credentials.length);
  for (let n = 0; n < rounds * TRIALS.length; n += 1) {
    const [round, index] = [Math.floor(n / TRIALS.length), n % TRIALS.length];
    const credential = credentials[(first + round + index) % credentials.length]!;
    const { zone, user } = credential;
    const others = kept.filter(
      ({ id, userId, tenant }) => id !== undefined && (tenant !== zone.tenant || userId === user || random() < 0.2),
    );
    const known = random() < 0.7 ? pick(others) : undefined;
    const own = (names: readonly string[] | undefined, every: readonly string[]): string =>
      random() < 0.6 ? (names?.[0] ?? every[0]!) : pick(['', ...every]);
    const target: Target = {
      userId: random() < 0.75 ? user : pick(['bob', 'u0', 'w0', GHOST]),
      agentId: own(zone.agents, AGENTS),
      sessionId: own(zone.sessions, SESSIONS),
      namespace: zone.namespaces === undefined && random() < 0.5 ? '' : own(zone.namespaces, NAMESPACES),
      type: known?.type ?? pick([MemoryType.LONG_TERM, MemoryType.SHORT_TERM, MemoryType.PERSONA, MemoryType.ENTITY]),
      id: known?.id ?? '',
    };
    const hides = (names: readonly string[] | undefined, name: string): string =>
      names === undefined || names.includes(name) || name === '' ? name : GHOST;
    const idIsOutside = known !== undefined && !mayReach(zone, known);
    const ghost: Target = {
      userId: hides(zone.users, target.userId),
      agentId: hides(zone.agents, target.agentId),
      sessionId: hides(zone.sessions, target.sessionId),
      namespace: hides(zone.namespaces, target.namespace),
      type: target.type,
      id: idIsOutside ? `${target.id.slice(0, 3)}${'0'.repeat(32)}` : target.id,
    };
    const isOutside = JSON.stringify(target) !== JSON.stringify(ghost);
    yield { ...TRIALS[index]!, credential, target, ghost, isOutside, salt: n };
  }
}

/** What an asker gets to see. */
type Seen = { readonly text: string; readonly isRefused: boolean };
type Ask = (attempt: Attempt, target: Target) => Promise<Seen>;

function callers({ client, url }: { readonly client: ReturnType<typeof rawClient>; readonly url: string }) {
  const { registry, methods } = readContract();
  const bytesOf = (call: Call, target: Target, salt: number): Uint8Array => {
    const { fromPartial } = call.request as unknown as { fromPartial(partial: object): unknown };
    return call.request.encode(fromPartial(requestOf(call, target, salt))).finish();
  };
  const grpc: Ask = async ({ call: name, credential: { authorization }, salt }, target) => {
    const call = callNamed(name)!;
    const bytes = bytesOf(call, target, salt);
    try {
      if (call.kind === 'unary') {
        return { text: (await client.unary(name, bytes, {}, { authorization })).toString('latin1'), isRefused: false };
      }
      const parts: string[] = [];
      const stream = client.stream(name, bytes, {}, { authorization });
      const reading = { isLeft: false };
      const leave = (): void => {
        reading.isLeft = true;
        stream.cancel();
      };
      const timer = call.isEndless === true ? setTimeout(leave, UNHEARD_MS) : undefined;
      try {
        for await (const part of stream as AsyncIterable<Buffer>) {
          // What else is there of changes comes with the first.
          if (call.isEndless === true && parts.length === 0) setTimeout(leave, HEARD_MS);
          parts.push(part.toString('latin1'));
        }
      } catch (error) {
        const { reason, message } = failure(error as never);
        if (!reading.isLeft) return { text: `${reason}: ${message}`, isRefused: true };
      } finally {
        clearTimeout(timer);
      }
      return { text: parts.join('\n'), isRefused: false };
    } catch (error) {
      const { reason, message } = failure(error as never);
      return { text: `${reason}: ${message}`, isRefused: true };
    }
  };
  const post = async (path: string, body: unknown, authorization: string): Promise<Response> =>
    fetch(`${url}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization },
    });
  const http: Ask = async ({ call: name, credential: { authorization }, salt }, target) => {
    const { input } = methods.get(name)!;
    const json = toJson(input, fromBinary(input, bytesOf(callNamed(name)!, target, salt)), { registry });
    const response = await post(name, json, authorization);
    return { text: await response.text(), isRefused: response.status !== 200 };
  };
  const mcp: Ask = async ({ call: name, credential: { authorization } }, target) => {
    const query = new URLSearchParams({ user: target.userId, agent: target.agentId || 'guide' });
    if (target.namespace !== '') query.set('namespace', target.namespace);
    const params = { name, arguments: toolArguments(name, target) };
    const response = await post(
      `mcp?${query.toString()}`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      authorization,
    );
    const text = await response.text();
    return { text, isRefused: response.status !== 200 || text.includes('"isError":true') };
  };
  return { grpc, http, mcp } satisfies Record<Door, Ask>;
}

async function faultsOf(attempt: Attempt, doors: Record<Door, Ask>, kept: readonly Kept[]): Promise<readonly string[]> {
  const { call, door, credential, target, ghost, isOutside } = attempt;
  const where = `${call} over ${door} by ${credential.name} (${JSON.stringify(target)})`;
  const faults: string[] = [];
  const seen = await doors[door](attempt, target);
  for (const [canary] of seen.text.matchAll(/zq[a-z]+[uwb]\w*?n\d{3}zq/g)) {
    const one = kept.find((each) => each.canary === canary);
    const isBlind = credential.zone.access === 'write';
    if (one === undefined || isBlind || !mayReach(credential.zone, one))
      faults.push(`${where}: leaks ${JSON.stringify(one ?? canary)}`);
  }
  if (seen.text.includes('Internal error')) faults.push(`${where}: ${seen.text}`);
  if (!isOutside) return faults;
  const other = await doors[door](attempt, ghost);
  const same = (one: Seen, names: Target): string => (one.isRefused ? plain(one.text, names) : 'answered');
  if (same(seen, target) !== same(other, ghost)) {
    faults.push(
      `${where}: ${same(seen, target).slice(0, 300)}, but of what does not exist: ${same(other, ghost).slice(0, 300)}`,
    );
  }
  return faults;
}

/** An answer without the names that the request had: what it tells beside them. */
function plain(text: string, { userId, agentId, sessionId, namespace, id }: Target): string {
  return [id, userId, agentId, sessionId, namespace]
    .filter((name) => name !== '')
    .reduce((left, name) => left.replaceAll(name, '#'), text)
    .replaceAll(/"value":"[^"]*"/g, '"value":"#"');
}

/** All that no credential may reach, by the server's own export: each memory's version, and the canaries of what has no version. */
async function outside(
  places: readonly (readonly [string, string])[],
  credentials: readonly Credential[],
  inTenant: (tenant: string) => Recorda,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [tenant, userId] of places) {
    const parts = await all(inTenant(tenant).admin.exportUserData({ userId }));
    const lines = Buffer.concat(parts.map((part) => part.lines))
      .toString()
      .trimEnd()
      .split('\n');
    for (const line of lines) {
      const { id, version, agentId, sessionId, namespace, line: kind } = JSON.parse(line) as Record<string, string>;
      if (kind !== 'memory' || id === undefined) continue;
      const isOfAgent = /^(wm|pe|ep)_/.test(id);
      const isOfSession = id.startsWith('st_');
      const one: Kept = {
        canary: '',
        tenant,
        userId,
        namespace: namespace ?? '',
        ...(isOfAgent && { agentId: agentId ?? '' }),
        ...(isOfSession && { sessionId: sessionId ?? '' }),
      };
      if (credentials.some(({ zone }) => mayReach(zone, one))) continue;
      found.set(`${tenant}/${userId} ${id}`, `version ${version}`);
    }
  }
  return found;
}
