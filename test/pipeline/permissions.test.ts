import { expect } from 'chai';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import { ANYBODY, type Caller } from '../../server/domain/caller.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { authorize } from '../../server/pipeline/permissions.ts';

type Call = { readonly name: string; readonly requestFor: (userId: string) => unknown };

const callsOf = ({ fullName, methods }: { readonly fullName: string; readonly methods: object }): readonly Call[] =>
  Object.values(methods).map(
    ({ name, requestType }: { name: string; requestType: { fromPartial(from: object): object } }) => ({
      name: `${fullName}/${name}`,
      // Sets every field in which a request may name its user; each message takes the fields that it has.
      requestFor: (userId: string) => {
        const scope = { userId };
        return requestType.fromPartial({
          scope,
          userId,
          memory: { scope },
          retrieve: { scope },
          requests: [{ memory: { scope } }],
        });
      },
    }),
  );

const OF_ADMIN = callsOf(AdminServiceDefinition);
/** The methods that an agent may call. The only one of AdminService mints a token with fewer rights. */
const OF_USERS = [
  ...callsOf(MemoryServiceDefinition),
  ...callsOf(ContextServiceDefinition),
  ...OF_ADMIN.filter(({ name }) => name.endsWith('/MintToken')),
];
const ALL = [...OF_USERS, ...OF_ADMIN.filter((call) => !OF_USERS.includes(call))];
const ABOUT_NOBODY = /\/(CountTokens|DetectShift|ExtractFacts|GetSystemPrompt|GetServerInfo|WhoAmI)$/;
const MINTING = 'recorda.v1.AdminService/MintToken';
/** Writes to what a tenant shares, which no key that is limited to some users may call. */
const OF_TENANT = /\/(PutSystemPrompt|ReportUsage)$/;

const caller = (partial: Partial<Caller>): Caller => ({ ...ANYBODY, keyId: '0123456789abcdef', ...partial });
const isAllowed = (by: Caller, { name, requestFor }: Call, userId = 'ana'): boolean => {
  try {
    authorize(name, requestFor(userId), by);
    return true;
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'NOT_PERMITTED') return false;
    throw error;
  }
};
const allowed = (by: Caller, calls = ALL, userId?: string): string[] =>
  calls.filter((call) => isAllowed(by, call, userId)).map(({ name }) => name);

describe('permissions', () => {
  it('let an operator, and whoever runs without keys, call everything', () => {
    // A caller without a key cannot mint tokens, since a token must fall with its key.
    expect(allowed(ANYBODY)).to.deep.equal(ALL.map(({ name }) => name).filter((name) => name !== MINTING));
    expect(allowed(caller({}))).to.have.length(ALL.length);
  });

  it('let no token mint another, whatever else it may', () => {
    for (const token of [{ tokenId: 't1' }, { keyId: 'tk_0123456789abcdef' }]) {
      for (const access of [undefined, 'read', 'write'] as const) {
        expect(allowed(caller({ ...token, access }))).not.to.include(MINTING);
      }
      expect(allowed(caller(token))).to.have.length(ALL.length - 1);
    }
  });

  it('let an agent call MemoryService and ContextService, and nothing else', () => {
    expect(allowed(caller({ role: 'agent' }))).to.deep.equal(OF_USERS.map(({ name }) => name));
  });

  it('let a caller that is for exactly one user take along and erase what is remembered of that user', () => {
    const own = ['recorda.v1.AdminService/ExportUserData', 'recorda.v1.AdminService/DeleteUserData'];
    const administration = OF_ADMIN.filter(({ name }) => name !== MINTING);
    const agent = (limits: Partial<Caller>): Caller => caller({ role: 'agent', userIds: ['ana'], ...limits });
    expect(allowed(agent({}), administration)).to.deep.equal(own);
    expect(allowed(agent({ tokenId: 't1' }), administration)).to.deep.equal(own);
    for (const other of ['bob', '', 'ANA', 'ana ']) expect(allowed(agent({}), administration, other)).to.deep.equal([]);
    expect(allowed(agent({ access: 'read' }), administration)).to.deep.equal([own[0]]);
    for (const limits of [
      { userIds: [] },
      { userIds: ['ana', 'eva'] },
      { access: 'write' },
      { agentIds: ['guide'] },
      { namespaces: ['work'] },
      { sessionIds: ['s'] },
    ] as const)
      expect(allowed(agent(limits), administration)).to.deep.equal([]);
  });

  it('let an admin read its tenant’s use, and not change limits or the embedder', () => {
    const names = allowed(caller({ role: 'admin' })).filter((name) => name.includes('AdminService'));
    expect(names).to.include.members(
      ['GetUsage', 'ListUsage', 'ListAlerts'].map((it) => `recorda.v1.AdminService/${it}`),
    );
    for (const call of ['SetTier', 'SetQuota', 'Reembed', 'GetLatencyReport']) {
      expect(names).not.to.include(`recorda.v1.AdminService/${call}`);
    }
  });

  it('refuse a call that no table knows to all but an operator', () => {
    const call = { name: 'recorda.v1.AdminService/Unheard', requestFor: () => ({}) };
    expect(isAllowed(caller({ role: 'admin' }), call)).to.equal(false);
    expect(isAllowed(caller({ role: 'operator' }), call)).to.equal(true);
  });

  it('hold a key for some users to them, in every call', () => {
    const anas = caller({ role: 'agent', userIds: ['ana', 'eva'] });
    const about = OF_USERS.filter(({ name }) => !OF_TENANT.test(name) && !ABOUT_NOBODY.test(name));
    expect(about.length).to.be.greaterThan(25);
    expect(allowed(anas, about, 'ana')).to.deep.equal(about.map(({ name }) => name));
    for (const other of ['bob', '', 'ANA', 'ana ']) expect(allowed(anas, about, other)).to.deep.equal([]);
    expect(
      allowed(
        anas,
        OF_USERS.filter(({ name }) => OF_TENANT.test(name)),
        'ana',
      ),
    ).to.deep.equal([]);
  });

  it('hold a caller for some agents to them, in every call that can name one', () => {
    const guide = caller({ role: 'agent', agentIds: ['guide'] });
    const naming = (agentId: string) =>
      OF_USERS.filter(({ name, requestFor }) => {
        const { scope, memory, retrieve, requests, ...request } = requestFor('ana') as Record<string, object>;
        const named = { scope: { userId: 'ana', agentId } };
        return isAllowed(guide, {
          name,
          requestFor: () => ({
            ...request,
            ...('agentId' in request && { agentId }),
            ...(scope && named),
            ...(memory && { memory: named }),
            ...(retrieve && { retrieve: named }),
            ...(requests && { requests: [{ memory: named }] }),
          }),
        });
      }).map(({ name }) => name);
    const aboutNobody = /\/(CountTokens|GetServerInfo|WhoAmI)$/;
    expect(naming('guide')).to.deep.equal(
      OF_USERS.map(({ name }) => name).filter((name) => !name.endsWith('ReportUsage')),
    );
    expect(naming('other').filter((name) => !aboutNobody.test(name))).to.deep.equal([]);
    // This call is refused later, because it must name an agent.
    expect(naming('').filter((name) => !aboutNobody.test(name))).to.deep.equal([
      'recorda.v1.ContextService/GetSystemPrompt',
    ]);
  });

  it('let a key that may only read or only write call what does so, and no call that takes both', () => {
    const [reading, writing] = (['read', 'write'] as const).map((access) => allowed(caller({ access })));
    const free = [
      'MemoryService/GetServerInfo',
      'MemoryService/WhoAmI',
      'ContextService/CountTokens',
      // The minted token has no more rights than the key.
      'AdminService/MintToken',
    ];
    const both = [
      'MemoryService/PopDocument',
      'MemoryService/DeleteMemories',
      'ContextService/AssembleContext',
      // Writing a schema reads the existing documents, which it checks.
      'MemoryService/PutCollection',
      'MemoryService/DeleteCollection',
    ];
    expect(reading!.filter((name) => writing!.includes(name))).to.have.members(free.map((it) => `recorda.v1.${it}`));
    for (const name of both) expect([...reading!, ...writing!]).not.to.include(`recorda.v1.${name}`);
    const changes =
      /\/(Add|Batch|Append|Update|Delete|Put|Pop|End|Flush|Report|Record|Store|Confirm|Contradict|Restore|Forget|Set|Run|Create|Import|Replay|Reembed)/;
    expect(reading!.filter((name) => changes.test(name))).to.deep.equal([]);
    expect(
      writing!.filter((name) => /\/(Get|List|Retrieve|Stream|Watch|Export|Lookup|Traverse)/.test(name)),
    ).to.deep.equal(['recorda.v1.MemoryService/GetServerInfo']);
  });

  it('hold a key for a namespace to the calls that a namespace holds', () => {
    const [namespaced, ofSession] = [{ namespaces: ['work'] }, { sessionIds: ['s'] }].map((limit) =>
      caller({ role: 'agent', ...limit }),
    );
    const names = { userId: 'ana', namespace: 'work', sessionId: 's' };
    const call = (name: string, more: object = {}, scope: object = names): Call => ({
      name: `recorda.v1.${name}`,
      requestFor: () => ({ scope, ...more }),
    });
    const list = (type: string, scope?: object) => call('MemoryService/ListMemories', { type }, scope);
    expect(isAllowed(namespaced!, list('MEMORY_TYPE_LONG_TERM'))).to.equal(true);
    expect(isAllowed(ofSession!, list('MEMORY_TYPE_LONG_TERM'))).to.equal(false);
    expect(isAllowed(ofSession!, list('MEMORY_TYPE_SHORT_TERM'))).to.equal(true);
    for (const scope of [{ ...names, namespace: 'home' }, { ...names, namespace: '' }, { userId: 'ana' }]) {
      expect(isAllowed(namespaced!, list('MEMORY_TYPE_LONG_TERM', scope))).to.equal(false);
    }
    expect(isAllowed(ofSession!, list('MEMORY_TYPE_SHORT_TERM', { ...names, sessionId: 't' }))).to.equal(false);
    const collections = call('MemoryService/ListCollections');
    expect([namespaced!, ofSession!].map((by) => isAllowed(by, collections))).to.deep.equal([false, false]);
    // What a tenant shares belongs to no namespace and no session.
    const prompt: Call = {
      name: 'recorda.v1.ContextService/GetSystemPrompt',
      requestFor: () => ({ agentId: 'guide' }),
    };
    expect([namespaced!, ofSession!].map((by) => isAllowed(by, prompt))).to.deep.equal([false, false]);
    for (const free of ['MemoryService/WhoAmI', 'MemoryService/GetServerInfo', 'ContextService/CountTokens']) {
      const request: Call = { name: `recorda.v1.${free}`, requestFor: () => ({}) };
      expect([namespaced!, ofSession!].map((by) => isAllowed(by, request))).to.deep.equal([true, true]);
    }
    expect([namespaced!, ofSession!].map((by) => isAllowed(by, call('ContextService/AppendTurns')))).to.deep.equal([
      false,
      true,
    ]);
    expect([namespaced!, ofSession!].map((by) => isAllowed(by, call('ContextService/ListFacts')))).to.deep.equal([
      true,
      false,
    ]);
    // Pruning considers all memories of the user.
    const add = (autoPrune: string) =>
      call('MemoryService/AddMemory', { memory: { scope: names, payload: { $case: 'text' } }, autoPrune });
    expect(isAllowed(namespaced!, add('AUTO_PRUNE_OFF'))).to.equal(true);
    expect(isAllowed(namespaced!, add('AUTO_PRUNE_TO_FIT'))).to.equal(false);
  });

  it('refuse a batch in which one memory is another user’s, or nobody’s', () => {
    const batch = (...users: string[]) => ({ requests: users.map((userId) => ({ memory: { scope: { userId } } })) });
    const call = (...users: string[]): Call => ({
      name: 'recorda.v1.MemoryService/BatchAddMemories',
      requestFor: () => batch(...users),
    });
    const anas = caller({ role: 'agent', userIds: ['ana'] });
    expect(isAllowed(anas, call('ana', 'ana'))).to.equal(true);
    expect(isAllowed(anas, call('ana', 'bob'))).to.equal(false);
    expect(isAllowed(anas, call('ana', ''))).to.equal(false);
    expect(isAllowed(anas, call())).to.equal(false);
  });

  it('hold an admin’s key for some users to them', () => {
    const anas = caller({ role: 'admin', userIds: ['ana'] });
    const usage = ALL.filter(({ name }) => /\/(GetUsage|ListUsage)$/.test(name));
    expect(allowed(anas, usage, 'ana')).to.deep.equal(['recorda.v1.AdminService/GetUsage']);
    expect(allowed(anas, usage, '')).to.deep.equal([]);
  });
});
