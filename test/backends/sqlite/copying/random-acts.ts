/** Random acts on every port of a store, the same for the same seed: each may be done to several stores, which must answer alike. */
import { questionKey } from '../../../../server/domain/context/responses.ts';
import { UNKNOWN_PRICING } from '../../../../server/domain/context/turn.ts';
import { NO_USAGE } from '../../../../server/domain/context/usage.ts';
import { FACT_STATES } from '../../../../server/domain/facts/fact-state.ts';
import type { SaidFact } from '../../../../server/domain/facts/fact-intents.ts';
import { memoryId, type Scope } from '../../../../server/domain/memory.ts';
import { RESPONSES } from '../../../../server/policy/context.ts';
import type { EmbeddedStore } from '../../../../server/ports/embedded-store.ts';
import { call, patchText, payloadOf, type MovableClock } from '../../../conformance/subject.ts';
import { readTurns } from '../../../conformance/turns.ts';
import { seededRandom, sentence } from '../../../load/sentences.ts';
import { encoder } from '../temporary-store.ts';

const TYPES = ['LONG_TERM', 'SHORT_TERM', 'PERSONA', 'STRUCTURED', 'EPISODIC', 'ENTITY'] as const;
const HOUR_MS = 3_600_000;
const PINNED = { isPinned: true } as const;

/** Something that is done to a store; its answer can be written as JSON. */
export type Act = { readonly name: string; on(store: EmbeddedStore): Promise<unknown> };

export type RandomActs = { next(): Act };

/** Makes acts of a few users of one tenant, who share nothing but its totals. */
export function randomActs(seed: number, clock: MovableClock, userIds = ['u0', 'u1', 'u2']): RandomActs {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const newId = (): string => Array.from({ length: 32 }, () => below(16).toString(16)).join('');
  const memories: { readonly id: string; readonly scope: Scope; readonly type: (typeof TYPES)[number] }[] = [];
  const facts: { readonly id: string; readonly scope: Scope }[] = [];
  const scopeOf = (more: Partial<Scope> = {}): Scope => ({
    tenant: 't',
    userId: pick(userIds),
    agentId: pick(['guide', 'coach', '']),
    sessionId: pick(['s1', 's2']),
    namespace: pick(['', '', 'n']),
    taskId: '',
    ...more,
  });
  /** A repeat is of the same kind, or refused. */
  const requestId = (kind: string) =>
    below(3) === 0 ? { id: `r${below(40)}`, bodyHash: `${kind} ${below(2)}` } : undefined;
  const embed = (text: string): Float32Array => encoder.embed(text);

  const add = (): Act => {
    const type = pick(TYPES);
    const { userId } = scopeOf();
    const intents = Array.from({ length: 1 + below(3) }, () => {
      const scope = scopeOf({ userId });
      const text = sentence(random).slice(0, 20 + below(200));
      const id = memoryId(type, newId());
      memories.push({ id, scope, type });
      const autoPrune = type === 'SHORT_TERM' ? 'OFF' : pick(['OFF', 'TO_FIT'] as const);
      return {
        id,
        scope,
        payload: payloadOf(type, text, clock.now()),
        nowMs: clock.now(),
        autoPrune,
        requestId: requestId('add'),
        metadata: below(2) === 0 ? { level: below(9) } : undefined,
        ...(type !== 'SHORT_TERM' && below(8) === 0 && PINNED),
        vector: type === 'LONG_TERM' ? embed(text) : undefined,
      } as const;
    });
    return { name: 'add', on: (store) => store.stores[type].add(intents, call()) };
  };
  const change = (): Act => {
    const one = memories[below(memories.length)];
    if (one === undefined) return add();
    const { id, scope, type } = one;
    const nowMs = clock.now();
    if (below(2) === 0)
      return { name: 'remove', on: (store) => store.stores[type].remove({ id, scope, nowMs }, call()) };
    const text = sentence(random);
    const patch = below(2) === 0 ? patchText(type, text) : { metadata: { seen: below(100) } };
    const vector = type === 'LONG_TERM' ? embed(text) : undefined;
    const intent = { id, scope, patch, nowMs, vector, requestId: requestId('update') };
    return { name: 'update', on: (store) => store.stores[type].update(intent, call()) };
  };
  const readMemories = (): Act => {
    const [type, scope, text, nowMs] = [pick(TYPES), scopeOf(), sentence(random), clock.now()];
    const list = { scope, pageSize: 50, descending: below(2) === 0, nowMs };
    const query = { scope, text, vector: embed(text), topK: 5, explain: false, nowMs };
    return below(2) === 0
      ? { name: 'list', on: (store) => store.stores[type].list(list, call()) }
      : { name: 'retrieve', on: (store) => store.stores[type].retrieve(query, call()) };
  };
  const say = (): Act => {
    const scope = scopeOf({ agentId: '', sessionId: '' });
    const said = Array.from({ length: 1 + below(2) }, (): SaidFact => {
      const text =
        pick(['vivo en', 'trabajo en', 'me gusta', 'estudio en']) + ` ${pick(['Quito', 'Lima', 'Bern', 'Oslo'])}`;
      const id = `fa_${newId()}`;
      facts.push({ id, scope });
      return {
        id,
        domain: 'PERSONAL',
        text,
        confidence: 'HIGH',
        source: 'EXPLICIT',
        rule: '',
        said: text,
        slot: below(2) === 0 ? `slot${below(3)}` : '',
        provenance: { agentId: '', sessionId: '', turn: 0 },
      };
    });
    const intent = { scope, facts: said, nowMs: clock.now(), requestId: requestId('say') };
    return { name: 'say', on: (store) => store.facts.say(intent, call()) };
  };
  const changeFact = (): Act => {
    const one = facts[below(facts.length)];
    if (one === undefined) return say();
    const at = { ...one, nowMs: clock.now(), requestId: requestId('fact') };
    const [text, id, isPinned] = ['vivo en Kyoto', `fa_${newId()}`, below(2) === 0];
    const by = { id, domain: 'PERSONAL', text, confidence: 'HIGH', source: 'EXPLICIT', rule: '', said: text } as const;
    const replacing = { ...at, by: { ...by, provenance: { agentId: '', sessionId: '', turn: 0 } } };
    const acts: readonly Act[] = [
      { name: 'pin', on: (store) => store.facts.pin({ ...at, isPinned }, call()) },
      { name: 'forget', on: (store) => store.facts.forget(at, call()) },
      { name: 'restore', on: (store) => store.facts.restore(at, call()) },
      { name: 'replace', on: (store) => store.facts.replace(replacing, call()) },
      { name: 'confirm', on: async (store) => store.facts.confirm(one, at.nowMs) },
    ];
    return pick(acts);
  };
  const readFacts = (): Act => {
    const [scope, nowMs] = [scopeOf({ agentId: '', sessionId: '' }), clock.now()];
    const query = { scope, domains: [], states: FACT_STATES, pinnedOnly: false, due: false, pageSize: 50, nowMs };
    const question = { scope, text: pick(['Quito', 'Lima']), domains: [], topK: 5, activeOnly: false, nowMs };
    return below(2) === 0
      ? { name: 'list facts', on: (store) => store.facts.list(query, call()) }
      : { name: 'find facts', on: (store) => store.facts.find(question, call()) };
  };
  const converse = (): Act => {
    const [scope, nowMs] = [scopeOf({ agentId: 'guide', namespace: '' }), clock.now()];
    const said = Array.from({ length: 1 + below(4) }, (_, at) => {
      return { content: sentence(random), role: at % 2 === 0 ? 'USER' : 'ASSISTANT' } as const;
    });
    const turns = readTurns({ clock, embed }, said, scope);
    const usage = { ...NO_USAGE, prompts: 30, tokens: 100 + below(100), naive: 500, largest: 90 };
    const asked = { scope, text: sentence(random), recalled: 4, recallsWindow: false, looksTwice: false };
    const system = { tenant: 't', agentId: 'guide' };
    const acts: readonly Act[] = [
      { name: 'append', on: (store) => store.context.append({ scope, turns, nowMs, requestId: undefined }, call()) },
      { name: 'append', on: (store) => store.context.append({ scope, turns, nowMs, requestId: undefined }, call()) },
      { name: 'flush', on: (store) => store.context.flush({ scope, ends: nowMs % 2 === 0, nowMs }, call()) },
      {
        name: 'usage',
        on: (store) => store.context.addUsage({ sessions: [{ scope, usage }], raisesAlerts: true, nowMs }),
      },
      { name: 'pricing', on: (store) => store.context.notePricing({ scope, pricing: UNKNOWN_PRICING }) },
      {
        name: 'factor',
        on: (store) => store.context.learnFactor({ tenant: 't', model: 'm', seen: 1 + (nowMs % 3) }, call()),
      },
      {
        name: 'read session',
        on: (store) => store.context.read({ ...asked, systemVersion: '', model: '', nowMs }, call()),
      },
      { name: 'list sessions', on: (store) => store.context.list({ scope, pageSize: 20 }, call()) },
      { name: 'list turns', on: (store) => store.context.turns({ scope, pageSize: 50, descending: false }, call()) },
      { name: 'system prompts', on: (store) => store.context.systemPromptUse(system, call()) },
    ];
    return pick(acts);
  };
  const answer = (): Act => {
    const [scope, nowMs] = [scopeOf({ agentId: 'guide' }), clock.now()];
    const question = pick(['Where do I live?', 'Who am I?', 'What do I like?']);
    const key = { ...questionKey(question), kind: 'FACT' } as const;
    const factIds = below(2) === 0 ? [] : facts.slice(-1).map(({ id }) => id);
    const kept = { scope, key, locale: 'en', answer: sentence(random), vector: embed(question), factIds };
    const asked = { scope, key, locale: 'en', vector: embed(question), embedderName: encoder.identity.name, nowMs };
    return below(2) === 0
      ? {
          name: 'store answer',
          on: (store) => store.responses.store({ ...kept, nowMs, expireMs: nowMs + RESPONSES.factMs }, call()),
        }
      : { name: 'find answer', on: (store) => store.responses.find(asked, call()) };
  };
  const document = (): Act => {
    const [scope, nowMs, name] = [scopeOf(), clock.now(), pick(['a', 'b'])];
    const writes = Array.from(
      { length: 1 + below(3) },
      () => ({ kind: 'APPEND', data: { text: sentence(random) } }) as const,
    );
    const put = { scope, name, allowUnfit: true, isOrdered: name === 'a', nowMs };
    const at = { scope, collection: name, nowMs };
    const acts: readonly Act[] = [
      { name: 'put collection', on: (store) => store.collections.put(put, call()) },
      { name: 'write documents', on: (store) => store.ordered.write({ ...at, writes }, call()) },
      { name: 'pop', on: (store) => store.ordered.pop(at, call()) },
      { name: 'remove oldest', on: (store) => store.ordered.removeOldest({ ...at, limit: 2 }, call()) },
      { name: 'list documents', on: (store) => store.ordered.list({ ...at, pageSize: 50, descending: false }, call()) },
      { name: 'remove collection', on: (store) => store.collections.remove(scope, name, call()) },
      { name: 'list collections', on: (store) => store.collections.list({ scope, pageSize: 50 }, call()) },
    ];
    return pick(acts);
  };
  const account = (): Act => {
    const [whose, nowMs] = [{ tenant: 't', userId: pick([...userIds, '']) }, clock.now()];
    const quotas = [{ name: pick([...TYPES, 'FACT', 'SESSION'] as const), count: pick([undefined, 5, 20]) }];
    const tier = below(3) === 0 ? { to: pick(['FREE', 'PRO', undefined] as const) } : undefined;
    const alerts = { ...whose, limit: 100, order: 'OLDEST_FIRST', after: 0 } as const;
    const days = pick([undefined, 30]);
    const acts: readonly Act[] = [
      { name: 'set plan', on: (store) => store.accounts.setPlan({ ...whose, quotas, tier }, nowMs, call()) },
      { name: 'plans', on: (store) => store.accounts.plans(whose, call()) },
      { name: 'use', on: (store) => store.accounts.use({ ...whose, agentId: '' }, call()) },
      { name: 'global use', on: (store) => store.accounts.globalUse(call()) },
      { name: 'alerts', on: (store) => store.alerts.list(alerts, call()) },
      { name: 'samples', on: (store) => store.accounts.samples(whose, call()) },
      { name: 'retention', on: (store) => store.lifecycle.setRetention('t', 'LONG_TERM', days, call()) },
    ];
    return pick(acts);
  };
  const archive = (): Act => {
    const { userId } = scopeOf();
    const [whose, nowMs] = [{ tenant: 't', userId }, clock.now()];
    const object = `archive/long_term/${newId()}`;
    const evictFrom = async (store: EmbeddedStore): Promise<unknown> => {
      const due = { type: 'LONG_TERM', cutoffMs: nowMs, after: undefined, limit: 50 } as const;
      const found = (await store.lifecycle.retirable(due, call())).filter((one) => one.userId === userId).slice(0, 2);
      if (found.length === 0) return 'none';
      await store.lifecycle.beginArchive(object, whose, call());
      const evictions = found.map(({ id }, line) => ({ id, version: 1, line, reason: 'AGE' }));
      const gone = await store.lifecycle.evict({ object, whose, evictions } as never, call());
      await store.lifecycle.completeArchive(object, call());
      const query = { ...whose, type: undefined, filter: undefined, pageSize: 50, after: undefined };
      return [gone, await store.lifecycle.archived(query, call())];
    };
    return { name: 'archive', on: evictFrom };
  };
  const rare = (): Act => {
    const whose = { tenant: 't', userId: pick(userIds) };
    const types = pick([undefined, ['LONG_TERM'], ['PERSONA', 'ENTITY']] as const);
    const erasureId = newId();
    const bringBack = async (store: EmbeddedStore): Promise<unknown> => {
      const { rows } = await store.users.rows.page(whose, undefined, call());
      const { memories: found } = await store.stores.LONG_TERM.ofUser.page(whose, undefined, call());
      await store.users.erase(whose, undefined, erasureId, call());
      await store.users.finish();
      const put = await store.users.rows.putBack(whose, rows, call());
      return [rows, put, await store.stores.LONG_TERM.ofUser.putBack(whose, found, call())];
    };
    const eraseSome = async (store: EmbeddedStore): Promise<unknown> => {
      const erased = await store.users.erase(whose, types, erasureId, call());
      await store.users.finish();
      return erased;
    };
    return pick<Act>([
      { name: 'erase', on: eraseSome },
      { name: 'bring back', on: bringBack },
    ]);
  };
  const sweep = (): Act => {
    clock.advance(pick([HOUR_MS, 3 * HOUR_MS, 30 * HOUR_MS]));
    // The number of rows that it deletes includes those that each store has of its own.
    return { name: 'sweep', on: async (store) => void (await store.sweep()) };
  };
  const KINDS = [
    add,
    add,
    add,
    add,
    add,
    change,
    change,
    change,
    readMemories,
    say,
    say,
    changeFact,
    changeFact,
    readFacts,
    converse,
    converse,
    converse,
    converse,
    answer,
    answer,
    document,
    document,
    account,
    account,
    archive,
  ];
  return {
    next() {
      clock.advance(1 + below(40) * 1000);
      const turn = below(100);
      if (turn === 0) return rare();
      return turn < 4 ? sweep() : pick(KINDS)();
    },
  };
}
