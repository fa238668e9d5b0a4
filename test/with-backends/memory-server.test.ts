/**
 * Compares `recorda mcp --compat memory-server` with the reference memory server: the same calls, the same
 * answers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'chai';
import fc from 'fast-check';
import { overStdio } from '../mcp/open-client.ts';

/** The package whose server calls itself version 0.6.3. */
const REFERENCE = '@modelcontextprotocol/server-memory@2026.8.31';
const CALLS = 2000;
/** The number of calls after which the graph is emptied, since it would only grow. */
const ROUND = 100;
const SETUP_MS = 300_000;

const name = fc.constantFrom('Ana', 'ana', 'Acme', 'Zoë', 'José Luis', '', ' Ana ', '日本', 'a"b');
const type = fc.constantFrom('person', 'Person', 'company', '');
const said = fc.constantFrom('keeps bees', 'Keeps bees', 'likes ☕', '', 'one\ntwo', 'works at Acme');
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });
const entity = fc.record({ name, entityType: type, observations: few(said) });
const relation = fc.record({ from: name, to: name, relationType: fc.constantFrom('knows', 'works_at', 'Knows') });

const call = fc.oneof(
  { weight: 4, arbitrary: of('create_entities', { entities: few(entity) }) },
  { weight: 4, arbitrary: of('create_relations', { relations: few(relation) }) },
  {
    weight: 3,
    arbitrary: of('add_observations', { observations: few(fc.record({ entityName: name, contents: few(said) })) }),
  },
  { weight: 1, arbitrary: of('delete_entities', { entityNames: few(name) }) },
  {
    weight: 2,
    arbitrary: of('delete_observations', { deletions: few(fc.record({ entityName: name, observations: few(said) })) }),
  },
  { weight: 2, arbitrary: of('delete_relations', { relations: few(relation) }) },
  { weight: 2, arbitrary: of('read_graph', {}) },
  {
    weight: 3,
    arbitrary: of('search_nodes', { query: fc.constantFrom('a', 'BEES', '', 'zoë', 'company', 'nothing') }),
  },
  { weight: 3, arbitrary: of('open_nodes', { names: few(name) }) },
);

function of(tool: string, fields: Record<string, fc.Arbitrary<unknown>>) {
  return fc.record({ name: fc.constant(tool), arguments: fc.record(fields) });
}

describe('recorda mcp --compat memory-server, beside the reference', () => {
  let folder: string;
  let reference: Client;
  let ours: Awaited<ReturnType<typeof overStdio>>;

  before(async function () {
    this.timeout(SETUP_MS);
    folder = await mkdtemp(join(tmpdir(), 'recorda-compat-'));
    reference = new Client({ name: 'test', version: '1' });
    const env = { ...(process.env as Record<string, string>), MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    await reference.connect(
      new StdioClientTransport({ command: 'npx', args: ['--yes', REFERENCE], env, stderr: 'ignore' }),
      { timeout: SETUP_MS },
    );
    ours = await overStdio('legacy', ['--compat', 'memory-server', '--data-dir', join(folder, 'data')]);
  });
  after(async () => {
    await reference.close();
    await ours.close();
    await rm(folder, { recursive: true });
  });

  it('has the same tools, to the letter', async () => {
    // The SDK decides how a schema refuses other fields, and its draft; both differ between its versions.
    const told = async (client: Client) =>
      JSON.parse(
        JSON.stringify((await client.listTools()).tools, (key, value: unknown) =>
          ['$schema', 'execution', 'additionalProperties'].includes(key) ? undefined : value,
        ),
      ) as unknown;
    expect(await told(ours.client)).to.deep.equal(await told(reference));
    expect(ours.client.getServerVersion()).to.deep.equal(reference.getServerVersion());
  });

  it(`answers ${CALLS} random calls as the reference does`, async () => {
    const calls = fc.sample(call, { numRuns: CALLS, seed: Number(process.env['RECORDA_TEST_SEED'] ?? 21) });
    for (const [at, asked] of calls.entries()) {
      if (at % ROUND === 0) {
        const { structuredContent } = await reference.callTool({ name: 'read_graph', arguments: {} });
        const { entities } = structuredContent as { readonly entities: readonly { readonly name: string }[] };
        const emptied = { name: 'delete_entities', arguments: { entityNames: entities.map((found) => found.name) } };
        await Promise.all([reference.callTool(emptied), ours.client.callTool(emptied)]);
      }
      const [expected, answered] = await Promise.all([reference.callTool(asked), ours.client.callTool(asked)]);
      expect(answered, `call ${at}: ${JSON.stringify(asked)}`).to.deep.equal(expected);
    }
  });
});
