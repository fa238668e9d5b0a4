/** Tests `recorda mcp --compat memory-server` by itself; test/with-backends compares it with the reference implementation. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, overStdio, textOf } from './open-client.ts';

describe('recorda mcp --compat memory-server', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-compat-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  const open = () => overStdio('legacy', ['--compat', 'memory-server', '--data-dir', dataDir]);
  const ana = { name: 'Ana', entityType: 'person', observations: ['keeps bees'] };
  const acme = { name: 'Acme', entityType: 'company', observations: [] };
  const worksAt = { from: 'Ana', to: 'Acme', relationType: 'works_at' };

  it('keeps a graph in the order it was told, over a restart', async () => {
    const first = await open();
    const created = await first.client.callTool({ name: 'create_entities', arguments: { entities: [ana, acme] } });
    expect(textOf(created)).to.equal(JSON.stringify([ana, acme], null, 2));
    expect(await called(first.client, 'create_entities', { entities: [ana] })).to.deep.equal({ entities: [] });
    await called(first.client, 'create_relations', { relations: [worksAt] });
    await first.close();
    const second = await open();
    const graph = { entities: [ana, acme], relations: [worksAt] };
    expect(await called(second.client, 'read_graph', {})).to.deep.equal(graph);
    expect(await called(second.client, 'search_nodes', { query: 'BEES' })).to.deep.equal({
      entities: [ana],
      relations: [worksAt],
    });
    await called(second.client, 'delete_entities', { entityNames: ['Acme'] });
    expect(await called(second.client, 'read_graph', {})).to.deep.equal({ entities: [ana], relations: [] });
    await second.close();
  });

  it('has its resource, and tells who subscribed to it of changes', async () => {
    const { client, close } = await open();
    const { resources } = await client.listResources();
    expect(resources).to.deep.equal([
      {
        uri: 'memory://knowledge-graph',
        name: 'knowledge-graph',
        title: 'Knowledge Graph',
        description: 'The full knowledge graph with all entities and relations',
        mimeType: 'application/json',
      },
    ]);
    const uri = resources[0]!.uri;
    const read = async () => (await client.readResource({ uri })).contents;
    const graph = await called(client, 'read_graph', {});
    expect(await read()).to.deep.equal([{ uri, mimeType: 'application/json', text: JSON.stringify(graph, null, 2) }]);
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    await called(client, 'create_entities', { entities: [acme] });
    expect(heard).to.deep.equal([]);
    await client.subscribeResource({ uri });
    await called(client, 'delete_entities', { entityNames: ['Acme'] });
    await called(client, 'read_graph', {});
    expect(heard).to.deep.equal([uri]);
    await client.unsubscribeResource({ uri });
    await called(client, 'create_entities', { entities: [] });
    await called(client, 'read_graph', {});
    expect(heard).to.deep.equal([uri]);
    await close();
  });

  it('says what the reference says where an entity is not there, and changes nothing', async () => {
    const { client, close } = await open();
    const observations = [
      { entityName: 'Ana', contents: ['sings'] },
      { entityName: 'Nobody', contents: ['x'] },
    ];
    const refused = await client.callTool({ name: 'add_observations', arguments: { observations } });
    expect([refused.isError, textOf(refused)]).to.deep.equal([true, 'Entity with name Nobody not found']);
    expect(await called(client, 'open_nodes', { names: ['Ana'] })).to.deep.equal({ entities: [ana], relations: [] });
    await close();
  });
});
