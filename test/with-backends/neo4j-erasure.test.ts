import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { canaries } from '../erasing/canaries.ts';
import { sharedNeo4j } from './neo4j-process.ts';

describe('a user who is erased from Neo4j', () => {
  it('is in no dump of it any more', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-neo4j-erasing-'));
    const { address } = await sharedNeo4j();
    const server = await openRecorda({ dataDir: folder, graph: address });
    const { url, user = '', password = '' } = address;
    const driver = neo4j.driver(url, user === '' ? undefined : neo4j.auth.basic(user, password));
    /** Returns every property of every node and relationship. */
    const dump = async (): Promise<string> => {
      const { records } = await driver.executeQuery(
        'MATCH (n) RETURN properties(n) AS of UNION ALL MATCH ()-[r]->() RETURN properties(r) AS of',
      );
      return JSON.stringify(records.map((record) => record.get('of') as unknown));
    };
    try {
      const recorda = recordaOver(pipelineTransport(server.pipeline, () => Promise.resolve()));
      const words = canaries();
      const marks: string[] = [];
      const mark = (of: string): string => {
        const made = words.mark(of);
        if (/entity|attribute|relationship|episode|step/.test(of)) marks.push(made);
        return made;
      };
      await tellEverything(recorda, 'ana', mark);
      const agent = recorda.agent({ userId: 'ana', agentId: 'filler' });
      for (let at = 0; at < 25; at += 1) {
        const { memory } = await agent.entities.upsert(mark('entity'), 'person', {
          attributes: { of: mark('attribute') },
        });
        await agent.entities.relate(
          memory.id,
          'knows',
          { name: 'Ben', type: 'person' },
          { attributes: { of: mark('attribute') } },
        );
        await agent.episodes.start(`Do ${mark('episode')}`);
      }
      await tellEverything(recorda, 'bob', (of) => `of bob: ${of}`);
      const found = (text: string): number => marks.filter((one) => text.includes(one)).length;
      expect(found(await dump())).to.equal(marks.length);
      const answers = await all(recorda.admin.deleteUserData({ userId: 'ana', force: true }));
      const { places } = JSON.parse(answers.at(-1)!.receipt!.text) as { places: Record<string, number> };
      expect(places).to.include.keys('neo4j/entity', 'neo4j/episodic');
      const after = await dump();
      expect(found(after)).to.equal(0);
      expect(after).to.include('of bob: entity');
      expect(await words.foundIn(folder)).to.deep.equal([]);
      const audited = await recorda.admin.listAuditEvents({ userId: 'bob', pageSize: 1000 });
      const subjects = new Set(audited.events.map(({ subject }) => subject));
      expect(subjects).to.include.all.keys('ENTITY', 'EPISODIC');
    } finally {
      await driver.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  }).timeout(180_000);
});
