import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all, describeDoors, errorOf } from './doors.ts';

const DAY_MS = 24 * 3600 * 1000;

/** While this is set, facts of a user are refused, as if there had been no reader. */
const NO_FACTS = [{ name: 'QUOTA_NAME_FACT' as const, maxCount: 0 }];
const FACTS = [{ name: 'QUOTA_NAME_FACT' as const, maxCount: 100 }];

describeDoors('Turns that are read again', (door) => {
  const admin = () => door().recorda.admin;
  const context = () => door().recorda.context;
  const say = async (userId: string, sessionId: string, ...contents: readonly string[]) =>
    context().appendTurns({ scope: { userId, sessionId }, turns: contents.map((content) => ({ content })) });
  const standing = async (userId: string) =>
    (await all(door().recorda.agent({ userId }).facts.list())).map(({ text }) => text);
  const outcomes = async (userId: string, request: Parameters<Recorda['admin']['rereadFacts']>[0] = {}) => {
    const { facts } = await admin().rereadFacts({ userId, ...request });
    return facts.map(({ outcome, text }) => [outcome.slice('REREAD_OUTCOME_'.length), text]);
  };

  it('report what they would change, then change it, in the order of the turns', async () => {
    const userId = door().newUser();
    await admin().setQuota({ userId, quotas: NO_FACTS });
    await say(userId, 'monday', 'I live in Boston.', 'What a day!');
    door().advance(DAY_MS);
    await say(userId, 'tuesday', 'I live in Denver.', 'I live in Denver.');
    await admin().setQuota({ userId, quotas: FACTS });
    const expected = [
      ['ADDED', 'I live in Boston'],
      ['SUPERSEDED', 'I live in Denver'],
      ['KNOWN', 'I live in Denver'],
    ];
    expect(await outcomes(userId, { dryRun: true })).to.deep.equal(expected);
    expect(await standing(userId)).to.deep.equal([]);
    expect(await outcomes(userId, { sessionId: 'monday', dryRun: true })).to.deep.equal(expected.slice(0, 1));
    const { facts, turnCount, nextPageToken, unfound } = await admin().rereadFacts({ userId });
    expect(facts.map(({ outcome, text }) => [outcome.slice('REREAD_OUTCOME_'.length), text])).to.deep.equal(expected);
    expect({ turnCount, nextPageToken, unfound }).to.deep.equal({ turnCount: 4, nextPageToken: '', unfound: [] });
    expect(facts.map(({ sessionId, turn }) => [sessionId, turn])).to.deep.equal([
      ['monday', 1],
      ['tuesday', 1],
      ['tuesday', 2],
    ]);
    expect(facts[1]!.otherIds).to.deep.equal([facts[0]!.factId]);
    expect(await standing(userId)).to.deep.equal(['I live in Denver']);
    // It is as old as the turn.
    const agent = door().recorda.agent({ userId });
    const boston = await agent.facts.get(facts[0]!.factId);
    const denver = await agent.facts.get(facts[1]!.factId);
    expect(denver.fact.createTime.getTime() - boston.fact.createTime.getTime()).to.be.at.least(DAY_MS);
    expect(denver.fact).to.include({ sessionId: 'tuesday', turn: 1, state: 'active' });
  });

  it('supersede nothing that was said since', async () => {
    const userId = door().newUser();
    const { facts } = door().recorda.agent({ userId });
    await admin().setQuota({ userId, quotas: NO_FACTS });
    await say(userId, 'monday', 'I live in Boston.');
    await admin().setQuota({ userId, quotas: FACTS });
    door().advance(DAY_MS);
    const { fact } = await facts.add('I live in Denver');
    const { facts: read } = await admin().rereadFacts({ userId });
    expect(read.map(({ outcome, otherIds }) => [outcome, otherIds])).to.deep.equal([
      ['REREAD_OUTCOME_OUTDATED', [fact.id]],
    ]);
    // Statements that something else has replaced do not come back either, whatever their words.
    await say(userId, 'tuesday', 'We use Jira at work.');
    const jira = (await all(facts.list())).find(({ text }) => text.includes('Jira'))!;
    await facts.contradict(jira.id, 'The team went over to Linear');
    expect((await outcomes(userId)).map(([outcome]) => outcome)).to.deep.equal(['OUTDATED', 'OUTDATED']);
    expect(await standing(userId)).to.deep.equal(['I live in Denver', 'The team went over to Linear']);
  });

  it('restore nothing that was forgotten since', async () => {
    const userId = door().newUser();
    await say(userId, 'monday', 'I live in Lisbon.', 'I prefer tea to coffee.');
    await say(userId, 'monday', 'Forget where I live.');
    expect(await outcomes(userId)).to.deep.equal([
      ['FORGOTTEN', 'I live in Lisbon'],
      ['KNOWN', 'I prefer tea to coffee'],
    ]);
    expect(await standing(userId)).to.deep.equal(['I prefer tea to coffee']);
  });

  it('are refused if the quota is full, and are read in pages', async () => {
    const userId = door().newUser();
    await admin().setQuota({ userId, quotas: NO_FACTS });
    await say(userId, 'monday', 'I live in Boston.', 'Hm.', 'My dog is called Toto.');
    expect((await outcomes(userId)).map(([outcome]) => outcome)).to.deep.equal(['REFUSED', 'REFUSED']);
    const first = await admin().rereadFacts({ userId, pageSize: 2, dryRun: true });
    expect(first.facts.map(({ turn }) => turn)).to.deep.equal([1]);
    const { nextPageToken: pageToken } = first;
    const second = await admin().rereadFacts({ userId, pageSize: 2, dryRun: true, pageToken });
    expect(second.facts.map(({ turn }) => turn)).to.deep.equal([3]);
    expect(second.nextPageToken).to.equal('');
    expect(await errorOf(admin().rereadFacts({ userId, pageToken }))).to.include({ reason: 'PAGE_TOKEN_INVALID' });
    expect(await errorOf(admin().rereadFacts({}))).to.include({ reason: 'FIELD_INVALID' });
    expect(await outcomes('nobody')).to.deep.equal([]);
  });
});

describe('Turns that an earlier reader read', () => {
  it('confirm doubtful facts, and report those that are no longer found', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-reread-'));
    const open = async (): Promise<Recorda> => {
      const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
      return recordaOver(pipelineTransport(pipeline, close));
    };
    const userId = 'ana';
    const before = await open();
    const turns = [{ content: 'I live in Lisbon.' }, { content: 'My dog is called Toto.' }];
    await before.context.appendTurns({ scope: { userId, sessionId: 'monday' }, turns });
    await before.close();
    const db = new Sqlite(join(dataDir, STORE_FILE));
    db.exec(`UPDATE facts SET confidence = 'LOW' WHERE turn = 1`);
    db.exec(`UPDATE facts SET fact = 'some of the best days of my life', slot = '' WHERE turn = 2`);
    db.close();
    const after = await open();
    const { facts, unfound } = await after.admin.rereadFacts({ userId });
    expect(facts.map(({ outcome }) => outcome)).to.deep.equal(['REREAD_OUTCOME_RAISED', 'REREAD_OUTCOME_ADDED']);
    expect(unfound.map(({ text }) => text)).to.deep.equal(['some of the best days of my life']);
    const known = await all(after.agent({ userId }).facts.list());
    expect(known.map(({ text, confidence }) => [text, confidence])).to.deep.equal([
      ['I live in Lisbon', 'high'],
      ['some of the best days of my life', 'high'],
      ['My dog is called Toto', 'high'],
    ]);
    await after.close();
    await rm(dataDir, { recursive: true });
  });
});
