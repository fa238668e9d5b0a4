import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AlertKind, AlertLevel, QuotaName, type Alert } from '../../proto/gen/recorda/v1/limits.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda, type RecordaOptions } from '../../server/recorda.ts';
import { jsonLog } from '../../server/telemetry/json-log.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { describeDoors, type Door } from './doors.ts';

const ASSISTANT = 'ROLE_ASSISTANT' as const;
const ANSWER = 'The roses want shade, the lettuce wants water, and the tomatoes want both of them. '.repeat(6);
const SESSION = 'monday';
const SMALL = 900;
/** A prompt of this size also breaks the cache of a long history. */
const LARGER = 2500;

/** Asks and answers this many times; a small limit on each prompt breaks the provider's cache. */
async function talk(recorda: Recorda, userId: string, count: number, maxTokens?: number): Promise<void> {
  const scope = { userId, sessionId: SESSION };
  for (let at = 0; at < count; at += 1) {
    const newTurn = `What of bed number ${at}?`;
    const limit = maxTokens === undefined ? {} : { maxTokens };
    await recorda.context.assembleContext({ scope, newTurn, model: 'claude-sonnet-4-5', ...limit });
    const answer = { role: ASSISTANT, content: `${at} ${ANSWER}` };
    await recorda.context.appendTurns({ scope, turns: [{ content: newTurn }, answer] });
  }
  // The accounts are written within seconds, or when somebody requests them.
  await recorda.context.getTokenUsage({ scope });
}

async function costAlerts({ recorda }: Pick<Door, 'recorda'>, userId: string): Promise<readonly Alert[]> {
  return (await recorda.admin.listAlerts({ userId, kind: AlertKind.PROMPT_COST })).alerts;
}

describeDoors('Alerts about the cost of prompts', (door) => {
  const { PROMPT_COST, QUOTA } = AlertKind;

  it('are raised once for a session whose prompts stay costlier than its cached history', async () => {
    const [userId, { admin }] = [door().newUser(), door().recorda];
    await talk(door().recorda, userId, 19, SMALL);
    expect(await costAlerts(door(), userId)).to.deep.equal([]);
    await talk(door().recorda, userId, 11, SMALL);
    const [alert, ...others] = await costAlerts(door(), userId);
    expect(others).to.deep.equal([]);
    expect(alert).to.deep.include({
      kind: PROMPT_COST,
      level: AlertLevel.WARNING,
      name: QuotaName.UNSPECIFIED,
      userId,
      place: SESSION,
    });
    expect(alert!.resolveTime).to.equal(undefined);
    expect(alert!.percentUsed)
      .to.be.greaterThan(115)
      .and.closeTo((100 * alert!.current) / alert!.max, 1e-9);
    expect(alert!.advice).to.contain('max_tokens').and.not.to.contain('SetTier');
    await talk(door().recorda, userId, 5, SMALL);
    expect(await costAlerts(door(), userId)).to.deep.equal([alert]);
    expect((await admin.listAlerts({ userId, kind: QUOTA })).alerts).to.deep.equal([]);
    expect((await admin.listAlerts({ userId })).alerts).to.deep.equal([alert]);
    for await (const one of admin.watchAlerts({ userId, kind: PROMPT_COST, fromOldest: true })) {
      if (one.alert === undefined) continue;
      expect(one.alert).to.deep.equal(alert);
      break;
    }
  });

  it('are resolved when the cost has fallen, and raised again when it rises once more', async () => {
    const userId = door().newUser();
    await talk(door().recorda, userId, 22, SMALL);
    for (let round = 0; round < 20; round += 1) {
      await talk(door().recorda, userId, 5);
      if ((await costAlerts(door(), userId))[0]?.resolveTime !== undefined) break;
    }
    const [resolved, ...none] = await costAlerts(door(), userId);
    expect(none).to.deep.equal([]);
    expect(resolved!.resolveTime!.getTime()).to.be.at.least(resolved!.createTime!.getTime());
    for (let round = 0; round < 20; round += 1) {
      await talk(door().recorda, userId, 5, LARGER);
      if ((await costAlerts(door(), userId)).length > 1) break;
    }
    const [again, before] = await costAlerts(door(), userId);
    expect(again!.resolveTime).to.equal(undefined);
    expect(before).to.deep.equal(resolved);
  });
});

describe('Operators’ alerts about the cost of prompts', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-cost-alerts-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  async function open(options: Partial<RecordaOptions>) {
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, ...options });
    return recordaOver(pipelineTransport(pipeline, close));
  }

  it('have a metric and a line in the log that names no user', async () => {
    const lines: string[] = [];
    let counted = 0;
    const log = jsonLog('warn', { write: (line: string) => void lines.push(line) });
    const telemetry = { ...quietTelemetry(), promptCostAlert: () => void (counted += 1) };
    const recorda = await open({ log, telemetry });
    await talk(recorda, 'zanahoria', 30, SMALL);
    await until(() => lines.some((line) => line.includes('cached history')));
    await recorda.close();
    const [line, ...others] = lines.filter((one) => one.includes('cached history'));
    expect(others).to.deep.equal([]);
    expect(line).not.to.contain('zanahoria').and.not.to.contain(SESSION);
    expect(JSON.parse(line!)).to.include({ level: 'warn', severity: 'warning' });
    expect(counted).to.equal(1);
  });

  it('are switched off like alerts about quotas', async () => {
    const recorda = await open({ alertQuotas: ['FACT'] });
    await talk(recorda, 'ana', 30, SMALL);
    expect(await costAlerts({ recorda }, 'ana')).to.deep.equal([]);
    const { cost } = await recorda.context.getTokenUsage({ scope: { userId: 'ana', sessionId: SESSION } });
    expect(cost!.isCostlier).to.equal(true);
    await recorda.close();
  });
});
