/** Opens copies over a PostgreSQL of the tests. */
import { rm } from 'node:fs/promises';
import { openPostgres, type PostgresOptions } from '../../../server/backends/postgres/open-postgres.ts';
import { QUOTAS, type Quotas } from '../../../server/policy/limits.ts';
import type { Quota } from '../../../server/policy/memory-types.ts';
import type { EmbeddedStore } from '../../../server/ports/embedded-store.ts';
import { call, type MovableClock } from '../../conformance/subject.ts';
import type { WholeStore } from '../../conformance/whole-store.ts';
import { encoder, movableClock, table, temporaryFolder } from '../sqlite/temporary-store.ts';

const uncounted = { standbyRead: () => undefined, storeCommit: () => undefined };
const silent = { warn: () => undefined, error: () => undefined, info: () => undefined };

export type OpenedCopy = EmbeddedStore & { readonly dataDir: string; readonly clock: MovableClock };

export type CopyOptions = Partial<PostgresOptions> & {
  readonly clock?: MovableClock;
  /** The quota of every type. */
  readonly quota?: Quota | undefined;
};

/** Opens `dataDir`, or a new folder. */
export async function openCopy(
  url: string,
  { clock = movableClock(), dataDir, quota, ...more }: CopyOptions = {},
): Promise<OpenedCopy> {
  const folder = dataDir ?? (await temporaryFolder());
  const quotas = quota && (Object.fromEntries(Object.keys(QUOTAS).map((name) => [name, quota])) as Quotas);
  const store = await openPostgres({
    ...{ address: { url }, dataDir: folder, clock, table, embedderIdentity: table.identity },
    ...{ log: silent, telemetry: uncounted, isBrief: true, quotas, ...more },
  });
  return { ...store, dataDir: folder, clock };
}

async function closeAndDeleteCopy(copy: OpenedCopy): Promise<void> {
  await copy.close();
  await rm(copy.dataDir, { recursive: true, force: true });
}

/** Returns the copies as one store, as suites need it: each call goes to the next one. */
export function inTurns(url: string, copies: readonly OpenedCopy[], more: CopyOptions = {}): WholeStore {
  let calls = 0;
  const next = (): OpenedCopy => copies[(calls += 1) % copies.length]!;
  const settle = () => Promise.all(copies.map(({ lifecycle }) => lifecycle.settle('LONG_TERM', call())));
  const [first] = copies as readonly [OpenedCopy];
  return {
    ...(alternating(first as never, next as never, settle) as unknown as OpenedCopy),
    clock: first.clock,
    embed: (text) => encoder.embed(text),
    embedderName: encoder.identity.name,
    async reopen() {
      const opened: OpenedCopy[] = [];
      for (const { close, dataDir, clock } of copies) {
        await close();
        opened.push(await openCopy(url, { ...more, dataDir, clock }));
      }
      return inTurns(url, opened, more);
    },
    async close() {
      for (const copy of copies) await closeAndDeleteCopy(copy);
    },
  };
}

type Port = Readonly<Record<string, unknown>>;

/** What is staged or noted in the memory of one server goes on there. */
const STAYING: ReadonlySet<string> = new Set(['imports', 'audit', 'auditFeed']);

type Call = (...given: readonly unknown[]) => unknown;

/** `settle` has all servers write what they have counted, as each does by itself within a second. */
function alternating(port: Port, next: () => Port, settle: () => Promise<unknown>): Port {
  let settling: Promise<unknown> | undefined;
  const parts = Object.entries(port).map(([name, value]) => {
    if (STAYING.has(name)) return [name, value] as const;
    if (typeof value === 'function') {
      const call: Call = (...given) => {
        if (name === 'settle') return settle();
        const isImport = given.some((one) => typeof one === 'object' && one !== null && 'importId' in one);
        const run = (): unknown => ((isImport ? port : next())[name] as Call)(...given);
        if (name === 'confirm') {
          settling = Promise.resolve(settling).then(run).then(settle);
          return undefined;
        }
        return settling === undefined ? run() : settling.then(run);
      };
      return [name, call] as const;
    }
    const isPort = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isPort ? alternating(value as Port, () => next()[name] as Port, settle) : value] as const;
  });
  return Object.fromEntries(parts);
}
