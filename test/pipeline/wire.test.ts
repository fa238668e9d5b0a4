import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { stopSignal } from '../../server/domain/abort.ts';
import { ANYBODY } from '../../server/domain/caller.ts';
import { AddMemoryRequest, AddMemoryResponse, ListMemoriesResponse } from '../../proto/gen/recorda/v1/memory.ts';
import { Memory } from '../../proto/gen/recorda/v1/resources.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { LIMITS } from '../../server/policy/limits.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { decodeText, encodeResponse } from '../../server/pipeline/wire.ts';
import { seededRandom } from '../load/sentences.ts';

const LENGTH_DELIMITED = 2;
const CONTINUES = 128;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= CONTINUES; rest = Math.trunc(rest / CONTINUES)) bytes.push((rest % CONTINUES) + CONTINUES);
  return Buffer.from([...bytes, rest]);
}

const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + LENGTH_DELIMITED), varint(content.length), content]);

/** Encodes this many empty messages or texts. */
const empties = (number: number, count: number): Buffer =>
  Buffer.alloc(count * 2, Buffer.from([number * 8 + LENGTH_DELIMITED, 0]));

const name = (text: string): Buffer => field(1, Buffer.from(text));
const USER = name('ana');

describe('wire: requests of a great many parts', () => {
  const MILLIONS = LIMITS.requestBytes / 4;
  let server: RecordaServer;
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-wire-'));
    server = await openRecorda({ dataDir, warmUp: false });
  });
  after(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  async function refusal(method: string, request: Buffer): Promise<RecordaError> {
    const call = { caller: ANYBODY, signal: new AbortController().signal };
    const failed = await server.pipeline.unary(`recorda.v1.${method}`, request, call).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(RecordaError);
    return failed as RecordaError;
  }

  const update = field(1, Buffer.concat([name(`lt_${'0'.repeat(32)}`), field(3, USER)]));
  const search = Buffer.concat([field(1, USER), field(2, Buffer.from('skiing'))]);
  const entry = (value: Buffer): Buffer =>
    field(
      1,
      Buffer.concat([
        field(3, Buffer.concat([USER, field(2, Buffer.from('coach'))])),
        field(4, Buffer.concat([name('plan'), field(2, value)])),
      ]),
    );
  const cases: readonly (readonly [string, string, Buffer])[] = [
    ['a batch', 'MemoryService/BatchAddMemories', empties(1, MILLIONS)],
    ['a list in JSON', 'MemoryService/AddMemory', entry(field(6, empties(1, MILLIONS)))],
    ['an update mask', 'MemoryService/UpdateMemory', Buffer.concat([update, field(2, empties(1, MILLIONS))])],
    ['types', 'MemoryService/RetrieveMemories', Buffer.concat([search, field(3, Buffer.alloc(MILLIONS, 99))])],
    ['operations', 'AdminService/GetLatencyReport', empties(2, MILLIONS)],
  ];
  for (const [what, method, request] of cases) {
    it(`refuses ${what} of millions before they fill the memory`, async () => {
      const error = await refusal(method, request);
      expect(error.reason).to.equal('REQUEST_TOO_LARGE');
    });
  }

  const add = (memory: Buffer): Buffer => field(1, Buffer.concat([field(3, name('malformed')), memory]));
  const text = field(6, name('Likes tea'));
  const cutShort = Buffer.concat([Buffer.from([6 * 8 + LENGTH_DELIMITED, 2]), name('Likes tea')]);
  const malformed: readonly (readonly [string, string, Buffer])[] = [
    ['a tag of zero after the last field', 'AddMemory', Buffer.concat([add(text), Buffer.from([0, 1, 2])])],
    ['a tag of zero within', 'AddMemory', add(Buffer.concat([text, Buffer.from([0])]))],
    ['the end of a group that did not begin', 'AddMemory', Buffer.concat([add(text), Buffer.from([5 * 8 + 4])])],
    ['a text longer than the message around it', 'AddMemory', add(cutShort)],
    ['a list longer than it says', 'RetrieveMemories', Buffer.concat([search, Buffer.from([26, 1, 131, 0])])],
  ];
  for (const [what, method, request] of malformed) {
    it(`refuses ${what}, and keeps nothing`, async () => {
      expect((await refusal(`MemoryService/${method}`, request)).reason).to.equal('REQUEST_MALFORMED');
      const listing = field(1, name('malformed'));
      const call = { caller: ANYBODY, signal: new AbortController().signal };
      const ofLongTerm = Buffer.concat([listing, Buffer.from([16, 3])]);
      const answer = await server.pipeline.unary('recorda.v1.MemoryService/ListMemories', ofLongTerm, call);
      expect(ListMemoriesResponse.decode(answer).memories).to.deep.equal([]);
    });
  }

  it('refuses what is larger than its call takes before it reads it, and names the limit', async () => {
    const over = Buffer.alloc(LIMITS.requestBytes + 1);
    const refused = await refusal('ContextService/AppendTurns', over);
    expect(refused.reason).to.equal('REQUEST_TOO_LARGE');
    expect(refused.message).to.include('8,388,609').and.to.include('AppendTurns takes at most 8,388,608');
    expect((await refusal('AdminService/ImportUserData', over)).reason).to.equal('REQUEST_MALFORMED');
    const most = Buffer.alloc(LIMITS.messageBytes + 1);
    expect((await refusal('AdminService/ImportUserData', most)).message).to.include('at most 16,777,216');
  });

  it('counts the adds of a batch that is short enough to be read', async () => {
    const batch = empties(1, LIMITS.batchReads / 4);
    expect((await refusal('MemoryService/BatchAddMemories', batch)).detail.fields?.[0]?.field).to.equal('requests');
  });

  it('reads the largest metadata that may be, whatever it is made of', async () => {
    const filled = (piece: string, frame: number): number => Math.floor((LIMITS.metadataBytes - frame) / piece.length);
    const list = '{"a":[]}';
    const largest = {
      zeros: { a: Array.from({ length: filled('0,', list.length) }, () => 0) },
      texts: { a: Array.from({ length: filled('"",', list.length) }, () => '') },
      lists: { a: Array.from({ length: filled('[],', list.length) }, () => []) },
      keys: Object.fromEntries(
        Array.from({ length: filled('"abc":0,', 2) }, (_, at) => [at.toString(36).padStart(3, '_'), 0]),
      ),
    };
    for (const [what, metadata] of Object.entries(largest)) {
      const memory = {
        scope: { userId: 'ana' },
        payload: { $case: 'text' as const, value: { content: what } },
        metadata,
      };
      const request = AddMemoryRequest.encode(AddMemoryRequest.fromPartial({ memory })).finish();
      const call = { caller: ANYBODY, signal: new AbortController().signal };
      const answer = await server.pipeline.unary('recorda.v1.MemoryService/AddMemory', request, call);
      expect(AddMemoryResponse.decode(answer).memory?.metadata, what).to.deep.equal(metadata);
    }
  });

  it('names each field at fault once, however long a list is', async () => {
    const MANY = 100_000;
    const working = Buffer.alloc(MANY, 1);
    const { detail } = await refusal('MemoryService/RetrieveMemories', Buffer.concat([search, field(3, working)]));
    expect(detail.fields?.map((fault) => fault.field)).to.have.members(['types', 'scope.agent_id']);
  });

  it('looks at the length of a list before its elements', async () => {
    const types = Buffer.concat([search, field(3, Buffer.alloc(LIMITS.listLength + 1, 99))]);
    expect((await refusal('MemoryService/RetrieveMemories', types)).detail.fields).to.deep.equal([
      { field: 'types', description: `has more than ${LIMITS.listLength} elements` },
    ]);
    const mask = Buffer.concat([update, field(2, empties(1, LIMITS.listLength + 1))]);
    expect((await refusal('MemoryService/UpdateMemory', mask)).detail.fields).to.have.lengthOf(1);
  });
});

describe('decoding texts', () => {
  it('is what TextDecoder makes of them, whatever their letters, and of bytes that are no text', () => {
    const pieces = ['a', 'é', 'Ā', '漢', '😀', '\ufeff', '\ufffd', '\u2026', ' '];
    const random = seededRandom(5);
    for (let round = 0; round < 500; round += 1) {
      const some = pieces.filter(() => random() < 0.4);
      const text = Array.from({ length: 600 }, () => some[Math.floor(random() * some.length)] ?? 'x').join('');
      const bytes = Buffer.from(text);
      if (round % 3 === 0) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      expect(decodeText(new Uint8Array(bytes)), `round ${round}`).to.equal(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      );
    }
  });
});

describe('encoding answers', () => {
  it('writes whole numbers of any size as the generated code does', () => {
    const empty = Memory.decode(new Uint8Array());
    for (const sizeBytes of [0, 1, 127, 128, 2 ** 31, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, -1, -(2 ** 40)]) {
      const memory = { ...empty, sizeBytes, createTime: new Date(sizeBytes % 1e12) };
      expect(encodeResponse({ response: Memory }, memory, stopSignal()), `${sizeBytes}`).to.deep.equal(
        Memory.encode(memory).finish(),
      );
    }
    expect(() => encodeResponse({ response: Memory }, { ...empty, sizeBytes: 1.5 }, stopSignal())).to.throw();
  });

  const page = (count: number, bytes: number): ListMemoriesResponse =>
    ListMemoriesResponse.fromPartial({
      memories: Array.from({ length: count }, (_, at) => ({ id: `${at}`, etag: 'e'.repeat(bytes) })),
      nextPageToken: 'next',
      latencyMs: 1,
    });
  const encoded = (answer: ListMemoriesResponse, signal = stopSignal()) =>
    encodeResponse({ response: ListMemoriesResponse }, answer, signal);

  it('writes a short list as the generated code does', async () => {
    const answer = page(10, 10);
    expect(await encoded(answer)).to.deep.equal(ListMemoriesResponse.encode(answer).finish());
  });

  it('lets others in between while it writes a long list, and leaves another answer’s bytes alone', async () => {
    const answer = page(50_000, 200);
    const short = page(3, 3);
    const others: Promise<Uint8Array>[] = [];
    const timer = setInterval(() => others.push(Promise.resolve(encoded(short))), 0);
    const bytes = await encoded(answer);
    clearInterval(timer);
    expect(others).to.have.length.above(2);
    for (const other of await Promise.all(others))
      expect(other).to.deep.equal(ListMemoriesResponse.encode(short).finish());
    expect(Buffer.compare(bytes, ListMemoriesResponse.encode(answer).finish())).to.equal(0);
  });

  it('stops at the deadline, and if the answer exceeds the size of a message', async () => {
    const signal = stopSignal();
    const work = Promise.resolve(encoded(page(50_000, 200), signal)).then(undefined, (error: unknown) => error);
    signal.abort(new RecordaError('DEADLINE_EXCEEDED', 'over'));
    expect(await work).to.have.property('reason', 'DEADLINE_EXCEEDED');
    const tooLarge = Promise.resolve(encoded(page(20_000, 1000))).then(undefined, (error: unknown) => error);
    expect(await tooLarge).to.have.property('reason', 'RESPONSE_TOO_LARGE');
    const short = page(3, 3);
    expect(await encoded(short)).to.deep.equal(ListMemoriesResponse.encode(short).finish());
  });
});
