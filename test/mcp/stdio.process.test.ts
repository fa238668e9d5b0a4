import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startServer } from '../server-process.ts';
import { called, overStdio, textOf } from './open-client.ts';

describe('recorda mcp beside other programs', () => {
  it('answers from a server, as the user of --user, and outlives its absence', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-mcp-'));
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const { client, close } = await overStdio('modern', ['--url', `127.0.0.1:${port}`, '--user', 'bo']);
    const absent = await client.callTool({ name: 'recall', arguments: { query: 'x' } });
    expect(absent.isError).to.equal(true);
    expect(textOf(absent)).to.match(/^BACKEND_UNAVAILABLE: /);
    const server = await startServer({ dataDir, flags: ['--port', String(port)] });
    let found: unknown;
    for (let attempt = 0; found === undefined && attempt < 50; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop
      found = await called(client, 'remember', { content: 'Bo lives in Faro' }).catch(() => undefined);
      // oxlint-disable-next-line no-await-in-loop
      if (found === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(found).not.to.equal(undefined);
    const other = await overStdio('modern', ['--url', `127.0.0.1:${port}`, '--user', 'cy']);
    expect(await called(other.client, 'list_memories', {})).to.deep.equal({ memories: [] });
    await other.close();
    await server.stop();
    const gone = await client.callTool({ name: 'recall', arguments: { query: 'x' } });
    expect(gone.isError).to.equal(true);
    expect((await client.listTools()).tools).to.have.length(9);
    await close();
    await rm(dataDir, { recursive: true });
  });
});

describe('MCP over stdio, of a folder that another host has', () => {
  it('says so, and takes the folder over once it is free', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-mcp-'));
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const [first, second] = await Promise.all(
      ['1', '2'].map(() => overStdio('modern', ['--data-dir', dataDir, '--port', String(port)])),
    );
    await called(first!.client, 'remember', { content: 'Bo lives in Faro' });
    const taken = await second!.client.callTool({ name: 'list_memories', arguments: {} });
    expect(textOf(taken)).to.match(/^BACKEND_UNAVAILABLE: Another process uses the data folder .*recorda serve/);
    await first!.close();
    const { memories } = await called(second!.client, 'list_memories', {});
    expect((memories as readonly { readonly text: string }[]).map(({ text }) => text)).to.deep.equal([
      'Bo lives in Faro',
    ]);
    await second!.close();
    await rm(dataDir, { recursive: true });
  });
});
