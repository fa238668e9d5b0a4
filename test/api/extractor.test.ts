import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Fact } from '../../client/index.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { BUDGET_FILE } from '../../server/extractors/day-budget.ts';
import { openRecorda } from '../../server/recorda.ts';
import { silentLog, type Log } from '../../server/ports/telemetry.ts';
import { all, errorOf } from './doors.ts';

/** Suffices however busy the machine is. */
const PATIENT_MS = 20_000;
const SECRET = 'marathons';
const SAID = `Guess whose knees are shot after twenty years of ${SECRET}? So what do we cook?`;
const QUOTE = `knees are shot after twenty years of ${SECRET}`;
const FACT = `My knees are shot after twenty years of ${SECRET}`;
const scope = { userId: 'ana', sessionId: 'monday' };

/** The answers of a server of chat completions; a function receives the number of the question. */
type Answer = {
  readonly status?: number;
  readonly facts?: readonly unknown[];
  readonly content?: string;
  readonly tokens?: number;
  readonly never?: true;
};
type Sent = { readonly id: number; readonly who: string; readonly said: string };

describe('A language model that extracts facts', () => {
  let api: Server;
  let answer: (time: number) => Answer;
  let asked: { readonly url: string; readonly key: string | undefined; readonly sent: readonly Sent[] }[];
  let recorda: Recorda;
  let folder: string;
  let logged: string;

  beforeEach(async () => {
    asked = [];
    logged = '';
    api = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
        const sent = JSON.parse(messages[1]!.content) as readonly Sent[];
        asked.push({ url: request.url ?? '', key: request.headers.authorization, sent });
        const { status = 200, facts = [], content = JSON.stringify({ facts }), tokens, never } = answer(asked.length);
        if (never === true) return;
        response.writeHead(status, { 'content-type': 'application/json' });
        const usage = tokens === undefined ? {} : { usage: { total_tokens: tokens } };
        response.end(JSON.stringify({ choices: [{ message: { content } }], ...usage }));
      });
    });
    await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'recorda-extractor-'));
  });
  afterEach(async () => {
    await recorda.close();
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
    await rm(folder, { recursive: true });
  });

  async function open(more: { readonly timeoutMs?: number; readonly tokensADay?: number } = {}): Promise<void> {
    const { port } = api.address() as AddressInfo;
    const write = (fields: object, message: string): void => void (logged += `${JSON.stringify(fields)} ${message}\n`);
    const log: Log = { ...silentLog, warn: write, error: write, info: write };
    const extractor = { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'tiny', apiKey: 'k', ...more };
    const { pipeline, close } = await openRecorda({ dataDir: folder, warmUp: false, log, extractor });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  }
  const say = (...contents: readonly string[]) =>
    recorda.context.appendTurns({ scope, turns: contents.map((content) => ({ content })) });
  const known = async (): Promise<readonly Fact[]> => all(recorda.agent({ userId: 'ana' }).facts.list());
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (const endMs = Date.now() + PATIENT_MS; !(await holds()) && Date.now() < endMs;) await wait(5);
  };
  const stating = (...facts: readonly object[]) => {
    answer = () => ({ facts });
  };
  const reread = (more: { readonly dryRun?: boolean } = {}) =>
    recorda.admin.rereadFacts({ userId: 'ana', reader: 'FACT_READER_MODEL', ...more });

  it('receives turns once they leave their window, without delaying any call', async () => {
    await open();
    stating({ turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' });
    await say(SAID);
    expect(asked).to.deep.equal([]);
    await recorda.context.appendTurns({ scope, turns: [{ role: 'ROLE_ASSISTANT', content: 'Lentils, perhaps.' }] });
    await recorda.context.flushTopic({ scope });
    await until(async () => (await known()).length > 0);
    expect(asked[0]).to.include({ url: '/v1/chat/completions', key: 'Bearer k' });
    expect(asked[0]!.sent).to.deep.equal([
      { id: 1, who: 'user', said: SAID },
      { id: 2, who: 'assistant', said: 'Lentils, perhaps.' },
    ]);
    const [fact] = await known();
    expect(fact).to.include({
      text: FACT,
      domain: 'personal',
      confidence: 'medium',
      source: 'inferred',
      rule: 'model:tiny',
      sessionId: 'monday',
      turn: 1,
      state: 'active',
    });
    expect(logged).to.equal('');
    // What was sealed once is not sent again.
    await recorda.context.endSession({ scope });
    await wait(50);
    expect(asked).to.have.length(1);
  });

  it('is audited before anything is sent: the number of turns and their user, without any content', async () => {
    await open();
    answer = () => ({ status: 400 });
    await say(SAID);
    await recorda.context.endSession({ scope });
    await until(() => logged !== '');
    const { events } = await recorda.admin.listAuditEvents({ userId: 'ana', pageSize: 1000 });
    const sent = events.filter(({ action }) => action === 'AUDIT_ACTION_SEND');
    expect(sent.map(({ subject, count, why, operation }) => [subject, count, why, operation])).to.deep.equal([
      ['TURN', 1, 'SERVER', 'extractFacts'],
    ]);
    expect(sent[0]!.object).to.match(/^\S{22}$/);
    expect(JSON.stringify(events)).not.to.include(SECRET);
    expect(logged).to.include('answered 400').and.to.include('"turns":1').and.not.to.include(SECRET);
  });

  it('adds only facts that the turns support', async () => {
    await open();
    const good = { turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' };
    stating(
      { ...good, quote: `thirty years of ${SECRET}` },
      { ...good, turn: 2, quote: 'Lentils, perhaps' },
      { ...good, turn: 7 },
      { ...good, turn: -1 },
      { ...good, fact: `My knees are shot after twenty years of ${SECRET} in Boston` },
      { ...good, fact: 'We cook' },
      { ...good, quote: 'and' },
      { ...good, fact: '' },
      { ...good, quote: 3 },
      { turn: 1 },
      { ...good, turn: '1' },
      { ...good, domain: 'nonsense' },
    );
    await say(SAID);
    await recorda.context.appendTurns({ scope, turns: [{ role: 'ROLE_ASSISTANT', content: 'Lentils, perhaps.' }] });
    await recorda.context.endSession({ scope });
    await until(async () => (await known()).length > 0);
    expect((await known()).map(({ text, domain }) => [text, domain])).to.deep.equal([[FACT, 'personal']]);
    expect(logged).to.include('"left":11').and.to.include('"kept":1').and.not.to.include(SECRET);
  });

  const useless: readonly (readonly [what: string, answer: Answer, fault: string])[] = [
    ['is no JSON', { content: 'Sure! Here are the facts' }, 'not have the expected form'],
    ['is of another form', { content: '{"facts": "none"}' }, 'not have the expected form'],
    [
      'has more facts than it was asked for',
      { facts: Array.from({ length: 41 }, () => ({})) },
      'not have the expected form',
    ],
    ['is endless', { content: 'x'.repeat(1_000_000) }, 'not have the expected form'],
    ['is a refusal', { status: 401 }, 'answered 401'],
    ['leads elsewhere', { status: 302 }, 'answered 302'],
  ];
  for (const [what, given, fault] of useless)
    it(`leaves the turns to RereadFacts if its answer ${what}`, async () => {
      await open();
      answer = () => given;
      await say(SAID);
      await recorda.context.endSession({ scope });
      await until(() => logged !== '');
      expect(logged).to.include(fault).and.to.include('RereadFacts').and.not.to.include(SECRET);
      expect(asked).to.have.length(1);
      expect(await known()).to.deep.equal([]);
      stating({ turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' });
      const dry = await reread({ dryRun: true });
      expect(dry.facts.map(({ outcome, text, rule }) => [outcome, text, rule])).to.deep.equal([
        ['REREAD_OUTCOME_ADDED', FACT, 'model:tiny'],
      ]);
      expect(await known()).to.deep.equal([]);
      await reread();
      expect((await known()).map(({ text }) => text)).to.deep.equal([FACT]);
      expect((await reread()).facts.map(({ outcome }) => outcome)).to.deep.equal(['REREAD_OUTCOME_KNOWN']);
    });

  it('is called again if it is overloaded, fails, or is slow', async () => {
    await open({ timeoutMs: 300 });
    const facts = [{ turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' }];
    const answers: readonly Answer[] = [{ status: 429 }, { never: true }, { facts }];
    answer = (time) => answers[time - 1] ?? { status: 500 };
    await say(SAID);
    await recorda.context.endSession({ scope });
    await until(async () => (await known()).length > 0);
    expect(asked).to.have.length(3);
    // A caller who waits gets an answer in the end.
    answer = () => ({ status: 503 });
    const error = await errorOf(reread());
    expect(error).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    expect((error as Error).message).to.include('503');
  });

  it('has a daily budget, which a restart does not reset', async () => {
    await open({ tokensADay: 3000 });
    answer = () => ({ facts: [], tokens: 700 });
    await say(SAID);
    await reread();
    await reread();
    expect(JSON.parse(await readFile(join(folder, BUDGET_FILE), 'utf8'))).to.include({ tokens: 1400 });
    const error = await errorOf(reread());
    expect(error).to.include({ reason: 'QUOTA_EXCEEDED' });
    expect((error as Error).message).to.include('RECORDA_EXTRACTOR_TOKENS_A_DAY');
    await recorda.close();
    await open({ tokensADay: 3000 });
    await say('And the back is no better.');
    await recorda.context.endSession({ scope });
    await until(() => logged !== '');
    expect(logged).to.include('3000').and.to.include('"turns":2');
    expect(asked).to.have.length(2);
  });

  it('counts each retry against its budget', async () => {
    await open({ tokensADay: 3000 });
    answer = () => ({ status: 503 });
    await say(SAID);
    expect(await errorOf(reread())).to.include({ reason: 'QUOTA_EXCEEDED' });
    expect(asked).to.have.length(1);
  });

  it('supersedes nothing that was said since, and works beside the built-in reader', async () => {
    await open();
    await say('I live in Boston.');
    await recorda.agent({ userId: 'ana' }).facts.add('I live in Denver');
    stating({ turn: 1, quote: 'I live in Boston', fact: 'I live in Boston', domain: 'personal' });
    const { facts, unfound } = await reread();
    expect(facts.map(({ outcome }) => outcome)).to.deep.equal(['REREAD_OUTCOME_OUTDATED']);
    expect(unfound).to.deep.equal([]);
    stating();
    await say('My dog is called Toto.');
    expect((await reread()).unfound.map(({ text }) => text)).to.deep.equal(['My dog is called Toto']);
  });

  it('receives nothing of sessions whose turns are not kept, nor of erased users', async () => {
    await open();
    stating({ turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' });
    const secret = { ...scope, sessionId: 'secret' };
    await recorda.context.appendTurns({ scope: secret, turns: [{ content: SAID }], recallOff: true });
    await recorda.context.endSession({ scope: secret });
    await wait(100);
    expect(asked).to.deep.equal([]);
    // The answer arrives after the user was erased.
    let release = (): void => undefined;
    const isErased = new Promise<void>((resolve) => (release = resolve));
    const held = api.listeners('request')[0] as (...given: unknown[]) => void;
    api.removeAllListeners('request');
    let arrived = 0;
    api.on('request', (...given) => {
      arrived += 1;
      void isErased.then(() => held(...given));
    });
    expect((await reread()).facts, 'nothing was said yet').to.deep.equal([]);
    await say(SAID);
    const late = reread();
    await until(() => arrived === 1);
    for await (const _ of recorda.admin.deleteUserData({ userId: 'ana', force: true })) void _;
    release();
    expect((await late).facts.map(({ outcome }) => outcome)).to.deep.equal(['REREAD_OUTCOME_GONE']);
    expect(await known()).to.deep.equal([]);
  });

  it('receives the turns of an erased user who returns to a session of the same name', async () => {
    await open();
    stating({ turn: 1, quote: QUOTE, fact: FACT, domain: 'personal' });
    for (const times of [1, 2]) {
      await say(SAID);
      await recorda.context.endSession({ scope });
      await until(async () => (await known()).length > 0);
      expect([asked.length, (await known()).length]).to.deep.equal([times, 1]);
      for await (const _ of recorda.admin.deleteUserData({ userId: 'ana', force: true })) void _;
    }
  });

  it('is configured by settings, which are checked', async () => {
    await open();
    await recorda.close();
    const { pipeline, close } = await openRecorda({ dataDir: folder, warmUp: false });
    recorda = recordaOver(pipelineTransport(pipeline, close));
    expect(await errorOf(reread())).to.include({ reason: 'FIELD_INVALID' });
  });
});
