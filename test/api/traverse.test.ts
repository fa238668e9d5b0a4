import { expect } from 'chai';
import { describeDoors, errorOf } from './doors.ts';
import { graphStory, type GraphStory } from './graph-story.ts';

const YEAR = (year: number): Date => new Date(Date.UTC(year, 0, 1));

/** Ana -> Bea -> Cid -> Ana, and Ana works at Acme, which is in Paris. */
async function people(user: GraphStory) {
  const [ana, bea, cid] = [await user.entity('Ana'), await user.entity('Bea'), await user.entity('Cid')];
  const acme = await user.entity('Acme', 'company');
  const paris = await user.entity('Paris', 'city', { aliases: ['Ciudad Luz'] });
  await user.relate(ana, 'knows', bea);
  await user.relate(bea, 'knows', cid);
  await user.relate(cid, 'knows', ana);
  await user.relate(ana, 'works_at', acme);
  await user.relate(acme, 'located_in', paris);
  return { ana, bea, cid, acme, paris };
}

describeDoors('TraverseEntities', (door) => {
  it('walks as many hops as requested, nearest first, and around a cycle once', async () => {
    const user = graphStory(door());
    const { ana } = await people(user);
    expect(await user.walk([ana])).to.deep.equal({
      entities: ['Ana 0', 'Bea 1', 'Cid 1', 'Acme 1'],
      relationships: ['knows', 'knows', 'works_at'],
      truncated: false,
    });
    expect(await user.walk([ana], { maxHops: 5 })).to.deep.equal({
      entities: ['Ana 0', 'Bea 1', 'Cid 1', 'Acme 1', 'Paris 2'],
      relationships: ['knows', 'knows', 'works_at', 'knows', 'located_in'],
      truncated: false,
    });
  });

  it('follows relationships in one direction', async () => {
    const user = graphStory(door());
    const { ana } = await people(user);
    const out = await user.walk([ana], { direction: 'TRAVERSE_DIRECTION_OUT' });
    expect(out.entities).to.deep.equal(['Ana 0', 'Bea 1', 'Acme 1']);
    const back = await user.walk([ana], { direction: 'TRAVERSE_DIRECTION_IN', maxHops: 2 });
    expect(back.entities).to.deep.equal(['Ana 0', 'Cid 1', 'Bea 2']);
    expect(back.relationships).to.deep.equal(['knows', 'knows']);
  });

  it('follows only the requested types of relationships and entities', async () => {
    const user = graphStory(door());
    const { ana, paris } = await people(user);
    expect(
      (await user.walk([ana], { relationshipTypes: ['Works_At', 'located_in'], maxHops: 3 })).entities,
    ).to.deep.equal(['Ana 0', 'Acme 1', 'Paris 2']);
    expect((await user.walk([paris], { entityTypes: ['PERSON'], maxHops: 3 })).entities).to.deep.equal(['Paris 0']);
    const all = await user.walk([paris], { entityTypes: ['person', 'company'], maxHops: 2 });
    expect(all.entities).to.deep.equal(['Paris 0', 'Acme 1', 'Ana 2']);
  });

  it('reports whether there is more than the limit', async () => {
    const user = graphStory(door());
    const { ana } = await people(user);
    expect(await user.walk([ana], { limit: 3, maxHops: 2 })).to.deep.equal({
      entities: ['Ana 0', 'Bea 1', 'Cid 1'],
      relationships: ['knows', 'knows', 'knows'],
      truncated: true,
    });
    expect((await user.walk([ana], { limit: 5, maxHops: 2 })).truncated).to.equal(false);
  });

  it('starts from names, from aliases if nothing has the name, and from several entities at once', async () => {
    const user = graphStory(door());
    const { bea } = await people(user);
    const named = (name: string, type = '') => ({ start: { $case: 'named' as const, value: { name, type } } });
    const walk = (start: ReturnType<typeof named>) => user.walk([], { starts: [start], maxHops: 1 });
    expect((await walk(named(' ACMÉ '))).entities).to.deep.equal(['Acme 0', 'Ana 1', 'Paris 1']);
    expect((await walk(named('acme', 'Company'))).entities[0]).to.equal('Acme 0');
    expect((await walk(named('ciudad luz'))).entities).to.deep.equal(['Paris 0', 'Acme 1']);
    expect((await walk(named('Ciudad Luz', 'city'))).entities[0]).to.equal('Paris 0');
    const two = await user.walk([bea], {
      starts: [named('Acme'), { start: { $case: 'id', value: bea } }, named('Acme')],
    });
    expect(two.entities.slice(0, 2)).to.deep.equal(['Bea 0', 'Acme 0']);
    for (const start of [named('Acme', 'person'), named('Nobody')]) {
      expect(await errorOf(walk(start))).to.include({ reason: 'MEMORY_NOT_FOUND', code: 'NOT_FOUND' });
    }
    const knows = (await user.list('kind == "knows"'))[0]?.id ?? '';
    for (const id of [`en_${'0'.repeat(32)}`, 'Ana', knows]) {
      expect((await errorOf(user.walk([id]))).reason).to.equal('MEMORY_NOT_FOUND');
    }
  });

  it('shows relationships valid at a given time, and by default those valid now', async () => {
    const user = graphStory(door());
    const [ana, acme] = [await user.entity('Ana'), await user.entity('Acme', 'company')];
    const globex = await user.entity('Globex', 'company', { validFrom: YEAR(2015) });
    await user.relate(ana, 'works_at', acme, { validFrom: YEAR(2010), validTo: YEAR(2016) });
    await user.relate(ana, 'works_at', globex, { validFrom: YEAR(2014) });
    const asOf = async (year: number) => (await user.walk([ana], { asOf: YEAR(year) })).entities;
    expect((await user.walk([ana])).entities).to.deep.equal(['Ana 0', 'Globex 1']);
    expect(await asOf(2009)).to.deep.equal(['Ana 0']);
    expect(await asOf(2010)).to.deep.equal(['Ana 0', 'Acme 1']);
    expect(await asOf(2014)).to.deep.equal(['Ana 0', 'Acme 1']);
    expect(await asOf(2015)).to.deep.equal(['Ana 0', 'Acme 1', 'Globex 1']);
    expect(await asOf(2016)).to.deep.equal(['Ana 0', 'Globex 1']);
    expect((await user.walk([globex], { asOf: YEAR(2014) })).entities).to.deep.equal([]);
  });

  it('shows what the store had recorded at a given time', async () => {
    const user = graphStory(door());
    const { scope, memory } = user;
    const times: Date[] = [];
    const mark = async (at: string) => {
      const updated = (await memory.getMemory({ scope, id: at })).memory?.updateTime ?? new Date(0);
      times.push(new Date(updated.getTime() + 1));
      door().advance(10);
    };
    const ana = await user.entity('Ana', 'person', { attributes: { age: 30 } });
    await mark(ana);
    const acme = await user.entity('Acme', 'company');
    const job = await user.relate(ana, 'works_at', acme, { validFrom: YEAR(2000) });
    await mark(job);
    await user.addEntity('Ana', 'person', { attributes: { age: 31 } });
    await memory.updateMemory({
      memory: { id: job, scope, payload: { $case: 'relationship', value: { validTo: YEAR(2001) } } },
      updateMask: ['relationship.valid_to'],
    });
    await mark(job);
    const known = async (knownAt: Date | undefined, asOf?: Date) => {
      const starts = [{ start: { $case: 'id' as const, value: ana } }];
      const { entities, relationships } = await memory.traverseEntities({ scope, starts, knownAt, asOf });
      return [
        ...entities.map(({ entity }) =>
          entity?.payload?.$case === 'entity'
            ? ((entity.payload.value.attributes?.['age'] as number | undefined) ?? 'company')
            : '',
        ),
        ...relationships.map(({ payload }) => payload?.$case === 'relationship' && payload.value.validTo),
      ];
    };
    expect(await known(YEAR(2000))).to.deep.equal([]);
    expect(await known(times[0])).to.deep.equal([30]);
    expect(await known(times[1])).to.deep.equal([30, 'company', undefined]);
    expect(await known(times[2])).to.deep.equal([31]);
    expect(await known(undefined, YEAR(2000))).to.deep.equal([31, 'company', YEAR(2001)]);
    expect(await known(times[1], YEAR(2000))).to.deep.equal([30, 'company', undefined]);
  });

  it('stays within a user and a namespace', async () => {
    const user = graphStory(door(), { namespace: 'n' });
    const { ana } = await people(user);
    const other = graphStory(door());
    expect((await errorOf(other.walk([ana]))).reason).to.equal('MEMORY_NOT_FOUND');
    const elsewhere = graphStory(door(), { userId: user.scope.userId, namespace: 'm' });
    expect((await errorOf(elsewhere.walk([ana]))).reason).to.equal('MEMORY_NOT_FOUND');
    const anywhere = graphStory(door(), { userId: user.scope.userId });
    expect((await anywhere.walk([ana])).entities).to.have.length(4);
  });

  it('refuses a malformed request, and names the field', async () => {
    const user = graphStory(door());
    const ana = await user.entity('Ana');
    const fieldOf = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.[0]?.field;
    expect(await fieldOf(user.walk([]))).to.equal('starts');
    expect(await fieldOf(user.walk([], { starts: [{ start: undefined }] }))).to.equal('starts[0].start');
    expect(await fieldOf(user.walk([ana], { maxHops: 6 }))).to.equal('max_hops');
    expect(await fieldOf(user.walk([ana], { limit: 1001 }))).to.equal('limit');
    expect(await fieldOf(user.walk([ana], { limit: -1 }))).to.equal('limit');
    expect(await fieldOf(user.walk([ana], { relationshipTypes: [' '] }))).to.equal('relationship_types[0]');
    expect(await fieldOf(user.walk([ana], { direction: 'UNRECOGNIZED' }))).to.equal('direction');
    expect(await fieldOf(user.walk(Array.from({ length: 101 }, () => ana)))).to.equal('starts');
  });
});
