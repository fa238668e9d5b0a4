/** ExportUserData, ImportUserData, DeleteUserData and VerifyErasureReceipt. */
import { createHash, type Hash } from 'node:crypto';
import type { UserKey } from '../../domain/accounts.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import type { PortableMemory } from '../../domain/portable.ts';
import { idsIn } from '../../domain/portable-ids.ts';
import type { PortableRow, RowKind } from '../../domain/portable-rows.ts';
import { EXPORTING } from '../../policy/limits.ts';
import { inTurns, turn } from '../../ports/in-turns.ts';
import type { Erasures, IdMacs, ImportedBy, PutBack, PutBackCall, UserImports, UserRows } from '../../ports/users.ts';
import type { MemoryStore } from '../../ports/stores.ts';
import type { SetQuotaResponse } from '../../../proto/gen/recorda/v1/limits.ts';
import type {
  DeleteUserDataRequest,
  DeleteUserDataResponse,
  ExportUserDataRequest,
  ExportUserDataResponse,
  ImportUserDataRequest,
  ImportUserDataResponse,
  PlaceCount,
  VerifyErasureReceiptRequest,
  VerifyErasureReceiptResponse,
} from '../../../proto/gen/recorda/v1/user_data.ts';
import { readLine, writeLine, type PortableLine } from '../../validation/portable-lines.ts';
import type { ServiceCall } from '../call.ts';
import { toType } from '../memory/translate.ts';
import { withFreeIds } from './ids-of-import.ts';
import { roomForImport, type RoomParts } from './room-for-import.ts';

export type UserDataDependencies = {
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
  readonly erasures: Erasures;
  readonly imports: UserImports;
  readonly idMacs: IdMacs;
};

export type LimitsOfUsers = Omit<RoomParts, 'stores'> & {
  /** Returns the quotas that a user exceeds. */
  readonly over: (whose: UserKey, call: ServiceCall) => Promise<Pick<SetQuotaResponse, 'over' | 'unavailableNames'>>;
};

type ImportCall = ServiceCall & Pick<PutBackCall, 'importId'>;

/** Rows that only an operator may set, by an import as by SetTier and SetQuota. */
const LIMITS_OF_USER: ReadonlySet<string> = new Set<RowKind>(['tier', 'quota']);

/** The format that the manifest names. */
const FORMAT = 'recorda-export/1';

export function userDataCalls(parts: UserDataDependencies, limits: LimitsOfUsers) {
  return {
    exportUserData: (request: ExportUserDataRequest, call: ServiceCall) => exportUserData(parts, request, call),
    importUserData: (request: ImportUserDataRequest, call: ServiceCall) => importUserData(parts, limits, request, call),
    deleteUserData: (request: DeleteUserDataRequest, call: ServiceCall) => deleteUserData(parts, request, call),
    verifyErasureReceipt: (request: VerifyErasureReceiptRequest) => verifyErasureReceipt(parts, request),
  };
}

async function* lines(
  { stores, rows }: UserDataDependencies,
  whose: UserKey,
  types: readonly MemoryType[],
  isWhole: boolean,
  call: ServiceCall,
) {
  for (const type of types) {
    let after: string | undefined;
    do {
      const page = await stores[type].ofUser.page(whose, after, call);
      yield page.memories;
      after = page.next;
    } while (after !== undefined);
  }
  let after: string | undefined;
  let isLeft = isWhole;
  while (isLeft) {
    const page = await rows.page(whose, after, call);
    yield page.rows;
    after = page.next;
    isLeft = after !== undefined;
  }
}

async function* exportUserData(
  parts: UserDataDependencies,
  { userId, types: asked }: ExportUserDataRequest,
  call: ServiceCall,
): AsyncGenerator<ExportUserDataResponse, void> {
  const whose = { tenant: call.tenant, userId };
  const named = asked.map(toType).filter((type) => type !== undefined);
  const types = MEMORY_TYPES.filter((type) => named.length === 0 || named.includes(type));
  let memoryCount = 0;
  for (const type of types) memoryCount += await parts.stores[type].ofUser.count(whose, call);
  yield { lines: Buffer.alloc(0), lineCount: 0, memoryCount, isUnknownUser: false };
  const manifest = newManifest();
  let part: string[] = [];
  let length = 0;
  let isEmpty = true;
  const take = (): ExportUserDataResponse => {
    const message = {
      lines: Buffer.from(part.join('')),
      lineCount: part.length,
      memoryCount: 0,
      isUnknownUser: false,
    };
    part = [];
    length = 0;
    return message;
  };
  // A caller without a key imports as an operator, whose ids stay.
  const macOf = call.caller.keyId === '' ? undefined : await parts.idMacs.signer(whose);
  const { isOver, next } = turn();
  for await (const found of lines(parts, whose, types, named.length === 0, call)) {
    for (const one of found) {
      if (isOver()) await next(call.signal);
      const ids = idsIn(one);
      const line = `${writeLine(one, ids.length === 0 ? undefined : macOf?.(ids))}\n`;
      if (length > 0 && length + line.length > EXPORTING.partBytes) yield take();
      isEmpty = false;
      manifest.note(kindOf(one), line);
      part.push(line);
      length += line.length;
    }
  }
  // A user without anything to export may still be known, in the archive for instance.
  const isUnknownUser = isEmpty && (await parts.erasures.found(whose, undefined, call)).length === 0;
  part.push(`${manifest.text(isUnknownUser)}\n`);
  yield { ...take(), isUnknownUser };
}

/** Puts a few memories of a type at a time, so that other calls are not held up. */
async function putSome(
  { stores, rows }: UserDataDependencies,
  whose: UserKey,
  batch: readonly PortableLine[],
  call: ImportCall,
): Promise<PutBack> {
  const [first] = batch;
  if (first?.line === 'memory') {
    const memories = batch.flatMap((one) => (one.line === 'memory' ? [one.memory] : []));
    return stores[first.memory.payload.type].ofUser.putBack(whose, memories, call);
  }
  const found = batch.flatMap((one) => (one.line === 'row' ? [one.row] : []));
  return found.length === 0 ? NONE : rows.putBack(whose, found, call, call.caller.role !== 'operator');
}

function importedBy({ stores }: UserDataDependencies, { payload }: PortableMemory): ImportedBy {
  return stores[payload.type].ofUser.importedBy;
}

/**
 * Orders the lines: first those that the embedded store only gathers, since an embedder may fail; then memories in stores of their own;
 * and rows last. Of the rows, answers may live elsewhere, and are a cache.
 */
function inOrder(parts: UserDataDependencies, lines: readonly PortableLine[]): readonly PortableLine[] {
  const rank = (line: PortableLine): number =>
    line.line !== 'memory' ? 2 : importedBy(parts, line.memory) === 'TRANSACTION' ? 0 : 1;
  return lines.toSorted((one, other) => rank(one) - rank(other));
}

async function putInTurn(
  parts: UserDataDependencies,
  whose: UserKey,
  lines: readonly PortableLine[],
  call: ImportCall,
): Promise<PutBack> {
  let counts = NONE;
  for (let at = 0, end = 0; at < lines.length; at = end) {
    const group = groupOf(lines[at] as PortableLine);
    for (end = at; end < lines.length && end - at < EXPORTING.putBackAtOnce; end += 1) {
      if (groupOf(lines[end] as PortableLine) !== group) break;
    }
    counts = sumOf(counts, await putSome(parts, whose, lines.slice(at, end), call));
  }
  return counts;
}

/** Returns what the caller may import, and the number of lines that are left out. */
async function permitted(
  lines: Uint8Array,
  { caller, signal }: ServiceCall,
): Promise<{ readonly found: readonly PortableLine[]; readonly out: number }> {
  const all = (
    await inTurns(linesOf(lines), signal, (text, index) => (text === '' ? [] : [readLine(text, index)]))
  ).flat();
  if (caller.role === 'operator') return { found: all, out: 0 };
  const found = all.filter((one) => one.line !== 'row' || !LIMITS_OF_USER.has(one.row.row));
  return { found, out: all.length - found.length };
}

async function importUserData(
  parts: UserDataDependencies,
  limits: LimitsOfUsers,
  request: ImportUserDataRequest,
  call: ServiceCall,
): Promise<ImportUserDataResponse> {
  const whose = { tenant: call.tenant, userId: request.userId };
  const { found: read, out } = await permitted(request.lines, call);
  const found = await withFreeIds(parts, whose, read, request, call);
  if (call.caller.role !== 'operator') {
    const memories = found.flatMap((one) => (one.line === 'memory' ? [one.memory] : []));
    await roomForImport({ ...limits, stores: parts.stores }, whose, memories, call);
  }
  const [late, early] = partition(
    found,
    (line) => line.line === 'memory' && importedBy(parts, line.memory) === 'MEMORY',
  );
  let apart = NONE;
  const applied = await parts.imports.together(
    whose,
    async ({ importId }) => {
      apart = await putInTurn(parts, whose, inOrder(parts, early), { ...call, importId });
    },
    call,
  );
  // These cannot fail, so they wait for what can.
  const counts = [apart, applied, await putInTurn(parts, whose, late, call)].reduce(sumOf);
  return {
    takenCount: counts.taken,
    skippedCount: counts.skipped + out,
    ...(await limits.over(whose, call)),
  };
}

async function* deleteUserData(
  { erasures }: UserDataDependencies,
  { userId, types: asked, force }: DeleteUserDataRequest,
  call: ServiceCall,
): AsyncGenerator<DeleteUserDataResponse, void> {
  const whose = { tenant: call.tenant, userId };
  const named = asked.map(toType).filter((type) => type !== undefined);
  const types = named.length === 0 ? undefined : named;
  yield step({ found: await erasures.found(whose, types, call) });
  if (!force) return;
  for await (const done of erasures.erase(whose, types, call)) {
    if ('erased' in done) yield step(done);
    else yield { ...NOTHING, receipt: { ...done.receipt, signature: Buffer.from(done.receipt.signature) } };
  }
}

async function verifyErasureReceipt(
  { erasures }: UserDataDependencies,
  { text, signature }: VerifyErasureReceiptRequest,
): Promise<VerifyErasureReceiptResponse> {
  const { isOurs, publicKey } = await erasures.verify({ text, signature });
  return { isValid: isOurs, publicKey };
}

const NONE: PutBack = { taken: 0, skipped: 0 };

const sumOf = (one: PutBack, other: PutBack): PutBack => ({
  taken: one.taken + other.taken,
  skipped: one.skipped + other.skipped,
});

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

const NOTHING: DeleteUserDataResponse = { found: [], erased: [], receipt: undefined };

function step(counts: {
  readonly found?: readonly PlaceCount[];
  readonly erased?: readonly PlaceCount[];
}): DeleteUserDataResponse {
  const { found = [], erased = [] } = counts;
  return { ...NOTHING, found: [...found], erased: [...erased] };
}

function kindOf(one: PortableMemory | PortableRow): string {
  return 'row' in one ? one.row : one.payload.type.toLowerCase();
}

/** Yields one line after another, since decoding all of them as one text would take long. */
function* linesOf(lines: Uint8Array): Generator<string, void> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end;
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}

/** Names the group of lines that are put back together. */
function groupOf(line: PortableLine): string {
  return line.line === 'memory' ? line.memory.payload.type : line.line;
}

/** Computes the last line: for each kind the number of lines, and the SHA-256 of all lines with their ends. */
function newManifest() {
  const kinds = new Map<string, { count: number; readonly hash: Hash }>();
  return {
    note(kind: string, line: string): void {
      const known = kinds.get(kind) ?? { count: 0, hash: createHash('sha256') };
      kinds.set(kind, known);
      known.count += 1;
      known.hash.update(line);
    },
    text: (isUnknownUser: boolean): string =>
      JSON.stringify({
        line: 'manifest',
        format: FORMAT,
        ...(isUnknownUser && { known: false }),
        kinds: Object.fromEntries(
          [...kinds].map(([kind, { count, hash }]) => [kind, { count, sha256: hash.digest('hex') }]),
        ),
      }),
  };
}
