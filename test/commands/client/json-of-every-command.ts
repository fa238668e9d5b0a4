/** Runs every command with `--json`, and reads what it prints. */
import { join } from 'node:path';
import { expect } from 'chai';
import type { Recorda } from '../../../client/recorda.ts';
import { EVERY_COMMAND } from './every-command.ts';
import { runCommand, runUntilLine } from './run-command.ts';

type Served = { readonly address: string; readonly folder: string; readonly recorda: Recorda };

type Result = Readonly<Record<string, unknown>>;

/** Returns what an earlier command printed. */
type Before = (path: string) => Result;

type Row = {
  readonly args: (before: Before, served: Served) => readonly string[];
  /** What it prints: a document, at least one line, or any number of lines. */
  readonly prints: 'DOCUMENT' | 'LINES' | 'ANY_LINES';
  /** Makes it print a line, if it prints until Ctrl+C. */
  readonly meanwhile?: (recorda: Recorda) => Promise<unknown>;
  /** Is true if it does not call the server of `--url`. */
  readonly isOfServer?: true;
};

const JO = ['--user', 'jo'];
const row = (prints: Row['prints'], ...args: readonly string[]): Row => ({ prints, args: () => args });
const ofServer = (prints: Row['prints'], args: Row['args']): Row => ({ prints, args, isOfServer: true });
const keysIn = ({ folder }: Served): readonly string[] => ['--api-keys-file', join(folder, 'keys.json')];
const atHost = ({ address }: Served): readonly string[] => ['--host', '127.0.0.1', '--port', address.split(':')[1]!];

/** Raises an alert. */
async function reachAQuota(recorda: Recorda): Promise<void> {
  const userId = `kay ${Math.random()}`;
  await recorda.admin.setQuota({ userId, quotas: [{ name: 'QUOTA_NAME_LONG_TERM', maxCount: 1 }] });
  await recorda.agent({ userId }).add('Kay knits');
}

/** Commands in the order in which they run: some need what others have made. */
const ROWS: Readonly<Record<string, Row>> = {
  add: row('DOCUMENT', 'Jo rows on the lake', ...JO),
  search: row('LINES', 'who rows?', ...JO),
  list: row('LINES', ...JO),
  get: { prints: 'DOCUMENT', args: (before) => [idOf(before('list')), ...JO] },
  watch: { ...row('LINES', ...JO), meanwhile: (recorda) => recorda.agent({ userId: 'jo' }).add(`${Math.random()}`) },
  'facts add': row('DOCUMENT', 'I am vegetarian', ...JO),
  'facts list': row('LINES', ...JO),
  'facts confirm': { prints: 'DOCUMENT', args: (before) => [idOf(before('facts list')), ...JO] },
  'facts reread': row('ANY_LINES', 'jo'),
  'facts forget': { prints: 'DOCUMENT', args: (before) => [idOf(before('facts list')), ...JO] },
  'context explain': row('DOCUMENT', 'jo', 'tuesday', 'What can I cook?'),
  'sessions list': row('LINES', ...JO),
  'sessions turns': row('LINES', 'monday', ...JO),
  'sessions end': row('DOCUMENT', 'monday', ...JO),
  usage: row('DOCUMENT', ...JO),
  latency: row('DOCUMENT'),
  'quota get': row('DOCUMENT', ...JO),
  'quota set': row('DOCUMENT', 'long_term', '--max-count', '1', '--user', 'kay'),
  'tier set': row('DOCUMENT', 'free', ...JO),
  'alerts watch': { ...row('LINES'), meanwhile: reachAQuota },
  'alerts list': row('LINES'),
  'backup create': row('DOCUMENT'),
  'backup list': row('LINES'),
  'backup verify': { prints: 'DOCUMENT', args: (before) => [idOf(before('backup list'))] },
  'backup restore': row('DOCUMENT', ...JO),
  'master-key rotate': row('DOCUMENT', '--force'),
  'master-key retire': {
    prints: 'DOCUMENT',
    args: (before) => [(before('master-key rotate')['olderKeyIds'] as readonly string[])[0]!],
  },
  'archive list': row('ANY_LINES', ...JO),
  'archive restore': row('DOCUMENT', 'lt_1', ...JO),
  'retention list': row('LINES'),
  'retention set': row('DOCUMENT', 'long_term', '400'),
  'retention run': row('DOCUMENT', 'long_term'),
  sleep: row('DOCUMENT', ...JO),
  'audit list': row('LINES'),
  'audit verify': row('DOCUMENT'),
  export: { prints: 'DOCUMENT', args: (_, { folder }) => ['jo', '--out', join(folder, 'jo.jsonl')] },
  import: { prints: 'DOCUMENT', args: (_, { folder }) => ['jo', join(folder, 'jo.jsonl')] },
  delete: { prints: 'LINES', args: (before) => [idOf(before('list')), ...JO] },
  'erase-user': row('DOCUMENT', 'jo', '--force'),
  doctor: ofServer('DOCUMENT', (_, { folder }) => ['--data-dir', join(folder, 'doctor')]),
  health: ofServer('DOCUMENT', (_, served) => atHost(served)),
  config: ofServer('LINES', () => []),
  'key create': ofServer('DOCUMENT', (_, served) => ['--role', 'operator', ...keysIn(served)]),
  'key list': ofServer('LINES', (_, served) => keysIn(served)),
  'token revoke': ofServer('DOCUMENT', (_, served) => ['--user', 'jo', ...keysIn(served)]),
  'key revoke': ofServer('DOCUMENT', (before, served) => [idOf(before('key create')), ...keysIn(served)]),
  reembed: ofServer('DOCUMENT', (_, served) => ['--data-dir', join(served.folder, 'data'), ...atHost(served)]),
};

/**
 * These serve, draw, or print for a shell; or they need a server with keys, a standby or PostgreSQL, which tests of their own set up.
 */
const WITHOUT = ['serve', 'mcp', 'demo', 'completion', 'complete', 'token mint', 'standby restore', 'move'];

const idOf = (result: Result): string => String(result['id']);

/** Declares the tests. The server's data folder is `data` in the folder. */
export function jsonOfEveryCommand(served: () => Served): void {
  const printed = new Map<string, Result>();
  const earlier: Before = (path) => printed.get(path)!;

  before(async () => {
    const { recorda } = served();
    await recorda.conversation({ userId: 'jo', sessionId: 'monday' }).append({ content: 'I live in Porto.' });
  });

  it('is known of every command', () => {
    const leaves = EVERY_COMMAND.filter(({ command }) => command.commands.length === 0);
    const paths = leaves.map(({ path }) => path.replace('recorda ', ''));
    expect(paths.filter((path) => !WITHOUT.includes(path))).to.have.members(Object.keys(ROWS));
  });

  for (const [path, { prints, args, meanwhile, isOfServer = false }] of Object.entries(ROWS))
    it(`is printed by ${path}`, async () => {
      const { address, recorda } = served();
      const where = isOfServer ? [] : ['--url', address];
      const all = [...path.split(' '), ...args(earlier, served()), ...where, '--json'];
      const run = meanwhile === undefined ? runCommand(...all) : runUntilLine(() => meanwhile(recorda), ...all);
      const { code, stdout, stderr } = await run;
      expect(code, stderr || stdout).to.equal(meanwhile === undefined ? 0 : 130);
      const results = prints === 'DOCUMENT' ? [stdout] : stdout.split('\n').slice(0, -1);
      const read = results.map((text) => JSON.parse(text) as Result);
      for (const result of read) expect(result).to.be.an('object');
      if (prints !== 'ANY_LINES') expect(read).not.to.be.empty;
      printed.set(path, read[0] ?? {});
    });
}
