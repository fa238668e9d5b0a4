import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';

const YEAR_MS = 366 * 24 * 3600 * 1000;

describeDoors('Persona', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'coach' });

  it('stores traits by key, each with its earlier values', async () => {
    const ana = agent();
    const { memory, operation } = await ana.persona.set('tone', 'formal');
    expect(operation).to.equal('ADD');
    expect(memory).to.include({ type: 'persona', key: 'tone', value: 'formal', text: 'formal' });
    expect(memory.id).to.match(/^pe_/);
    expect((await ana.persona.set('tone', 'friendly')).operation).to.equal('MERGED');
    const { memory: third } = await ana.persona.set('tone', { warm: true });
    expect(third.id).to.equal(memory.id);
    expect(third.versions.map(({ value }) => value)).to.deep.equal(['friendly', 'formal']);
    const [newer, older] = third.versions;
    expect(newer?.fromTime).to.deep.equal(older?.toTime);
    expect(older?.fromTime).to.deep.equal(memory.createTime);
    expect(await ana.persona.get('tone')).to.deep.equal(third);
    expect(await ana.get(memory.id)).to.deep.equal(third);
    expect(await ana.persona.get('Tone')).to.equal(undefined);
  });

  it('changes nothing when a trait is set to what it is', async () => {
    const ana = agent();
    const { memory } = await ana.persona.set('food', { likes: ['tea', 'rice'], avoids: [] });
    const { memory: same, operation } = await ana.persona.set('food', { avoids: [], likes: ['tea', 'rice'] });
    expect(operation).to.equal('MERGED');
    expect(same).to.deep.equal(memory);
  });

  it('keeps every version, even beyond a hundred', async () => {
    const ana = agent();
    for (let n = 0; n <= 120; n += 1) await ana.persona.set('level', n);
    const trait = await ana.persona.get('level');
    expect(trait?.versions.map(({ value }) => value)).to.deep.equal(Array.from({ length: 120 }, (_, n) => 119 - n));
  });

  it('belongs to one agent, and lists all of its traits', async () => {
    const ana = agent();
    for (const key of ['a', 'b', 'c']) await ana.persona.set(key, key);
    await ana.with({ agentId: 'other' }).persona.set('a', 'another');
    expect((await all(ana.persona.all({}))).map(({ key, value }) => `${key} ${JSON.stringify(value)}`)).to.deep.equal([
      'a "a"',
      'b "b"',
      'c "c"',
    ]);
    expect(await ana.with({ agentId: 'nobody' }).persona.get('a')).to.equal(undefined);
  });

  it('never expires, and is never pruned', async () => {
    const ana = agent();
    const { memory } = await ana.persona.set('tone', 'friendly');
    expect(memory.expireTime).to.equal(undefined);
    door().advance(10 * YEAR_MS);
    expect((await ana.persona.get('tone'))?.value).to.equal('friendly');
    const pruning = await errorOf(
      door().recorda.memory.addMemory({
        memory: { scope: ana.scope, payload: { $case: 'trait', value: { key: 'x', value: 1 } } },
        autoPrune: 'AUTO_PRUNE_TO_FIT',
      }),
    );
    expect(pruning.detail.fields?.map(({ field }) => field)).to.deep.equal(['auto_prune']);
  });

  it('is updated and deleted like any memory', async () => {
    const ana = agent();
    const { memory } = await ana.persona.set('tone', 'formal');
    const changed = await ana.update(memory, { value: null, importance: 0.9 });
    expect(changed).to.deep.include({ value: null, importance: 0.9 });
    expect((await errorOf(ana.update(memory, { value: 1 }))).reason).to.equal('ETAG_MISMATCH');
    await ana.delete(changed);
    expect(await ana.persona.get('tone')).to.equal(undefined);
    expect((await ana.persona.set('tone', 'new')).operation).to.equal('ADD');
  });

  it('is found by a question in plain words, in English and in Spanish', async () => {
    const ana = agent();
    await ana.persona.set('language.preferred', 'Spanish');
    await ana.persona.set('tone', 'friendly and informal');
    await ana.persona.set('diet', 'vegetarian, allergic to nuts');
    await ana.persona.set('working_hours', 'from nine to five, never on weekends');
    const questions = {
      'Which language does she prefer?': 'language.preferred',
      '¿En qué idioma prefiere hablar?': 'language.preferred',
      'What food can she not eat?': 'diet',
      '¿Qué alergias tiene?': 'diet',
      'What tone of voice should I use?': 'tone',
      '¿Con qué tono le escribo?': 'tone',
      'Does she work on weekends?': 'working_hours',
    };
    for (const [question, key] of Object.entries(questions)) {
      const [hit] = await ana.retrieve(question, { types: ['persona'], topK: 1 });
      expect(hit?.memory, question).to.include({ key });
    }
  });

  it('refuses invalid traits', async () => {
    const ana = agent();
    const fields = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.map(({ field }) => field);
    expect(await fields(ana.persona.set('', 1))).to.deep.equal(['memory.trait.key']);
    expect(await fields(ana.persona.set('k'.repeat(257), 1))).to.deep.equal(['memory.trait.key']);
    expect(await fields(ana.persona.set('k', 'v'.repeat(64 * 1024)))).to.deep.equal(['memory.trait.value']);
    expect(await fields(ana.with({ agentId: '' }).persona.set('k', 1))).to.deep.equal(['memory.scope.agent_id']);
    expect(await fields(ana.with({ agentId: '' }).persona.get('k'))).to.deep.equal(['scope.agent_id']);
    const { memory } = door().recorda;
    expect(await fields(memory.getMemory({ scope: ana.scope, id: '' }))).to.deep.equal(['id']);
    const both = { id: 'pe_1', name: { type: 'MEMORY_TYPE_PERSONA' as const, key: 'k' } };
    expect(await fields(memory.getMemory({ scope: ana.scope, ...both }))).to.deep.equal(['id']);
    const nameless = { name: { type: 'MEMORY_TYPE_LONG_TERM' as const, key: 'k' } };
    expect(await fields(memory.getMemory({ scope: ana.scope, ...nameless }))).to.deep.equal(['name.type']);
  });
});
