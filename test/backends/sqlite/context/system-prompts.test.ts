import { join } from 'node:path';
import { expect } from 'chai';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import type { RecordaError } from '../../../../server/domain/errors.ts';
import { GLOBAL_LIMITS, type GlobalLimits } from '../../../../server/policy/limits.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = { signal: new AbortController().signal };

describe('the system prompts of a tenant', () => {
  let opened: TemporaryStore;
  afterEach(() => closeAndDelete(opened));

  const open = async (limits: Partial<GlobalLimits>): Promise<void> => {
    opened = await openTemporary({ limits: { ...GLOBAL_LIMITS, ...limits } });
  };
  const put = (agentId: string, text: string, tenant = 't') => {
    const blocks = { identity: text, capabilities: '', rules: '', format: '' };
    opened.clock.advance(1);
    const prompt = { ...blocks, version: `v-${text}`, tokens: 1, createMs: opened.clock.now() };
    return opened.context.putSystemPrompt({ tenant, agentId, prompt }, call);
  };
  const refused = (putting: Promise<unknown>): Promise<RecordaError> =>
    putting.then(
      () => expect.fail('It was not refused.'),
      (error: RecordaError) => error,
    );
  const find = (agentId: string, version = '') => opened.context.systemPrompt({ tenant: 't', agentId, version }, call);
  /** Returns the counters, and checks them against a recount. */
  const counted = async () => {
    const db = openForReading(join(opened.dataDir, STORE_FILE));
    const sql = `SELECT count(*) AS count, sum(length(CAST(blocks AS BLOB))) AS bytes FROM system_prompts WHERE tenant = 't'`;
    const recount = db.prepare(sql).get();
    db.close();
    return [await opened.context.systemPromptUse({ tenant: 't', agentId: '' }, call), recount] as const;
  };

  it('make room by the oldest version that is not current, of any agent; where all are, a new one is refused', async () => {
    await open({ systemPrompts: 3 });
    for (const [agentId, text] of [
      ['a', 'one'],
      ['b', 'two'],
      ['a', 'three'],
    ] as const) {
      expect((await put(agentId, text)).dropped).to.equal(0);
    }
    expect((await put('c', 'four')).dropped).to.equal(1);
    expect(await find('a', 'v-one')).to.equal(undefined);
    const error = await refused(put('d', 'five'));
    expect(error.detail.quota).to.deep.equal({ subject: 'tenant/system_prompt.count', limit: 3, current: 3 });
    expect(error.message).to.contain('RECORDA_LIMIT_SYSTEM_PROMPTS');
    expect(await find('d')).to.equal(undefined);
    for (const [agentId, version] of Object.entries({ a: 'v-three', b: 'v-two', c: 'v-four' })) {
      expect((await find(agentId))?.version).to.equal(version);
    }
    expect((await put('b', 'six')).dropped).to.equal(1);
    expect((await put('d', 'five', 'another')).dropped).to.equal(0);
    const [use, recount] = await counted();
    expect(use).to.deep.equal(recount);
  });

  it('are bounded by bytes, too', async () => {
    await open({ systemPromptBytes: 1000 });
    await put('a', 'x'.repeat(400));
    await put('a', 'y'.repeat(300));
    expect((await put('b', 'z'.repeat(400))).dropped).to.equal(1);
    const error = await refused(put('c', 'w'.repeat(300)));
    const [use, recount] = await counted();
    expect(use).to.deep.equal(recount);
    expect(error.detail.quota).to.include({ subject: 'tenant/system_prompt.bytes', limit: 1000, current: use.bytes });
    expect((await refused(put('a', 'v'.repeat(1001)))).message).to.contain('It exceeds the quota by itself');
    expect((await find('a'))?.identity).to.equal('y'.repeat(300));
  });
});
