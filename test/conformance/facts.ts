/** Tests whether a store of facts fulfils every obligation of its port. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { FactListQuery, FactQuery, SaidFact, SayIntent } from '../../server/domain/facts/fact-intents.ts';
import { FACT_STATES } from '../../server/domain/facts/fact-state.ts';
import type { Fact } from '../../server/domain/facts/fact.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { FACT_AGES } from '../../server/policy/facts.ts';
import { ANA, call, failure } from './subject.ts';
import { atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

/** Statements that have nothing to do with each other. */
const ROSARIO = 'vivo en Rosario';
const DOG = 'tengo un perro';
const MATE = 'me gusta el mate amargo';

export function describeFacts(name: string, open: OpenWholeStore): void {
  describe(`FactStore: ${name}`, () => {
    const store = sharedStore(open);

    const scopeOf = (more: Partial<Scope> = {}): Scope => ({ ...ANA, agentId: '', sessionId: '', ...more });
    const said = (text: string, more: Partial<SaidFact> = {}): SaidFact => ({
      id: `fa_${randomUUID().replaceAll('-', '')}`,
      domain: 'PERSONAL',
      text,
      confidence: 'HIGH',
      source: 'EXPLICIT',
      rule: '',
      said: text,
      provenance: { agentId: '', sessionId: '', turn: 0 },
      ...more,
    });
    const intent = (facts: readonly SaidFact[], more: Partial<SayIntent> = {}): SayIntent => {
      store().clock.advance(1);
      return { scope: scopeOf(), facts, nowMs: store().clock.now(), ...more };
    };
    const say = (...facts: readonly SaidFact[]) => store().facts.say(intent(facts), call());
    const sayOne = async (text: string, more: Partial<SaidFact> = {}): Promise<string> => {
      const [outcome] = await say(said(text, more));
      return outcome!.id;
    };
    const ref = (id: string, more: Partial<Scope> = {}) => ({ scope: scopeOf(more), id });
    const at = (id: string, more: Partial<Scope> = {}) => ({ ...ref(id, more), nowMs: store().clock.now() });
    const get = (id: string, more: Partial<Scope> = {}) => store().facts.get(ref(id, more), call());
    const list = async (more: Partial<FactListQuery> = {}): Promise<readonly Fact[]> => {
      const found: Fact[] = [];
      let after: FactListQuery['after'];
      do {
        const query = { scope: scopeOf(), domains: [], states: FACT_STATES, pinnedOnly: false, due: false, ...more };
        const asked = { pageSize: 100, nowMs: store().clock.now(), ...query, after };
        const page = await store().facts.list(asked, call());
        expect(page.facts.length).to.be.at.most(asked.pageSize);
        found.push(...page.facts);
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    const find = async (text: string, more: Partial<FactQuery> = {}): Promise<readonly Fact[]> => {
      const query = { scope: scopeOf(), text, domains: [], topK: 10, activeOnly: true, ...more };
      const hits = await store().facts.find({ nowMs: store().clock.now(), ...query }, call());
      const scores = hits.map(({ score }) => score);
      expect(scores).to.deep.equal(scores.toSorted((one, other) => other - one));
      return hits.map(({ fact }) => fact);
    };
    const forPrompt = (text: string, scope = scopeOf({ sessionId: 's1' })) =>
      store().facts.findForPrompt({ scope, text, topK: 10, nowMs: store().clock.now() }, call());
    const counts = () => store().facts.counts(scopeOf(), store().clock.now(), call());
    const texts = (facts: readonly Fact[]) => facts.map(({ text }) => text);
    const confirm = (id: string, more: Partial<Scope> = {}): void => {
      store().clock.advance(1000);
      store().facts.confirm(ref(id, more), store().clock.now());
    };
    const setQuota = (count: number | undefined, bytes?: number) =>
      store().accounts.setPlan(
        { tenant: ANA.tenant, userId: 'ana', quotas: [{ name: 'FACT', count, bytes }] },
        store().clock.now(),
        call(),
      );
    const reason = async (work: Promise<unknown>) => (await failure(work)).reason;

    it('adds new facts, confirms known ones, and replaces contradicted ones, in order', async () => {
      const pinned = said(MATE, { isPinned: true, domain: 'PREFERENCES', alsoDomain: 'PROJECTS', rule: 'r1' });
      const outcomes = await say(said(ROSARIO, { slot: 'home' }), pinned, said('vivo en Quito', { slot: 'home' }));
      const [home, mate, later] = outcomes;
      expect(outcomes.map(({ operation }) => operation)).to.deep.equal(['ADDED', 'ADDED', 'SUPERSEDED']);
      expect(outcomes.map(({ closedIds }) => closedIds)).to.deep.equal([[], [], [home?.id]]);
      const saidMs = store().clock.now();
      expect(await get(mate!.id)).to.deep.equal({
        fact: {
          id: pinned.id,
          domain: 'PREFERENCES',
          alsoDomain: 'PROJECTS',
          text: MATE,
          confidence: 'HIGH',
          source: 'EXPLICIT',
          rule: 'r1',
          provenance: pinned.provenance,
          namespace: '',
          isPinned: true,
          createTimeMs: saidMs,
          lastConfirmedTimeMs: saidMs,
          confirmations: 0,
        },
        events: [{ kind: 'CREATED', atMs: saidMs, otherId: '', count: 1 }],
        predecessors: [],
      });
      const [again] = await say(said(MATE));
      expect(again).to.deep.equal({ id: mate?.id, operation: 'CONFIRMED', closedIds: [] });
      const { fact, events } = (await get(mate!.id))!;
      expect(fact).to.include({ confirmations: 1, lastConfirmedTimeMs: saidMs + 1, createTimeMs: saidMs });
      expect(events.map(({ kind }) => kind)).to.deep.equal(['CREATED', 'CONFIRMED']);
      const old = (await get(home!.id))!;
      expect(old.fact).to.include({ supersededBy: later?.id, text: ROSARIO });
      expect(old.events.at(-1)).to.deep.equal({ kind: 'SUPERSEDED', atMs: saidMs, otherId: later?.id, count: 1 });
      expect((await get(later!.id))?.predecessors).to.deep.equal([old.fact]);
    });

    it('writes all facts of a call or none', async () => {
      await say(said(ROSARIO, { slot: 'home' }));
      const before = await list();
      await setQuota(3);
      const many = [said('vivo en Quito', { slot: 'home' }), said(DOG), said(MATE), said('trabajo de noche')];
      const error = await failure(say(...many));
      expect([error.reason, error.message.includes('facts')]).to.deep.equal(['QUOTA_EXCEEDED', true]);
      expect(await list()).to.deep.equal(before);
      expect(await find('Rosario')).to.have.length(1);
      expect(await counts()).to.include({ ACTIVE: 1, SUPERSEDED: 0 });
      await say(...many.slice(0, 3));
      expect(await counts()).to.include({ ACTIVE: 3, SUPERSEDED: 1 });
    });

    it('enforces its quota exactly, by count and by bytes, counting only facts that hold', async () => {
      await setQuota(5, 1000);
      const words = Array.from({ length: CALLERS }, (_, caller) => `me gusta tema${caller}`);
      const sayings = await atOnce((caller) => sayOne(words[caller]!));
      const refused = sayings.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refused).to.have.length(CALLERS - 5);
      for (const error of refused) expect(error).to.include({ reason: 'QUOTA_EXCEEDED' });
      const [first, second] = await list();
      const uses = await store().accounts.use({ tenant: ANA.tenant, userId: 'ana', agentId: '' }, call());
      const bytes = (await list()).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      expect(uses.find((use) => use.name === 'FACT')).to.include({ count: 5, bytes });
      // With a full quota, a known fact can be confirmed, and a replaced fact makes room for its successor.
      await say(said(first!.text));
      await store().facts.replace({ ...at(first!.id), by: said(DOG) }, call());
      await setQuota(5, bytes);
      expect(await reason(store().facts.replace({ ...at(second!.id), by: said('x'.repeat(200)) }, call()))).to.equal(
        'QUOTA_EXCEEDED',
      );
      expect((await get(second!.id))?.fact).to.not.have.property('supersededBy');
      await store().facts.forget(at(second!.id), call());
      await sayOne('no');
      await setQuota(4);
      const full = await list();
      expect(await reason(store().facts.restore(at(first!.id), call()))).to.equal('QUOTA_EXCEEDED');
      expect(await list()).to.deep.equal(full);
    });

    it('answers a repeated request like the first, and applies it once', async () => {
      const { facts } = store();
      const requestId = (id: string) => ({ id, bodyHash: `hash of ${id}` });
      const first = intent([said(ROSARIO), said(DOG)], { requestId: requestId('say') });
      const outcomes = await facts.say(first, call());
      expect(await facts.say({ ...first, facts: [said(MATE), said('x y z')] }, call())).to.deep.equal(outcomes);
      const [home, dog] = outcomes.map(({ id }) => id) as [string, string];
      const replace = { ...at(home), by: said('vivo en Quito'), requestId: requestId('replace') };
      const replaced = await facts.replace(replace, call());
      expect(await facts.replace({ ...replace, by: said('vivo en Lima') }, call())).to.deep.equal(replaced);
      await facts.forget({ ...at(dog), requestId: requestId('forget') }, call());
      await facts.forget({ ...at(dog), requestId: requestId('forget') }, call());
      const restore = { ...at(home), requestId: requestId('restore') };
      const restored = await facts.restore(restore, call());
      await facts.forget(at(home), call());
      expect(await facts.restore(restore, call())).to.deep.equal(restored);
      const reused = { ...first, requestId: { id: 'say', bodyHash: 'of another request' } };
      expect(await reason(facts.say(reused, call()))).to.equal('REQUEST_ID_REUSED');
      // A request id belongs to its user.
      const ofBen = { ...reused, scope: scopeOf({ userId: 'ben' }), facts: [said(MATE)] };
      expect(await facts.say(ofBen, call())).to.have.nested.property('[0].operation', 'ADDED');
      const events = await Promise.all([home, dog].map(async (id) => (await get(id))!.events.map(({ kind }) => kind)));
      expect(events).to.deep.equal([
        ['CREATED', 'SUPERSEDED', 'RESTORED', 'FORGOTTEN'],
        ['CREATED', 'FORGOTTEN'],
      ]);
    });

    it('replaces a fact whatever the words of either, even if it is pinned or the quota is full', async () => {
      const home = await sayOne(ROSARIO, { isPinned: true });
      const mate = await sayOne(MATE);
      await setQuota(2);
      const by = said(DOG, { confidence: 'LOW' });
      expect(await store().facts.replace({ ...at(home), by }, call())).to.deep.equal({
        id: by.id,
        operation: 'SUPERSEDED',
        closedIds: [home],
      });
      expect(texts(await list({ states: ['ACTIVE'] }))).to.have.members([MATE, DOG]);
      expect((await get(home))?.fact)
        .to.include({ supersededBy: by.id })
        .and.not.have.property('isPinned');
      // If the replacement is a known fact, that fact is confirmed and replaces both.
      const known = await store().facts.replace({ ...at(mate), by: said(DOG) }, call());
      expect(known).to.deep.equal({ id: by.id, operation: 'SUPERSEDED', closedIds: [mate] });
      expect((await get(by.id))?.fact).to.include({ confirmations: 1, confidence: 'HIGH' });
      // A fact that is replaced by the same statement is confirmed.
      const same = await store().facts.replace({ ...at(by.id), by: said(DOG) }, call());
      expect(same).to.include({ id: by.id, operation: 'CONFIRMED' });
      expect(await counts()).to.include({ ACTIVE: 1, SUPERSEDED: 2 });
    });

    it('changes only current facts of the user', async () => {
      const { facts } = store();
      const [home, dog] = [await sayOne(ROSARIO), await sayOne(DOG)];
      await facts.replace({ ...at(home), by: said('vivo en Quito') }, call());
      await facts.forget(at(dog), call());
      const before = await list();
      const unknown = 'fa_00000000000000000000000000000000';
      const standing = before.find(({ text }) => text === 'vivo en Quito')!.id;
      const others = [{ userId: 'ben' }, { tenant: `${ANA.tenant}!` }, { namespace: 'n' }];
      const gone = [...[home, dog, unknown].map((id) => at(id)), ...others.map((more) => at(standing, more))];
      for (const each of gone) {
        expect(await reason(facts.replace({ ...each, by: said(MATE) }, call()))).to.equal('FACT_NOT_FOUND');
        expect(await reason(facts.pin({ ...each, isPinned: true }, call()))).to.equal('FACT_NOT_FOUND');
      }
      // A superseded fact can be restored and forgotten, a forgotten one cannot.
      for (const each of gone.slice(1)) {
        expect(await reason(facts.restore(each, call()))).to.equal('FACT_NOT_FOUND');
        expect(await reason(facts.forget(each, call()))).to.equal('FACT_NOT_FOUND');
      }
      for (const more of others) {
        expect(await get(standing, more)).to.equal(undefined);
        expect(await list({ scope: scopeOf(more) })).to.deep.equal([]);
        expect(await find('Quito', { scope: scopeOf(more) })).to.deep.equal([]);
      }
      expect(await list()).to.deep.equal(before);
    });

    it('deletes the text of a forgotten fact, and keeps a trace of it', async () => {
      const id = await sayOne(ROSARIO, { slot: 'home', isPinned: true });
      await store().facts.forget(at(id), call());
      const { fact, events } = (await get(id))!;
      expect(fact)
        .to.include({ text: '', forgottenTimeMs: store().clock.now() })
        .and.not.have.any.keys('slot', 'isPinned');
      expect(events.map(({ kind }) => kind)).to.deep.equal(['CREATED', 'FORGOTTEN']);
      expect(await find('Rosario')).to.deep.equal([]);
      expect(await find('')).to.deep.equal([]);
      expect(await counts()).to.include({ ACTIVE: 0, FORGOTTEN: 1 });
      // The fact may be stated again.
      expect((await say(said(ROSARIO)))[0]).to.include({ operation: 'ADDED' });
      expect(await find('Rosario')).to.have.length(1);
    });

    it('restores a fact in place of what replaced it, at the end of the chain', async () => {
      const home = await sayOne(ROSARIO, { slot: 'home' });
      const second = await sayOne('vivo en Quito', { slot: 'home' });
      const third = await sayOne('vivo en Lima', { slot: 'home' });
      const outcome = await store().facts.restore(at(home), call());
      expect(outcome).to.deep.equal({ id: home, operation: 'SUPERSEDED', closedIds: [third] });
      expect(texts(await list({ states: ['ACTIVE'] }))).to.deep.equal([ROSARIO]);
      expect((await get(home))?.events.at(-1)).to.include({ kind: 'RESTORED', atMs: store().clock.now() });
      expect((await get(third))?.fact.supersededBy).to.equal(home);
      expect((await get(second))?.fact.supersededBy).to.equal(third);
      expect(await find('Rosario')).to.have.length(1);
      expect(texts(await find('Lima'))).to.not.include('vivo en Lima');
      expect(await store().facts.restore(at(home), call())).to.include({ operation: 'CONFIRMED' });
    });

    it('pins and unpins facts; a pinned one neither ages nor is superseded', async () => {
      const id = await sayOne(ROSARIO, { slot: 'home' });
      const pin = (isPinned: boolean) => store().facts.pin({ ...at(id), isPinned }, call());
      await pin(true);
      await pin(true);
      expect((await get(id))?.fact.isPinned).to.equal(true);
      await sayOne('vivo en Quito', { slot: 'home' });
      expect(await counts()).to.include({ ACTIVE: 2, SUPERSEDED: 0 });
      expect(texts(await list({ pinnedOnly: true }))).to.deep.equal([ROSARIO]);
      const used = await store().accounts.use({ tenant: ANA.tenant, userId: 'ana', agentId: '' }, call());
      expect(used.find((use) => use.name === 'FACT')).to.include({ pinned: 1 });
      await pin(false);
      expect(await list({ pinnedOnly: true })).to.deep.equal([]);
      await sayOne('vivo en Lima', { slot: 'home' });
      expect(await counts()).to.include({ ACTIVE: 1, SUPERSEDED: 2 });
    });

    it('shows a confirmation at once, wherever the fact is read, and stores it', async () => {
      const [home, dog] = [await sayOne(ROSARIO), await sayOne(DOG, { isPinned: true })];
      const confirmed = async () => {
        const facts = [
          (await get(home))!.fact,
          (await list()).find(({ id }) => id === home)!,
          ...[...(await find('Rosario')), ...(await forPrompt('Rosario')).map(({ fact }) => fact)].filter(
            ({ id }) => id === home,
          ),
        ];
        expect(facts).to.have.length(4);
        const [first] = facts;
        for (const { confirmations, lastConfirmedTimeMs } of facts) {
          expect([confirmations, lastConfirmedTimeMs]).to.deep.equal([
            first?.confirmations,
            first?.lastConfirmedTimeMs,
          ]);
        }
        return [first?.confirmations, store().clock.now() - first!.lastConfirmedTimeMs];
      };
      confirm(home);
      expect(await confirmed()).to.deep.equal([1, 0]);
      confirm(home);
      confirm(dog);
      expect(await confirmed()).to.deep.equal([2, 1000]);
      // A pinned fact has its new confirmation, too.
      const shown = (await forPrompt('otra cosa')).find(({ fact }) => fact.id === dog);
      expect([shown?.fact.confirmations, shown?.why]).to.deep.equal([1, 'PINNED']);
      await store().sweep();
      expect(await confirmed()).to.deep.equal([2, 1000]);
      confirm(home);
      expect((await say(said(ROSARIO)))[0]).to.include({ id: home, operation: 'CONFIRMED' });
      expect(await confirmed()).to.deep.equal([4, 0]);
      const { events } = (await get(home))!;
      expect(events.filter(({ kind }) => kind === 'CONFIRMED').reduce((sum, { count }) => sum + count, 0)).to.equal(4);
      await store().sweep();
      expect(await confirmed()).to.deep.equal([4, 0]);
    });

    it('are near a question from the probability on that the caller asks for', async () => {
      await say(said(ROSARIO));
      const isNear = async (leastChance?: number): Promise<boolean | undefined> => {
        const asked = { scope: scopeOf({ sessionId: 's1' }), text: '¿Vivo en Rosario?', topK: 10, leastChance };
        const [found] = await store().facts.findForPrompt({ ...asked, nowMs: store().clock.now() }, call());
        return found?.isNear;
      };
      expect(await isNear()).to.equal(true);
      expect(await isNear(1)).to.equal(false);
      expect(await isNear(0)).to.equal(true);
    });

    it('confirms no fact that is superseded, forgotten or another user’s', async () => {
      const [home, dog, mate] = [await sayOne(ROSARIO), await sayOne(DOG), await sayOne(MATE)];
      await store().facts.replace({ ...at(home), by: said('vivo en Quito') }, call());
      await store().facts.forget(at(dog), call());
      const before = await Promise.all([home, dog, mate].map((id) => get(id)));
      for (const id of [home, dog]) confirm(id);
      for (const more of [{ userId: 'ben' }, { tenant: `${ANA.tenant}!` }]) confirm(mate, more);
      confirm('fa_00000000000000000000000000000000');
      expect(await Promise.all([home, dog, mate].map((id) => get(id)))).to.deep.equal(before);
      await store().sweep();
      expect(await Promise.all([home, dog, mate].map((id) => get(id)))).to.deep.equal(before);
    });

    it('lists the selected facts by create time, then id, in pages', async () => {
      const nowMs = store().clock.now();
      const facts = Array.from({ length: 7 }, (_, n) => said(`me gusta tema${n}`, n < 3 ? { domain: 'WORK' } : {}));
      await store().facts.say({ scope: scopeOf(), facts, nowMs }, call());
      await sayOne(MATE, { domain: 'PREFERENCES', alsoDomain: 'WORK' });
      const first = await list();
      const ids = facts.map(({ id }) => id).toSorted();
      expect(first.slice(0, 7).map(({ id }) => id)).to.deep.equal(ids);
      for (const pageSize of [1, 3, 8, 9]) expect(await list({ pageSize })).to.deep.equal(first);
      expect(await list({ domains: ['WORK'], pageSize: 2 })).to.have.length(4);
      expect(texts(await list({ domains: ['PREFERENCES', 'DECISIONS'] }))).to.deep.equal([MATE]);
      expect(await list({ states: ['SUPERSEDED', 'FORGOTTEN'] })).to.deep.equal([]);
      expect(await list({ due: true })).to.deep.equal([]);
      expect(await list({ due: true, nowMs: nowMs + FACT_AGES.staleMs })).to.have.length(8);
    });

    it('computes the state of every fact from its age at any time', async () => {
      const beginMs = store().clock.now();
      for (const confidence of ['HIGH', 'MEDIUM', 'LOW'] as const)
        await sayOne(`me gusta ${confidence}`, { confidence });
      const states = async (ageMs: number) => {
        const nowMs = beginMs + ageMs;
        const all = await store().facts.counts(scopeOf(), nowMs, call());
        for (const state of FACT_STATES) expect(await list({ states: [state], nowMs })).to.have.length(all[state]);
        const active = await find('gusta', { nowMs });
        const retrieved = await find('gusta', { nowMs, activeOnly: false });
        return [all.ACTIVE, all.AGED, all.STALE, all.LOW_UNCONFIRMED, active.length, retrieved.length];
      };
      expect(await states(3)).to.deep.equal([3, 0, 0, 0, 2, 3]);
      expect(await states(FACT_AGES.lowUnconfirmedMs + 4)).to.deep.equal([2, 0, 0, 1, 2, 2]);
      expect(await states(FACT_AGES.agedMs + 4)).to.deep.equal([1, 1, 0, 1, 1, 2]);
      expect(await states(FACT_AGES.staleMs + 4)).to.deep.equal([0, 0, 2, 1, 0, 2]);
    });

    it('returns the last confirmed facts without a query, however many newer ones are excluded', async () => {
      const [home, mate] = [await sayOne(ROSARIO), await sayOne(MATE)];
      for (let n = 0; n < 3; n += 1) await sayOne(`me gusta tema${n}`, { confidence: 'LOW' });
      const newest = async (topK: number, more: Partial<FactQuery> = {}) =>
        (await find('', { topK, ...more })).map(({ id }) => id);
      expect(await newest(1)).to.deep.equal([mate]);
      expect(await newest(5)).to.deep.equal([mate, home]);
      confirm(home);
      expect(await newest(1)).to.deep.equal([home]);
      expect(await newest(5)).to.deep.equal([home, mate]);
      // Facts of low confidence are left out after a month, the others are not.
      const nowMs = store().clock.now() + FACT_AGES.lowUnconfirmedMs + 1;
      await store().sweep();
      expect(await newest(2, { activeOnly: false, nowMs })).to.deep.equal([home, mate]);
    });

    it('separates the facts of namespaces, unless none is named', async () => {
      const inN = { scope: scopeOf({ namespace: 'n' }) };
      await say(said(ROSARIO, { slot: 'home' }));
      const [other] = await store().facts.say(intent([said('vivo en Quito', { slot: 'home' })], inN), call());
      expect(other).to.include({ operation: 'ADDED' });
      expect(texts(await list(inN))).to.deep.equal(['vivo en Quito']);
      expect(texts(await find('vivo', inN))).to.deep.equal(['vivo en Quito']);
      expect(texts(await find('', inN))).to.deep.equal(['vivo en Quito']);
      expect(await list()).to.have.length(2);
      expect(await find('vivo')).to.have.length(2);
      expect(await get(other!.id, { namespace: 'm' })).to.equal(undefined);
    });

    it('finds facts by domain, and returns those that a text mentions or would change', async () => {
      const [home, mate] = [await sayOne(ROSARIO), await sayOne(MATE, { domain: 'PREFERENCES' })];
      expect(texts(await find('Rosario mate amargo', { domains: ['PREFERENCES'] }))).to.deep.equal([MATE]);
      expect(await find('Rosario mate', { topK: 1 })).to.have.length(1);
      const mentioned = await store().facts.mentioned(
        { scope: scopeOf(), texts: ['¿Hace frío?', '', 'Sí, vivo en Rosario.'] },
        call(),
      );
      expect(mentioned).to.deep.equal([[], [], [home]]);
      const asked = { scope: scopeOf(), text: 'x', facts: [said(MATE), said(DOG)] };
      const before = await list();
      expect(await store().facts.judge(asked, call())).to.deep.equal({
        outcomes: [
          { operation: 'CONFIRMED', ids: [mate] },
          { operation: 'ADDED', ids: [] },
        ],
        forgetIds: [],
        mentionedIds: [],
      });
      const forget = { ...asked, text: 'Olvidá que vivo en Rosario', facts: [], forget: { target: 'vivo en Rosario' } };
      expect((await store().facts.judge(forget as never, call())).forgetIds).to.deep.equal([home]);
      expect(await store().facts.judge({ ...asked, scope: scopeOf({ userId: 'nobody' }) }, call())).to.deep.include({
        outcomes: [
          { operation: 'ADDED', ids: [] },
          { operation: 'ADDED', ids: [] },
        ],
      });
      expect(await list()).to.deep.equal(before);
    });

    it('returns the facts that a reader found in turns, as long as they hold', async () => {
      const inTurn = (turn: number, sessionId = 's1') => ({
        rule: 'r',
        provenance: { agentId: 'guide', sessionId, turn },
      });
      await say(said(ROSARIO, inTurn(1)), said(DOG, inTurn(2)), said(MATE, inTurn(1, 's2')));
      await say(said('trabajo de noche', { provenance: { agentId: '', sessionId: 's1', turn: 1 } }));
      const readIn = async (...turns: readonly { readonly sessionId: string; readonly turn: number }[]) =>
        texts(await store().facts.readIn({ scope: scopeOf(), turns }, call())).toSorted();
      expect(await readIn({ sessionId: 's1', turn: 1 })).to.deep.equal([ROSARIO]);
      expect(await readIn({ sessionId: 's1', turn: 2 }, { sessionId: 's2', turn: 1 })).to.deep.equal([MATE, DOG]);
      expect(await readIn({ sessionId: 's3', turn: 1 })).to.deep.equal([]);
      const [found] = await store().facts.readIn({ scope: scopeOf(), turns: [{ sessionId: 's1', turn: 1 }] }, call());
      await store().facts.forget(at(found!.id), call());
      expect(await readIn({ sessionId: 's1', turn: 1 })).to.deep.equal([]);
    });

    it('adds no late fact of a turn that is deleted', async () => {
      const late = { ...said(ROSARIO), turnId: 'tn_none' };
      const sayLate = (userId: string) =>
        store().facts.sayLate(
          { scope: scopeOf({ userId }), facts: [late, { ...said(DOG), turnId: 'tn_none' }], dryRun: false, nowMs: 1 },
          call(),
        );
      await sayOne(MATE);
      for (const userId of ['ana', 'nobody']) {
        const gone = { does: 'GONE', id: '', otherIds: [] };
        expect(await sayLate(userId)).to.deep.equal([gone, gone]);
      }
      expect(texts(await list())).to.deep.equal([MATE]);
    });

    it('loses no confirmation of concurrent callers, and keeps one fact for all of them', async () => {
      const ids = await atOnce(() => sayOne(ROSARIO));
      const distinct = new Set(ids.map((each) => (each.status === 'fulfilled' ? each.value : 'failed')));
      expect(distinct.size).to.equal(1);
      const [id] = [...distinct];
      expect((await get(id!))?.fact.confirmations).to.equal(CALLERS - 1);
      await atOnce(async () => confirm(id!));
      await Promise.all([store().sweep(), ...Array.from({ length: 4 }, async () => confirm(id!))]);
      await store().sweep();
      expect((await get(id!))?.fact.confirmations).to.equal(2 * CALLERS + 3);
    });

    it('deletes facts that were stale for long, unless they are pinned or confirmed', async () => {
      const [home, dog, mate] = [await sayOne(ROSARIO), await sayOne(DOG, { isPinned: true }), await sayOne(MATE)];
      await store().facts.forget(at(mate), call());
      store().clock.advance(FACT_AGES.staleMs + FACT_AGES.deletedAfterStaleMs - 2);
      confirm(home);
      await store().sweep();
      expect((await list()).map(({ id }) => id)).to.deep.equal([home, dog]);
      expect(await get(mate)).to.equal(undefined);
    });

    it('keeps everything acknowledged across reopening', async () => {
      const [home, dog] = [await sayOne(ROSARIO, { slot: 'home' }), await sayOne(DOG, { isPinned: true })];
      await sayOne('vivo en Quito', { slot: 'home' });
      confirm(dog);
      const all = async () => [
        await list(),
        await get(home),
        await get(dog),
        await counts(),
        texts(await find('Quito')),
      ];
      const before = await all();
      await store.reopen();
      expect(await all()).to.deep.equal(before);
    });

    it('does nothing for an aborted call', async () => {
      const id = await sayOne(ROSARIO);
      const given = { signal: AbortSignal.abort() };
      const { facts } = store();
      const query = { scope: scopeOf(), text: 'x', domains: [], topK: 1, activeOnly: true, nowMs: 0 };
      for (const work of [
        facts.say(intent([said(DOG)]), given),
        facts.replace({ ...at(id), by: said(DOG) }, given),
        facts.pin({ ...at(id), isPinned: true }, given),
        facts.restore(at(id), given),
        facts.forget(at(id), given),
        facts.get(ref(id), given),
        facts.find(query, given),
        facts.counts(scopeOf(), 0, given),
      ]) {
        expect(await reason(work)).to.equal('CANCELLED');
      }
      expect(texts(await list())).to.deep.equal([ROSARIO]);
    });
  });
}
