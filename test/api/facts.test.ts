import { expect } from 'chai';
import type { Agent, Fact } from '../../client/index.ts';
import { all, describeDoors, errorOf } from './doors.ts';

/** A sentence that the reader assigns to both domains. */
const TWO_DOMAINS = 'I prefer to work from home';
const DAY_MS = 24 * 3600 * 1000;

describeDoors('Facts', (door) => {
  const ana = (): Agent => door().recorda.agent({ userId: door().newUser(), agentId: 'coach', sessionId: 'monday' });
  const texts = (facts: readonly Fact[]): readonly string[] => facts.map(({ text }) => text);

  it('are extracted with rule and span, without writing anything', async () => {
    const { facts } = ana();
    const turn = 'Trabajo en fintech, equipo de 5. Prefiero respuestas directas. Decidí usar Kimi K2.5';
    const found = await facts.extract(turn);
    expect(found.facts.map(({ domain, text, confidence, source }) => [domain, text, confidence, source])).to.deep.equal(
      [
        ['work', 'Trabajo en fintech', 'high', 'explicit'],
        ['work', 'equipo de 5', 'high', 'explicit'],
        ['preferences', 'Prefiero respuestas directas', 'high', 'explicit'],
        ['decisions', 'usar Kimi K2.5', 'high', 'explicit'],
      ],
    );
    expect(found.facts.map(({ from, to }) => turn.slice(from, to)).at(-1)).to.equal('Decidí usar Kimi K2.5');
    expect(found.facts.at(-1)?.rule).to.equal('es.decided');
    expect(await all(facts.list())).to.deep.equal([]);
  });

  it('report, when extracted, what they would change', async () => {
    const { facts } = ana();
    const { fact } = await facts.add('Vivo en Rosario');
    const [same] = (await facts.extract('Ya te dije que vivo en Rosario')).facts;
    expect(same).to.include({ operation: 'confirmed' });
    expect(same?.factIds).to.deep.equal([fact.id]);
    const [other] = (await facts.extract('Me mudé a Córdoba')).facts;
    expect(other).to.include({ operation: 'superseded', source: 'inferred', confidence: 'high' });
    expect((await facts.extract('Olvidá que vivo en Rosario')).forget).to.include({ rule: 'es.forget-what' });
    expect((await facts.extract('Olvidate de eso')).forget?.factIds).to.deep.equal([fact.id]);
  });

  it('are compared with nothing if extracted without a user', async () => {
    const { facts } = await door().recorda.context.extractFacts({ text: 'I live in Denver' });
    expect(facts).to.have.length(1);
    expect(facts[0]?.operation).to.equal('FACT_OPERATION_UNSPECIFIED');
    // What no rule finds is found by the reader, which gives its name.
    expect(facts[0]?.rule).to.match(/^recorda-reader-/);
  });

  it('record where they were said, and their words', async () => {
    const { facts } = ana();
    const { fact, operation } = await facts.add('Trabajo en fintech', { turn: 7 });
    expect(operation).to.equal('added');
    expect(fact).to.include({
      text: 'Trabajo en fintech',
      domain: 'work',
      state: 'active',
      confidence: 'high',
      agentId: 'coach',
      sessionId: 'monday',
      turn: 7,
      rule: '',
      confirmationCount: 0,
    });
    expect(fact.id).to.match(/^fa_[0-9a-f]{32}$/);
  });

  it('are confirmed when they are repeated', async () => {
    const { facts } = ana();
    const { fact } = await facts.add('I live in Denver');
    door().advance(DAY_MS);
    const again = await facts.add('i live in denver.');
    expect(again).to.include({ operation: 'confirmed' });
    expect(again.fact).to.include({ id: fact.id, confirmationCount: 1 });
    expect(again.fact.lastConfirmedTime.getTime() - fact.lastConfirmedTime.getTime()).to.be.at.least(DAY_MS);
    expect(await all(facts.list())).to.have.length(1);
  });

  it('stay as history when they are contradicted', async () => {
    const { facts } = ana();
    const { fact: rosario } = await facts.add('Vivo en Rosario');
    const moved = await facts.add('Vivo en Córdoba');
    expect(moved).to.include({ operation: 'superseded' });
    expect(moved.supersededIds).to.deep.equal([rosario.id]);
    expect(texts(await all(facts.list()))).to.deep.equal(['Vivo en Córdoba']);
    const before = await facts.get(rosario.id);
    expect(before.fact).to.include({ state: 'superseded', supersededBy: moved.fact.id, text: 'Vivo en Rosario' });
    expect(before.history.map(({ kind, otherId }) => [kind, otherId])).to.deep.equal([
      ['created', ''],
      ['superseded', moved.fact.id],
    ]);
    expect(texts((await facts.get(moved.fact.id)).predecessors)).to.deep.equal(['Vivo en Rosario']);
    expect(await facts.retrieve('¿Dónde vivo, en Rosario?')).to.have.length(1);
  });

  it('are added beside others that they do not contradict', async () => {
    const { facts } = ana();
    await facts.add('Trabajo en fintech');
    const { operation } = await facts.add('También trabajo en una radio');
    expect(operation).to.equal('added');
    expect(await all(facts.list())).to.have.length(2);
  });

  it('can be contradicted by a call', async () => {
    const { facts } = ana();
    const { fact } = await facts.add('El equipo usa Jira');
    const { fact: instead, supersededIds } = await facts.contradict(fact.id, 'El equipo usa Linear');
    expect(supersededIds).to.deep.equal([fact.id]);
    expect(instead).to.include({ text: 'El equipo usa Linear', domain: fact.domain });
    expect(await errorOf(facts.contradict(fact.id, 'otra cosa'))).to.include({ reason: 'FACT_NOT_FOUND' });
    // The replacement may be a known fact: then that one is confirmed, and stays.
    const same = await facts.contradict(instead.id, 'El equipo usa Linear.');
    expect(same.fact).to.include({ id: instead.id, state: 'active', confirmationCount: 1 });
  });

  it('can be restored in place of what superseded them, and keep their history', async () => {
    const { facts } = ana();
    const { fact: rosario } = await facts.add('Vivo en Rosario');
    const { fact: cordoba } = await facts.add('Vivo en Córdoba');
    const { fact: salta } = await facts.add('Vivo en Salta');
    door().advance(DAY_MS);
    const back = await facts.restore(rosario.id, { requestId: 'back' });
    expect(back.supersededIds).to.deep.equal([salta.id]);
    expect(back.fact).to.include({ id: rosario.id, state: 'active', supersededBy: '', text: 'Vivo en Rosario' });
    expect(back.fact.lastConfirmedTime.getTime() - rosario.lastConfirmedTime.getTime()).to.be.at.least(DAY_MS);
    expect(texts(await all(facts.list()))).to.deep.equal(['Vivo en Rosario']);
    expect(texts((await facts.retrieve('¿Dónde vivo?')).map(({ fact }) => fact))).to.deep.equal(['Vivo en Rosario']);
    const { history, predecessors } = await facts.get(rosario.id);
    expect(history.map(({ kind, otherId }) => [kind, otherId])).to.deep.equal([
      ['created', ''],
      ['superseded', cordoba.id],
      ['restored', ''],
    ]);
    expect(texts(predecessors)).to.deep.equal(['Vivo en Salta']);
    expect((await facts.get(salta.id)).fact).to.include({ state: 'superseded', supersededBy: rosario.id });
    // A repeat gets the same answer, and a fact that is active already is left as it is.
    expect(await facts.restore(rosario.id, { requestId: 'back' })).to.deep.equal(back);
    expect((await facts.restore(rosario.id)).supersededIds).to.deep.equal([]);
    // It is superseded again, and so is each of the others.
    expect((await facts.restore(cordoba.id)).supersededIds).to.deep.equal([rosario.id]);
    expect((await facts.add('Vivo en Salta')).supersededIds).to.deep.equal([cordoba.id]);
  });

  it('refuse the request id of a restore for a forget, and the reverse', async () => {
    const { facts } = ana();
    const { fact: rosario } = await facts.add('Vivo en Rosario');
    await facts.add('Vivo en Córdoba');
    await facts.restore(rosario.id, { requestId: 'one' });
    expect(await errorOf(facts.forget(rosario.id, { requestId: 'one' }))).to.include({ reason: 'REQUEST_ID_REUSED' });
    await facts.forget(rosario.id, { requestId: 'two' });
    expect((await facts.get(rosario.id)).fact.state).to.equal('forgotten');
    expect(await errorOf(facts.restore(rosario.id, { requestId: 'two' }))).to.include({ reason: 'REQUEST_ID_REUSED' });
  });

  it('supersede, when restored, what says the same or contradicts them, and take over its pin', async () => {
    const { facts } = ana();
    const { fact: dark } = await facts.add('I prefer dark mode');
    const { fact: by } = await facts.contradict(dark.id, 'I like the new theme');
    await facts.forget(by.id);
    const { fact: again } = await facts.add('I prefer dark mode', { pinned: true });
    const back = await facts.restore(dark.id);
    expect(back.supersededIds).to.deep.equal([again.id]);
    expect(back.fact).to.include({ pinned: true, state: 'active' });
    await facts.forget(dark.id);
    expect(await errorOf(facts.restore(dark.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(facts.restore('fa_none'))).to.include({ reason: 'FACT_NOT_FOUND' });
  });

  it('can be restored even if the fact that superseded them is pinned', async () => {
    const { facts } = ana();
    const { fact: jira } = await facts.add('El equipo usa Jira');
    const { fact: linear } = await facts.contradict(jira.id, 'El equipo usa Linear');
    await facts.pin(linear.id);
    const back = await facts.restore(jira.id);
    expect(back.supersededIds).to.deep.equal([linear.id]);
    expect(back.fact.pinned).to.equal(false);
  });

  it('lose their words when they are forgotten', async () => {
    const { facts } = ana();
    const { fact } = await facts.add('Mi clave del gimnasio es 4471');
    await facts.forget(fact.id);
    const left = await facts.get(fact.id);
    expect(left.fact).to.include({ state: 'forgotten', text: '' });
    expect(left.history.map(({ kind }) => kind)).to.deep.equal(['created', 'forgotten']);
    expect(await all(facts.list())).to.deep.equal([]);
    expect(await facts.retrieve('clave del gimnasio')).to.deep.equal([]);
    expect(await errorOf(facts.forget(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(facts.confirm(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    // It can also be stated again.
    expect(await facts.add('Mi clave del gimnasio es 4471')).to.include({ operation: 'added' });
  });

  it('are found by the topic of a question, in either language, and by domain', async () => {
    const { facts } = ana();
    await facts.add('Decidimos migrar el deployment a Kubernetes', { domain: 'decisions' });
    await facts.add('Me gusta el café amargo');
    await facts.add('My sister lives in Berlin');
    const [first] = await facts.retrieve('¿Cómo quedó lo que decidimos ayer sobre el deployment?');
    expect(first?.fact.text).to.contain('Kubernetes');
    expect(first?.score).to.be.greaterThan(0);
    expect(texts((await facts.retrieve('coffee', { topK: 1 })).map(({ fact }) => fact))).to.deep.equal([
      'Me gusta el café amargo',
    ]);
    const decisions = await facts.retrieve('café', { domains: ['decisions'] });
    expect(decisions.map(({ fact }) => fact.domain)).to.deep.equal(['decisions']);
    expect(await facts.retrieve('', { topK: 2 })).to.have.length(2);
  });

  it('may have two domains: filters by either find them, and statements in either are compared', async () => {
    const { facts } = ana();
    const { fact } = await facts.add('I am vegan', { domain: 'personal', alsoDomain: 'preferences' });
    expect(fact).to.include({ domain: 'personal', alsoDomain: 'preferences' });
    await facts.add('I work at Acme');
    const listed = async (...domains: readonly Fact['domain'][]) => texts(await all(facts.list({ domains })));
    expect(await listed('preferences')).to.deep.equal(['I am vegan']);
    expect(await listed('personal')).to.deep.equal(['I am vegan']);
    expect(await listed('personal', 'preferences', 'work')).to.deep.equal(['I am vegan', 'I work at Acme']);
    for (const query of ['', 'What do I eat, I am vegan?']) {
      const found = await facts.retrieve(query, { domains: ['preferences'] });
      expect(texts(found.map((hit) => hit.fact))).to.deep.equal(['I am vegan']);
    }
    expect(await facts.retrieve('', { domains: ['personal', 'preferences'] })).to.have.length(1);
    const eats = await facts.add('I am not vegan any more', { domain: 'preferences' });
    expect(eats.supersededIds).to.deep.equal([fact.id]);
    expect((await facts.contradict(eats.fact.id, 'I eat fish')).fact.alsoDomain).to.equal(undefined);
    for (const given of [{ alsoDomain: 'work' as const }, { domain: 'work' as const, alsoDomain: 'work' as const }])
      expect(await errorOf(facts.add('I bake', given))).to.include({ reason: 'FIELD_INVALID' });
  });

  it('get two domains if the reader recognises both', async () => {
    const { facts } = ana();
    const [found] = (await facts.extract(TWO_DOMAINS)).facts;
    expect(new Set([found!.domain, found!.alsoDomain])).to.deep.equal(new Set(['work', 'preferences']));
  });

  it('age with the clock, and are fresh again as soon as they are confirmed', async () => {
    const { facts } = ana();
    const { fact: low } = await facts.add('maybe likes opera', { confidence: 'low', source: 'inferred' });
    const { fact: medium } = await facts.add('is learning Japanese', { confidence: 'medium' });
    const { fact: high } = await facts.add('I live in Denver');
    const stateOf = async ({ id }: Fact) => (await facts.get(id)).fact.state;
    const found = async (activeOnly: boolean) =>
      texts((await facts.retrieve('', { activeOnly })).map(({ fact }) => fact)).toSorted();
    door().advance(31 * DAY_MS);
    expect(await stateOf(low)).to.equal('low_unconfirmed');
    expect(await found(false)).to.deep.equal(['I live in Denver', 'is learning Japanese']);
    door().advance(60 * DAY_MS);
    expect(await stateOf(medium)).to.equal('aged');
    expect(await found(true)).to.deep.equal(['I live in Denver']);
    expect(await found(false)).to.deep.equal(['I live in Denver', 'is learning Japanese']);
    door().advance(90 * DAY_MS);
    expect((await facts.get(high.id)).fact).to.include({ state: 'stale', needsConfirmation: true });
    expect(await found(true)).to.deep.equal([]);
    const confirmed = await facts.confirm(high.id);
    expect(confirmed).to.include({ state: 'active', needsConfirmation: false, confirmationCount: 1 });
    expect(await found(true)).to.deep.equal(['I live in Denver']);
    expect((await facts.get(high.id)).history.map(({ kind }) => kind)).to.deep.equal(['created', 'confirmed']);
  });

  it('are listed by domain and state, page by page', async () => {
    const { facts } = ana();
    for (const pet of ['dog', 'cat', 'parrot', 'turtle', 'rabbit'])
      await facts.add(`I have a ${pet} called Rex ${pet}`);
    await facts.add('I work at Acme');
    const personal = await all(facts.list({ domains: ['personal'], pageSize: 2 }));
    expect(personal).to.have.length(5);
    expect(new Set(personal.map(({ id }) => id)).size).to.equal(5);
    await facts.forget(personal[0]!.id);
    expect(await all(facts.list({ states: ['forgotten'] }))).to.have.length(1);
    const { nextPageToken } = await door().recorda.context.listFacts({ scope: { userId: 'x' }, pageSize: 1 });
    expect(nextPageToken).to.equal('');
    const refused = door().recorda.context.listFacts({ scope: { userId: 'x' }, pageToken: 'nonsense' });
    expect(await errorOf(refused)).to.include({ reason: 'PAGE_TOKEN_INVALID' });
  });

  it('are never shared between users or namespaces', async () => {
    const one = ana();
    const other = ana();
    const { fact } = await one.facts.add('Vivo en Rosario');
    expect(await errorOf(other.facts.get(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(other.facts.forget(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(other.facts.contradict(fact.id, 'Vivo en Lima'))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(other.facts.confirm(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await other.facts.retrieve('Rosario')).to.deep.equal([]);
    const work = one.with({ namespace: 'work' });
    expect(await work.facts.add('Vivo en Lima')).to.include({ operation: 'added' });
    expect(texts(await all(work.facts.list()))).to.deep.equal(['Vivo en Lima']);
    expect(await all(one.facts.list())).to.have.length(2);
    expect(await errorOf(work.facts.get(fact.id))).to.include({ reason: 'FACT_NOT_FOUND' });
    expect(await errorOf(one.get(fact.id))).to.include({ reason: 'MEMORY_NOT_FOUND' });
    // It is not a memory either: nothing can be related to it.
    const value = { fromId: fact.id, toId: fact.id, type: 'knows' };
    const relating = door().recorda.memory.addMemory({
      memory: { scope: one.scope, payload: { $case: 'relationship', value } },
    });
    expect(await errorOf(relating))
      .to.have.property('reason')
      .that.is.not.equal('INTERNAL');
  });

  it('are written once per request id', async () => {
    const { facts } = ana();
    const first = await facts.add('I live in Denver', { requestId: 'r1' });
    const again = await facts.add('I live in Denver', { requestId: 'r1' });
    expect(again.operation).to.equal('added');
    expect(again.fact).to.deep.equal(first.fact);
    expect(await errorOf(facts.add('I live in Boise', { requestId: 'r1' }))).to.include({
      reason: 'REQUEST_ID_REUSED',
    });
    await facts.forget(first.fact.id, { requestId: 'r2' });
    await facts.forget(first.fact.id, { requestId: 'r2' });
  });

  it('are stored once if many callers state them at the same time', async () => {
    const { facts } = ana();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => facts.add('I live in Denver')));
    expect(outcomes.filter(({ operation }) => operation === 'added')).to.have.length(1);
    const [fact, ...others] = await all(facts.list());
    expect(others).to.deep.equal([]);
    expect(fact?.confirmationCount).to.equal(19);
    await Promise.all(['Boise', 'Lima', 'Quito', 'Cusco'].map((city) => facts.add(`I live in ${city}`)));
    expect(await all(facts.list())).to.have.length(1);
    expect(await all(facts.list({ states: ['superseded'] }))).to.have.length(4);
  });

  it('refuse invalid facts', async () => {
    const { facts } = ana();
    for (const text of ['', '  ', 'x'.repeat(4097)])
      expect(await errorOf(facts.add(text))).to.include({ reason: 'FIELD_INVALID' });
    expect(await errorOf(facts.extract(''))).to.include({ reason: 'FIELD_INVALID' });
    expect(await errorOf(all(facts.list({ domains: ['work', 'work'] })))).to.include({ reason: 'FIELD_INVALID' });
    expect(await errorOf(door().recorda.context.addFact({ text: 'I live in Denver' }))).to.include({
      reason: 'FIELD_INVALID',
    });
  });
});
