/** ExportUserData, ImportUserData, DeleteUserData and VerifyErasureReceipt. */
import { createHash, type Hash } from 'node:crypto';
import type { Whose } from '../../domain/accounts.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import type { PortableMemory } from '../../domain/portable.ts';
import type { PortableRow, RowKind } from '../../domain/portable-rows.ts';
import { EXPORTING } from '../../policy/exporting.ts';
import type { Erasures, PutBack, UserRows } from '../../ports/users.ts';
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
import { roomForImport, type RoomParts } from './room-for-import.ts';

export type UserDataDependencies = {
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
  readonly erasures: Erasures;
};

export type LimitsOfUsers = Omit<RoomParts, 'stores'> & {
  /** Of what a user has more than may be. */
  readonly over: (whose: Whose, call: ServiceCall) => Promise<Pick<SetQuotaResponse, 'over' | 'unavailableNames'>>;
};

/** What an operator alone may set, by an import as by SetTier and SetQuota. */
const LIMITS_OF_USER: ReadonlySet<string> = new Set<RowKind>(['tier', 'quota']);

/** Of the manifest. */
const FORMAT = 'recorda-export/1';

export function userDataCalls({ stores, rows, erasures }: UserDataDependencies, limits: LimitsOfUsers) {
  async function* lines(whose: Whose, types: readonly MemoryType[], isWhole: boolean, call: ServiceCall) {
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
    { userId, types: asked }: ExportUserDataRequest,
    call: ServiceCall,
  ): AsyncGenerator<ExportUserDataResponse, void> {
    const whose = { tenant: call.tenant, userId };
    const named = asked.map(toType).filter((type) => type !== undefined);
    const types = MEMORY_TYPES.filter((type) => named.length === 0 || named.includes(type));
    let memoryCount = 0;
    for (const type of types) memoryCount += await stores[type].ofUser.count(whose, call);
    yield { lines: Buffer.alloc(0), lineCount: 0, memoryCount };
    const manifest = newManifest();
    let part: string[] = [];
    let length = 0;
    const take = (): ExportUserDataResponse => {
      const message = { lines: Buffer.from(part.join('')), lineCount: part.length, memoryCount: 0 };
      part = [];
      length = 0;
      return message;
    };
    for await (const found of lines(whose, types, named.length === 0, call)) {
      for (const one of found) {
        const line = `${writeLine(one)}\n`;
        if (length > 0 && length + line.length > EXPORTING.partBytes) yield take();
        manifest.note(kindOf(one), line);
        part.push(line);
        length += line.length;
      }
    }
    part.push(`${manifest.text()}\n`);
    yield take();
  }

  /** A few memories of a type at a time: other calls come in between. */
  async function putBack(whose: Whose, batch: readonly PortableLine[], call: ServiceCall): Promise<PutBack> {
    const [first] = batch;
    if (first?.line === 'memory') {
      const memories = batch.flatMap((one) => (one.line === 'memory' ? [one.memory] : []));
      return stores[first.memory.payload.type].ofUser.putBack(whose, memories, call);
    }
    const found = batch.flatMap((one) => (one.line === 'row' ? [one.row] : []));
    return found.length === 0 ? { taken: 0, skipped: 0 } : rows.putBack(whose, found, call);
  }

  /** What the caller may import, and how many lines are left out. */
  function permitted(
    lines: Buffer,
    call: ServiceCall,
  ): { readonly found: readonly PortableLine[]; readonly out: number } {
    const all = lines
      .toString()
      .split('\n')
      .flatMap((text, place) => (text === '' ? [] : [readLine(text, place)]));
    if (call.caller.role === 'operator') return { found: all, out: 0 };
    const found = all.filter((one) => one.line !== 'row' || !LIMITS_OF_USER.has(one.row.row));
    return { found, out: all.length - found.length };
  }

  async function importUserData(request: ImportUserDataRequest, call: ServiceCall): Promise<ImportUserDataResponse> {
    const whose = { tenant: call.tenant, userId: request.userId };
    const { found, out } = permitted(request.lines, call);
    if (call.caller.role !== 'operator') {
      const memories = found.flatMap((one) => (one.line === 'memory' ? [one.memory] : []));
      await roomForImport({ ...limits, stores }, whose, memories, call);
    }
    let takenCount = 0;
    let skippedCount = out;
    for (let at = 0, end = 0; at < found.length; at = end) {
      const group = groupOf(found[at] as PortableLine);
      for (end = at; end < found.length && end - at < EXPORTING.putBackAtOnce; end += 1) {
        if (groupOf(found[end] as PortableLine) !== group) break;
      }
      const { taken, skipped } = await putBack(whose, found.slice(at, end), call);
      takenCount += taken;
      skippedCount += skipped;
    }
    return { takenCount, skippedCount, ...(await limits.over(whose, call)) };
  }

  async function* deleteUserData(
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

  async function verifyErasureReceipt({
    text,
    signature,
  }: VerifyErasureReceiptRequest): Promise<VerifyErasureReceiptResponse> {
    const { isOurs, publicKey } = await erasures.verify({ text, signature });
    return { isValid: isOurs, publicKey };
  }

  return { exportUserData, importUserData, deleteUserData, verifyErasureReceipt };
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

/** What is put back together. */
function groupOf(line: PortableLine): string {
  return line.line === 'memory' ? line.memory.payload.type : line.line;
}

/** The last line: of each kind how many lines there are, and the SHA-256 of them with their ends. */
function newManifest() {
  const kinds = new Map<string, { count: number; readonly hash: Hash }>();
  return {
    note(kind: string, line: string): void {
      const known = kinds.get(kind) ?? { count: 0, hash: createHash('sha256') };
      kinds.set(kind, known);
      known.count += 1;
      known.hash.update(line);
    },
    text: (): string =>
      JSON.stringify({
        line: 'manifest',
        format: FORMAT,
        kinds: Object.fromEntries(
          [...kinds].map(([kind, { count, hash }]) => [kind, { count, sha256: hash.digest('hex') }]),
        ),
      }),
  };
}
