import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { scaled } from '../scale.ts';
import { all } from './doors.ts';
import { idOf, perform, SCOPE, WRITERS, type Act, type Outcome, type Told } from './history-acts.ts';

const CHILD = fileURLToPath(new URL('./history-child.js', import.meta.url));

/**
 * Lets the writers of a server act until it is killed after this many acts; returns those that ended and those that
 * had begun.
 */
async function killedAfter(dataDir: string, round: number, acts: number) {
  const child = fork(CHILD, [dataDir, String(round)]);
  const done: Outcome[] = [];
  const underWay = new Map<string, Act>();
  child.on('message', (told: Told) => {
    if ('begun' in told) return void underWay.set(told.begun.id, told.begun);
    done.push(told.done);
    underWay.delete(told.done.act.id);
    if (done.length === acts) child.kill('SIGKILL');
  });
  // 'exit' would be too early: messages of the child may arrive after it.
  await once(child, 'close');
  return { done, underWay: [...underWay.values()] };
}

describe('A history whose server is killed while 16 writers append', () => {
  it('loses no document, returns none twice, and keeps their order @torture', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-history-'));
    const outcomes: Outcome[] = [];
    let repeats = 0;
    for (let round = 0; round < scaled(2, 100); round += 1) {
      const { done, underWay } = await killedAfter(dataDir, round, 40 + ((round * 37) % 90));
      outcomes.push(...done);
      const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
      const recorda = recordaOver(pipelineTransport(pipeline, close));
      const history = recorda.agent(SCOPE).documents.ordered('thread');
      // Acts that were interrupted are repeated: whether or not they were applied before the kill, each has one
      // outcome.
      for (const act of underWay) outcomes.push(await perform(history, act));
      repeats += underWay.length;
      // Some that were answered are repeated as well, since a client may have lost their answer.
      for (const { act, ...outcome } of done.slice(-5))
        expect(await perform(history, act)).to.deep.equal({ act, ...outcome });

      const left = await all(history.list());
      const ids = (kind: Act['kind']) =>
        outcomes.flatMap(({ act, document }) => (act.kind === kind && document !== undefined ? [document.id] : []));
      const popped = ids('pop');
      expect(new Set(popped).size).to.equal(popped.length);
      expect([...popped, ...left.map(idOf)].toSorted()).to.deep.equal(ids('append').toSorted());

      const appended = new Map(
        outcomes.flatMap(({ act, document }) => (act.kind === 'append' ? [[document!.id, document!.sequence]] : [])),
      );
      expect(new Set(appended.values()).size).to.equal(appended.size);
      for (const document of left) expect(appended.get(idOf(document))).to.equal(document.sequence);
      expect(left.map(({ sequence }) => sequence)).to.deep.equal(
        left.map(({ sequence }) => sequence).toSorted((one, other) => one - other),
      );
      // Each writer waits for one act before the next, so its appends are in its own order.
      for (let writer = 0; writer < WRITERS; writer += 1) {
        const own = outcomes
          .filter(({ act }) => act.kind === 'append' && act.writer === writer && act.id.startsWith(`${round}/`))
          .toSorted((one, other) => numberOf(one.act) - numberOf(other.act))
          .map(({ document }) => document!.sequence);
        expect(own).to.deep.equal(own.toSorted((one, other) => one - other));
      }
      const { usages } = await recorda.admin.getUsage({ userId: SCOPE.userId });
      const usage = usages.find(({ name }) => name === 'QUOTA_NAME_ORDERED_DOCUMENT');
      expect(usage?.count).to.equal(left.length);
      await close();
    }
    expect(repeats).to.be.greaterThan(0);
    await rm(dataDir, { recursive: true });
  }).timeout(0);
});

function numberOf({ id }: Act): number {
  return Number(id.split('/').at(-1));
}
