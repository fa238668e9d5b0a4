/** The settings of the Model Context Protocol: the user whose memory a host gets, and the server that has it. */
import { z } from 'zod';
import { OWN, setting, settingArea, type ValuesOf } from './setting.ts';

const id = z.string().regex(/^[^\p{Cc}]{1,128}$/u, 'must be up to 128 characters, without control characters');

const MCP_SETTINGS = {
  mcpUser: setting({
    env: 'RECORDA_MCP_USER',
    flag: '--user <id>',
    meaning:
      'Id of the user of this machine: MCP serves this user’s memory if the caller’s key names no user, and commands use it without --user',
    byDefault: 'me',
    schema: id,
    shared: OWN,
  }),
  mcpAgent: setting({
    env: 'RECORDA_MCP_AGENT',
    flag: '--mcp-agent <id>',
    meaning: 'Agent that MCP acts as; personas and episodes belong to one agent',
    byDefault: 'mcp',
    schema: id,
    shared: OWN,
  }),
  url: setting({
    env: 'RECORDA_URL',
    flag: '--url <address>',
    meaning:
      'Server that clients and commands call with RECORDA_API_KEY, for example localhost:50051 or https://memory.example.org; commands use TLS unless it is on this machine or the address begins with grpc:// or http://; if not set, they open the data folder',
    byDefault: undefined,
    schema: z
      .string()
      .regex(
        /^(?:(?:recorda|grpcs?|https?):\/\/[^\s?#]{1,253}|(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\]):\d{1,5})$/,
        'must be like localhost:50051 or https://memory.example.org',
      ),
    shared: OWN,
  }),
} as const;

export type McpConfig = {
  /** The user of callers whose key names none. */
  readonly user: string;
  readonly agent: string;
  /** The address of a server; if absent, the data folder is used. */
  readonly url: string | undefined;
};

export type McpAreaConfig = { readonly mcp: McpConfig };

function mcpConfig({ mcpUser: user, mcpAgent: agent, url }: ValuesOf<typeof MCP_SETTINGS>): McpAreaConfig {
  return { mcp: { user, agent, url } };
}

export const mcpArea = settingArea(MCP_SETTINGS, mcpConfig);
