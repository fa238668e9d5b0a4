import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { QuotaName } from '../../proto/gen/recorda/v1/limits.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda, type RecordaOptions } from '../../server/recorda.ts';
import { jsonLog } from '../../server/telemetry/json-log.ts';
import { silentLog, type QuotaAlert } from '../../server/ports/telemetry.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { deliverAlerts } from '../../server/jobs/deliver-alerts.ts';
import type { Alert } from '../../server/domain/accounts.ts';
import type { AlertLog } from '../../server/ports/limits.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { alertReceiver, type Received } from './alert-receiver.ts';

const SECRET = 'a secret of some length';
const CANARY = 'zanahoria';
const leases = { hold: async () => true };

/** Returns the users whose alerts were received, in order. */
function usersOf(received: readonly Received[]): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { user_id: string }).user_id);
}

describe('raised alerts', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-alerts-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  async function open(options: Partial<RecordaOptions> = {}) {
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, ...options });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    /** Creates a user with a quota of one memory, and fills it. */
    const fill = async (userId: string): Promise<void> => {
      await recorda.admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM, maxCount: 1 }] });
      await recorda.agent({ userId }).add(`Likes ${CANARY}`);
    };
    return { recorda, fill };
  }

  it('are logged with one level for the line, and their own as its severity', async () => {
    const lines: string[] = [];
    const log = jsonLog('warn', { write: (line: string) => void lines.push(line) });
    const { recorda, fill } = await open({ log });
    await fill(CANARY);
    await until(() => lines.some((line) => line.includes('nearly full')));
    await recorda.close();
    const line = lines.find((one) => one.includes('nearly full'))!;
    expect(line.match(/"level":/g)).to.have.length(1);
    expect(JSON.parse(line)).to.include({ level: 'warn', severity: 'critical', quota: 'long_term' });
  });

  it('are logged without their user, counted in a metric, and sent to the webhook in order', async () => {
    const receiver = await alertReceiver(() => 200);
    const logged: string[] = [];
    const counted: QuotaAlert[] = [];
    const { recorda, fill } = await open({
      log: { ...silentLog, warn: (fields, message) => void logged.push(JSON.stringify(fields) + message) },
      telemetry: { ...quietTelemetry(), quotaAlert: (alert) => void counted.push(alert) },
      alertWebhook: { url: receiver.url, secret: SECRET },
    });
    await fill(`${CANARY} 1`);
    await fill(`${CANARY} 2`);
    const received = await receiver.until(2);
    expect(usersOf(received)).to.deep.equal([`${CANARY} 1`, `${CANARY} 2`]);
    await until(() => logged.length >= 2);
    await recorda.close();
    expect(logged).to.have.length(2);
    expect(logged[0]).to.contain('"quota":"long_term"').and.to.contain('critical').and.not.to.contain(CANARY);
    const critical = { name: 'LONG_TERM', measure: 'COUNT', level: 'CRITICAL' };
    expect(counted).to.deep.equal([critical, critical]);
    await receiver.close();
  });

  it('are sent to the webhook after a restart if it was down before, and no write waits for it', async () => {
    const broken = await alertReceiver(() => 'HANG');
    const first = await open({ alertWebhook: { url: broken.url, secret: SECRET } });
    await first.fill('carla');
    await broken.until(1);
    await first.fill('dora');
    await first.recorda.close();
    await broken.close();

    const receiver = await alertReceiver(() => 200);
    const second = await open({ alertWebhook: { url: receiver.url, secret: SECRET } });
    expect(usersOf(await receiver.until(2))).to.deep.equal(['carla', 'dora']);
    await second.recorda.close();
    const third = await open({ alertWebhook: { url: receiver.url, secret: SECRET } });
    await third.fill('eva');
    await until(() => usersOf(receiver.received).at(-1) === 'eva');
    // Delivery is at least once: if the server closed before it got an answer, the alert is sent again.
    const again = receiver.received.length === 4 ? ['dora'] : [];
    expect(usersOf(receiver.received)).to.deep.equal(['carla', 'dora', ...again, 'eva']);
    await third.recorda.close();
    await receiver.close();
  });

  it('are delivered by nobody once the server is closed, however soon that is', async () => {
    const left: unknown[] = [];
    const keep = (error: unknown): void => void left.push(error);
    process.on('unhandledRejection', keep);
    for (const options of [{}, { alertWebhook: { url: 'http://127.0.0.1:1/', secret: SECRET } }]) {
      const { recorda } = await open(options);
      await recorda.close();
    }
    await new Promise(setImmediate);
    process.off('unhandledRejection', keep);
    expect(left).to.deep.equal([]);
  });

  it('are logged once each, even after a failed read of the store', async () => {
    const told: object[] = [];
    const raised = [1, 2, 3].map((sequence) => ({
      ...({ sequence, tenant: 'default', userId: 'ana', place: '', name: 'LONG_TERM', measure: 'COUNT' } as const),
      ...({ level: 'WARNING', current: 9, max: 10, atMs: 0, resolvedMs: null } as const),
    }));
    let readings = 0;
    const alerts: AlertLog = {
      list: () => Promise.reject(new Error('not asked for')),
      after: async (sequence) => {
        readings += 1;
        if (readings < 3) throw new Error('the thread crashed');
        return raised.filter((alert) => alert.sequence > sequence);
      },
      bounds: async () => ({ oldest: 1, newest: 0, delivered: 0 }),
      markDelivered: async () => undefined,
      raise: async () => undefined,
      subscribe: () => () => undefined,
    };
    const telemetry = { ...quietTelemetry(), quotaAlert: (alert: QuotaAlert) => void told.push(alert) };
    const delivery = deliverAlerts({ alerts, leases, log: silentLog, telemetry });
    await until(() => told.length === 3);
    await delivery.stop();
    expect(told).to.have.length(3);
  });

  it('are reported if they were raised after delivery began, which a server waits for before it serves', async () => {
    const told: object[] = [];
    const raised: Alert[] = [];
    const raise = (): void => {
      const sequence = raised.length + 1;
      raised.push({
        ...({ sequence, tenant: 'default', userId: 'ana', place: '', name: 'LONG_TERM', measure: 'COUNT' } as const),
        ...({ level: 'WARNING', current: 9, max: 10, atMs: 0, resolvedMs: null } as const),
      });
    };
    let read = (): void => undefined;
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const alerts: AlertLog = {
      list: () => Promise.reject(new Error('not asked for')),
      after: async (sequence) => raised.filter((alert) => alert.sequence > sequence),
      bounds: async () => {
        await isRead;
        return { oldest: 1, newest: raised.length, delivered: 0 };
      },
      markDelivered: async () => undefined,
      raise: async () => undefined,
      subscribe: () => () => undefined,
    };
    const telemetry = { ...quietTelemetry(), quotaAlert: (alert: QuotaAlert) => void told.push(alert) };
    raise();
    const delivery = deliverAlerts({ alerts, leases, log: silentLog, telemetry });
    let hasBegun = false;
    void delivery.hasBegun.then(() => (hasBegun = true));
    await new Promise(setImmediate);
    expect(hasBegun).to.equal(false);
    read();
    await delivery.hasBegun;
    raise();
    await until(() => told.length === 1);
    await delivery.stop();
    expect(told).to.have.length(1);
  });

  it('are sent to the webhook by the server that has the lease, from where another stopped', async () => {
    const sent: number[] = [];
    const raised: Alert[] = [1, 2, 3, 4].map((sequence) => ({
      ...({ sequence, tenant: 'default', userId: 'ana', place: '', name: 'LONG_TERM', measure: 'COUNT' } as const),
      ...({ level: 'WARNING', current: 9, max: 10, atMs: 0, resolvedMs: null } as const),
    }));
    let [delivered, asked, isHeld] = [1, 0, false];
    const alerts: AlertLog = {
      list: () => Promise.reject(new Error('not asked for')),
      after: async (sequence) => raised.filter((alert) => alert.sequence > sequence),
      bounds: async () => ({ oldest: 1, newest: raised.length, delivered }),
      markDelivered: async (sequence) => void (delivered = sequence),
      raise: async () => undefined,
      subscribe: () => () => undefined,
    };
    const one = { hold: async (job: string) => ((asked += 1), job === 'deliver-alerts' && isHeld) };
    const webhook = { send: async ({ sequence }: Alert) => void sent.push(sequence) };
    const parts = { alerts, leases: one, log: silentLog, telemetry: quietTelemetry(), webhook };
    const waiting = deliverAlerts(parts);
    await until(() => asked === 1);
    expect(sent).to.deep.equal([]);
    await waiting.stop();
    // Meanwhile another server has sent two of them.
    [delivered, isHeld] = [2, true];
    const delivery = deliverAlerts(parts);
    await until(() => delivered === 4);
    await delivery.stop();
    expect(sent).to.deep.equal([3, 4]);
  });

  it('are not sent to a webhook that is configured later', async () => {
    const without = await open();
    await without.fill('fina');
    await without.recorda.close();
    const receiver = await alertReceiver(() => 200);
    const withOne = await open({ alertWebhook: { url: receiver.url, secret: SECRET } });
    await withOne.fill('gala');
    const [{ body } = { body: '{}' }] = await receiver.until(1);
    expect(JSON.parse(body)).to.include({ user_id: 'gala' });
    await withOne.recorda.close();
    await receiver.close();
  });
});
