/** Tests whether a store of conversations fulfils every obligation of its port. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type {
  AppendIntent,
  FlushIntent,
  ListedSession,
  ListedTurn,
  RecalledTurnQuery,
  SessionQuery,
  SystemPrompt,
} from '../../server/domain/context/intents.ts';
import { UNKNOWN_PRICING } from '../../server/domain/context/turn.ts';
import { NO_USAGE } from '../../server/domain/context/usage.ts';
import type { LateFact } from '../../server/domain/facts/fact-intents.ts';
import type { ListCursor } from '../../server/domain/intents.ts';
import type { QuotaName, Scope } from '../../server/domain/memory.ts';
import { SYSTEM_PROMPTS } from '../../server/policy/context.ts';
import { RECALL_MS } from '../../server/policy/lifecycle.ts';
import { ANA, call, failure } from './subject.ts';
import { readTurns, type SaidTurn } from './turns.ts';
import { atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

export function describeSessions(name: string, open: OpenWholeStore): void {
  describe(`ContextStore: ${name}`, () => {
    const store = sharedStore(open);

    const scopeOf = (sessionId = 's1', more: Partial<Scope> = {}): Scope => ({ ...ANA, sessionId, ...more });
    const intent = (turns: readonly SaidTurn[], more: Partial<AppendIntent> = {}): AppendIntent => {
      store().clock.advance(1);
      const { scope = scopeOf() } = more;
      return { scope, turns: readTurns(store(), turns, scope), nowMs: store().clock.now(), ...more };
    };
    const append = (turns: readonly SaidTurn[], more: Partial<AppendIntent> = {}) =>
      store().context.append(intent(turns, more), call());
    const say = (...contents: readonly string[]) => append(contents.map((content) => ({ content })));
    const sayIn = (sessionId: string, ...contents: readonly string[]) =>
      append(
        contents.map((content) => ({ content })),
        { scope: scopeOf(sessionId) },
      );
    const flush = (more: Partial<FlushIntent> = {}) => {
      store().clock.advance(1);
      return store().context.flush({ scope: scopeOf(), ends: false, nowMs: store().clock.now(), ...more }, call());
    };
    const read = (more: Partial<SessionQuery> = {}) =>
      store().context.read(
        {
          scope: scopeOf(),
          text: '',
          recalled: 0,
          recallsWindow: false,
          looksTwice: false,
          systemVersion: '',
          model: '',
          nowMs: store().clock.now(),
          ...more,
        },
        call(),
      );
    const sessions = async (pageSize = 100, scope = scopeOf()): Promise<readonly ListedSession[]> => {
      const found: ListedSession[] = [];
      for (let after: ListCursor | undefined = undefined; ;) {
        const page = await store().context.list({ scope, pageSize, after }, call());
        expect(page.sessions.length).to.be.at.most(pageSize);
        found.push(...page.sessions);
        if (page.next === undefined) return found;
        after = page.next;
      }
    };
    const turns = async (pageSize = 100, descending = false, scope = scopeOf()): Promise<readonly ListedTurn[]> => {
      const found: ListedTurn[] = [];
      for (let after: ListCursor | undefined = undefined; ;) {
        const page = await store().context.turns({ scope, pageSize, descending, after }, call());
        expect(page.turns.length).to.be.at.most(pageSize);
        found.push(...page.turns);
        if (page.next === undefined) return found;
        after = page.next;
      }
    };
    const recalled = (more: Partial<RecalledTurnQuery> = {}) =>
      store().context.recalledTurns({ scope: { ...scopeOf(), sessionId: '' }, limit: 100, ...more }, call());
    const contents = (found: readonly { readonly content: string }[]) => found.map(({ content }) => content);
    const setQuota = (quota: QuotaName, count: number) =>
      store().accounts.setPlan(
        { tenant: ANA.tenant, userId: 'ana', quotas: [{ name: quota, count }] },
        store().clock.now(),
        call(),
      );
    const reason = async (work: Promise<unknown>) => (await failure(work)).reason;

    it('numbers the turns of a session and stores each whole', async () => {
      const calls = [{ id: 'c1', name: 'weather', argumentsJson: '{"city":"Quito"}' }];
      const said: readonly SaidTurn[] = [
        { content: '¿Qué tiempo hace en Quito? ñandú 😀', speaker: 'Ana', timeMs: 12 },
        { role: 'ASSISTANT', content: '', toolCalls: calls },
        { role: 'TOOL', content: '{"degrees":12}', toolCallId: 'c1' },
        { role: 'ASSISTANT', content: `Hace frío. ${'x'.repeat(5000)}` },
      ];
      const first = await append(said, { scope: scopeOf('s1', { namespace: 'n' }) });
      expect(first.turns.map(({ turn }) => turn)).to.deep.equal([1, 2, 3, 4]);
      expect(first).to.deep.include({ sealed: [], droppedTurns: 0, droppedSessions: 0, forgottenIds: [] });
      expect((await say('Gracias')).turns.map(({ turn }) => turn)).to.deep.equal([5]);
      const nowMs = store().clock.now();
      const listed = await turns();
      for (const [at, turn] of said.entries()) {
        const whole = { role: 'USER', speaker: '', timeMs: nowMs - 1, toolCalls: [], toolCallId: '', ...turn };
        expect(listed[at]).to.deep.include({
          ...whole,
          turn: at + 1,
          inWindow: true,
          agentId: 'guide',
          namespace: 'n',
        });
      }
      expect(contents(await turns(100, false, scopeOf('s1', { namespace: 'n' })))).to.deep.equal(contents(said));
      for (const pageSize of [1, 2, 5]) {
        expect(await turns(pageSize)).to.deep.equal(listed);
        expect(await turns(pageSize, true)).to.deep.equal(listed.toReversed());
      }
      const { window, nextTurn, notes } = await read();
      expect([window.map(({ turn }) => turn), nextTurn, notes.tools]).to.deep.equal([[1, 2, 3, 4, 5], 6, ['weather']]);
      expect((await store().context.state(scopeOf(), call())).nextTurn).to.equal(6);
    });

    it('answers a repeated append like the first, and applies it once', async () => {
      const first = intent([{ content: 'Vivo en Rosario.' }, { content: 'Hola' }], {
        requestId: { id: 'r', bodyHash: 'h' },
      });
      const appended = await store().context.append(first, call());
      expect(appended.facts).to.have.length(1);
      expect(await store().context.append({ ...first, turns: intent([{ content: 'x' }]).turns }, call())).to.deep.equal(
        appended,
      );
      const reused = { ...first, requestId: { id: 'r', bodyHash: 'another' } };
      expect(await reason(store().context.append(reused, call()))).to.equal('REQUEST_ID_REUSED');
      expect(await turns()).to.have.length(2);
      const ofBen = { ...reused, scope: scopeOf('s1', { userId: 'ben' }), turns: intent([{ content: 'x' }]).turns };
      expect((await store().context.append(ofBen, call())).turns[0]?.turn).to.equal(1);
    });

    it('applies each append as a whole under concurrency, and shows no part of one', async () => {
      const appending = new AbortController();
      const reading = (async () => {
        while (!appending.signal.aborted) {
          const { nextTurn, window } = await read();
          expect((nextTurn - 1) % 3).to.equal(0);
          expect(window.at(-1)?.turn ?? 0).to.equal(nextTurn - 1);
          await new Promise(setImmediate);
        }
      })();
      reading.catch(() => undefined);
      const appends = await atOnce((caller) => say(...['a', 'b', 'c'].map((part) => `${caller} ${part}`)));
      appending.abort();
      await reading;
      const numbers = appends.flatMap((each) =>
        each.status === 'fulfilled' ? [each.value.turns.map(({ turn }) => turn)] : [],
      );
      expect(numbers).to.have.length(CALLERS);
      for (const [first, ...rest] of numbers) expect(rest).to.deep.equal([first! + 1, first! + 2]);
      const listed = await turns();
      expect(listed.map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 3 * CALLERS }, (_, at) => at + 1));
      for (let at = 0; at < listed.length; at += 3) {
        const [caller] = listed[at]!.content.split(' ');
        expect(contents(listed.slice(at, at + 3))).to.deep.equal(['a', 'b', 'c'].map((part) => `${caller} ${part}`));
      }
    });

    it('seals the window, or its turns up to a given one, and keeps them searchable', async () => {
      await say(
        'The parcel from Lima weighs three kilos.',
        'The blue lamp is broken.',
        'We decided to paint the door red.',
      );
      const first = await flush({ upTo: 1 });
      expect(first.turnCount).to.equal(3);
      expect((await read()).window.map(({ turn }) => turn)).to.deep.equal([2, 3]);
      const rest = await flush();
      expect(rest.settled).to.deep.equal({ first: 2, last: 3 });
      const view = await read({ text: 'parcel Lima kilos', recalled: 5 });
      expect([view.window, view.nextTurn]).to.deep.equal([[], 4]);
      expect(view.segments).to.have.length(first.sealed.length + rest.sealed.length);
      expect(view.recalled[0]?.content).to.equal('The parcel from Lima weighs three kilos.');
      const listed = await turns();
      expect(listed.map(({ turn, inWindow }) => [turn, inWindow])).to.deep.equal([
        [1, false],
        [2, false],
        [3, false],
      ]);
      expect(contents(await recalled())).to.deep.equal(contents(listed));
      expect(await flush()).to.deep.include({ sealed: [], turnCount: 3 });
      expect(await flush({ scope: scopeOf('unknown') })).to.deep.include({ sealed: [], turnCount: 0 });
      expect((await sessions()).map(({ sessionId }) => sessionId)).to.deep.equal(['s1']);
    });

    it('ends a session, which continues with the next append', async () => {
      await say('The blue lamp is broken.');
      await flush({ ends: true });
      expect((await sessions())[0]).to.include({ endMs: store().clock.now(), windowTurnCount: 0, turnCount: 1 });
      expect((await say('It works again.')).turns[0]?.turn).to.equal(2);
      expect((await sessions())[0]).to.not.have.property('endMs');
    });

    it('returns idle sessions until they are summarised, and then keeps their windows', async () => {
      await sayIn('a', 'We decided to paint the door red.');
      await sayIn('b', 'The parcel from Lima weighs three kilos.');
      const beforeMs = store().clock.now() + 1;
      await append([{ content: 'x y z' }], { scope: scopeOf('c', { userId: 'ben' }) });
      await sayIn('young', 'The blue lamp is broken.');
      const idle = async (sessionId: string, limit = 100) => {
        const query = { beforeMs, limit, scope: scopeOf(sessionId) };
        return (await store().context.idle(query, call())).map((scope) => scope.sessionId);
      };
      expect(await idle('other')).to.have.members(['a', 'b']);
      expect(await idle('a')).to.deep.equal(['b']);
      expect(await idle('other', 1)).to.have.length(1);
      const all = await store().context.idle({ beforeMs, limit: 1000 }, call());
      const mine = all.filter(({ tenant }) => tenant === ANA.tenant);
      expect(mine.map(({ userId, sessionId }) => [userId, sessionId])).to.have.deep.members([
        ['ana', 'a'],
        ['ana', 'b'],
      ]);
      const before = (await sessions()).find(({ sessionId }) => sessionId === 'a');
      await flush({ scope: scopeOf('a'), idleBeforeMs: beforeMs });
      await flush({ scope: scopeOf('young'), idleBeforeMs: beforeMs });
      expect(await idle('other')).to.deep.equal(['b']);
      const after = (await sessions()).find(({ sessionId }) => sessionId === 'a');
      expect(after).to.include({ windowTurnCount: 1, updateMs: before?.updateMs }).and.not.have.property('endMs');
      expect((await read({ scope: scopeOf('a') })).window).to.have.length(1);
      await sayIn('a', 'Or blue.');
      expect((await read({ scope: scopeOf('a') })).window).to.have.length(2);
    });

    it('lists sessions by their last use, then by id, in pages', async () => {
      const { nowMs } = intent([]);
      for (const sessionId of ['b', 'a', 'Z', 'é']) {
        await append([{ content: 'x y z' }], { scope: scopeOf(sessionId), nowMs });
      }
      await sayIn('last', 'x y z', 'u v w');
      await sayIn('first', 'x y z');
      const listed = await sessions();
      expect(listed.map(({ sessionId }) => sessionId)).to.deep.equal(['first', 'last', 'Z', 'a', 'b', 'é']);
      expect(listed[1]).to.deep.equal({
        sessionId: 'last',
        turnCount: 2,
        windowTurnCount: 2,
        segmentCount: 0,
        totalTokens: listed[1]?.totalTokens,
        updateMs: store().clock.now() - 1,
        recallOff: false,
      });
      expect(listed[1]!.totalTokens).to.be.above(listed[0]!.totalTokens);
      for (const pageSize of [1, 2, 6]) expect(await sessions(pageSize)).to.deep.equal(listed);
      await sayIn('b', 'x y z');
      expect((await sessions())[0]?.sessionId).to.equal('b');
    });

    it('lists recalled turns chronologically, without those of tools and of sessions without recall', async () => {
      await append([{ content: 'one' }, { role: 'TOOL', content: 'two' }, { role: 'ASSISTANT', content: 'three' }]);
      await append([{ content: 'hidden' }], { scope: scopeOf('quiet'), recallOff: true });
      await sayIn('s2', 'four', 'five');
      const all = await recalled();
      expect(all.map(({ sessionId, turn, role, content }) => [sessionId, turn, role, content])).to.have.deep.members([
        ['s1', 1, 'USER', 'one'],
        ['s1', 3, 'ASSISTANT', 'three'],
        ['s2', 1, 'USER', 'four'],
        ['s2', 2, 'USER', 'five'],
      ]);
      const keys = all.map(({ createMs, id }) => [createMs, id] as const);
      expect(keys).to.deep.equal(keys.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
      const [first] = all;
      const rest = await recalled({ after: { createTimeMs: first!.createMs, id: first!.id }, limit: 2 });
      expect(rest).to.deep.equal(all.slice(1, 3));
      const between = { first: 2, last: 3 };
      expect(contents(await recalled({ scope: scopeOf('s1'), between }))).to.deep.equal(['three']);
      expect((await sessions()).find(({ sessionId }) => sessionId === 'quiet')?.recallOff).to.equal(true);
      // Turns that could be found before cannot be found any more.
      await append([{ content: 'six' }], { recallOff: true });
      expect(contents(await recalled())).to.have.members(['four', 'five']);
    });

    it('reads facts from the user’s turns as part of the append', async () => {
      const { facts } = await append([
        { content: 'Vivo en Rosario.' },
        { role: 'ASSISTANT', content: 'Vivo en Lima.' },
      ]);
      expect(facts.map(({ turn, operation }) => [turn, operation])).to.deep.equal([[1, 'ADDED']]);
      const { fact } = (await store().facts.get({ scope: scopeOf(), id: facts[0]!.id }, call()))!;
      expect(fact.provenance).to.deep.equal({ agentId: 'guide', sessionId: 's1', turn: 1 });
      expect((await sayIn('s2', 'Vivo en Rosario.')).facts[0]).to.include({ id: facts[0]!.id, operation: 'CONFIRMED' });
      // A full quota of facts does not prevent turns from being appended.
      await setQuota('FACT', 1);
      const { refused, turns: said } = await say('Tengo un perro que se llama Toto.');
      expect([refused, said.length]).to.deep.equal([1, 1]);
    });

    it('adds late facts with the time of their turn, as long as the turn is stored', async () => {
      await say('El otro día hablamos de eso.');
      const [turn] = await recalled();
      const late = (text: string, turnId = turn!.id): LateFact => ({
        id: `fa_${randomUUID().replaceAll('-', '')}`,
        domain: 'PERSONAL',
        text,
        confidence: 'MEDIUM',
        said: text,
        source: 'INFERRED',
        rule: 'model',
        turnId,
        provenance: { agentId: '', sessionId: '', turn: 0 },
      });
      store().clock.advance(1000);
      const sayLate = async (dryRun: boolean, ...facts: readonly LateFact[]) => {
        const outcomes = await store().facts.sayLate(
          { scope: scopeOf(), facts, dryRun, nowMs: store().clock.now() },
          call(),
        );
        return outcomes.map(({ does }) => does);
      };
      const facts = [late('vivo en Rosario'), late('tengo un perro', 'tn_gone'), late('vivo en Rosario')];
      expect(await sayLate(true, ...facts)).to.deep.equal(['ADDED', 'GONE', 'KNOWN']);
      expect((await store().facts.counts(scopeOf(), store().clock.now(), call())).ACTIVE).to.equal(0);
      expect(await sayLate(false, ...facts)).to.deep.equal(['ADDED', 'GONE', 'KNOWN']);
      const { fact } = (await store().facts.get({ scope: scopeOf(), id: facts[0]!.id }, call()))!;
      expect(fact).to.include({ createTimeMs: turn!.createMs, confidence: 'MEDIUM' });
      expect(fact.provenance).to.deep.equal({ agentId: 'guide', sessionId: 's1', turn: 1 });
      await setQuota('FACT', 1);
      expect(await sayLate(false, late('me gusta el mate amargo'))).to.deep.equal(['REFUSED']);
    });

    it('makes room for a new session by deleting ended ones, the oldest first, and otherwise refuses it', async () => {
      await setQuota('SESSION', 3);
      for (const sessionId of ['a', 'b', 'c']) await sayIn(sessionId, `The ${sessionId} parcel`);
      const refused = intent([{ content: 'Vivo en Rosario.' }], { scope: scopeOf('d') });
      expect(await reason(store().context.append(refused, call()))).to.equal('QUOTA_EXCEEDED');
      expect((await sessions()).map(({ sessionId }) => sessionId)).to.deep.equal(['c', 'b', 'a']);
      expect((await store().facts.counts(scopeOf(), store().clock.now(), call())).ACTIVE).to.equal(0);
      for (const sessionId of ['b', 'a']) await flush({ scope: scopeOf(sessionId), ends: true });
      const { droppedSessionIds, droppedSessions } = await sayIn('d', 'The parcel');
      expect([droppedSessionIds, droppedSessions]).to.deep.equal([['b'], 1]);
      expect((await sessions()).map(({ sessionId }) => sessionId)).to.deep.equal(['d', 'a', 'c']);
      // The turns of the deleted session can still be found.
      expect(contents(await recalled())).to.include('The b parcel');
      const racing = await atOnce((caller) => sayIn(`racing ${caller}`, 'x y z'));
      expect(racing.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect(await sessions()).to.have.length(3);
    });

    it('deletes the oldest turns if the quota of recall is full', async () => {
      await setQuota('RECALL', 5);
      expect((await sayIn('a', 'one', 'two', 'three')).droppedTurns).to.equal(0);
      expect((await sayIn('b', 'four', 'five', 'six')).droppedTurns).to.equal(1);
      expect(contents(await recalled())).to.deep.equal(['two', 'three', 'four', 'five', 'six']);
      const uses = await store().accounts.use({ tenant: ANA.tenant, userId: 'ana', agentId: '' }, call());
      expect(uses.find((use) => use.name === 'RECALL')?.count).to.equal(5);
    });

    it('stores reports about a session with turns, and about no other', async () => {
      await say('Hello');
      const { context, clock } = store();
      const pricing = { ...UNKNOWN_PRICING, systemTokens: 77, tokenFactor: 1.5 };
      const wrong = { isValid: false, fitsStructure: true, parseError: '' };
      const usage = { ...NO_USAGE, prompts: 1, tokens: 10, largest: 10, byKind: { FACTS: 4 } };
      for (const sessionId of ['s1', 'unknown']) {
        const scope = scopeOf(sessionId);
        await context.notePricing({ scope, pricing });
        await context.reportOutput({ scope, report: wrong, error: 'No JSON.', nowMs: clock.now() }, call());
        await context.addUsage({ sessions: [{ scope, usage }], raisesAlerts: false, nowMs: clock.now() });
      }
      await context.addUsage({
        sessions: [{ scope: scopeOf(), usage: { ...usage, largest: 7 } }],
        raisesAlerts: false,
        nowMs: clock.now(),
      });
      const view = await read();
      expect(view.pricing).to.deep.equal(pricing);
      expect([view.lastError, view.notes.lastOutput, view.notes.wasRight]).to.deep.equal(['No JSON.', 'WRONG', false]);
      expect(await context.usage(scopeOf(), call())).to.deep.include({
        prompts: 2,
        tokens: 20,
        largest: 10,
        byKind: { FACTS: 8 },
      });
      expect(await context.usage(scopeOf('unknown'), call())).to.equal(undefined);
      expect(await sessions()).to.have.length(1);
      const report = { isValid: true, fitsStructure: true, parseError: '' };
      await context.reportOutput({ scope: scopeOf(), report, error: '', nowMs: clock.now() }, call());
      const after = await read();
      expect([after.lastError, after.notes.lastOutput, after.notes.wasRight]).to.deep.equal(['', 'RIGHT', true]);
    });

    it('sums up the usage of concurrent callers', async () => {
      await say('Hello');
      const usage = { ...NO_USAGE, prompts: 1, tokens: 3 };
      const sessionUse = { sessions: [{ scope: scopeOf(), usage }], raisesAlerts: false, nowMs: 1 };
      await atOnce(() => store().context.addUsage(sessionUse));
      expect(await store().context.usage(scopeOf(), call())).to.include({ prompts: CALLERS, tokens: 3 * CALLERS });
    });

    it('learns the tokens of a tenant’s model per counted token', async () => {
      await say('Hello');
      const learn = (seen: number, tenant = ANA.tenant) =>
        store().context.learnFactor({ tenant, model: 'm', seen }, call());
      expect(await learn(1.25)).to.deep.equal({ factor: 1.25, samples: 1 });
      const second = await learn(1.5);
      expect(second.samples).to.equal(2);
      expect((await read({ model: 'm' })).learnt).to.deep.equal(second);
      expect((await read({ model: 'other' })).learnt).to.equal(undefined);
      expect(await learn(2, `${ANA.tenant}!`)).to.include({ samples: 1 });
      await atOnce(() => learn(1.25));
      expect((await read({ model: 'm' })).learnt?.samples).to.equal(2 + CALLERS);
    });

    describe('system prompts', () => {
      const prompt = (text: string): SystemPrompt => {
        store().clock.advance(1);
        const blocks = { identity: text, capabilities: '', rules: '', format: '' };
        return { ...blocks, version: `v-${text}`, tokens: 1, createMs: store().clock.now() };
      };
      const put = (agentId: string, of: SystemPrompt, tenant = ANA.tenant) =>
        store().context.putSystemPrompt({ tenant, agentId, prompt: of }, call());
      const find = (agentId: string, version = '', tenant = ANA.tenant) =>
        store().context.systemPrompt({ tenant, agentId, version }, call());
      const use = (agentId: string) => store().context.systemPromptUse({ tenant: ANA.tenant, agentId }, call());

      it('are stored once each, and one of them is current', async () => {
        expect(await find('a')).to.equal(undefined);
        const [first, second] = [prompt('one'), prompt('two')];
        expect(await put('a', first)).to.deep.equal({ prompt: first, dropped: 0 });
        await put('a', second);
        await put('b', first);
        expect(await find('a')).to.deep.equal(second);
        expect(await find('a', 'v-one')).to.deep.equal(first);
        // The prompt is returned as it was first stored.
        expect(await put('a', prompt('one'))).to.deep.equal({ prompt: first, dropped: 0 });
        expect(await find('a')).to.deep.equal(first);
        expect(await find('a', 'v-two')).to.deep.equal(second);
        expect((await read()).system).to.equal(undefined);
        expect((await read({ scope: scopeOf('s1', { agentId: 'a' }) })).system).to.deep.equal(first);
        expect((await read({ scope: scopeOf('s1', { agentId: 'a' }), systemVersion: 'v-two' })).system).to.deep.equal(
          second,
        );
        expect(await find('a', '', `${ANA.tenant}!`)).to.equal(undefined);
        expect([(await use('a')).count, (await use('b')).count, (await use('')).count]).to.deep.equal([2, 1, 3]);
        expect((await use('')).bytes).to.equal((await use('a')).bytes + (await use('b')).bytes);
      });

      it('of an agent are evicted oldest first, never the current one; one that does not fit is refused', async () => {
        const most = SYSTEM_PROMPTS.agent.count;
        for (let n = 0; n < most; n += 1) await put('a', prompt(`text ${n}`));
        expect((await put('a', prompt('one more'))).dropped).to.equal(1);
        expect([await find('a', 'v-text 0'), (await find('a', 'v-text 1'))?.version]).to.deep.equal([
          undefined,
          'v-text 1',
        ]);
        expect((await use('a')).count).to.equal(most);
        const before = await use('a');
        const tooLong = prompt('x'.repeat(SYSTEM_PROMPTS.agent.bytes + 1));
        expect(await reason(put('a', tooLong))).to.equal('QUOTA_EXCEEDED');
        expect(await use('a')).to.deep.equal(before);
        expect((await find('a'))?.version).to.equal('v-one more');
      });

      it('are each stored once under concurrent callers', async () => {
        await atOnce((caller) => put('a', prompt(`text ${caller % 2}`)));
        expect((await use('a')).count).to.equal(2);
        expect((await find('a'))?.identity).to.be.oneOf(['text 0', 'text 1']);
      });
    });

    it('separates users and tenants', async () => {
      await say('The parcel from Lima weighs three kilos.');
      for (const more of [{ userId: 'ben' }, { tenant: `${ANA.tenant}!` }]) {
        const scope = scopeOf('s1', more);
        expect(await sessions(10, scope)).to.deep.equal([]);
        expect(await turns(10, false, scope)).to.deep.equal([]);
        expect(await recalled({ scope: { ...scope, sessionId: '' } })).to.deep.equal([]);
        const view = await read({ scope, text: 'parcel Lima', recalled: 5, recallsWindow: true });
        expect([view.window, view.recalled, view.nextTurn]).to.deep.equal([[], [], 1]);
        expect(await flush({ scope, ends: true })).to.deep.include({ turnCount: 0 });
      }
      expect((await sessions())[0])
        .to.include({ windowTurnCount: 1 })
        .and.not.have.property('endMs');
    });

    it('deletes sessions and turns that nobody has used for 90 days', async () => {
      await sayIn('old', 'The parcel from Lima weighs three kilos.');
      store().clock.advance(RECALL_MS / 2);
      await sayIn('young', 'The blue lamp is broken.');
      store().clock.advance(RECALL_MS / 2 + 1);
      await store().sweep();
      expect((await sessions()).map(({ sessionId }) => sessionId)).to.deep.equal(['young']);
      expect(contents(await recalled())).to.deep.equal(['The blue lamp is broken.']);
      expect(await turns(10, false, scopeOf('old'))).to.deep.equal([]);
    });

    it('keeps everything acknowledged across reopening', async () => {
      await append([
        { content: 'Vivo en Rosario.' },
        { role: 'ASSISTANT', content: 'ok', toolCalls: [{ id: 'c', name: 't', argumentsJson: '{}' }] },
      ]);
      await flush({ upTo: 1 });
      await sayIn('s2', 'Hello');
      await flush({ scope: scopeOf('s2'), ends: true });
      const all = async () => {
        const { window, ...view } = await read({ text: 'Rosario', recalled: 5 });
        const held = window.map(({ turn, id, content, role }) => [turn, id, content, role]);
        return [await sessions(), await turns(), await recalled(), held, view.segments, view.nextTurn, view.recalled];
      };
      const before = await all();
      await store.reopen();
      expect(await all()).to.deep.equal(before);
      expect((await say('Next')).turns[0]?.turn).to.equal(3);
    });

    it('does nothing for an aborted call', async () => {
      await say('Hello');
      const given = { signal: AbortSignal.abort() };
      const { context } = store();
      for (const work of [
        context.append(intent([{ content: 'never' }]), given),
        context.flush({ scope: scopeOf(), ends: true, nowMs: 1 }, given),
        context.list({ scope: scopeOf(), pageSize: 1 }, given),
        context.turns({ scope: scopeOf(), pageSize: 1, descending: false }, given),
        context.usage(scopeOf(), given),
      ]) {
        expect(await reason(work)).to.equal('CANCELLED');
      }
      expect(contents(await turns())).to.deep.equal(['Hello']);
      expect((await sessions())[0]).to.not.have.property('endMs');
    });
  });
}
