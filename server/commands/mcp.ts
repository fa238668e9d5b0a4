/** `recorda mcp`: serves Recorda to a host of the Model Context Protocol over standard input and output. */
import type { McpServer } from '@modelcontextprotocol/server';
import { Command, Option } from 'commander';
import type { Recorda } from '../../client/recorda.ts';
import type { Config } from '../config.ts';
import type { McpOptions } from '../mcp/mcp-server.ts';
import { RecordaError } from '../domain/errors.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { readConfig, withSettings } from './environment.ts';
import { connectTo, isLocked, openHolder, openLocal } from './open-local-or-remote.ts';

export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'Serve a host of the Model Context Protocol, for example Claude Code, over standard input and output, from the data folder or from the server at --url',
  );
  command.addOption(
    new Option(
      '--compat <server>',
      'offer the tools of another server instead: memory-server, the reference server',
    ).choices(['memory-server']),
  );
  return withSettings(command).action(async ({ compat, ...flags }: Record<string, string>) => {
    const { config } = readConfig(flags);
    const [{ serveStdio }, serverOf, { jsonLog }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      compat === undefined ? ownServer() : memoryServer(),
      import('../telemetry/json-log.ts'),
    ]);
    // Standard output belongs to the protocol.
    const log = jsonLog('warn', process.stderr);
    const { user: userId, agent: agentId } = config.mcp;
    const memory = openedWhenAsked(config);
    const scope = { userId, agentId };
    serveStdio(() => serverOf({ version: packageVersion(), scope, recorda: memory.get, log }), {
      onerror: (err) => log.debug({ err }, 'An MCP message was refused'),
    });
    const end = (): void => void memory.close().then(() => process.exit(0));
    process.stdin.once('end', end).once('close', end);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  });
}

type ServerOf = (options: McpOptions) => McpServer;

async function ownServer(): Promise<ServerOf> {
  const { mcpServer } = await import('../mcp/mcp-server.ts');
  return mcpServer;
}

async function memoryServer(): Promise<ServerOf> {
  const [{ compatServer }, { graphStore }] = await Promise.all([
    import('../mcp/memory-server/compat-server.ts'),
    import('../mcp/memory-server/graph-store.ts'),
  ]);
  const store = graphStore();
  return (options) => compatServer(options, store);
}

/** The interval at which the folder is tried again while another process has it, in milliseconds. */
const RETRY_MS = 5000;

/** `triedAt` is set if another process had the folder at that time, so that its server is asked instead. */
type Opened = { readonly recorda: Recorda; readonly triedAt: number | undefined };

async function openMemory(config: Config, before: Opened | undefined): Promise<Opened> {
  const { url } = config.mcp;
  if (url !== undefined) return { recorda: await connectTo(url, config), triedAt: undefined };
  try {
    const recorda = await openLocal(config, { isBrief: false });
    await before?.recorda.close();
    return { recorda, triedAt: undefined };
  } catch (error) {
    if (!isLocked(error)) throw error;
    return { recorda: before?.recorda ?? (await openHolder(config)), triedAt: Date.now() };
  }
}

/**
 * Opens Recorda at the first request. If that failed, or another process had the folder, later requests try again.
 */
function openedWhenAsked(config: Config): { get(): Promise<Recorda>; close(): Promise<void> } {
  let opening: Promise<Opened> | undefined;
  return {
    async get() {
      const asked = (opening ??= openMemory(config, undefined));
      try {
        const opened = await asked;
        if (opened.triedAt === undefined || Date.now() - opened.triedAt < RETRY_MS) return opened.recorda;
        // Other requests that arrive meanwhile wait for the same attempt.
        if (opening === asked) opening = openMemory(config, opened);
        return (await opening).recorda;
      } catch (error) {
        opening = undefined;
        if (error instanceof RecordaError) throw error;
        const why = error instanceof Error ? error.message : String(error);
        throw new RecordaError('BACKEND_UNAVAILABLE', `The memory cannot be opened. ${why}`);
      }
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.recorda.close();
    },
  };
}
