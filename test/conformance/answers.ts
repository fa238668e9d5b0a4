/** Tests whether a store of answers fulfils every obligation of its port. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { FoundResponse, StoreResponse } from '../../server/domain/context/intents.ts';
import { questionKey, type ResponseKind } from '../../server/domain/context/responses.ts';
import type { SaidFact } from '../../server/domain/facts/fact-intents.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { RESPONSES } from '../../server/policy/context.ts';
import { ANA, call, failure } from './subject.ts';
import { readTurns } from './turns.ts';
import { atOnce, sharedStore, type OpenWholeStore } from './whole-store.ts';

const QUESTION = 'Where do I live?';
const LIFE_MS = RESPONSES.factMs;

export function describeAnswers(name: string, open: OpenWholeStore): void {
  describe(`ResponseCache: ${name}`, () => {
    const store = sharedStore(open);

    const keyOf = (question: string, kind: ResponseKind = 'FACT') => ({ ...questionKey(question), kind });
    const keep = (answer: string, more: Partial<StoreResponse> = {}, question = QUESTION): Promise<boolean> => {
      store().clock.advance(1);
      const nowMs = store().clock.now();
      const key = keyOf(question);
      const rest = { vector: store().embed(question), factIds: [], nowMs, expireMs: nowMs + LIFE_MS };
      return store().responses.store({ scope: ANA, key, locale: 'en', answer, ...rest, ...more }, call());
    };
    const look = (
      question = QUESTION,
      more: Partial<Scope> = {},
      locale = 'en',
    ): Promise<FoundResponse | undefined> => {
      const { embedderName } = store();
      const asked = { scope: { ...ANA, ...more }, key: keyOf(question), locale, vector: undefined, embedderName };
      return store().responses.find({ ...asked, nowMs: store().clock.now() }, call());
    };
    const answer = async (...asked: Parameters<typeof look>) => (await look(...asked))?.answer;
    const hold = (factIds: readonly string[], storedMs: number) =>
      store().context.factsHold({ scope: ANA, factIds, storedMs }, call());
    const saidFact = (text: string, more: Partial<SaidFact> = {}): SaidFact => ({
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
    const say = async (text: string, more: Partial<SaidFact> = {}): Promise<string> => {
      store().clock.advance(1);
      const intent = { scope: ANA, facts: [saidFact(text, more)], nowMs: store().clock.now() };
      return (await store().facts.say(intent, call()))[0]!.id;
    };
    const at = (id: string) => {
      store().clock.advance(1);
      return { scope: ANA, id, nowMs: store().clock.now() };
    };

    it('finds an answer by its key until it expires; a new one replaces it', async () => {
      expect(await look()).to.equal(undefined);
      expect(await keep('In Lima.')).to.equal(true);
      const storedMs = store().clock.now();
      expect(await look()).to.deep.equal({
        match: 'EXACT',
        question: QUESTION,
        answer: 'In Lima.',
        storedMs,
        similarity: 1,
      });
      await keep('In Quito.');
      expect(await answer()).to.equal('In Quito.');
      expect(await answer('What is my name?')).to.equal(undefined);
      store().clock.advance(LIFE_MS - 1);
      expect(await answer()).to.equal('In Quito.');
      store().clock.advance(1);
      expect(await answer()).to.equal(undefined);
      await store().sweep();
      expect(await answer()).to.equal(undefined);
    });

    it('finds an answer to a question in other words, given the vector', async () => {
      // The keys differ, so that only the vector can find the answer.
      const [kept, question] = ['¿Qué prefiero tomar, té o café?', '¿Qué es lo que prefiero tomar, té o café?'];
      await keep('Té.', { key: { ...keyOf(kept), normalised: 'question kept' } }, kept);
      const key = { ...keyOf(question), normalised: 'question asked' };
      const asked = { scope: ANA, key, locale: 'en', embedderName: store().embedderName };
      const find = (vector: Float32Array | undefined) =>
        store().responses.find({ ...asked, vector, nowMs: store().clock.now() }, call());
      expect(await find(store().embed(question))).to.include({ match: 'SAME_INTENT', answer: 'Té.' });
      expect(await find(undefined)).to.equal(undefined);
    });

    it('separates users, tenants, namespaces and locales', async () => {
      await keep('In Lima.');
      await keep('In Quito.', { scope: { ...ANA, userId: 'ben' } });
      await keep('In Rosario.', { scope: { ...ANA, namespace: 'n' } });
      await keep('En Lima.', { locale: 'es' });
      expect(await answer()).to.equal('In Lima.');
      expect(await answer(QUESTION, { userId: 'ben' })).to.equal('In Quito.');
      expect(await answer(QUESTION, { namespace: 'n' })).to.equal('In Rosario.');
      expect(await answer(QUESTION, {}, 'es')).to.equal('En Lima.');
      for (const more of [{ userId: 'Ana' }, { tenant: `${ANA.tenant}!` }, { namespace: 'm' }]) {
        expect(await answer(QUESTION, more)).to.equal(undefined);
      }
      // An answer belongs to the user, whichever agent or session asked.
      expect(await answer(QUESTION, { agentId: 'other', sessionId: 's9' })).to.equal('In Lima.');
    });

    it('drops answers that depend on a fact that no longer holds, and no others', async () => {
      const [home, dog] = [await say('vivo en Lima', { slot: 'home' }), await say('tengo un perro')];
      await keep('In Lima.', { factIds: [home] });
      await keep('A dog.', { factIds: [dog] }, 'What pets do I have?');
      const storedMs = store().clock.now();
      await say('me gusta el mate amargo');
      expect([await answer(), await answer('What pets do I have?')]).to.deep.equal(['In Lima.', 'A dog.']);
      expect([await hold([home], storedMs), await hold([home, dog], storedMs)]).to.deep.equal([true, true]);
      await say('vivo en Quito', { slot: 'home' });
      expect([await answer(), await answer('What pets do I have?')]).to.deep.equal([undefined, 'A dog.']);
      expect([await hold([home], storedMs), await hold([dog], storedMs)]).to.deep.equal([false, true]);
      await store().facts.forget(at(dog), call());
      expect(await answer('What pets do I have?')).to.equal(undefined);
      expect(await hold([dog], storedMs)).to.equal(false);
      await store().facts.restore(at(home), call());
      await keep('In Lima.', { factIds: [home] });
      expect(await answer()).to.equal('In Lima.');
    });

    it('drops answers that depend on all facts when any is added, superseded, forgotten or restored', async () => {
      const home = await say('vivo en Lima', { slot: 'home' });
      const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['added', () => say('tengo un perro')],
        ['replaced', () => say('vivo en Quito', { slot: 'home' })],
        ['restored', () => store().facts.restore(at(home), call())],
        ['forgotten', () => store().facts.forget(at(home), call())],
      ];
      for (const [way, work] of ways) {
        await keep('In Lima.');
        const storedMs = store().clock.now();
        expect([await answer(), await hold([], storedMs)], way).to.deep.equal(['In Lima.', true]);
        store().clock.advance(1);
        await work();
        expect([await answer(), await hold([], storedMs)], way).to.deep.equal([undefined, false]);
      }
    });

    it('drops answers that depend on all facts when a fact is restored whose successor is deleted', async () => {
      const home = await say('vivo en Lima', { slot: 'home' });
      const successor = await say('vivo en Quito', { slot: 'home' });
      await store().facts.forget(at(successor), call());
      await keep('I do not know.');
      await store().facts.restore(at(home), call());
      expect(await answer()).to.equal(undefined);
    });

    it('drops answers that depend on all facts when a fact with an earlier time is added', async () => {
      await store().context.append(
        { scope: ANA, turns: readTurns(store(), [{ content: 'Hola' }], ANA), nowMs: store().clock.now() },
        call(),
      );
      const [turn] = await store().context.recalledTurns({ scope: { ...ANA, sessionId: '' }, limit: 1 }, call());
      await keep('I do not know.');
      const late = { ...saidFact('vivo en Lima'), turnId: turn!.id };
      await store().facts.sayLate({ scope: ANA, facts: [late], dryRun: true, nowMs: at('').nowMs }, call());
      expect(await answer()).to.equal('I do not know.');
      await store().facts.sayLate({ scope: ANA, facts: [late], dryRun: false, nowMs: at('').nowMs }, call());
      expect(await answer()).to.equal(undefined);
      const { rows } = await store().users.rows.page(ANA, undefined, call());
      await store().users.erase(ANA, undefined, `erasure of ${ANA.tenant}`, call());
      await keep('I do not know.');
      const facts = rows.filter(({ row }) => row === 'fact');
      expect(await store().users.rows.putBack(ANA, facts, call())).to.deep.equal({ taken: 1, skipped: 0 });
      expect(await answer()).to.equal(undefined);
    });

    it('drops the answers that a change of facts concerns, and never rejects', async () => {
      const home = await say('vivo en Lima', { slot: 'home' });
      await keep('In Lima.', { factIds: [home] });
      await store().facts.forget(at(home), call());
      const { clock, responses } = store();
      await responses.drop({ scope: ANA, closedIds: [home], restoredIds: [], nowMs: clock.now() });
      await responses.drop({ scope: { ...ANA, userId: 'nobody' }, closedIds: ['x'], restoredIds: [], nowMs: 1 });
      expect(await answer()).to.equal(undefined);
    });

    it('evicts the oldest answers of a user who has too many, and of no other user', async () => {
      await keep('His.', { scope: { ...ANA, userId: 'ben' } });
      const key = (n: number) => ({ ...keyOf(QUESTION), normalised: `question ${n}`, question: `${n}` });
      for (let n = 0; n < RESPONSES.most; n += 100) {
        const many = Array.from({ length: 100 }, (_, at) =>
          keep(`answer ${n + at}`, { key: key(n + at), vector: undefined }),
        );
        await Promise.all(many);
      }
      const find = async (n: number) => {
        const asked = { scope: ANA, key: key(n), locale: 'en', vector: undefined, embedderName: 'x' };
        return (await store().responses.find({ ...asked, nowMs: store().clock.now() }, call()))?.answer;
      };
      expect([await find(0), await find(RESPONSES.most - 1)]).to.deep.equal([
        'answer 0',
        `answer ${RESPONSES.most - 1}`,
      ]);
      await keep('the newest', { key: key(RESPONSES.most), vector: undefined });
      expect([await find(0), await find(1), await find(RESPONSES.most)]).to.deep.equal([
        undefined,
        'answer 1',
        'the newest',
      ]);
      expect(await answer(QUESTION, { userId: 'ben' })).to.equal('His.');
    });

    it('keeps one answer per key under concurrent callers', async () => {
      const kept = await atOnce((caller) => keep(`same ${caller}`));
      expect(kept.every((each) => each.status === 'fulfilled' && each.value)).to.equal(true);
      expect(await answer()).to.match(/^same \d+$/);
    });

    it('has nothing of an erased user, and keeps acknowledged answers across reopening', async () => {
      await keep('In Lima.');
      await keep('His.', { scope: { ...ANA, userId: 'ben' } });
      await store().users.erase(ANA, undefined, `erasure of ${ANA.tenant}`, call());
      expect(await answer()).to.equal(undefined);
      await store.reopen();
      expect([await answer(), await answer(QUESTION, { userId: 'ben' })]).to.deep.equal([undefined, 'His.']);
    });

    it('does nothing for an aborted call', async () => {
      const given = { signal: AbortSignal.abort() };
      const key = keyOf(QUESTION);
      const of = { scope: ANA, key, locale: 'en', vector: undefined, nowMs: store().clock.now() };
      const kept = { ...of, answer: 'x', factIds: [], expireMs: of.nowMs + LIFE_MS };
      for (const work of [
        store().responses.store(kept, given),
        store().responses.find({ ...of, embedderName: '' }, given),
      ]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
      expect(await answer()).to.equal(undefined);
    });
  });
}
