/** Two servers with one Neo4j serve one user interchangeably, for the types that live there. */
import { expect } from 'chai';
import { wire } from '../../client/index.ts';
import { errorOf } from '../api/doors.ts';
import { startNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

describe('Two servers over one Neo4j', () => {
  let neo4j: Neo4jProcess;
  let servers: TwoServers;

  before(async function () {
    this.timeout(120_000);
    neo4j = await startNeo4j();
    servers = await startTwoServers({ RECORDA_GRAPH: neo4j.address.url });
  });
  after(async () => {
    await servers.close();
    await neo4j.stop();
  });

  it('see entities, their relationships and what is said of them at once', async () => {
    const [here, there] = servers.newUser();
    const { memory: ana } = await here.entities.upsert('Ana Pérez', 'person', { attributes: { city: 'Lisbon' } });
    const again = await there.entities.upsert('ana perez', 'person', { attributes: { profession: 'surgeon' } });
    expect(again.memory.id).to.equal(ana.id);
    const { memory: acme } = await there.entities.upsert('Acme', 'company');
    const { memory: works } = await here.entities.relate(ana.id, 'works_at', acme.id);
    const walked = await there.entities.traverse({ name: 'Acme' }, { direction: 'in' });
    expect(walked.entities.map(({ entity }) => entity.id)).to.include(ana.id);
    const [found] = await there.entities.find('who works at Acme?');
    expect([ana.id, acme.id]).to.include(found?.memory.id);
    await there.delete(works.id);
    expect(
      (await here.entities.traverse({ name: 'Acme' }, { direction: 'in' })).entities.map(({ entity }) => entity.id),
    ).to.not.include(ana.id);
    await here.entities.delete(ana.id);
    expect((await errorOf(there.get(ana.id))).reason).to.equal('MEMORY_NOT_FOUND');
    expect((await there.entities.find('Ana Pérez')).map(({ memory }) => memory.id)).to.not.include(ana.id);
  });

  it('append to one episode without losing or repeating a step', async () => {
    const [here, there] = servers.newUser();
    const { memory: episode } = await here.episodes.start('Deploy the shop');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here : there).episodes.step(episode.id, `step ${n}`)),
    );
    const expected = Array.from({ length: 20 }, (_, n) => `step ${n}`).toSorted();
    for (const agent of [here, there]) {
      const read = await agent.get(episode.id);
      expect(read.type === 'episodic' && read.steps.map(({ action }) => action).toSorted()).to.deep.equal(expected);
    }
    await there.episodes.end(episode.id, 'success');
    const [found] = await here.episodes.find('deploy', { outcome: 'success' });
    expect(found?.memory.id).to.equal(episode.id);
  });

  it('report the same usage of a user', async () => {
    const [here, there] = servers.newUser();
    for (let n = 0; n < 6; n += 1) await (n % 2 === 0 ? here : there).entities.upsert(`Entity ${n}`, 'note');
    for (const { admin } of servers.recordas) {
      const { usages } = await admin.getUsage({ userId: here.scope.userId });
      expect(usages.find(({ name }) => name === wire.QuotaName.ENTITY)?.count).to.equal(6);
    }
  });
});
