/** Connects the official client of the Model Context Protocol to Recorda, over each transport and in each era of the protocol. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveHttp } from '../../server/http/serve-http.ts';
import type { Credentials } from '../../server/keys/credentials.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { ROOT } from '../root.ts';

const MAIN = join(ROOT, 'dist/server/main.js');

/** The version negotiation that the client asks for; `auto` finds 2026-07-28. */
export const ERAS = { legacy: 'legacy', modern: 'auto' } as const;
export type Era = keyof typeof ERAS;

export type Opened = { readonly client: Client; close(): Promise<void> };

function newClient(era: Era): Client {
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
}

/** Starts `recorda mcp` as a host does. */
export async function overStdio(era: Era, args: readonly string[] = [], env: Record<string, string> = {}) {
  const client = newClient(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return { client, pid: transport.pid!, close: () => client.close() };
}

/** Opens /mcp of a server on loopback. */
export async function openMount(keys?: Credentials) {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-mcp-'));
  const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
  const grpc = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0, keys });
  const http = await serveHttp({
    door: grpc.shared,
    host: '127.0.0.1',
    port: 0,
    version: '1.2.3',
    isReady: () => true,
    mcp: { user: 'me', agent: 'mcp' },
  });
  return {
    pipeline,
    url: `http://127.0.0.1:${http.port}/mcp`,
    async close() {
      http.stopListening();
      await grpc.drain(0);
      await http.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export async function overHttp(era: Era, url: string, headers: Record<string, string> = {}): Promise<Opened> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return { client, close: () => client.close() };
}

/** Returns the tool's structured result; throws its error if it failed. */
export async function called(client: Client, name: string, args: object): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: { ...args } });
  if (result.isError === true) throw new Error(textOf(result));
  return result.structuredContent as Record<string, unknown>;
}

/** Returns the text of a tool's result. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
