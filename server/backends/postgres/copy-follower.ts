/** Keeps the copy of a server at its position in the order of commits. */
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import { stopSignal } from '../../domain/abort.ts';
import { READ_STANDBY } from '../../policy/postgres.ts';
import type { StandbyReadOutcome, Telemetry } from '../../ports/telemetry.ts';
import type { Breaker } from '../breaker.ts';
import type { Copy } from '../sqlite/copying/holder.ts';
import type { Position, RowImage, StoreChange } from '../sqlite/engine/store-change.ts';
import type { CellRevisions } from './cell-revisions.ts';
import { erasedUsers, readNewer, type Newer, type NextChange } from './commits.ts';
import type { Pool } from './connect-postgres.ts';
import { loadCopy, NO_NOTES } from './load-copy.ts';
import type { RefusedUsers } from './refused-users.ts';
import type { ReadStandby } from './read-standby.ts';
import type { RowForm } from './row-form.ts';
import { isSealable } from './row-seal.ts';
import type { RowOpening, RowSealing } from './row-sealing.ts';

export type FollowerOptions = {
  readonly pool: Pool;
  readonly outage: Pick<Breaker, 'run'>;
  readonly revisions: CellRevisions;
  /** If absent, there is none. */
  readonly standby?: ReadStandby | undefined;
  /** The form of rows, which each look at the primary updates. */
  readonly form: RowForm;
  /** It opens the rows of commits; absent if no rows are sealed. */
  readonly sealing?: RowSealing | undefined;
  /** Makes what opens rows while a copy is loaded, which holds all keys until it is dropped; absent if no rows are sealed. */
  readonly newOpening?: (() => RowOpening) | undefined;
  /** The users whose rows cannot be read. */
  readonly refused: RefusedUsers;
  readonly telemetry: StoreTelemetry;
};

/** The counters of standby reads and commits. */
export type StoreTelemetry = Pick<Telemetry, 'standbyRead' | 'storeCommit'>;

type Applied = Parameters<Copy['apply']>[0][number] & { readonly position: Position };

/** Tells whether the copy has the newest of the commits that were read, whether more are to be read, or that they do not go with the copy. */
type Outcome = 'REACHED' | 'MORE' | 'STRANGE';

/** A look is shared, so nobody can stop it; a caller who gives up stops waiting for it. */
const never = stopSignal();

export function copyFollower(options: FollowerOptions) {
  const { pool, outage, revisions, standby, form, sealing, refused, telemetry } = options;
  let copy: Copy | undefined;
  let at: Position | undefined;
  let lost: RecordaError | undefined;
  /** The copy has what the primary had then. */
  let freshMs = -Infinity;
  /** Own tokens whose commit is to be noticed, and whether it was. */
  const watched = new Map<string, boolean>();
  const inTurn = turns();

  const lose = (why: RecordaError = diverged()): RecordaError => {
    if (lost === undefined) copy?.fail((lost = why));
    return lost as RecordaError;
  };
  const position = (): Position => opened(at);
  const apply = async (changes: readonly Applied[]): Promise<void> => {
    const last = changes.at(-1);
    if (last === undefined) return;
    for (const one of changes) revisions.note(one.change, one.position.number);
    await copy?.apply(withoutRefused(refused, changes));
    forgetErased(refused, changes);
    for (const one of changes) if (watched.has(one.position.token)) watched.set(one.position.token, true);
    at = last.position;
  };
  /** Applies commits that were read after an earlier look, of which some may have been applied meanwhile. */
  const applyNewer = async (newer: Newer): Promise<Outcome> => {
    await takeOut(refused, copy);
    const next = nextOf(newer, position());
    if (next === 'STRANGE') return next;
    await apply(next);
    return position().number >= newer.head.number ? 'REACHED' : 'MORE';
  };
  const look = async (): Promise<void> => {
    const beganMs = performance.now();
    for (;;) {
      if (lost !== undefined) throw lost;
      await inTurn(() => takeOut(refused, copy));
      const from = position();
      const newer = await outage.run(() => readNewer(pool, from.number, { opening: sealing, refused }), never);
      form.written = newer.tables;
      if (!form.spoken.includes(newer.tables)) throw lose(ofNewerVersion());
      // Nothing was applied meanwhile that could be newer than this answer.
      if (position() === from && newer.head.number < from.number) throw lose();
      const isThere = newer.head.number === position().number && newer.head.token === position().token;
      const outcome = isThere ? 'REACHED' : await inTurn(() => applyNewer(newer));
      if (outcome === 'STRANGE') throw lose();
      // A row was left out whose user a later commit erases. Until that is applied, the copy has some rows of the user and not others.
      if (outcome === 'REACHED' && !newer.isTorn) break;
    }
    freshMs = beganMs;
  };
  const catchUpWithPrimary = sharedLook(look);
  const catchUpWithStandby = sharedLook(() =>
    lookAtStandby(standby, async () => {
      if (lost !== undefined) throw lost;
      const newer = await standby?.readNewer(position().number);
      // The standby may not have the erasure yet.
      if (newer?.isTorn === true) return undefined;
      return newer && { head: newer.head.number, outcome: await inTurn(() => applyNewer(newer)) };
    }),
  );
  return {
    position,
    lose,
    watch: (token: string): void => void watched.set(token, false),
    unwatch: (token: string): void => void watched.delete(token),
    hasSeen: (token: string): boolean => watched.get(token) ?? false,

    catchUp: catchUpWithPrimary,

    async catchUpForRead(revision: number | undefined): Promise<void> {
      if (standby === undefined) return catchUpWithPrimary();
      const outcome = await tryStandby(standby, revision, performance.now() - freshMs, catchUpWithStandby);
      telemetry.standbyRead(outcome);
      if (outcome !== 'standby') await catchUpWithPrimary();
    },

    /** Applies an own commit, if it comes right after the position that the copy has. */
    reach: (own: Applied): Promise<void> =>
      inTurn(async () => {
        if (position().number === own.position.number - 1) await apply([own]);
      }),

    async open(own: Copy): Promise<void> {
      copy = own;
      at = (await own.position()) ?? (await loadCopy(pool, own, { opening: options.newOpening?.(), refused }));
      revisions.begin(at.number);
      await look();
    },
  };
}

function opened(at: Position | undefined): Position {
  if (at === undefined) throw new Error('The copy is not open.');
  return at;
}

/** Takes users out of the copy whose rows cannot be read, before it could have some of their rows and not others. */
async function takeOut(refused: RefusedUsers, copy: Copy | undefined): Promise<void> {
  await refused.takeOut(async (some) => copy?.apply([{ change: withoutUsers(some) }]));
}

function forgetErased(refused: RefusedUsers, changes: readonly Applied[]): void {
  for (const whose of changes.flatMap(({ change }) => erasedUsers(change))) refused.forget(whose);
}

/**
 * Leaves out the rows of users of whom the copy has nothing, since they would refer to what is not there; not those of a user who comes back
 * after an erasure among these changes.
 */
function withoutRefused(refused: RefusedUsers, changes: readonly Applied[]): readonly Applied[] {
  const erased = new Set<string>();
  const isLeftOut = (cell: UserKey): boolean => refused.hasUser(cell) && !erased.has(userKeyText(cell));
  return changes.map((one) => {
    for (const whose of erasedUsers(one.change)) erased.add(userKeyText(whose));
    if (!one.change.cells.some(isLeftOut)) return one;
    const cells = one.change.cells.map((cell) =>
      isLeftOut(cell) ? { ...cell, rows: cell.rows.filter((row) => !isWritten(cell, row)) } : cell,
    );
    return { ...one, change: { ...one.change, cells } };
  });
}

const isWritten = ({ userId }: UserKey, { table, rows }: RowImage): boolean =>
  rows.length > 0 && isSealable(userId, table);

function withoutUsers(some: readonly UserKey[]): StoreChange {
  const user = { table: 'users', key: '[]', isNew: false, rows: [] };
  const cells = some.map(({ tenant, userId }) => ({ tenant, userId, rows: [user], isUncounted: true }));
  return { cells, shared: NO_NOTES };
}

/** Returns the commits that come after a position, one after the other. */
function nextOf({ head, keptFrom, changes }: Newer, from: Position): readonly NextChange[] | 'STRANGE' {
  // A later look may have come first.
  if (from.number > head.number) return [];
  if (from.number === head.number) return from.token === head.token ? [] : 'STRANGE';
  if (keptFrom > from.number + 1) return 'STRANGE';
  const newer = changes.filter((change) => change.position.number > from.number);
  let before = from.token;
  for (const [index, { position: next, before: follows }] of newer.entries()) {
    if (follows !== before || next.number !== from.number + 1 + index) return 'STRANGE';
    before = next.token;
  }
  return newer;
}

/** Tells whether the copy has got what a read needs from the standby, and if not, why. */
async function tryStandby(
  standby: ReadStandby,
  revision: number | undefined,
  silentMs: number,
  catchUp: () => Promise<number | undefined>,
): Promise<StandbyReadOutcome> {
  if (revision === undefined) return 'no_revision';
  if (!standby.isThere()) return 'away';
  if (silentMs >= READ_STANDBY.staleMs) return 'stale';
  const reached = await catchUp();
  if (reached === undefined) return 'away';
  return reached >= revision ? 'standby' : 'behind';
}

/** Resolves to the newest commit that the standby has, once the copy has it, too; undefined if it is of no use. */
async function lookAtStandby(
  standby: ReadStandby | undefined,
  applyNext: () => Promise<{ readonly head: number; readonly outcome: Outcome } | undefined>,
): Promise<number | undefined> {
  for (;;) {
    const next = await applyNext();
    if (next === undefined) return undefined;
    if (next.outcome === 'REACHED') return next.head;
    if (next.outcome === 'MORE') continue;
    standby?.leave('it has other commits than the primary, or lags by more than are kept');
    return undefined;
  }
}

/** Shares a look among all who ask before it begins. */
function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    running = look().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (running === undefined) return begin();
    return (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      }));
  };
}

/** Returns a function that runs one work after the other. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Only a server that was not heard of for a while can be left behind. */
function ofNewerVersion(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The servers over this PostgreSQL were upgraded while this one was not heard of, and it cannot read what they write. Start the version that they run.',
  );
}

function diverged(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The copy in the data folder of this server has commits that PostgreSQL has lost, or lacks some that it no longer keeps. Restart the server: it then loads its copy anew.',
  );
}
