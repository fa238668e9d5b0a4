import { expect } from 'chai';
import type { Prompt } from '../../../server/domain/context/prompt.ts';
import type { ContextStore } from '../../../server/ports/context.ts';
import { usageBuffer } from '../../../server/services/context/usage-buffer.ts';
import type { TokenUsage } from '../../../server/domain/context/usage.ts';
import { silentLog, type Log } from '../../../server/ports/telemetry.ts';

const SCOPE = { tenant: 't', userId: 'ana', agentId: '', sessionId: 'monday', namespace: '', taskId: '' };
const PROMPT = { tokens: 5, blocks: [] } as unknown as Prompt;

const COST = { prompt: 5, read: 0, written: 0, cachedHistory: 5, uncachedHistory: 5, usdPerMillion: 3 };

describe('the accounts of prompts', () => {
  it('leave out a prompt that cannot be counted, log that, and do not end the process', async () => {
    const logged: string[] = [];
    const written: Parameters<ContextStore['addUsage']>[0][] = [];
    const store = { addUsage: async (usages: (typeof written)[number]) => void written.push(usages) };
    const log: Log = { ...silentLog, error: (_fields, message) => void logged.push(message) };
    const measured: TokenUsage[] = [];
    const telemetry = { promptBuilt: (usage: TokenUsage) => void measured.push(usage) };
    const book = usageBuffer({ store, log, clock: { now: () => 7 }, telemetry, raisesAlerts: true });
    book.built(SCOPE, {} as Prompt, 100, 50, COST);
    book.built(SCOPE, PROMPT, 100, 50, COST);
    await new Promise(setImmediate);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.include('usage of tokens');
    await book.write();
    expect(written.flatMap(({ sessions }) => sessions.map(({ usage }) => usage.tokens))).to.deep.equal([5]);
    expect(measured).to.containSubset([{ prompts: 1, tokens: 5, naive: 50 }]);
    expect(written[0]).to.include({ nowMs: 7, raisesAlerts: true });
  });

  it('keep a caller waiting while another call writes them', async () => {
    let finish = (): void => undefined;
    const store = { addUsage: () => new Promise<void>((resolve) => (finish = resolve)) };
    const book = usageBuffer({
      store,
      log: silentLog,
      clock: { now: () => 7 },
      telemetry: { promptBuilt() {} },
      raisesAlerts: true,
    });
    book.built(SCOPE, PROMPT, 100, 50, COST);
    const first = book.write();
    let isOver = false;
    const second = book.write().then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).to.equal(false);
    finish();
    await Promise.all([first, second]);
  });
});
