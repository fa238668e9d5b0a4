/** Reads the records of a file one at a time, however large it is: JSON, JSON Lines, or a zip of such files. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { JSONParser } from '@streamparser/json-node';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { IMPORTING } from '../../policy/limits.ts';
import type { Report } from './report.ts';
import type { RecordPaths, Source, SourceRecord } from './source.ts';

/** Reports a file that cannot be read as what it is said to be. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  /** The outcome, if the fault lies in records. */
  readonly report: Report | undefined;

  constructor(message: string, report?: Report) {
    super(message);
    this.report = report;
  }
}

type File = { readonly name: string; open(): Promise<Readable> };

/** Reads the records of a file, in the order of the source's files. Throws SourceFault. */
export async function* recordsOf(path: string, source: Source): AsyncGenerator<SourceRecord, void> {
  const zip = (await beginsLikeZip(path)) ? await openZip(path) : undefined;
  try {
    const plain: File = { name: basename(path), open: () => Promise.resolve(createReadStream(path)) };
    const files = zip === undefined ? [plain] : filesOf(zip.entries, zip.file, source.files);
    if (files.length === 0) throw new SourceFault(`${basename(path)} contains none of ${source.files.join(', ')}.`);
    for (const file of files) yield* recordsIn(file, source);
  } finally {
    zip?.file.close();
  }
}

async function* recordsIn(file: File, { records, files }: Source): AsyncGenerator<SourceRecord, void> {
  try {
    if (records === 'LINES' || (await isJsonLines(file, records))) yield* linesIn(file);
    else yield* elementsIn(file, records);
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SourceFault(`${file.name} is not the JSON of ${files.join(' or ')}: ${why}`);
  }
}

async function* linesIn(file: File): AsyncGenerator<SourceRecord, void> {
  let index = -1;
  for await (const line of createInterface({ input: await file.open(), crlfDelay: Infinity })) {
    index += 1;
    if (line.trim() !== '') yield { file: file.name, group: '', index, value: JSON.parse(line) as unknown };
  }
}

async function* elementsIn(file: File, { array, object, text }: RecordPaths): AsyncGenerator<SourceRecord, void> {
  const first = await firstSign(await file.open());
  const forms = { '[': array, '{': object, '"': text } as const;
  const paths = Object.hasOwn(forms, first) ? forms[first as keyof typeof forms] : undefined;
  if (paths === undefined) {
    const known = [...(array === undefined ? [] : ['an array']), ...(object === undefined ? [] : ['an object'])];
    throw new SourceFault(`${file.name} must be ${known.join(' or ')}, but it begins with ${JSON.stringify(first)}.`);
  }
  // Records that are read ahead while others are sent outlive young garbage collections, and pile up until an old one: with Node's usual
  // 16 the import of 100,000 messages held 100 MB more.
  const parser = new JSONParser({ paths: [...paths], keepStack: false }, { readableHighWaterMark: 1 });
  const input = await file.open();
  input.on('error', (error) => parser.destroy(error));
  const counts = new Map<string, number>();
  for await (const { value, stack } of input.pipe(parser) as AsyncIterable<Parsed>) {
    const group = stack.length > 1 ? String(stack[1]!.key) : '';
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    yield { file: file.name, group, index, value };
  }
  if (counts.size === 0 && first === '{') throw new SourceFault(`${file.name} contains none of ${paths.join(', ')}.`);
}

type Parsed = { readonly value: unknown; readonly stack: readonly { readonly key: unknown }[] };

/**
 * Distinguishes JSON Lines of records from one object of them by the first line: the first line of an object is not valid JSON by
 * itself, or contains its list.
 */
async function isJsonLines(file: File, { linesUnless }: RecordPaths): Promise<boolean> {
  if (linesUnless === undefined) return false;
  let line = '';
  const input = await file.open();
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    line += chunk;
    if (line.trimStart().includes('\n') || line.length > IMPORTING.firstLineUnits) break;
  }
  const [first = ''] = line
    .replace(/^\ufeff/, '')
    .trimStart()
    .split('\n', 1);
  try {
    const read = JSON.parse(first) as unknown;
    return typeof read === 'object' && read !== null && !Array.isArray(read) && !Object.hasOwn(read, linesUnless);
  } catch {
    return false;
  }
}

/** Returns the first character that is not blank; '' if there is none. */
async function firstSign(input: Readable): Promise<string> {
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    const [sign] = chunk.replace(/^\ufeff/, '').trimStart();
    if (sign !== undefined) return sign;
  }
  return '';
}

async function beginsLikeZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await handle.close();
  }
}

type Zip = { readonly file: ZipFile; readonly entries: readonly Entry[] };

/** yauzl itself refuses a file that is larger than its entry says, and names that lead out of the folder. */
async function openZip(path: string): Promise<Zip> {
  const file = await promisify<string, yauzl.Options, ZipFile>(yauzl.open)(path, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: Error) => {
    throw new SourceFault(`${basename(path)} is not a complete zip file: ${error.message}`);
  });
  const entries: Entry[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      file.on('entry', (entry: Entry) => {
        entries.push(entry);
        file.readEntry();
      });
      file.once('end', resolve).once('error', reject);
      file.readEntry();
    });
  } catch (error) {
    file.close();
    throw new SourceFault(
      `${basename(path)} is not a complete zip file: ${error instanceof Error ? error.message : ''}`,
    );
  }
  return { file, entries };
}

/** Returns the files that are read. Throws SourceFault if one would unpack to too much. */
function filesOf(entries: readonly Entry[], zip: ZipFile, names: readonly string[]): readonly File[] {
  const wanted = names.flatMap((name) => entries.filter(({ fileName }) => basename(fileName) === name));
  let bytes = 0;
  for (const { fileName, uncompressedSize, compressedSize } of wanted) {
    bytes += uncompressedSize;
    if (bytes > IMPORTING.unpackedBytes || uncompressedSize > IMPORTING.unpackedTimes * Math.max(compressedSize, 1))
      throw new SourceFault(
        `${fileName} would unpack to ${uncompressedSize} bytes from ${compressedSize}: more than ${IMPORTING.unpackedTimes} times, or over ${IMPORTING.unpackedBytes} bytes in all. Unpack it yourself and import the file in it.`,
      );
  }
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  return wanted.map((entry) => ({ name: basename(entry.fileName), open: () => openEntry(entry) }));
}
