import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect } from 'chai';
import { RecordaStore } from '../../../client/adapters/langgraph.ts';
import type { AgentMemory } from '../../../client/agent-types.ts';
import type { Recorda } from '../../../client/recorda.ts';
import { importForeign } from '../../../server/commands/import/foreign-export.ts';
import { SourceFault } from '../../../server/commands/import/records.ts';
import type { Report } from '../../../server/commands/import/report.ts';
import { resuming } from '../../../server/commands/import/resume.ts';
import { SOURCES } from '../../../server/commands/import/sources/index.ts';
import { openEmbedded } from '../../../server/embedded/open-embedded.ts';
import { scaled, testSeed } from '../../scale.ts';
import { seededRandom } from '../../load/sentences.ts';
import { LANGGRAPH_PYTHON, LANGGRAPH_ROWS, LANGGRAPH_TYPESCRIPT, LETTA_FILE, LETTA_SINGLE } from './agent-files.ts';
import { zipOf } from './zip.ts';

/** The positions of the sizes in an entry of a zip's central directory: APPNOTE.TXT, 4.3.12. */
const PACKED_AT = 20;
const UNPACKED_AT = 24;

const message = (role: string, text: string, more: object = {}) => ({
  author: { role },
  create_time: 1_700_000_000.5,
  content: { content_type: 'text', parts: [text] },
  ...more,
});
const CHAT = {
  title: 'Dinner',
  create_time: 1_700_000_000,
  conversation_id: 'c1',
  current_node: 'n5',
  mapping: {
    root: { parent: null, message: null },
    n1: { parent: 'root', message: message('system', 'You are helpful') },
    n2: { parent: 'n1', message: message('user', 'I am allergic to nuts. What shall I cook?') },
    edited: { parent: 'n1', message: message('user', 'What shall I cook?') },
    n3: { parent: 'n2', message: message('assistant', 'search("soup")', { recipient: 'browser' }) },
    n4: { parent: 'n3', message: message('tool', 'soups') },
    n5: { parent: 'n4', message: message('assistant', 'A pumpkin soup.') },
  },
};
/** A chat in the earlier form: ids by another name, no recipient, parts of several kinds. */
const OLDER_CHAT = {
  id: 'c0',
  current_node: 'b',
  mapping: {
    a: { parent: null, message: { ...message('user', 'What is on this picture?'), create_time: null } },
    b: {
      parent: 'a',
      message: message('assistant', '', {
        content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'file' }, { text: 'A lighthouse.' }] },
      }),
    },
  },
};
const CLAUDE_CHAT = {
  uuid: 'k1',
  name: 'Trip',
  chat_messages: [
    { uuid: 'm1', sender: 'human', text: 'I moved to Lisbon in May.', created_at: '2025-06-01T10:00:00Z' },
    { uuid: 'm2', sender: 'assistant', text: '', content: [{ type: 'text', text: 'Welcome!' }, { type: 'tool_use' }] },
    { uuid: 'm3', sender: 'human', text: ' ', content: [] },
  ],
};
const CLAUDE_MEMORIES = {
  conversations_memory: '**Work**\n\nLeads a team of six.\n\nPrefers trains.',
  project_memories: { p1: 'Writes a book on lighthouses.' },
};
const MEM0 = {
  id: 'a',
  memory: 'Likes green tea',
  user_id: 'x',
  agent_id: 'coach',
  categories: ['food'],
  metadata: { level: 3 },
  created_at: '2025-01-02T03:04:05-07:00',
  updated_at: '2025-02-03T03:04:05-07:00',
};
const ZEP_PYTHON = {
  edges: [
    {
      uuid: 'e1',
      name: 'WORKS_AT',
      fact: 'Ana works at Acme',
      source_node_uuid: 'n1',
      target_node_uuid: 'n2',
      valid_at: '2020-01-01T00:00:00Z',
      invalid_at: '2023-01-01T00:00:00Z',
      created_at: '2024-01-01T00:00:00Z',
    },
    { uuid: 'e2', name: 'KNOWS', source_node_uuid: 'n1', target_node_uuid: 'gone' },
  ],
  nodes: [
    { uuid: 'n1', name: 'Ana', labels: ['Entity', 'Person'], summary: 'A surgeon' },
    { uuid: 'n2', name: 'Acme', labels: ['Entity'] },
  ],
};
const ZEP_TYPESCRIPT = {
  nodes: ZEP_PYTHON.nodes,
  edges: [
    { uuid: 'e1', name: 'WORKS_AT', sourceNodeUuid: 'n1', targetNodeUuid: 'n2', validAt: '2020-01-01T00:00:00Z' },
  ],
};
const jsonLines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const MCP_LINES = [
  { type: 'relation', from: 'Ana', to: 'Acme', relationType: 'works at' },
  { type: 'entity', name: 'Ana', entityType: 'person', observations: ['runs on Sundays'] },
  { type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
];

describe('importing what another program kept', () => {
  let folder: string;
  let recorda: Recorda;
  let users = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-foreign-'));
    recorda = await openEmbedded({ dataDir: join(folder, 'data'), warmUp: false });
  });
  after(async () => {
    await recorda.close();
    await rm(folder, { recursive: true });
  });

  const newUser = (): string => `user ${(users += 1)}`;
  type How = { readonly isDry?: true; readonly sourceUser?: string };
  async function imported(from: string, content: string | Buffer, userId: string, how: How = {}): Promise<Report> {
    const path = join(folder, 'export');
    await writeFile(path, content);
    const { isDry, sourceUser } = how;
    const sending = isDry ? undefined : () => Promise.resolve({ recorda, userId });
    return importForeign(path, SOURCES[from]!, { from, userId, sourceUser, nowMs: Date.now() }, sending);
  }
  async function memories(userId: string, type: AgentMemory['type']): Promise<readonly AgentMemory[]> {
    const all: AgentMemory[] = [];
    for await (const memory of recorda.agent({ userId }).list({ type })) all.push(memory);
    return all;
  }
  async function exported(userId: string): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const { lines } of recorda.admin.exportUserData({ userId })) parts.push(lines);
    return Buffer.concat(parts).toString();
  }
  async function turns(userId: string) {
    const lines = (await exported(userId)).split('\n').filter((line) => line.startsWith('{"line":"recalled_turn"'));
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }

  it('takes messages of ChatGPT that are shown, in their order, once, and finds them', async () => {
    const userId = newUser();
    const file = JSON.stringify([CHAT, OLDER_CHAT]);
    const report = await imported('chatgpt', file, userId);
    expect(report).to.deep.include({ read: 2, made: 4, imported: 4 });
    expect(report.skipped).to.deep.equal({ system: 1, tool: 2, 'other branch': 1 });
    expect((await turns(userId)).map(({ content }) => content)).to.have.members([
      'I am allergic to nuts. What shall I cook?',
      'A pumpkin soup.',
      'What is on this picture?',
      'A lighthouse.',
    ]);
    const { blocks } = await recorda.context.assembleContext({
      scope: { userId, sessionId: 'today' },
      newTurn: 'What am I allergic to?',
      explain: true,
    });
    expect(blocks.map(({ text }) => text).join()).to.include('allergic to nuts');

    const again = await imported('chatgpt', file, userId);
    expect(again).to.deep.include({ made: 4, imported: 0 });
    expect(again.skipped).to.include({ 'there already': 4 });
  });

  it('takes conversations and memories of Claude out of its zip', async () => {
    const userId = newUser();
    const zip = zipOf({
      'data/users.json': '[]',
      'data/conversations.json': JSON.stringify([CLAUDE_CHAT]),
      'data/memories.json': JSON.stringify([CLAUDE_MEMORIES]),
    });
    const report = await imported('claude', zip, userId);
    expect(report).to.deep.include({ read: 2, made: 5, imported: 5, skipped: { empty: 1 } });
    expect(
      (await memories(userId, 'long_term')).map(({ text, metadata }) => [
        text,
        metadata?.['heading'] ?? metadata?.['project'],
      ]),
    ).to.have.deep.members([
      ['Leads a team of six.', 'Work'],
      ['Prefers trains.', 'Work'],
      ['Writes a book on lighthouses.', 'p1'],
    ]);
    // An older export has the object alone.
    expect(await imported('claude', JSON.stringify(CLAUDE_MEMORIES), newUser())).to.deep.include({ imported: 3 });
  });

  for (const [shape, content] of Object.entries({ 'an array': [MEM0], 'an object of results': { results: [MEM0] } }))
    it(`takes memories of mem0 from ${shape}, with where they are from`, async () => {
      const userId = newUser();
      expect(await imported('mem0', JSON.stringify(content), userId)).to.deep.include({ read: 1, imported: 1 });
      const [memory] = await memories(userId, 'long_term');
      expect(memory).to.include({ text: 'Likes green tea', source: 'import' });
      expect(memory?.scope.agentId).to.equal('coach');
      expect(memory?.createTime.toISOString()).to.equal('2025-01-02T10:04:05.000Z');
      const { updated_at, user_id: source_user } = MEM0;
      const from = { source_user, updated_at, imported_from: 'mem0', source_id: 'a' };
      expect(memory?.metadata).to.deep.equal({ level: 3, categories: ['food'], ...from });
    });

  it('takes the memories of one user out of a file of mem0 that is of several, and refuses it as a whole', async () => {
    const of = (id: string, user_id?: string) => ({ ...MEM0, id, memory: `Said by ${user_id}`, user_id });
    const file = JSON.stringify([of('a', 'x'), of('b', 'y'), of('c')]);
    expect(await refused('mem0', file))
      .to.include('has memories of 2 users: "x", "y"')
      .and.include('--source-user');
    const userId = newUser();
    const report = await imported('mem0', file, userId, { sourceUser: 'y' });
    const skipped = { 'of another user': 1, 'of no user': 1 };
    expect(report).to.deep.include({ read: 3, made: 1, imported: 1, skipped });
    expect((await memories(userId, 'long_term')).map(({ text }) => text)).to.deep.equal(['Said by y']);
  });

  for (const [client, content] of Object.entries({ Python: ZEP_PYTHON, TypeScript: ZEP_TYPESCRIPT }))
    it(`takes nodes and edges of Zep as its client in ${client} gives them, with the times when they held`, async () => {
      const userId = newUser();
      const report = await imported('zep', JSON.stringify(content), userId);
      expect(report).to.deep.include({ made: 3, imported: 3 });
      expect(report.skipped).to.deep.equal(client === 'Python' ? { 'an end is not in the file': 1 } : {});
      const { entities } = recorda.agent({ userId });
      const { relationships: then } = await entities.traverse({ name: 'Ana' }, { asOf: new Date('2021-01-01') });
      expect(then).to.have.length(1);
      const { relationships: later } = await entities.traverse({ name: 'Ana' }, { asOf: new Date('2024-01-01') });
      expect(later).to.have.length(client === 'Python' ? 0 : 1);
    });

  it('takes the graph of the memory server, whose relations may come first', async () => {
    const userId = newUser();
    const report = await imported('mcp-memory', jsonLines(MCP_LINES), userId);
    expect(report).to.deep.include({ read: 3, made: 3, imported: 3 });
    const { relationships } = await recorda.agent({ userId }).entities.traverse({ name: 'Ana' });
    expect(relationships).to.have.length(1);
  });

  it('takes the graph of the memory server as its tool gives it', async () => {
    const userId = newUser();
    const untyped = MCP_LINES.map(({ type: _, ...record }) => record);
    const graph = { entities: untyped.slice(1), relations: untyped.slice(0, 1) };
    expect(await imported('mcp-memory', JSON.stringify(graph), userId)).to.deep.include({ made: 3, imported: 3 });
    expect((await imported('mcp-memory', jsonLines(MCP_LINES), userId)).imported).to.equal(0);
  });

  it('sends only what an interrupted run did not, where it is to resume, and all of it otherwise', async () => {
    const [userId, state] = [newUser(), join(folder, 'state')];
    const path = join(folder, 'memories.json');
    const memories = Array.from({ length: 40 }, (_, at) => ({ ...MEM0, id: `${at}`, memory: `${at} `.repeat(20_000) }));
    await writeFile(path, JSON.stringify(memories));
    const origin = { from: 'mem0', userId, nowMs: Date.now() };
    const of = { path, from: 'mem0', userId, target: 'here' };
    let calls = 0;
    const failing: Recorda['admin'] = {
      ...recorda.admin,
      importUserData: async (request) => {
        calls += 1;
        if (calls > 1) throw new Error('gone');
        return recorda.admin.importUserData(request);
      },
    };
    const run = async (through: Recorda['admin'], resume: Awaited<ReturnType<typeof resuming>>) =>
      importForeign(
        path,
        SOURCES['mem0']!,
        origin,
        async () => ({ recorda: { ...recorda, admin: through }, userId }),
        resume,
      );
    const first = await resuming(of, state);
    expect(first.sent).to.equal(0);
    const error = await run(failing, first).catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'gone');

    const { sent, ...noted } = await resuming(of, state);
    expect(sent).to.be.within(1, 39);
    const other = await resuming({ ...of, userId: 'somebody else' }, state);
    expect(other.sent).to.equal(0);
    const report = await run(recorda.admin, { sent, ...noted });
    expect(report).to.deep.include({ made: 40, imported: 40 - sent, skipped: { 'sent by an earlier run': sent } });
    expect((await resuming(of, state)).sent).to.equal(0);
    const again = await run(recorda.admin, await resuming(of, state));
    expect(again).to.deep.include({ imported: 0, skipped: { 'there already': 40 } });
  });

  for (const [shape, content] of Object.entries({ 'an object': LETTA_FILE, 'a text': JSON.stringify(LETTA_FILE) }))
    it(`takes blocks and messages of Letta's agents from ${shape}, once`, async () => {
      const userId = newUser();
      const report = await imported('letta', JSON.stringify(content), userId);
      expect(report).to.deep.include({ read: 1, made: 5, imported: 5 });
      expect(report.skipped).to.deep.equal({ system: 1, tool: 2, approval: 1, 'block of no agent': 1 });
      const coach = recorda.agent({ userId, agentId: 'coach' });
      const human = await coach.persona.get('human');
      expect(human).to.include({ value: 'Rows on Sundays.\nLives in Porto.', source: 'import' });
      const description = 'What the agent knows of you';
      expect(human?.metadata).to.deep.equal({ description, imported_from: 'letta', source_id: 'coach/human' });
      expect(await recorda.agent({ userId, agentId: 'cook' }).persona.get('persona')).to.include({
        value: 'I am patient.',
      });
      expect(
        (await turns(userId)).map(({ session_id, role, content: text, turn }) => [session_id, role, text, turn]),
      ).to.have.deep.members([
        ['letta:coach/2026-02-12', 'USER', 'My boat is called Gaivota.', 1],
        ['letta:coach/2026-02-13', 'ASSISTANT', 'A fine name.', 1],
      ]);
      const again = await imported('letta', JSON.stringify(content), userId);
      expect(again).to.deep.include({ made: 5, imported: 0 });
      expect(again.skipped).to.include({ 'there already': 5 });
    });

  it('takes the one agent of an older file of Letta, which speaks by a tool', async () => {
    const userId = newUser();
    const report = await imported('letta', JSON.stringify(LETTA_SINGLE), userId);
    expect(report).to.deep.include({ made: 3, imported: 3, skipped: { system: 2, tool: 1, thought: 1 } });
    const trait = await recorda.agent({ userId, agentId: 'coach' }).persona.get('human');
    expect(trait?.createTime.toISOString()).to.equal('2025-04-01T09:00:00.000Z');
    expect((await turns(userId)).map(({ role, content }) => [role, content])).to.have.deep.members([
      ['USER', 'My boat is called Gaivota.'],
      ['ASSISTANT', 'A fine name.'],
    ]);
    expect(await imported('letta', JSON.stringify(LETTA_SINGLE), userId)).to.deep.include({ imported: 0 });
    // The agent of that name in a newer file has its block and one of its turns, which are there already.
    expect(await imported('letta', JSON.stringify(LETTA_FILE), userId)).to.deep.include({ made: 5, imported: 3 });
  });

  const LANGGRAPH = {
    'an array of Python': JSON.stringify(LANGGRAPH_PYTHON),
    'an object of items of TypeScript': JSON.stringify({ items: LANGGRAPH_TYPESCRIPT }),
    'an object of items over lines': JSON.stringify({ items: LANGGRAPH_TYPESCRIPT }, undefined, 2),
    'JSON Lines of Python': jsonLines(LANGGRAPH_PYTHON),
    'JSON Lines of one row of Postgres': jsonLines(LANGGRAPH_ROWS.slice(0, 1)),
    'JSON Lines of rows of Postgres': jsonLines(LANGGRAPH_ROWS),
  };
  for (const [shape, content] of Object.entries(LANGGRAPH))
    it(`takes items of LangGraph from ${shape}, which its store then reads and goes on with`, async () => {
      const count = shape.includes('one row') ? 1 : LANGGRAPH_PYTHON.length;
      const userId = newUser();
      expect(await imported('langgraph', content, userId)).to.deep.include({ made: count, imported: count });
      const store = new RecordaStore(recorda.agent({ userId }));
      for (const { namespace, key, value, created_at } of LANGGRAPH_PYTHON.slice(0, count)) {
        const item = await store.get(namespace, key);
        expect(item).to.deep.include({ namespace, key, value, createdAt: new Date(created_at) });
      }
      expect(await store.search(['memories'])).to.have.length(count);
      const [best] = await store.search(['memories'], { query: 'Is she a vegetarian?' });
      expect(best?.key).to.equal('food');

      expect(await imported('langgraph', content, userId)).to.deep.include({ made: count, imported: 0 });
      const { namespace, key } = LANGGRAPH_PYTHON[0]!;
      await store.put(namespace, key, { text: 'Eats fish' });
      expect(await imported('langgraph', content, userId)).to.deep.include({ imported: 0 });
      expect((await store.get(namespace, key))?.value, 'what is there stays').to.deep.equal({ text: 'Eats fish' });
    });

  it('takes an item under a name that LangGraph refuses in TypeScript, and a search finds it', async () => {
    const userId = newUser();
    const item = { namespace: ['users', 'id:1'], key: 'name', value: { name: 'Ana' } };
    await imported('langgraph', JSON.stringify([item]), userId);
    const [found] = await new RecordaStore(recorda.agent({ userId })).search(['users']);
    expect(found).to.deep.include(item);
  });

  it('says of an item of LangGraph where it is from', async () => {
    const userId = newUser();
    await imported('langgraph', LANGGRAPH['an array of Python'], userId);
    const document = await recorda
      .agent({ userId })
      .documents.get({ collection: 'langgraph', key: 'memories/ana/food' });
    expect(document).to.include({ source: 'import' });
    const [source_id, updated_at] = ['memories/ana/food', '2025-04-01T10:00:00+00:00'];
    expect(document?.metadata).to.deep.equal({ updated_at, imported_from: 'langgraph', source_id });
  });

  it('says what there is, and changes nothing, in a dry run', async () => {
    const userId = newUser();
    expect(await imported('mem0', JSON.stringify([MEM0]), userId, { isDry: true })).to.deep.include({
      read: 1,
      made: 1,
      imported: 0,
    });
    expect(await memories(userId, 'long_term')).to.deep.equal([]);
  });

  async function refused(from: string, content: string | Buffer): Promise<string> {
    const userId = newUser();
    try {
      await imported(from, content, userId);
    } catch (error) {
      expect(error).to.be.instanceOf(SourceFault);
      expect((await exported(userId)).trim().split('\n'), 'what is there').to.have.length(1);
      return (error as Error).message;
    }
    throw new Error('It was taken.');
  }

  describe('refuses, whole,', () => {
    it('a record of another shape, by its number and the first field that differs', async () => {
      const other = { ...MEM0, memory: 7 };
      expect(await refused('mem0', JSON.stringify([MEM0, other]))).to.match(/record 2: memory: .*string/);
      const broken = { ...CHAT, current_node: 'none' };
      expect(await refused('chatgpt', JSON.stringify([CHAT, broken]))).to.include('record 2: current_node');
      expect(await refused('zep', JSON.stringify({ nodes: [{ uuid: 'n' }] }))).to.include('nodes record 1: name');
      expect(await refused('mcp-memory', '{"type":"entity","name":"Ana"}')).to.match(/record 1: entityType/);
      const [item] = LANGGRAPH_PYTHON;
      const lines = jsonLines([item!, { ...item, namespace: 'memories' }]);
      expect(await refused('langgraph', lines)).to.include('record 2: namespace: ');
      expect(await refused('langgraph', '{"name": 1}')).to.include('record 1: key: ');
      expect(await refused('langgraph', '{"key": "a", "value": {}}')).to.include('record 1: namespace: is missing');
      expect(await refused('langgraph', '{"items": []}')).to.include('contains none of $.items.*');
      const { name: _, ...nameless } = LETTA_SINGLE;
      expect(await refused('letta', JSON.stringify(nameless))).to.include('record 1: name: ');
      const { blocks: __, ...blockless } = LETTA_FILE;
      expect(await refused('letta', JSON.stringify(blockless))).to.include('record 1: blocks: ');
      expect(await refused('letta', '{}')).to.include('record 1: agents: ');
      expect(await refused('letta', '"nothing"')).to.include('record 1: ');
    });

    it('several records, each with its line or number', async () => {
      const [item] = LANGGRAPH_PYTHON;
      const lines = jsonLines([{ ...item, key: 1 }, item!, { ...item, value: 2 }]);
      const error: unknown = await imported('langgraph', lines, newUser()).catch((thrown: unknown) => thrown);
      const { report } = error as SourceFault;
      expect(report).to.deep.include({ read: 3, imported: 0 });
      expect(report?.failed.map(({ file, list, record }) => ({ file, list, record }))).to.deep.equal([
        { file: 'export', list: '', record: 1 },
        { file: 'export', list: '', record: 3 },
      ]);
      expect(report?.failed[1]?.reason).to.match(/^value: /);
    });

    it('what a memory may not be', async () => {
      const long = { ...MEM0, memory: 'x'.repeat(1_100_000) };
      expect(await refused('mem0', JSON.stringify([MEM0, long]))).to.match(/record 2: .*content/);
    });

    it('a file that is something else, or ends in the middle', async () => {
      expect(await refused('chatgpt', '{"a": 1}')).to.include('must be an array');
      expect(await refused('mem0', '{"memories": []}')).to.include('results');
      expect(await refused('mem0', JSON.stringify([MEM0]).slice(0, -5))).to.include('is not the JSON');
      expect(await refused('mem0', '')).to.include('must be');
      expect(await refused('claude', zipOf({ 'users.json': '[]' }))).to.include('contains none of conversations.json');
      expect(await refused('claude', zipOf({ 'conversations.json': '[]' }).subarray(0, 40))).to.include(
        'not a complete zip file',
      );
    });

    it('a zip that would unpack to a hundred times its size', async () => {
      const bomb = `[${' '.repeat(5_000_000)}]`;
      expect(deflateRawSync(bomb).length).to.be.lessThan(bomb.length / 100);
      expect(await refused('claude', zipOf({ 'conversations.json': bomb }))).to.include('would unpack to');
    });

    it('a zip that would unpack to over 2 GB, at less than a hundred times its size', async () => {
      const zip = zipOf({ 'conversations.json': '[]' });
      const entry = zip.indexOf('PK\u0001\u0002');
      zip.writeUInt32LE(2 ** 30, entry + PACKED_AT);
      zip.writeUInt32LE(2 ** 31 + 1, entry + UNPACKED_AT);
      expect(await refused('claude', zip)).to.include('over 2147483648 bytes');
    });

    const seed = testSeed();
    it(`files with a part changed, unless they are still whole (seed ${seed}) @torture`, async () => {
      const random = seededRandom(seed);
      const whole: Readonly<Record<string, string>> = {
        chatgpt: JSON.stringify([CHAT, OLDER_CHAT]),
        claude: JSON.stringify([CLAUDE_CHAT]),
        mem0: JSON.stringify([MEM0]),
        zep: JSON.stringify(ZEP_PYTHON),
        'mcp-memory': jsonLines(MCP_LINES),
        letta: JSON.stringify(LETTA_SINGLE),
        langgraph: jsonLines(LANGGRAPH_PYTHON),
      };
      const wholes = Object.entries(whole);
      let refusals = 0;
      for (let round = 0; round < scaled(20, 1000); round += 1) {
        const [from, text] = wholes[round % wholes.length]!;
        const at = Math.floor(random() * text.length);
        const changed =
          text.slice(0, at) + ['', '"', '}', '7', 'null', '\u0000'][round % 6]! + text.slice(at + (round % 3));
        const userId = newUser();
        try {
          const { made, imported: count, skipped } = await imported(from, changed, userId);
          expect(count + (skipped['there already'] ?? 0), changed).to.equal(made);
        } catch (error) {
          refusals += 1;
          expect(error, changed).to.be.instanceOf(SourceFault);
          expect((await exported(userId)).trim().split('\n'), changed).to.have.length(1);
        }
      }
      expect(refusals).to.be.greaterThan(scaled(4, 100));
    });
  });
});
