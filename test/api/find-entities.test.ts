import { expect } from 'chai';
import { describeDoors, errorOf } from './doors.ts';
import { graphStory, nameOf, type GraphStory } from './graph-story.ts';

const YEAR = (year: number): Date => new Date(Date.UTC(year, 0, 1));

/** Adds a few people and what they do, with others so that no answer is found by chance. */
async function town(user: GraphStory) {
  const ana = await user.entity('Ana Pérez', 'person', { aliases: ['Anita'], attributes: { profession: 'surgeon' } });
  const ben = await user.entity('Ben', 'person', { attributes: { hobby: 'mountain climbing' } });
  const carla = await user.entity('Carla', 'person', { attributes: { profession: 'cocinera' } });
  const acme = await user.entity('Acme', 'company', { attributes: { industry: 'rockets' } });
  const hospital = await user.entity('Hospital Italiano', 'hospital');
  const rosario = await user.entity('Rosario', 'city');
  for (const [name, type] of [
    ['Fluffy', 'cat'],
    ['Café Tortoni', 'restaurant'],
    ['Blue Danube', 'song'],
  ] as const) {
    await user.entity(name, type);
  }
  await user.relate(ana, 'works_at', hospital);
  await user.relate(ben, 'works_at', acme);
  await user.relate(carla, 'lives_in', rosario);
  await user.relate(ana, 'married_to', ben);
  return { ana, ben, carla, acme, hospital, rosario };
}

describeDoors('RetrieveMemories of entities', (door) => {
  it('ranks an entity first whose name or alias is the query, apart from case, accents and punctuation', async () => {
    const user = graphStory(door());
    await town(user);
    for (const query of ['Ana Pérez', 'ana perez', ' ¿ANA   PEREZ?', 'anita', 'Anita!']) {
      const [first, second] = await user.find(query, { explain: true });
      expect(nameOf(first?.memory)).to.equal('Ana Pérez');
      expect(first?.similarity).to.equal(1);
      expect(first?.score).to.be.greaterThan(second?.score ?? Infinity);
      const shares = first?.signals.reduce((sum, { share }) => sum + share, 0);
      expect(shares).to.be.closeTo(first?.score ?? NaN, 1e-4);
    }
    expect(await user.names('Anita', { topK: 1 })).to.deep.equal(['Ana Pérez']);
    expect(await user.names('Anita', { minSimilarity: 0.99 })).to.deep.equal(['Ana Pérez']);
    expect(await user.names('Anita', { filter: 'kind == "city"' })).to.deep.equal(['Rosario']);
    for (const name of ['C', 'C#', 'Yahoo!']) await user.entity(name, 'thing');
    for (const [query, name] of [
      ['c#', 'C#'],
      ['C', 'C'],
      ['"C"', 'C'],
      ['yahoo', 'Yahoo!'],
    ] as const) {
      const [hit] = await user.find(query);
      expect([nameOf(hit?.memory), hit?.similarity], query).to.deep.equal([name, 1]);
    }
  });

  it('finds entities by their type, in English and in Spanish', async () => {
    const user = graphStory(door());
    await town(user);
    for (const [query, name] of [
      ['a doctor who operates on people', 'Ana Pérez'],
      ['una médica cirujana', 'Ana Pérez'],
      ['who cooks?', 'Carla'],
      ['alguien que escala montañas', 'Ben'],
      ['a feline pet', 'Fluffy'],
    ] as const) {
      expect((await user.names(query)).slice(0, 2), query).to.include(name);
    }
  });

  it('finds entities by their relationships, in English and in Spanish', async () => {
    const user = graphStory(door());
    await town(user);
    for (const [query, name] of [
      ['who works at Acme?', 'Ben'],
      ['¿quién trabaja en Acme?', 'Ben'],
      ['who works in a hospital?', 'Ana Pérez'],
      ['¿quién vive en Rosario?', 'Carla'],
      ['who is Ben married to?', 'Ana Pérez'],
    ] as const) {
      expect((await user.names(query)).slice(0, 3), query).to.include(name);
    }
  });

  it('follows relationships as they begin, end and are deleted, and names as they change', async () => {
    const user = graphStory(door());
    const { ana, hospital, ben } = await town(user);
    const { scope, memory } = user;
    // The word occurs nowhere else, so that only the relationship can bring the result.
    const found = async (query: string) => (await user.find(query, { topK: 2 })).map((hit) => nameOf(hit.memory));
    const zeppelin = await user.entity('Zeppelin Club', 'club');
    expect(await found('Zeppelin')).not.to.include('Ben');
    const member = await user.relate(ben, 'member_of', zeppelin);
    expect(await found('Zeppelin')).to.include('Ben');
    await memory.updateMemory({
      memory: { id: zeppelin, scope, payload: { $case: 'entity', value: { name: 'Quetzal Society' } } },
      updateMask: ['entity.name'],
    });
    expect(await found('Quetzal')).to.include('Ben');
    expect((await user.find('Zeppelin Club'))[0]?.similarity).to.be.lessThan(1);
    const added = (await memory.getMemory({ scope, id: member })).memory?.createTime?.getTime() ?? NaN;
    const soon = new Date(added + 3_600_000_000);
    await memory.updateMemory({
      memory: { id: member, scope, payload: { $case: 'relationship', value: { validTo: soon } } },
      updateMask: ['relationship.valid_to'],
    });
    expect(await found('Quetzal')).to.include('Ben');
    door().advance(3_700_000_000);
    expect(await found('Quetzal')).not.to.include('Ben');
    expect(await found('Hospital Italiano')).to.include('Ana Pérez');
    await memory.deleteMemory({ scope, id: hospital });
    expect(await user.names('Hospital Italiano', { topK: 100 })).not.to.include('Hospital Italiano');
    const [hit] = await user.find('surgeon', { topK: 1, entityNeighbors: {} as never });
    expect(hit?.memory?.id).to.equal(ana);
    expect(hit?.neighbors.map(({ entity }) => nameOf(entity))).to.deep.equal(['Ben']);
  });

  it('returns the surroundings of each entity, up to the requested distance and number', async () => {
    const user = graphStory(door());
    await town(user);
    const around = async (more: object) => {
      const [hit] = await user.find('Ana Pérez', { topK: 1, entityNeighbors: more as never });
      return {
        neighbors: hit?.neighbors.map(({ entity, distance }) => `${nameOf(entity)} ${distance}`),
        relationships: hit?.neighborRelationships.map(nameOf),
        truncated: hit?.neighborsTruncated,
      };
    };
    const plain = (await user.find('Ana Pérez', { topK: 1 }))[0];
    expect(plain).to.deep.include({ neighbors: [], neighborRelationships: [], neighborsTruncated: false });
    expect(await around({})).to.deep.equal({
      neighbors: ['Ben 1', 'Hospital Italiano 1'],
      relationships: ['works_at', 'married_to'],
      truncated: false,
    });
    expect((await around({ maxHops: 2 })).neighbors).to.deep.equal(['Ben 1', 'Hospital Italiano 1', 'Acme 2']);
    expect(await around({ limit: 1 })).to.deep.include({ neighbors: ['Ben 1'], truncated: true });
    expect((await around({ relationshipTypes: ['married_to'] })).neighbors).to.deep.equal(['Ben 1']);
    expect((await around({ direction: 'TRAVERSE_DIRECTION_IN' })).neighbors).to.deep.equal([]);
  });

  it('finds entities as of a time in the world, and as of a time in the store', async () => {
    const user = graphStory(door());
    const acme = await user.entity('Acme', 'company', { validFrom: YEAR(2000), validTo: YEAR(2010) });
    const ana = await user.entity('Ana', 'person', { attributes: { profession: 'student' } });
    await user.relate(ana, 'works_at', acme, { validFrom: YEAR(2005), validTo: YEAR(2008) });
    const knownAt = new Date((await user.memory.getMemory({ scope: user.scope, id: ana })).memory?.updateTime ?? 0);
    door().advance(10);
    await user.addEntity('Ana', 'person', { attributes: { profession: 'surgeon' } });
    const asOf = (year: number) => user.names('who works at Acme', { asOf: YEAR(year) });
    expect(await asOf(1999)).to.deep.equal(['Ana']);
    expect(await asOf(2006)).to.have.members(['Ana', 'Acme']);
    expect(await asOf(2010)).to.deep.equal(['Ana']);
    expect(await user.names('who works at Acme')).to.have.members(['Acme', 'Ana']);
    const profession = async (more: object) =>
      (await user.find('Ana', { topK: 1, ...more })).map(({ memory }) =>
        memory?.payload?.$case === 'entity' ? (memory.payload.value.attributes?.['profession'] as string) : '',
      );
    expect(await profession({ knownAt })).to.deep.equal(['student']);
    expect(await profession({})).to.deep.equal(['surgeon']);
    expect(await profession({ knownAt: YEAR(2000) })).to.deep.equal([]);
    const [then] = await user.find('Ana', { topK: 1, asOf: YEAR(2006), entityNeighbors: {} as never });
    expect(then?.neighbors.map(({ entity }) => nameOf(entity))).to.deep.equal(['Acme']);
  });

  it('stays within a namespace', async () => {
    const work = graphStory(door(), { namespace: 'work' });
    const home = graphStory(door(), { namespace: 'home', userId: work.scope.userId });
    await work.entity('Ana', 'colleague');
    await home.entity('Ana', 'sister');
    const kinds = async ({ find }: GraphStory) =>
      (await find('Ana')).map(({ memory }) => memory?.payload?.$case === 'entity' && memory.payload.value.type);
    expect(await kinds(work)).to.deep.equal(['colleague']);
    expect(await kinds(home)).to.deep.equal(['sister']);
    expect(await kinds(graphStory(door(), { userId: work.scope.userId }))).to.have.members(['colleague', 'sister']);
    expect(await kinds(graphStory(door()))).to.deep.equal([]);
  });

  it('refuses options of entities if the request does not ask for entities, and malformed ones', async () => {
    const user = graphStory(door());
    const fieldOf = async (more: object) => (await errorOf(user.find('Ana', more))).detail.fields?.[0]?.field;
    expect(await fieldOf({ types: ['MEMORY_TYPE_LONG_TERM'], asOf: YEAR(2000) })).to.equal('as_of');
    expect(await fieldOf({ types: [], knownAt: YEAR(2000) })).to.equal('known_at');
    expect(await fieldOf({ types: [], entityNeighbors: {} })).to.equal('entity_neighbors');
    expect(await fieldOf({ entityNeighbors: { maxHops: 6 } })).to.equal('entity_neighbors.max_hops');
    expect(await fieldOf({ entityNeighbors: { limit: 101 } })).to.equal('entity_neighbors.limit');
  });
});
