import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { silentLog, type Log } from '../../server/ports/telemetry.ts';

/**
 * In milliseconds: more than a model needs to answer, however busy the machine is, and less than a caller
 * waits.
 */
const PATIENT_MS = 20_000;
const IMPATIENT_MS = 1000;
const SECRET = 'the word that nobody may log';

/** The answer of a server of chat completions. */
type Answer = { readonly status?: number; readonly content?: string; readonly never?: true };

describe('A language model that writes summaries', () => {
  let api: Server;
  let answer: Answer;
  let asked: { readonly url: string; readonly key: string | undefined; readonly body: string }[];
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
        asked.push({ url: request.url ?? '', key: request.headers.authorization, body });
        const { status = 200, content = '', never } = answer;
        if (never === true) return;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    });
    await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'recorda-summaries-'));
  });
  afterEach(async () => {
    await recorda.close();
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
    await rm(folder, { recursive: true });
  });

  async function open(timeoutMs = PATIENT_MS): Promise<void> {
    const { port } = api.address() as AddressInfo;
    const log: Log = {
      ...silentLog,
      warn: (fields, message) => void (logged += `${JSON.stringify(fields)} ${message}\n`),
    };
    const { pipeline, close } = await openRecorda({
      dataDir: folder,
      warmUp: false,
      log,
      summarizer: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'tiny', apiKey: 'k', timeoutMs },
    });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  }

  const scope = { userId: 'ana', sessionId: 'monday' };
  const summaries = async (): Promise<string> => {
    await recorda.context.appendTurns({
      scope,
      turns: [{ content: `We picked teal tiles, ${SECRET}. ${'They suit the room well. '.repeat(20)}` }],
    });
    const { sealed } = await recorda.context.flushTopic({ scope });
    expect(sealed).to.have.length(1);
    expect(sealed[0]!.tokenCount).to.be.at.most(50);
    const prompt = { scope, newTurn: 'So?', format: 'PROMPT_FORMAT_PLAIN' as const, maxRecallTokens: 0 };
    const { blocks } = await recorda.context.assembleContext(prompt);
    return blocks.find(({ kind }) => kind === 'BLOCK_KIND_SUMMARIES')?.text ?? '';
  };
  const keys = (more: object): string =>
    JSON.stringify({
      topic: 'bathroom',
      discussed: '',
      outcome: '',
      decisions: 'teal\ntiles',
      open_questions: '',
      ...more,
    });

  it('has its summary in the prompt, one line per key, and is never sent the same turns again', async () => {
    await open();
    answer = { content: keys({}) };
    expect(await summaries()).to.match(/\n\n\d{4}-\d\d-\d\d\ntopic: bathroom\ndecisions: teal tiles$/);
    expect(asked).to.have.length(1);
    expect(asked[0]).to.include({ url: '/v1/chat/completions', key: 'Bearer k' });
    expect(JSON.parse(asked[0]!.body)).to.include({ model: 'tiny', temperature: 0 });
    expect(asked[0]!.body).to.include('teal tiles');
    await recorda.context.endSession({ scope });
    expect(asked).to.have.length(1);
  });

  it('also summarises turns that an append seals', async () => {
    await open();
    answer = { content: keys({ topic: 'a house' }) };
    const turns = Array.from({ length: 9 }, (_, at) => ({
      content: `Room ${at} is to be painted. ${'It needs two coats. '.repeat(20)}`,
    }));
    const windowPolicy = 'WINDOW_POLICY_SLIDING';
    const { sealed } = await recorda.context.appendTurns({ scope, turns, windowPolicy });
    expect(asked).to.have.length(sealed.length);
    const { payload } = await recorda.context.assembleContext({ scope, newTurn: 'So?' });
    expect(payload).to.include('topic: a house');
  });

  const failing: readonly (readonly [what: string, answer: Answer, fault: string | undefined])[] = [
    ['is too long', { content: keys({ discussed: 'many words '.repeat(40) }) }, undefined],
    ['says nothing', { content: '{}' }, undefined],
    ['is no JSON', { content: 'Sure! Here is your summary' }, 'not have the expected form'],
    ['is of another form', { content: '{"topic": 3}' }, 'not have the expected form'],
    ['is an error', { status: 500 }, 'answered 500'],
    ['never comes', { never: true }, 'too long'],
  ];
  for (const [what, given, fault] of failing)
    it(`falls back to the rules if its answer ${what}`, async () => {
      await open(given.never === true ? IMPATIENT_MS : PATIENT_MS);
      answer = given;
      expect(await summaries()).to.include('We picked teal tiles');
      expect(asked).to.have.length(1);
      if (fault === undefined) expect(logged).to.equal('');
      else expect(logged).to.include(fault);
      expect(logged).not.to.include(SECRET);
    });
});
