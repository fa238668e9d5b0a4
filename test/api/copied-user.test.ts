import { expect } from 'chai';
import type { Recorda } from '../../client/recorda.ts';
import { all, describeDoors, errorOf } from './doors.ts';
import { tellEverything } from './everything-of-a-user.ts';

const ID = /[a-z]{2}_[0-9a-f]{32}/g;

describeDoors('a copy of a user', (door) => {
  const exported = async (userId: string): Promise<string> => {
    const parts = await all(door().recorda.admin.exportUserData({ userId }));
    return Buffer.concat(parts.map(({ lines }) => lines)).toString();
  };
  const linesOf = (text: string): readonly string[] =>
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{"line":"manifest"'));
  const idsIn = (text: string): readonly string[] => text.match(ID) ?? [];
  /**
   * Returns the same text with every id replaced by its position among the ids: texts are equal if the same
   * things refer to each other.
   */
  const shape = (text: string): readonly string[] => {
    const places = new Map<string, number>();
    const place = (id: string): string => {
      places.set(id, places.get(id) ?? places.size);
      return `${id.slice(0, 3)}${String(places.get(id))}`;
    };
    return linesOf(text).map((line) => line.replaceAll(ID, place));
  };
  const imported = (recorda: Recorda, userId: string, lines: readonly string[], more: object = {}) =>
    recorda.admin.importUserData({ userId, lines: Buffer.from(lines.join('\n')), asNewIds: true, ...more });

  it('is complete, refers only to its own ids, and leaves the user unchanged', async () => {
    const { recorda, newUser } = door();
    const [user, copy] = [newUser(), newUser()];
    await tellEverything(recorda, user);
    const before = await exported(user);
    const lines = linesOf(before);
    // The import takes several calls, which know nothing of each other.
    let [taken, skipped] = [0, 0];
    for (let at = 0; at < lines.length; at += 5) {
      const { takenCount, skippedCount } = await imported(recorda, copy, lines.slice(at, at + 5));
      taken += takenCount;
      skipped += skippedCount;
    }
    expect([taken, skipped]).to.deep.equal([lines.length, 0]);
    expect(await exported(user)).to.equal(before);
    const copied = await exported(copy);
    const known = new Set(idsIn(before));
    expect(known.size).to.be.greaterThan(20);
    expect(idsIn(copied).filter((id) => known.has(id))).to.deep.equal([]);
    expect(shape(copied).toSorted()).to.deep.equal(shape(before).toSorted());

    const agent = recorda.agent({ userId: copy, agentId: 'guide', sessionId: 'tuesday' });
    const [hit] = await agent.retrieve('Which city do I like?');
    expect(hit?.text).to.include('Paris');
    const key = { asked: { $case: 'question' as const, value: 'Where do I live?' }, locale: 'en' };
    const scope = { userId: copy, sessionId: 'tuesday', agentId: 'guide' };
    expect((await recorda.context.lookupResponse({ scope, key })).answer, 'what its facts hold').to.include('Lisbon');
  });

  it('is made once per copy key', async () => {
    const { recorda, newUser } = door();
    const [user, copy] = [newUser(), newUser()];
    for (const text of ['one', 'two', 'three']) await recorda.agent({ userId: user }).add(text);
    const lines = linesOf(await exported(user));
    const counts: number[] = [];
    for (const copyKey of ['', '', 'again', 'again']) {
      counts.push((await imported(recorda, copy, lines, { copyKey })).takenCount);
    }
    expect(counts).to.deep.equal([3, 0, 3, 0]);
    // This also works into the same user.
    expect((await imported(recorda, user, lines)).takenCount).to.equal(3);
    const error = await errorOf(imported(recorda, copy, lines, { asNewIds: false, copyKey: 'again' }));
    expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['copy_key']);
  });

  it('keeps the order of turns of the same millisecond', async () => {
    const { recorda, newUser } = door();
    const [user, copy] = [newUser(), newUser()];
    door().stopClock();
    const agent = recorda.agent({ userId: user, sessionId: 's' });
    const texts = Array.from({ length: 40 }, (_, at) => `message ${at}`);
    await Promise.all(texts.map((text) => agent.add(text, { type: 'short_term' })));
    await imported(recorda, copy, linesOf(await exported(user)));
    const contents = async (userId: string) =>
      linesOf(await exported(userId)).map((line) => (JSON.parse(line) as { payload: { content: string } }).payload);
    expect(await contents(copy)).to.deep.equal(await contents(user));
  });

  it('gets the same answer whether or not another user has the ids', async () => {
    const { recorda, newUser } = door();
    const [user, free, taken] = [newUser(), newUser(), newUser()];
    const agent = recorda.agent({ userId: user, agentId: 'guide' });
    const { memory: ana } = await agent.entities.upsert('Ana', 'person');
    const { memory: rome } = await agent.entities.upsert('Rome', 'city');
    await agent.entities.relate(ana.id, 'lives in', rome.id);
    await agent.add('The safe is behind the mirror');
    const lines = linesOf(await exported(user));
    const unknown = lines.map((line) => line.replaceAll(ID, (id) => `${id.slice(0, -10)}0123456789`));
    const answers = [];
    for (const [userId, those] of [
      [taken, lines],
      [free, unknown],
    ] as const) {
      for (let repeat = 0; repeat < 2; repeat += 1) {
        answers.push(await imported(recorda, userId, those, { asNewIds: false }));
      }
    }
    expect(answers[0]).to.deep.equal(answers[2]);
    expect(answers[1]).to.deep.equal(answers[3]);
    expect(answers[0]?.takenCount).to.equal(4);
    expect(shape(await exported(taken))).to.deep.equal(shape(await exported(user)));
  });
});
