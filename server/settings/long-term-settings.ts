/** The settings of the index in which long-term memory is searched, in addition to the data folder. */
import { isIP } from 'node:net';
import { z } from 'zod';
import type { AzureSearchAddress } from '../backends/azure-ai-search/open-azure-search.ts';
import { OWN, setting, settingArea, type ValuesOf, word } from './setting.ts';

/** The index that mirrors long-term memory. */
export type LongTermAddress = AzureSearchAddress & {
  /**
   * If true, this server is the only one that writes to it: then its own record answers while the index is down.
   */
  readonly isSole: boolean;
};

const PROTOCOL = 'azure-search:';
const INDEX = /^\/([a-z0-9](?:-?[a-z0-9])+)$/;
const VECTORS = ['hnsw', 'exhaustive'] as const;
const FORM =
  'must be like azure-search://NAME.search.windows.net/INDEX, optionally followed by ?vectors=exhaustive or ?sole=true; set the key as RECORDA_AZURE_SEARCH_KEY';

const LONG_TERM_SETTINGS = {
  longTerm: setting({
    env: 'RECORDA_LONG_TERM',
    flag: '--long-term <address>',
    meaning:
      'Index in which several servers find long-term memories: azure-search://NAME.search.windows.net/INDEX, with ?sole=true if no other server writes to it; if not set, there is none',
    byDefault: undefined,
    schema: z.string().refine((text) => readAddress(text) !== undefined, FORM),
    shared: {
      is: 'REFUSED',
      why: 'its outbox belongs to one server. All servers find long-term memories in the database',
    },
  }),
  azureSearchKey: setting({
    env: 'RECORDA_AZURE_SEARCH_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'Admin key of the search service',
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
} as const;

export type LongTermConfig = {
  /** If absent, only the data folder is used. */
  readonly longTerm: LongTermAddress | undefined;
};

function longTermConfig(
  { longTerm, azureSearchKey: key }: ValuesOf<typeof LONG_TERM_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): LongTermConfig {
  const address = longTerm === undefined ? undefined : readAddress(longTerm);
  if (address !== undefined && key === undefined) {
    faults.push(`${given.get('longTerm')}: needs RECORDA_AZURE_SEARCH_KEY, or RECORDA_AZURE_SEARCH_KEY_FILE`);
  }
  if (!given.has('longTerm') && key !== undefined) {
    faults.push(`${given.get('azureSearchKey')}: has no effect without RECORDA_LONG_TERM`);
  }
  return { longTerm: address === undefined || key === undefined ? undefined : { ...address, key } };
}

export const longTermArea = settingArea(LONG_TERM_SETTINGS, longTermConfig);

/** Returns undefined if it is not an address. Requires TLS, except on loopback. */
function readAddress(text: string): Omit<LongTermAddress, 'key'> | undefined {
  if (!text.startsWith(`${PROTOCOL}//`)) return undefined;
  const scheme = isLoopback(text) ? 'http:' : 'https:';
  const rest = scheme + text.slice(PROTOCOL.length);
  if (!URL.canParse(rest)) return undefined;
  const { origin, pathname, searchParams, username, password, hash } = new URL(rest);
  const [, index] = INDEX.exec(pathname) ?? [];
  const known = [...searchParams.keys()].every((name) => name === 'vectors' || name === 'sole');
  const vectors = VECTORS.find((name) => name === (searchParams.get('vectors') ?? 'hnsw'));
  const sole = searchParams.get('sole') ?? 'false';
  const isPlain = username + password + hash === '' && known && ['true', 'false'].includes(sole);
  if (index === undefined || vectors === undefined || !isPlain) return undefined;
  return { endpoint: origin, index, vectors, isSole: sole === 'true' };
}

function isLoopback(text: string): boolean {
  const [, host = ''] = /^azure-search:\/\/([^/:?#]+)/.exec(text) ?? [];
  return host === 'localhost' || (isIP(host) > 0 && host.startsWith('127.'));
}
