import { expect } from 'chai';
import type { Agent } from '../../client/agent.ts';
import { describeDoors, errorOf } from './doors.ts';

const YEAR = (year: number): Date => new Date(Date.UTC(year, 0, 1));
const person = (name: string) => ({ name, type: 'person' });

describeDoors('agent.entities', (door) => {
  const agent = (): Agent => door().recorda.agent({ userId: door().newUser() });

  it('adds entities, and extends those that exist', async () => {
    const { entities } = agent();
    const added = await entities.upsert('Ana Pérez', 'person', {
      attributes: { city: 'Rosario' },
      aliases: ['Anita'],
      validFrom: YEAR(1990),
      evidence: ['lt_1'],
      source: 'user',
    });
    expect(added.operation).to.equal('ADD');
    expect(added.memory).to.deep.include({
      type: 'entity',
      node: 'entity',
      name: 'Ana Pérez',
      entityType: 'person',
      attributes: { city: 'Rosario' },
      aliases: ['Anita'],
      validFrom: YEAR(1990),
      validTo: undefined,
      evidence: ['lt_1'],
      source: 'user',
    });
    const merged = await entities.upsert('ana perez', 'person', { attributes: { city: 'Madrid' } });
    expect(merged.operation).to.equal('MERGED');
    expect(merged.memory.versions[0]).to.deep.include({ attributes: { city: 'Rosario' }, validFrom: YEAR(1990) });
    expect((await entities.get('ANA PEREZ', 'Person'))?.id).to.equal(added.memory.id);
    expect(await entities.get('Ana', 'person')).to.equal(undefined);
  });

  it('relates entities by id, by the record that was read, and by name, adding those that do not exist', async () => {
    const { entities } = agent();
    const { memory: ana } = await entities.upsert('Ana', 'person');
    const job = await entities.relate(ana, 'works_at', { name: 'Acme', type: 'company' }, { validFrom: YEAR(2020) });
    expect(job.memory).to.deep.include({ node: 'relationship', fromId: ana.id, relationshipType: 'works_at' });
    const again = await entities.relate(person('ANA'), 'works_at', job.memory.toId, { attributes: { role: 'chief' } });
    expect(again).to.include({ operation: 'MERGED' });
    expect(again.memory.attributes).to.deep.equal({ role: 'chief' });
    expect((await errorOf(entities.relate(ana, 'knows', `en_${'0'.repeat(32)}`))).reason).to.equal('FIELD_INVALID');
  });

  it('traverses from a name, an id, an entity, or several', async () => {
    const { entities } = agent();
    await entities.relate(person('Ana'), 'knows', person('Ben'));
    await entities.relate(person('Ben'), 'works_at', { name: 'Acme', type: 'company' });
    const walk = await entities.traverse({ name: 'ana' }, { maxHops: 2, direction: 'out' });
    expect(walk.entities.map(({ entity, distance }) => [entity.name, distance])).to.deep.equal([
      ['Ana', 0],
      ['Ben', 1],
      ['Acme', 2],
    ]);
    expect(walk.relationships.map(({ relationshipType }) => relationshipType)).to.deep.equal(['knows', 'works_at']);
    expect(walk.truncated).to.equal(false);
    const ben = walk.entities[1]!.entity;
    expect((await entities.traverse(ben, { entityTypes: ['company'] })).entities).to.have.length(2);
    expect((await entities.traverse(ben.id, { relationshipTypes: ['knows'] })).entities).to.have.length(2);
    expect((await entities.traverse([ben, person('Ana')], { limit: 2 })).truncated).to.equal(true);
    expect((await errorOf(entities.traverse({ name: 'Zoe' }))).reason).to.equal('MEMORY_NOT_FOUND');
    const error = await errorOf(entities.traverse(ben, { direction: 'up' as 'out' }));
    expect(error.detail.fields?.[0]?.field).to.equal('direction');
  });

  it('finds entities by a question in plain words, with their neighbours, as of now and of an earlier time', async () => {
    const { entities } = agent();
    const acme = { name: 'Acme', type: 'company' };
    await entities.relate(person('Ana'), 'works_at', acme, { validFrom: YEAR(2000), validTo: YEAR(2010) });
    await entities.relate(person('Ben'), 'works_at', acme, { validFrom: YEAR(2010) });
    const names = async (query: string, options: object = {}) =>
      (await entities.find(query, options)).map(({ memory }) => memory.name);
    expect(await names('¿quién trabaja en Acme?', { topK: 2 })).to.have.members(['Acme', 'Ben']);
    expect(await names('who works at Acme?', { topK: 2, asOf: YEAR(2005) })).to.have.members(['Acme', 'Ana']);
    const [hit] = await entities.find('acme', { topK: 1, neighbors: { direction: 'in' } });
    expect(hit?.neighbors.map(({ entity }) => entity.name)).to.deep.equal(['Ben']);
    expect(hit?.relationships.map(({ relationshipType }) => relationshipType)).to.deep.equal(['works_at']);
    expect(hit?.truncated).to.equal(false);
  });

  it('deletes an entity with its relationships, and returns their number', async () => {
    const ana = agent();
    const { memory } = await ana.entities.relate(person('Ana'), 'knows', person('Ben'));
    await ana.entities.relate(person('Ben'), 'knows', person('Ana'));
    expect(await ana.entities.delete(memory.fromId)).to.equal(2);
    expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
    await ana.entities.relate(person('Ben'), 'knows', person('Eve'));
    const gone = await ana.deleteMatching('name == "Eve"', { type: 'entity', force: true });
    expect(gone).to.include({ matchedCount: 1, deletedCount: 1, deletedRelationshipCount: 1 });
  });
});
