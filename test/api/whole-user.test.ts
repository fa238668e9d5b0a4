import { createHash, verify } from 'node:crypto';
import { expect } from 'chai';
import type { DeleteUserDataResponse } from '../../proto/gen/recorda/v1/user_data.ts';
import { all, describeDoors, errorOf } from './doors.ts';
import { tellEverything } from './everything-of-a-user.ts';

describeDoors('All data of a user', (door) => {
  const exported = async (userId: string): Promise<string> => {
    const parts = await all(door().recorda.admin.exportUserData({ userId }));
    return Buffer.concat(parts.map(({ lines }) => lines)).toString();
  };
  /** Reads this from the last message and the manifest. */
  const isUnknown = async (userId: string, more: object = {}): Promise<boolean> => {
    const parts = await all(door().recorda.admin.exportUserData({ userId, ...more }));
    const { lines, isUnknownUser } = parts.at(-1)!;
    const manifest = JSON.parse(Buffer.from(lines).toString().trim().split('\n').at(-1)!) as { known?: false };
    expect(manifest.known === false).to.equal(isUnknownUser);
    for (const part of parts.slice(0, -1)) expect(part.isUnknownUser).to.equal(false);
    return isUnknownUser;
  };
  const erased = async (userId: string, more: object = {}): Promise<DeleteUserDataResponse[]> =>
    all(door().recorda.admin.deleteUserData({ userId, force: true, ...more }));
  const kindsOf = (text: string): readonly string[] =>
    text
      .trim()
      .split('\n')
      .map((line) => {
        const { line: kind, payload } = JSON.parse(line) as { line: string; payload?: { type: string } };
        return payload?.type ?? kind;
      });
  /** Returns the lines in a form that can be compared: what follows the session's clock stays. */
  const sorted = (text: string): readonly string[] => text.trim().split('\n').toSorted();

  it('is exported, erased and imported, and then exports the same', async () => {
    const { recorda, newUser } = door();
    const [user, other] = [newUser(), newUser()];
    await tellEverything(recorda, user);
    await tellEverything(recorda, other);
    const [before, others] = [await exported(user), await exported(other)];
    expect([...new Set(kindsOf(before))]).to.include.members([
      'WORKING',
      'SHORT_TERM',
      'PERSONA',
      'STRUCTURED',
      'LONG_TERM',
      'EPISODIC',
      'ENTITY',
      'session',
      'turn',
      'summary',
      'error',
      'recalled_turn',
      'fact',
      'answer',
      'collection',
      'tier',
      'quota',
      'manifest',
    ]);
    const answers = await erased(user);
    expect(answers[0]?.found.map(({ place }) => place)).to.include('sqlite/facts');
    expect(kindsOf(await exported(user))).to.deep.equal(['manifest']);
    expect(await isUnknown(user)).to.equal(true);
    const { takenCount, skippedCount } = await recorda.admin.importUserData({
      userId: user,
      lines: Buffer.from(before),
    });
    expect([takenCount, skippedCount]).to.deep.equal([kindsOf(before).length - 1, 0]);
    expect(sorted(await exported(user))).to.deep.equal(sorted(before));
    // A second import changes nothing.
    const again = await recorda.admin.importUserData({ userId: user, lines: Buffer.from(before) });
    expect(again.takenCount).to.equal(0);
    expect(await exported(user)).to.equal(before);
    expect(await exported(other), 'another user').to.equal(others);
    const { results } = await recorda.memory.retrieveMemories({
      scope: { userId: user },
      query: 'Which city do I like?',
      types: ['MEMORY_TYPE_LONG_TERM'],
    });
    expect(results.length).to.be.greaterThan(0);
    const { facts } = await recorda.context.listFacts({ scope: { userId: user } });
    expect(facts.length).to.be.greaterThan(0);
  });

  it('is summarised by a manifest that can be verified', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user);
    const lines = (await exported(user)).trim().split('\n');
    const manifest = JSON.parse(lines.pop()!) as { kinds: Record<string, { count: number; sha256: string }> };
    const texts = lines.filter((line) => line.startsWith('{"line":"fact"')).map((line) => `${line}\n`);
    expect(manifest.kinds['fact']).to.deep.equal({
      count: texts.length,
      sha256: createHash('sha256').update(texts.join('')).digest('hex'),
    });
    const sum = Object.values(manifest.kinds).reduce((total, { count }) => total + count, 0);
    expect(sum).to.equal(lines.length);
  });

  it('is counted before it is erased, and erased with a receipt', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user);
    const [found, ...none] = await all(recorda.admin.deleteUserData({ userId: user }));
    expect(none).to.deep.equal([]);
    expect(await exported(user)).to.include('Paris');
    const answers = await erased(user, { reason: 'request 17' });
    const { text, signature, publicKey } = answers.at(-1)!.receipt!;
    const told = JSON.parse(text) as { user_id: string; places: Record<string, number>; looked_at: string[] };
    expect(told.user_id).to.equal(user);
    const counts = Object.fromEntries(found!.found.map(({ place, count }) => [place, count]));
    // Changes that wait for an index are sent by themselves.
    const outbox = { 'sqlite/outbox': 0 };
    expect({ ...told.places, ...outbox }).to.deep.equal({ ...counts, ...outbox });
    expect(Object.keys(counts)).to.include.members([
      process.env['RECORDA_TEST_WORKING'] === undefined ? 'process/working' : 'redis/working',
      'sqlite/long_term',
      'files/logs',
      'sqlite/turns',
    ]);
    expect(verify(null, Buffer.from(text), publicKey, signature)).to.equal(true);
    const valid = async (of: string) => (await recorda.admin.verifyErasureReceipt({ text: of, signature })).isValid;
    expect([await valid(text), await valid(text.replace(user, 'eve')), await valid('')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    const [left] = await all(recorda.admin.deleteUserData({ userId: user }));
    expect(left?.found).to.deep.equal([]);
  });

  it('is erased for one type alone', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user);
    const before = kindsOf(await exported(user));
    const watched = recorda.memory.watchMemories({
      scope: { userId: user },
      types: ['MEMORY_TYPE_LONG_TERM'],
      fromOldest: true,
    });
    await erased(user, { types: ['MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_WORKING'] });
    const after = kindsOf(await exported(user));
    expect(after).to.deep.equal(before.filter((kind) => kind !== 'LONG_TERM' && kind !== 'WORKING'));
    const removed: string[] = [];
    for await (const { event } of watched) {
      if (event?.$case === 'change' && event.value.operation === 'CHANGE_OPERATION_REMOVE')
        removed.push(event.value.id);
      if (removed.length === before.filter((kind) => kind === 'LONG_TERM').length) break;
    }
    const { usages } = await recorda.admin.getUsage({ userId: user });
    expect(usages.find(({ name }) => name === 'QUOTA_NAME_LONG_TERM')?.count ?? 0).to.equal(0);
  });

  it('is not imported at all if a line is invalid, which the error names', async () => {
    const { recorda, newUser } = door();
    const userId = newUser();
    const lines = Buffer.from('{"line":"manifest"}\n{"line":"memory","id":"lt_x"}\n');
    const error = await errorOf(recorda.admin.importUserData({ userId, lines }));
    expect(error.reason).to.equal('FIELD_INVALID');
    expect(error.detail.fields?.[0]?.field).to.match(/^lines\[1\]/);
    const empty = await errorOf(recorda.admin.importUserData({ userId, lines: Buffer.from('[]') }));
    expect(empty.detail.fields?.map(({ field }) => field)).to.deep.equal(['lines[0]']);
  });

  it('is imported and searchable whatever vectors an export contains', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user);
    const lines = (await exported(user)).trim().split('\n');
    await erased(user);
    const none = ['AAAAAA==', '', Buffer.from(new Float32Array(256).fill(Number.NaN).buffer).toString('base64')];
    const changed = lines.map((text, index) => {
      const line = JSON.parse(text) as { vector?: string | { embedder: string; floats: string } | null };
      const vector = none[index % none.length]!;
      if (typeof line.vector === 'string') line.vector = vector;
      else if (line.vector) line.vector = { ...line.vector, floats: index % 2 === 0 ? 'AAAA' : vector };
      return JSON.stringify(line);
    });
    const broken = changed.map((text) => text.replace('"vector":"AAAAAA=="', '"vector":"AAAA"')).join('\n');
    const error = await errorOf(recorda.admin.importUserData({ userId: user, lines: Buffer.from(broken) }));
    expect(error.detail.fields?.[0]?.field).to.match(/^lines\[\d+\]\.vector$/);
    await erased(user);
    expect(changed.filter((text, index) => text !== lines[index]).length).to.be.greaterThan(3);
    const { skippedCount } = await recorda.admin.importUserData({
      userId: user,
      lines: Buffer.from(changed.join('\n')),
    });
    expect(skippedCount).to.equal(0);
    const agent = recorda.agent({ userId: user, agentId: 'guide', sessionId: 'tuesday' });
    const [hit] = await agent.retrieve('Which city do I like?');
    expect(hit?.text).to.include('Paris');
    expect(hit?.score).to.be.within(-100, 100);
    const chat = recorda.conversation({ userId: user, agentId: 'guide', sessionId: 'tuesday' });
    await chat.append({ content: 'And I swim in the river.' });
    expect((await chat.prompt('Where do I live?')).tokenCount).to.be.greaterThan(0);
    const key = { asked: { $case: 'question' as const, value: 'In which city do I live?' }, locale: 'en' };
    await recorda.context.lookupResponse({ scope: { userId: user, sessionId: 'tuesday', agentId: 'guide' }, key });
  });

  it('is imported without fields that later readers could not parse', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user);
    const lines = (await exported(user)).trim().split('\n');
    await erased(user);
    const broken: readonly (readonly [kind: string, field: string, value: unknown])[] = [
      ...(['5', '{}', '[1]', 'x'] as const).flatMap((json) => [
        ['session', 'usage', json] as const,
        ['session', 'notes', json] as const,
        ['turn', 'digest', json] as const,
        ['turn', 'calls', json] as const,
        ['summary', 'keys', json] as const,
        ['fact', 'events', json] as const,
        ['answer', 'fact_ids', json] as const,
      ]),
      ...(['5', '[1]', '{"type": 5}', `{"title": "${'x'.repeat(40_000)}"}`] as const).map(
        (json) => ['collection', 'schema', json] as const,
      ),
      ['turn', 'role', 'KING'],
      ['fact', 'domain', 'KING'],
      ['fact', 'confidence', 'KING'],
      ['fact', 'source', 'KING'],
      ['answer', 'kind', 'KING'],
      ['tier', 'tier', 'KING'],
      ['quota', 'name', 'KING'],
      ['quota', 'count', -1],
      ['turn', 'create_ms', 8_640_000_000_000_001],
      ['memory', 'createTimeMs', 8_640_000_000_000_001],
    ];
    for (const [kind, field, value] of broken) {
      const text = lines.find((line) => line.startsWith(`{"line":"${kind}"`))!;
      const line = JSON.stringify({ ...(JSON.parse(text) as object), [field]: value });
      const told = await recorda.admin.importUserData({ userId: user, lines: Buffer.from(line) }).then(
        () => 'taken',
        (error: { detail: { fields?: readonly { field: string }[] } }) => error.detail.fields?.[0]?.field,
      );
      expect(told, `${kind}.${field} = ${String(value).slice(0, 40)}`).to.equal(`lines[0].${field}`);
    }
  });

  it('stays with its user if another user imports its ids, and the other gets a copy', async () => {
    const { recorda, newUser } = door();
    const [user, thief] = [newUser(), newUser()];
    await recorda.agent({ userId: user }).add('The safe is behind the mirror');
    const lines = Buffer.from(await exported(user));
    expect(await recorda.admin.importUserData({ userId: thief, lines })).to.deep.include({
      takenCount: 1,
      skippedCount: 0,
    });
    expect(await exported(user)).to.equal(lines.toString());
    const idIn = (text: string) => (JSON.parse(text.slice(0, text.indexOf('\n'))) as { id: string }).id;
    expect(idIn(await exported(thief))).not.to.equal(idIn(lines.toString()));
    await erased(thief);
    expect(await exported(user)).to.equal(lines.toString());
  });

  it('has an export that reports an unknown user', async () => {
    const { recorda, newUser } = door();
    const [nobody, user] = [newUser(), newUser()];
    await recorda.agent({ userId: user }).add('There is one');
    expect(await isUnknown(nobody)).to.equal(true);
    expect(await isUnknown(user)).to.equal(false);
    expect(await isUnknown(user, { types: ['MEMORY_TYPE_PERSONA'] }), 'of another type').to.equal(false);
    await erased(user);
    expect(await isUnknown(user)).to.equal(true);
  });

  it('is erased while others and the user write', async () => {
    const { recorda, newUser } = door();
    const [user, other] = [newUser(), newUser()];
    const agent = recorda.agent({ userId: user });
    const before = await Promise.all(Array.from({ length: 200 }, (_, at) => agent.add(`Note ${at}`)));
    const erasing = new AbortController();
    const refused: string[] = [];
    const writing = (async () => {
      for (let at = 0; !erasing.signal.aborted; at += 1) {
        await agent.add(`Later ${at}`).catch(({ reason }: { reason: string }) => refused.push(reason));
        await recorda.agent({ userId: other }).add(`Of another ${at}`);
      }
    })();
    await erased(user);
    erasing.abort();
    await writing;
    for (const reason of refused) expect(reason).to.equal('OVERLOADED');
    const left = await exported(user);
    for (const { memory } of before) expect(left).not.to.include(memory.id);
    await agent.add('There is room again');
  });
});
