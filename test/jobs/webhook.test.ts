import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { Alert } from '../../server/domain/accounts.ts';
import { webhook } from '../../server/jobs/webhook.ts';
import { WEBHOOK } from '../../server/policy/limits.ts';
import { alertReceiver, type AlertReceiver, type Received } from './alert-receiver.ts';

const SECRET = 'a secret of some length';
const QUICK = { ...WEBHOOK, retries: 3, firstDelayMs: 1, lastDelayMs: 5, timeoutMs: 60_000 };
const ALERT: Alert = {
  sequence: 7,
  atMs: Date.parse('2026-01-02T03:04:05Z'),
  resolvedMs: null,
  tenant: 'default',
  userId: 'ana',
  place: '',
  name: 'LONG_TERM',
  measure: 'COUNT',
  level: 'WARNING',
  current: 81,
  max: 100,
};

describe('the webhook', () => {
  let receiver: AlertReceiver;
  const open = async (statusOf: (attempt: number) => Received['status'], policy = QUICK) => {
    receiver = await alertReceiver(statusOf);
    return webhook({ url: receiver.url, secret: SECRET }, policy);
  };
  const send = (hook: ReturnType<typeof webhook>, signal = new AbortController().signal) =>
    hook.send(ALERT, signal).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  afterEach(() => receiver.close());

  it('posts an alert with a signature that its secret alone verifies', async () => {
    expect(await send(await open(() => 200))).to.equal('taken');
    const { headers, body } = receiver.received[0]!;
    const { advice, ...facts } = JSON.parse(body) as Record<string, unknown>;
    expect(facts).to.deep.equal({
      alert_id: 7,
      create_time: '2026-01-02T03:04:05.000Z',
      level: 'warning',
      kind: 'quota',
      name: 'long_term',
      measure: 'count',
      tenant: 'default',
      user_id: 'ana',
      place: '',
      current: 81,
      max: 100,
      percent_used: 81,
    });
    expect(advice).to.be.a('string').that.contains('SetTier');
    const [, seconds = '', signed = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec([headers['recorda-signature']].join()) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).to.be.below(60);
    const proof = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
    expect(signed).to.equal(proof(SECRET, `${seconds}.${body}`));
    expect(signed).to.not.equal(proof('another', `${seconds}.${body}`));
    expect(headers).to.include({ 'content-type': 'application/json', 'recorda-alert-id': '7' });
  });

  it('tries again if a receiver does not answer in time', async () => {
    const impatient = { ...QUICK, timeoutMs: 1000 };
    expect(await send(await open((attempt) => (attempt === 1 ? 'HANG' : 204), impatient))).to.equal('taken');
    expect(receiver.received.map(({ status }) => status)).to.deep.equal(['HANG', 204]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).to.equal(1);
  });

  it('tries again after 500 and 429', async () => {
    const statuses = [500, 429, 204] as const;
    expect(await send(await open((attempt) => statuses[attempt - 1] ?? 500))).to.equal('taken');
    expect(receiver.received.map(({ status }) => status)).to.deep.equal(statuses);
    expect(new Set(receiver.received.map(({ body }) => body)).size).to.equal(1);
  });

  it('gives up after its last try, and at once if it is refused or redirected', async () => {
    expect(await send(await open(() => 503))).to.contain('503');
    expect(receiver.received).to.have.length(4);
    await receiver.close();
    expect(await send(await open(() => 401))).to.contain('401');
    expect(receiver.received).to.have.length(1);
    await receiver.close();
    // A redirect could send the alerts to another host.
    const hook = await open((attempt) => (attempt === 1 ? 307 : 200), { ...QUICK, retries: 0 });
    expect(await send(hook)).to.contain('does not answer');
    expect(receiver.received).to.have.length(1);
  });

  it('stops waiting when it is told to', async () => {
    const hook = await open(() => 500, { ...QUICK, firstDelayMs: 60_000, lastDelayMs: 60_000 });
    const stop = new AbortController();
    const sending = send(hook, stop.signal);
    await receiver.until(1);
    stop.abort();
    expect(await sending).to.contain('cancelled');
  });
});
