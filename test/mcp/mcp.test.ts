/** Tests Recorda over the Model Context Protocol, as server/mcp/README.md describes it, through the official client. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '@modelcontextprotocol/client';
import { ANYBODY } from '../../server/domain/caller.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import type { Credentials } from '../../server/keys/credentials.ts';
import { HTTP } from '../../server/policy/serving.ts';
import { recordaOver } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { called, openMount, overHttp, overStdio, textOf, type Era, type Opened } from './open-client.ts';

const TOOLS = {
  remember: [false, false],
  recall: [true, undefined],
  list_memories: [true, undefined],
  update_memory: [false, true],
  forget: [false, true],
  get_context: [true, undefined],
  remember_fact: [false, false],
  forget_fact: [false, true],
  relate: [false, false],
} as const;

type MemoryOut = { readonly id: string; readonly text: string; readonly similarity: number };

function scenarios(open: (era: Era) => Promise<Opened>, era: Era): void {
  let opened: Opened;
  let client: Client;

  before(async () => {
    opened = await open(era);
    ({ client } = opened);
  });
  after(() => opened.close());

  it('speaks the era that the client asks for', () => {
    expect(client.getProtocolEra()).to.equal(era);
  });

  it('has nine tools, each with an output schema and what it does to the memory, and none that asks whose it is', async () => {
    const { tools } = await client.listTools();
    const told = tools.map(({ name, annotations }) => [
      name,
      [annotations?.readOnlyHint, annotations?.destructiveHint],
    ]);
    expect(Object.fromEntries(told)).to.deep.equal(TOOLS);
    for (const { name, description, outputSchema, inputSchema } of tools) {
      expect(outputSchema, name).to.include({ type: 'object' });
      expect(description, name).to.have.length.greaterThan(40);
      expect(Object.keys(inputSchema.properties ?? {}).join(' '), name).not.to.match(/user|scope|tenant|agent/i);
    }
  });

  it('remembers, finds, lists, changes', async () => {
    const { memory } = await called(client, 'remember', {
      content: 'The workshop of Ana is in Porto',
      metadata: { project: 'atlas' },
      event_time: '2026-03-01T10:00:00+01:00',
    });
    const { id } = memory as MemoryOut;
    const { memories } = await called(client, 'recall', { query: 'where is the workshop?' });
    const [first] = memories as readonly MemoryOut[];
    expect(first).to.include({ id, event_time: '2026-03-01T09:00:00.000Z' });
    expect(Object.keys(first!)[0]).to.equal('similarity');
    expect(await called(client, 'recall', { query: 'workshop', filter: 'metadata.project == "other"' })).to.deep.equal({
      memories: [],
      facts: [],
    });
    await called(client, 'update_memory', { id, text: 'The workshop of Ana is in Braga', pinned: true });
    const listed = await called(client, 'list_memories', { limit: 1 });
    expect((listed['memories'] as readonly MemoryOut[])[0]).to.deep.include({
      id,
      text: 'The workshop of Ana is in Braga',
      pinned: true,
      metadata: { project: 'atlas' },
    });
  });

  it('lists page by page', async () => {
    for (const content of ['a first page', 'a second page', 'a third page'])
      // oxlint-disable-next-line no-await-in-loop
      await called(client, 'remember', { content, metadata: { paged: true } });
    const texts: string[] = [];
    let page: unknown;
    do {
      const asked = { filter: 'metadata.paged == true', limit: 2, page };
      // oxlint-disable-next-line no-await-in-loop
      const { memories, next_page: next } = await called(client, 'list_memories', asked);
      texts.push(...(memories as readonly MemoryOut[]).map(({ text }) => text));
      page = next;
    } while (page !== undefined);
    expect(texts).to.deep.equal(['a third page', 'a second page', 'a first page']);
  });

  it('forgets only what was shown before', async () => {
    const remember = async (content: string): Promise<string> =>
      ((await called(client, 'remember', { content, metadata: { forget: true } }))['memory'] as MemoryOut).id;
    const first = await remember('The old phone number');
    const filter = 'metadata.forget == true';
    const shown = await called(client, 'forget', { filter });
    expect(shown).to.deep.include({
      deleted: 0,
      would_delete: 1,
      examples: [{ id: first, text: 'The old phone number' }],
    });
    await remember('Another number');
    const { confirm } = shown;
    const refused = await client.callTool({ name: 'forget', arguments: { filter, confirm } });
    expect(textOf(refused)).to.match(/^ETAG_MISMATCH: .*without confirm/);
    const again = await called(client, 'forget', { filter });
    expect(await called(client, 'forget', { filter, confirm: again['confirm'] })).to.deep.equal({ deleted: 2 });
    const third = await remember('A third number');
    const byId = await called(client, 'forget', { ids: [third] });
    expect(await called(client, 'forget', { ids: [third], confirm: byId['confirm'] })).to.deep.equal({ deleted: 1 });
    expect(await called(client, 'list_memories', { filter })).to.deep.equal({ memories: [] });
  });

  it('keeps facts, confirms them, forgets them', async () => {
    const text = 'I am allergic to peanuts';
    const { fact, operation } = await called(client, 'remember_fact', { text });
    expect(operation).to.equal('added');
    expect((await called(client, 'remember_fact', { text }))['operation']).to.equal('confirmed');
    const { id } = fact as MemoryOut;
    const { facts } = await called(client, 'recall', { query: 'what is she allergic to?' });
    expect((facts as readonly MemoryOut[]).map((found) => found.id)).to.include(id);
    const { contents } = await client.readResource({ uri: 'recorda://me/facts' });
    expect((contents[0] as { readonly text: string }).text).to.include(id);
    expect(await called(client, 'forget_fact', { id })).to.deep.equal({ forgotten: id });
    const gone = await client.callTool({ name: 'forget_fact', arguments: { id } });
    expect([gone.isError, textOf(gone)]).to.deep.equal([
      true,
      `FACT_NOT_FOUND: There is no current fact ${id} of this user. Check id and scope; it may have been replaced or forgotten.`,
    ]);
  });

  it('relates entities, which are merged when they are added again', async () => {
    const told = { from: { name: 'Ana', type: 'person' }, relation: 'works_at', to: { name: 'Acme', type: 'company' } };
    const { id, operation } = await called(client, 'relate', told);
    expect(operation).to.equal('added');
    expect(await called(client, 'relate', told)).to.include({ id, operation: 'merged' });
  });

  it('gives context within its tokens, in the prompt too, and none for a sum', async () => {
    await called(client, 'remember', { content: 'The team deploys on Railway, never on Fridays' });
    const question = 'When does the team deploy?';
    const context = await called(client, 'get_context', { question, max_tokens: 200 });
    expect(context['text']).to.include('never on Fridays');
    expect(context['tokens']).to.be.within(1, 200);
    const { messages } = await client.getPrompt({ name: 'with_memory', arguments: { question } });
    expect(messages.map(({ content }) => (content.type === 'text' ? content.text : ''))).to.deep.equal([
      (await called(client, 'get_context', { question }))['text'],
      question,
    ]);
    const far = await called(client, 'get_context', { question: 'What is seventeen times twenty-three?' });
    expect(far).to.deep.equal({ text: '', tokens: 0, sources: [] });
  });

  it('reads traits, use and sessions as resources', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).to.deep.equal(
      ['facts', 'persona', 'sessions', 'usage'].map((name) => `recorda://me/${name}`),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal(['recorda://sessions/{id}']);
    const read = async (uri: string): Promise<string> =>
      ((await client.readResource({ uri })).contents[0] as { readonly text: string }).text;
    expect(JSON.parse(await read('recorda://me/persona'))).to.deep.equal({});
    expect(await read('recorda://me/usage')).to.include('LONG_TERM');
    expect(JSON.parse(await read('recorda://me/sessions'))).to.deep.equal([]);
    const unknown = await read('recorda://sessions/nobody').catch((error: unknown) => error as Error);
    expect((unknown as Error).message).to.match(
      /FIELD_INVALID: uri: names the session nobody, of which nothing is stored/,
    );
    const refused = await read('recorda://sessions/%zz').catch((error: unknown) => error as Error);
    expect(refused).to.be.instanceOf(Error);
    expect((refused as Error).message)
      .to.include('FIELD_INVALID')
      .and.include('%25');
  });

  it('returns faults as results, with reason and advice, and continues', async () => {
    const unknown = await client.callTool({ name: 'update_memory', arguments: { id: 'lt_none', text: 'x' } });
    expect(unknown.isError).to.equal(true);
    expect(textOf(unknown)).to.match(/^[A-Z_]+: ./);
    const unreadable = await client.callTool({ name: 'recall', arguments: { query: 'x', filter: 'nonsense' } });
    expect(textOf(unreadable)).to.match(/^FILTER_INVALID: .*for example/);
    expect(unreadable._meta).to.include({ 'recorda/reason': 'FILTER_INVALID', 'recorda/retryable': false });
    const missing = await client.callTool({ name: 'recall', arguments: {} });
    expect(textOf(missing)).to.match(/^FIELD_INVALID: query: .*call recall again/);
    expect(missing.isError).to.equal(true);
    expect(missing._meta).to.include({ 'recorda/reason': 'FIELD_INVALID', 'recorda/retryable': false });
    const wrong = await client.callTool({
      name: 'recall',
      arguments: { query: 'x', limit: 0, types: ['long_term', 'nothing'], min_similarity: 'high' },
    });
    for (const field of ['limit', 'types[1]', 'min_similarity']) expect(textOf(wrong)).to.include(`${field}: `);
    // An argument that is ignored would give another answer than the one that was asked for.
    const misspelt = await client.callTool({ name: 'list_memories', arguments: { filters: 'false', user: 'bob' } });
    expect(misspelt.isError).to.equal(true);
    expect(textOf(misspelt)).to.match(/^FIELD_INVALID: filters: is not known to list_memories.* user: .*type, filter/);
    const nested = await client.callTool({
      name: 'relate',
      arguments: {
        from: { name: 'Ana', type: 'person', id: 'x' },
        relation: 'knows',
        to: { name: 'Bo', type: 'person' },
      },
    });
    expect(textOf(nested)).to.match(/^FIELD_INVALID: id: is not known to from/);
    // Hosts still get the schema of the tool's arguments.
    const told = (await client.listTools()).tools.find(({ name }) => name === 'recall');
    expect(told?.inputSchema).to.deep.include({ required: ['query'], additionalProperties: false });
    expect((await client.listTools()).tools).to.have.length(9);
  });
}

describe('MCP over stdio', () => {
  for (const era of ['legacy', 'modern'] as const) {
    describe(`in the ${era} era, from a data folder`, () => {
      let dataDir: string;
      before(async () => {
        dataDir = await mkdtemp(join(tmpdir(), 'recorda-mcp-'));
      });
      after(() => rm(dataDir, { recursive: true }));
      scenarios((of) => overStdio(of, ['--data-dir', dataDir]), era);
    });
  }
});

describe('MCP over HTTP', () => {
  for (const era of ['legacy', 'modern'] as const) {
    describe(`in the ${era} era`, () => {
      let mount: Awaited<ReturnType<typeof openMount>>;
      before(async () => {
        mount = await openMount();
      });
      after(() => mount.close());
      scenarios((of) => overHttp(of, mount.url), era);
    });
  }

  describe('with keys', () => {
    const invalid = new RecordaError('CREDENTIAL_INVALID', 'No key.');
    const CALLERS: Readonly<Record<string, readonly string[]>> = { 'Bearer ana': ['ana'], 'Bearer all': [] };
    const keys: Credentials = {
      callerOf(authorization = '') {
        const userIds = CALLERS[authorization];
        return userIds === undefined ? invalid : { ...ANYBODY, keyId: authorization, role: 'agent', userIds };
      },
      tenantOf: () => undefined,
      close: () => undefined,
    };
    let mount: Awaited<ReturnType<typeof openMount>>;
    before(async () => {
      mount = await openMount(keys);
    });
    after(() => mount.close());

    const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const status = async (query: string, headers: Record<string, string>, body = LIST): Promise<number> => {
      const accept = 'application/json, text/event-stream';
      const asked = { 'content-type': 'application/json', accept, ...headers };
      return (await fetch(`${mount.url}${query}`, { method: 'POST', headers: asked, body })).status;
    };

    it('gives the memory of the key’s user, and of nobody else', async () => {
      const { client, close } = await overHttp('modern', mount.url, { authorization: 'Bearer ana' });
      const { memory } = await called(client, 'remember', { content: 'Ana keeps bees' });
      await close();
      const recorda = recordaOver(pipelineTransport(mount.pipeline, () => Promise.resolve()));
      const { id } = memory as MemoryOut;
      expect((await recorda.agent({ userId: 'ana' }).get(id)).scope).to.include({ userId: 'ana', agentId: 'mcp' });
      expect(await status('?user=bo', { authorization: 'Bearer ana' })).to.equal(403);
    });

    it('reads a session that the user has, in the window or out of it', async () => {
      const recorda = recordaOver(pipelineTransport(mount.pipeline, () => Promise.resolve()));
      const chat = recorda.conversation({ userId: 'ana', sessionId: 'monday' });
      await chat.append([{ content: 'The hives go to the orchard in May.' }, { role: 'assistant', content: 'Noted.' }]);
      const { client, close } = await overHttp('modern', mount.url, { authorization: 'Bearer ana' });
      const read = async (uri: string): Promise<string> =>
        ((await client.readResource({ uri })).contents[0] as { readonly text: string }).text;
      expect(await read('recorda://sessions/monday')).to.include('hives');
      await chat.end();
      expect(await read('recorda://sessions/monday')).to.be.a('string');
      const [session] = JSON.parse(await read('recorda://me/sessions')) as readonly object[];
      expect(session).to.include({ id: 'monday', turns: 2 }).and.to.have.property('ended');
      await close();
    });

    it('takes a user from the host’s address where the key is for several, and refuses where neither says whose', async () => {
      expect(await status('', { authorization: 'Bearer all' })).to.equal(403);
      expect(await status('?user=ana', { authorization: 'Bearer all' })).to.equal(200);
    });

    it('refuses an address that names what it does not take, and tells a browser what it is for', async () => {
      const authorization = 'Bearer ana';
      expect(await status('?usr=ana', { authorization })).to.equal(400);
      expect(await status('?user=ana&agent=a&namespace=n', { authorization })).to.equal(200);
      const opened = await fetch(mount.url, { headers: { authorization } });
      expect([opened.status, opened.headers.get('allow')]).to.deep.equal([405, 'POST']);
      expect(await opened.text()).to.include('Model Context Protocol');
    });

    it('gives a host of 2025 a session, which nobody else has part in, and does without one that is not known', async () => {
      const initialize = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      });
      const post = (authorization: string, body: string, session?: string) =>
        fetch(`${mount.url}?user=ana`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization,
            ...(session !== undefined && { 'mcp-session-id': session }),
          },
          body,
        });
      const begun = await post('Bearer ana', initialize);
      const session = begun.headers.get('mcp-session-id') ?? '';
      expect([begun.status, session.length > 30]).to.deep.equal([200, true]);
      await begun.text();
      const end = async (authorization: string) => {
        const headers = { authorization, 'mcp-session-id': session };
        return (await fetch(`${mount.url}?user=ana`, { method: 'DELETE', headers })).status;
      };
      for (const [authorization, id] of [
        ['Bearer ana', session],
        ['Bearer ana', randomUUID()],
        ['Bearer all', session],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop
        const listed = await post(authorization, LIST, id);
        // oxlint-disable-next-line no-await-in-loop
        expect([listed.status, (await listed.text()).includes('get_context')]).to.deep.equal([200, true]);
      }
      // A caller who does not own it cannot end it either: without sessions there is nothing to end.
      expect(await end('Bearer all')).to.equal(405);
      expect([await end('Bearer ana'), await end('Bearer ana')]).to.deep.equal([200, 405]);
    });

    it('refuses who has no key, pages of other sites, other media types and bodies over 16 MiB', async () => {
      expect(await status('', {})).to.equal(401);
      const authorization = 'Bearer ana';
      expect(await status('', { authorization, origin: 'https://evil.example' })).to.equal(403);
      expect(await status('', { authorization, 'content-type': 'text/plain' })).to.equal(415);
      expect(await status('', { authorization }, 'x'.repeat(HTTP.bodyBytes + 1))).to.equal(413);
    });
  });
});
