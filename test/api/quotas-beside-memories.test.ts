import { expect } from 'chai';
import { DiscardableKind } from '../../proto/gen/recorda/v1/context.ts';
import { QuotaName } from '../../proto/gen/recorda/v1/limits.ts';
import { DISCARDABLES as LIMITS_OF_DISCARDABLES } from '../../server/policy/context.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

const GB = 2 ** 30;
const BESIDE = [QuotaName.RECALL, QuotaName.FACT, QuotaName.SESSION, QuotaName.REQUEST_ID];

/** The bytes in use and the limit of one quota, as GetUsage shows them. */
type Shown = { readonly bytes: number; readonly maxBytes: number };
type Row = {
  readonly of: string;
  /** Writes one, so that there is more of it than before. */
  readonly write: (door: Door, userId: string, index: number) => Promise<unknown>;
  readonly shown: QuotaName | ((userId: string) => { readonly agentId?: string; readonly subject: string });
  /** The user or tenant whose cost includes it. */
  readonly costOf: 'USER' | 'TENANT';
  /**
   * Fills the quota after a write, and says what happens to the next write: old ones make room, or it is refused with
   * this advice.
   */
  readonly fill: (door: Door, userId: string) => Promise<unknown>;
  readonly full: { readonly refused: RegExp } | { readonly rolled: 'COUNT' | ((answer: unknown) => boolean) };
};

const quota = (name: QuotaName) => (door: Door, userId: string) =>
  door.recorda.admin.setQuota({ userId, quotas: [{ name, maxCount: 1 }] });
const prompt = ({ recorda }: Door, agentId: string, identity: string, rules = '') =>
  recorda.context.putSystemPrompt({ agentId, systemPrompt: { identity, rules } });
const discard = ({ recorda }: Door, userId: string, length: number) =>
  recorda.context.recordDiscardable({
    scope: { userId, sessionId: 's' },
    kind: DiscardableKind.TOOL_LOG,
    text: 'x'.repeat(length),
  });

const DISCARDABLES: Row = {
  of: 'discardables',
  write: (door, userId) => discard(door, userId, 1000),
  shown: (userId) => ({ subject: `user:${userId}/discardable.bytes` }),
  costOf: 'USER',
  async fill(door, userId) {
    for (;;) {
      const { bytes, maxBytes } = await shown(door, DISCARDABLES, userId);
      // Each line takes some bytes in addition to its text.
      if (maxBytes - bytes < 1000) return;
      await discard(door, userId, Math.min(LIMITS_OF_DISCARDABLES.textKb * 1024, Math.max(1, maxBytes - bytes - 400)));
    }
  },
  full: { refused: /continue in the next hour/ },
};

const ROWS: readonly Row[] = [
  {
    of: 'turns',
    write: ({ recorda }, userId, index) =>
      recorda.conversation({ userId, sessionId: 's', agentId: 'a' }).append([{ content: `Turn number ${index}` }]),
    shown: QuotaName.RECALL,
    costOf: 'USER',
    fill: quota(QuotaName.RECALL),
    full: { rolled: (answer) => (answer as { readonly droppedTurnCount: number }).droppedTurnCount === 1 },
  },
  {
    of: 'facts',
    write: ({ recorda }, userId, index) => recorda.agent({ userId }).facts.add(`me gusta el tema${index}`),
    shown: QuotaName.FACT,
    costOf: 'USER',
    fill: quota(QuotaName.FACT),
    full: { refused: /ForgetFact/ },
  },
  {
    of: 'sessions',
    write: ({ recorda }, userId, index) =>
      recorda.conversation({ userId, sessionId: `s${index}`, agentId: 'a' }).append([{ content: 'Hello' }]),
    shown: QuotaName.SESSION,
    costOf: 'USER',
    fill: quota(QuotaName.SESSION),
    full: { refused: /EndSession/ },
  },
  {
    of: 'system prompts',
    write: (door, userId, index) => prompt(door, `agent of ${userId}`, `You are number ${index}.`),
    shown: (userId) => ({ agentId: `agent of ${userId}`, subject: `agent:agent of ${userId}/system_prompt.bytes` }),
    costOf: 'TENANT',
    async fill(door, userId) {
      for (let index = 1; index < 100; index += 1) await prompt(door, `agent of ${userId}`, `You fill place ${index}.`);
    },
    full: { rolled: (answer) => (answer as { readonly droppedVersionCount: number }).droppedVersionCount === 1 },
  },
  DISCARDABLES,
  {
    of: 'request ids',
    write: ({ recorda }, userId, index) => recorda.agent({ userId }).add('Likes trains', { requestId: `id ${index}` }),
    shown: QuotaName.REQUEST_ID,
    costOf: 'USER',
    fill: quota(QuotaName.REQUEST_ID),
    // The fate of the first is checked below.
    full: { rolled: 'COUNT' },
  },
];

async function shown({ recorda: { admin } }: Door, row: Row, userId: string): Promise<Shown> {
  if (typeof row.shown !== 'function') {
    const { usages } = await admin.getUsage({ userId });
    const { bytes, maxBytes } = usages.find(({ name }) => name === row.shown)!;
    return { bytes, maxBytes };
  }
  const { agentId, subject } = row.shown(userId);
  const { limits } = await admin.getUsage(agentId === undefined ? { userId } : { agentId });
  const { used, max } = limits.find((limit) => limit.subject === subject)!;
  return { bytes: used, maxBytes: max };
}

/** Returns all bytes other than memories that GetUsage shows, and those that EstimateCost counts. */
async function diskBytes({ recorda: { admin } }: Door, query: { readonly userId?: string }) {
  const { usages, limits } = await admin.getUsage(query);
  const ofTypes = usages
    .filter(({ name }) => BESIDE.some((one) => one === name))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const beside = limits.filter(({ subject }) => /(?:discardable|tenant\/system_prompt)\.bytes$/.test(subject));
  const { lines } = await admin.estimateCost(query);
  return {
    shown: beside.reduce((sum, { used }) => sum + used, ofTypes),
    priced: Math.round(lines.find(({ backend }) => backend === 'disk')!.quantity * GB),
  };
}

describeDoors('Each quota of data other than memories', (door) => {
  for (const row of ROWS) {
    it(`of ${row.of} is reported, priced, and ${'refused' in row.full ? 'refuses' : 'evicts'} when full`, async () => {
      // Discardables expire by the hour.
      door().stopClock();
      const userId = door().newUser();
      const query = row.costOf === 'USER' ? { userId } : {};
      const [had, cost] = [await diskBytes(door(), query), await diskBytes(door(), {})];
      expect(had.priced).to.equal(had.shown);
      await row.write(door(), userId, 0);
      const { bytes, maxBytes } = await shown(door(), row, userId);
      expect(bytes).to.be.within(1, maxBytes);
      const has = await diskBytes(door(), query);
      expect(has.priced).to.equal(has.shown);
      expect(has.priced - had.priced).to.be.at.least(bytes);
      if (row.of !== 'discardables') expect((await diskBytes(door(), {})).priced).to.be.greaterThan(cost.priced);

      await row.fill(door(), userId);
      if ('refused' in row.full) {
        const error = await errorOf(row.write(door(), userId, 1));
        expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED' });
        expect(error.message).to.match(row.full.refused);
        expect(error.detail.quota).to.include.keys('subject', 'limit', 'current');
      } else {
        const answer = await row.write(door(), userId, 1);
        if (row.full.rolled !== 'COUNT') expect(row.full.rolled(answer)).to.equal(true);
        const { usages } = await door().recorda.admin.getUsage({ userId });
        const usage = usages.find(({ name }) => name === row.shown);
        if (usage !== undefined) expect([usage.count, usage.maxCount]).to.deep.equal([1, 1]);
      }
      const after = await diskBytes(door(), query);
      expect(after.priced).to.equal(after.shown);
    });
  }

  it('drops the oldest request id when it is full, so that a repeat is applied again', async () => {
    const userId = door().newUser();
    const agent = door().recorda.agent({ userId });
    const add = async (requestId: string) => (await agent.add(`With ${requestId}`, { requestId })).memory.id;
    const first = await add('one');
    expect(await add('one')).to.equal(first);
    await quota(QuotaName.REQUEST_ID)(door(), userId);
    await add('two');
    expect(await add('one')).not.to.equal(first);
  });

  it('of an agent’s system prompts gives advice that helps, since it cannot be raised', async () => {
    const blank = ' '.repeat(600 * 1024);
    const error = await errorOf(prompt(door(), `agent of ${door().newUser()}`, `a${blank}`, `b${blank}`));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    expect(error.message).to.contain('It exceeds the quota by itself: shorten it.');
    expect(error.message).not.to.match(/raise the quota|SetQuota|RECORDA_LIMIT/);
  });
});
