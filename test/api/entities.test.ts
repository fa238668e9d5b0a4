import { expect } from 'chai';
import { describeDoors, errorOf } from './doors.ts';
import { graphStory, nameOf } from './graph-story.ts';

const YEAR = (year: number): Date => new Date(Date.UTC(year, 0, 1));

describeDoors('Entities', (door) => {
  it('are merged if name and type are the same apart from case, accents and spaces', async () => {
    const ana = graphStory(door());
    const added = await ana.addEntity('Ana Pérez', 'person', { attributes: { city: 'Rosario' }, aliases: ['Anita'] });
    expect(added.operation).to.equal('ADD_OPERATION_ADD');
    const merged = await ana.addEntity('  ana  perez', 'Person', {
      attributes: { job: 'doctor' },
      evidence: ['lt_1'],
    });
    expect(merged.operation).to.equal('ADD_OPERATION_MERGED');
    expect(merged.memory).to.include({ id: added.memory?.id });
    expect(merged.memory?.payload).to.nested.include({
      'value.attributes.city': 'Rosario',
      'value.attributes.job': 'doctor',
    });
    expect(merged.memory?.payload).to.have.deep.nested.property('value.aliases', ['Anita']);
    expect(merged.memory?.payload).to.have.deep.nested.property('value.evidence', ['lt_1']);
    expect(merged.memory?.payload).to.have.nested.property('value.versions').with.length(1);
    expect(await ana.list()).to.have.length(1);
    expect((await ana.addEntity('Ana Pérez', 'company')).operation).to.equal('ADD_OPERATION_ADD');
  });

  it('are separate in each namespace', async () => {
    const work = graphStory(door(), { namespace: 'work' });
    const home = graphStory(door(), { namespace: 'home', userId: work.scope.userId });
    const colleague = await work.entity('Ana');
    const friend = await home.entity('Ana');
    expect(friend).not.to.equal(colleague);
    const error = await errorOf(home.relate(friend, 'knows', colleague));
    expect(error.detail.fields?.[0]?.field).to.equal('memory.relationship.to_id');
  });

  it('are read, changed and deleted by id, as are relationships', async () => {
    const user = graphStory(door());
    const { scope, memory } = user;
    const [ana, acme] = [await user.entity('Ana'), await user.entity('Acme', 'company')];
    const job = await user.relate(ana, 'works_at', acme, { validFrom: YEAR(2020), attributes: { role: 'engineer' } });
    expect(job).to.match(/^re_/);
    const read = await memory.getMemory({ scope, id: job });
    expect(read.memory?.payload).to.deep.nested.include({ 'value.fromId': ana, 'value.toId': acme });
    const updated = await memory.updateMemory({
      memory: { id: job, scope, payload: { $case: 'relationship', value: { validTo: YEAR(2024) } } },
      updateMask: ['relationship.valid_to'],
    });
    expect(updated.memory?.payload).to.deep.nested.include({
      'value.validTo': YEAR(2024),
      'value.attributes': { role: 'engineer' },
    });
    expect(updated.memory?.payload).to.have.nested.property('value.versions').with.length(1);
    expect((await memory.deleteMemory({ scope, id: job })).deletedRelationshipCount).to.equal(0);
    expect((await errorOf(memory.getMemory({ scope, id: job }))).reason).to.equal('MEMORY_NOT_FOUND');
  });

  it('can be renamed to a name that is free, but not to one in use', async () => {
    const user = graphStory(door());
    const { scope, memory } = user;
    const [ana, bea] = [await user.entity('Ana'), await user.entity('Bea')];
    const rename = (id: string, name: string) =>
      memory.updateMemory({
        memory: { id, scope, payload: { $case: 'entity', value: { name } } },
        updateMask: ['entity.name'],
      });
    const error = await errorOf(rename(bea, 'ANA'));
    expect(error).to.include({ reason: 'FIELD_INVALID' });
    expect(error.detail.fields?.[0]?.field).to.equal('memory.entity.name');
    expect(error.message).to.include(ana);
    expect(nameOf((await rename(bea, 'Beatriz')).memory)).to.equal('Beatriz');
    expect((await user.addEntity('beatriz', 'person')).memory?.id).to.equal(bea);
    expect((await user.addEntity('Bea', 'person')).operation).to.equal('ADD_OPERATION_ADD');
  });

  it('keep earlier values as versions, at most 100', async () => {
    const user = graphStory(door());
    for (let n = 0; n <= 105; n += 1) await user.addEntity('Ana', 'person', { attributes: { n } });
    const [ana] = await user.list();
    const versions = ana?.payload?.$case === 'entity' ? ana.payload.value.versions : [];
    expect(versions.map(({ attributes }) => attributes?.['n'] as number)).to.deep.equal(
      Array.from({ length: 100 }, (_, n) => 104 - n),
    );
  });

  it('cannot be merged or changed into something that could not be added', async () => {
    const user = graphStory(door());
    const aliases = (from: number) => Array.from({ length: 30 }, (_, n) => `alias ${from + n}`);
    await user.addEntity('Ana', 'person', { aliases: aliases(0), validTo: YEAR(2020) });
    const fieldOf = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.[0]?.field;
    expect(await fieldOf(user.addEntity('Ana', 'person', { aliases: aliases(30) }))).to.equal('memory.entity.aliases');
    expect(await fieldOf(user.addEntity('Ana', 'person', { validFrom: YEAR(2021) }))).to.equal(
      'memory.entity.valid_to',
    );
    const half = { text: 'x'.repeat(40_000) };
    await user.addEntity('Ana', 'person', { attributes: { one: half } });
    expect(await fieldOf(user.addEntity('Ana', 'person', { attributes: { two: half } }))).to.equal(
      'memory.entity.attributes',
    );
    const [ana] = await user.list();
    expect(ana?.payload?.$case === 'entity' && ana.payload.value.aliases).to.have.length(30);
  });
});

describeDoors('Relationships', (door) => {
  it('require both their ends, of the same user', async () => {
    const user = graphStory(door());
    const stranger = await graphStory(door()).entity('Eve');
    const ana = await user.entity('Ana');
    const missing = `en_${'0'.repeat(32)}`;
    for (const [from, to, field] of [
      [missing, ana, 'from_id'],
      [ana, missing, 'to_id'],
      [ana, stranger, 'to_id'],
      ['Ana', ana, 'from_id'],
    ] as const) {
      const error = await errorOf(user.relate(from, 'knows', to));
      expect(error).to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.[0]?.field).to.equal(`memory.relationship.${field}`);
      expect(error.message).to.include('Add the entity first');
    }
    const knows = await user.relate(ana, 'knows', ana);
    expect((await errorOf(user.relate(ana, 'knows', knows))).message).to.include('to_id');
    expect(await user.list('node == "relationship"')).to.have.length(1);
  });

  it('are merged if type, ends and times match, and stay separate if their times differ', async () => {
    const user = graphStory(door());
    const [ana, acme] = [await user.entity('Ana'), await user.entity('Acme', 'company')];
    const stint = (from: number, to: number) => ({ validFrom: YEAR(from), validTo: YEAR(to) });
    const first = await user.addRelationship(ana, 'works_at', acme, stint(2010, 2012));
    const second = await user.addRelationship(ana, 'works_at', acme, stint(2012, 2014));
    expect([first.operation, second.operation]).to.deep.equal(['ADD_OPERATION_ADD', 'ADD_OPERATION_ADD']);
    const again = await user.addRelationship(ana, 'Works_At', acme, { attributes: { role: 'chief' } });
    expect(again).to.include({ operation: 'ADD_OPERATION_MERGED' });
    // It names no time, so it is merged into the later one, which keeps its time.
    expect(again.memory?.id).to.equal(second.memory?.id);
    expect(again.memory?.payload).to.deep.nested.include({ 'value.validFrom': YEAR(2012) });
    const error = await errorOf(user.addRelationship(ana, 'works_at', acme, stint(2011, 2013)));
    expect(error.detail.fields?.[0]?.field).to.equal('memory.relationship.valid_from');
    const moved = user.memory.updateMemory({
      memory: {
        id: second.memory?.id ?? '',
        scope: user.scope,
        payload: { $case: 'relationship', value: { validFrom: YEAR(2011) } },
      },
      updateMask: ['relationship.valid_from'],
    });
    expect((await errorOf(moved)).message).to.include(first.memory?.id);
    expect(await user.list('node == "relationship"')).to.have.length(2);
    const other = await user.addRelationship(acme, 'works_at', ana);
    expect(other.operation).to.equal('ADD_OPERATION_ADD');
  });

  it('are deleted with their entity, and are counted', async () => {
    const user = graphStory(door());
    const { scope, memory } = user;
    const [ana, bea, acme] = [await user.entity('Ana'), await user.entity('Bea'), await user.entity('Acme', 'company')];
    const room = (await user.addRelationship(bea, 'works_at', acme)).quotaRemaining;
    await user.relate(ana, 'knows', bea);
    await user.relate(bea, 'knows', ana);
    await user.relate(ana, 'knows', ana);
    const request = { scope, id: ana, requestId: 'once' };
    const deleted = await memory.deleteMemory(request);
    expect(deleted.deletedRelationshipCount).to.equal(3);
    expect((await memory.deleteMemory(request)).deletedRelationshipCount).to.equal(3);
    expect((await user.list()).map(nameOf)).to.deep.equal(['Bea', 'Acme', 'works_at']);
    const after = await user.addRelationship(bea, 'works_at', acme);
    expect(after.quotaRemaining).to.deep.equal(room);
  });

  it('are deleted by a filter together with their entities, each counted once', async () => {
    const user = graphStory(door());
    const [ana, bea] = [await user.entity('Ana'), await user.entity('Bea')];
    await user.relate(ana, 'knows', bea);
    await user.relate(bea, 'likes', ana);
    const matching = (filter: string, force: boolean) =>
      user.memory.deleteMemories({ scope: user.scope, type: 'MEMORY_TYPE_ENTITY', filter, force });
    const some = 'name == "Ana" || kind == "knows"';
    expect(await matching(some, false)).to.include({ matchedCount: 2, deletedCount: 0, deletedRelationshipCount: 0 });
    expect(await matching(some, true)).to.include({ matchedCount: 2, deletedCount: 2, deletedRelationshipCount: 1 });
    expect((await user.list()).map(nameOf)).to.deep.equal(['Bea']);
  });

  it('are listed with entities by create time; a filter tells them apart', async () => {
    const user = graphStory(door());
    const ana = await user.entity('Ana', 'person', { attributes: { age: 30 } });
    door().advance(1);
    const likes = await user.relate(ana, 'likes', ana, { validFrom: YEAR(2020) });
    door().advance(1);
    const tea = await user.entity('Tea', 'drink');
    door().advance(1);
    const drinks = await user.relate(ana, 'drinks', tea);
    expect((await user.list()).map(({ id }) => id)).to.deep.equal([ana, likes, tea, drinks]);
    expect((await user.list('node == "entity" && kind == "person"')).map(nameOf)).to.deep.equal(['Ana']);
    expect((await user.list('attributes.age > 20')).map(nameOf)).to.deep.equal(['Ana']);
    const since = 'valid_from != null && valid_from < timestamp("2021-01-01T00:00:00Z")';
    expect((await user.list(since)).map(nameOf)).to.deep.equal(['likes']);
    const seen: string[] = [];
    let pageToken = '';
    do {
      const page = await user.memory.listMemories({
        scope: user.scope,
        type: 'MEMORY_TYPE_ENTITY',
        orderBy: 'create_time desc',
        pageSize: 1,
        pageToken,
      });
      seen.push(...page.memories.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(seen).to.deep.equal([drinks, tea, likes, ana]);
  });
});
