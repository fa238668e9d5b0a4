/**
 * Entities, relationships and episodes in Neo4j and in the embedded store: the same writes get the same
 * answers.
 */
import {
  closeAndDelete,
  movableClock,
  openTemporary,
  type TemporaryStore,
} from '../backends/sqlite/temporary-store.ts';
import { emptiedNeo4j } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';
import { expectSameWrites, SMALL } from './same-writes.ts';

describe('Memories in Neo4j and in the embedded store', () => {
  const clock = movableClock();
  let embedded: TemporaryStore;
  let opened: OpenedForTest;

  before(async () => {
    const { address } = await emptiedNeo4j();
    embedded = await openTemporary({ clock, quotas: SMALL });
    opened = await openForTest({ address, clock, quotasOf: () => Promise.resolve(SMALL) });
  });
  after(async () => {
    await opened.close();
    await closeAndDelete(embedded);
  });

  it('are the same episodes after the same writes, which are answered alike', async () => {
    await expectSameWrites('EPISODIC', clock, [embedded.stores.EPISODIC, opened.episodic]);
  }).timeout(600_000);

  it('are the same entities and relationships after the same writes, which are answered alike', async () => {
    await expectSameWrites('ENTITY', clock, [embedded.stores.ENTITY, opened.entity]);
  }).timeout(600_000);
});
