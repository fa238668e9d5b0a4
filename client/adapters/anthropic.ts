/**
 * The memory tool of Claude (`memory_20250818`) over Recorda: the six commands, with the messages of the SDK's own
 * `BetaLocalFilesystemMemoryTool`, on files that are documents of the user. So they are durable, shared by all programs that serve the
 * user, erased with the user, and found by every search.
 */
import { betaMemoryTool, type MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { Agent } from '../agent.ts';
import type { Documents } from '../agent-documents.ts';
import type { StructuredMemory } from '../agent-types.ts';
import { RecordaError } from '../errors.ts';

type Command<K extends keyof MemoryToolHandlers> = Parameters<MemoryToolHandlers[K]>[0];

const COLLECTION = 'claude-memory';
/** The root folder, which always exists. Its path is ''. */
const ROOT = '/memories';
const MAX_LINES = 999_999;
const NUMBER_WIDTH = 6;
/** The number of lines shown before and after an edited one. */
const LINES_AROUND = 2;
/** The number of levels that a folder is shown with. */
const LEVELS_SHOWN = 2;
/** The size that most file systems give for an empty folder. */
const FOLDER_BYTES = 4096;

/** Creates the tool for `client.beta.messages.toolRunner`: `tools: [recordaMemoryTool(recorda.agent({ userId: 'ana' }))]`. */
export function recordaMemoryTool(agent: Agent): ReturnType<typeof betaMemoryTool> {
  return betaMemoryTool(new RecordaMemory(agent));
}

/** The commands by themselves. Each throws an Error that tells the model what is wrong, or what the client throws. */
export class RecordaMemory implements MemoryToolHandlers {
  readonly #documents: Documents;

  constructor(agent: Agent) {
    this.#documents = agent.documents;
  }

  /** Shows a file with its lines numbered, or the contents of a folder. */
  view = async ({ path, view_range: range }: Command<'view'>): Promise<string> => {
    const file = await this.#found(resolved(path), absent(path));
    if (file === FOLDER) return this.#listing(path);
    const lines = textOf(file).split('\n');
    if (lines.length > MAX_LINES)
      throw new Error(
        `File ${path} has too many lines (${lines.length}). Maximum is ${MAX_LINES.toLocaleString('en')} lines.`,
      );
    const [first, last] = range?.length === 2 ? [Math.max(1, range[0]!), range[1]!] : [1, -1];
    const shown = lines.slice(first - 1, last === -1 ? lines.length : last);
    return `Here's the content of ${path} with line numbers:\n${numbered(shown, first)}`;
  };

  /** Creates a file, with the folders that it is in. */
  create = async ({ path, file_text: text }: Command<'create'>): Promise<string> => {
    const key = resolved(path);
    await this.#makeFolder(parentOf(key));
    if ((await this.#entry(key)) !== undefined) throw new Error(`File ${path} already exists`);
    await this.#put(key, { text });
    return `File created successfully at: ${path}`;
  };

  str_replace = ({ path, old_str: old, new_str: replacement }: Command<'str_replace'>): Promise<string> =>
    this.#edit(path, (text) => {
      const matching = text.split('\n').flatMap((line, index) => (line.includes(old) ? [index + 1] : []));
      const [first, ...others] = matching;
      if (first === undefined)
        throw new Error(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`);
      if (others.length > 0)
        throw new Error(
          `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${matching.join(', ')}. Please ensure it is unique`,
        );
      const edited = text.replace(old, () => replacement);
      const start = Math.max(0, first - 1 - LINES_AROUND);
      const around = edited.split('\n').slice(start, first + LINES_AROUND);
      const said = `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numbered(around, start + 1)}`;
      return [edited, said];
    });

  insert = ({ path, insert_line: line, insert_text: inserted }: Command<'insert'>): Promise<string> =>
    this.#edit(path, (text) => {
      const lines = text.split('\n');
      if (line < 0 || line > lines.length)
        throw new Error(
          `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
        );
      lines.splice(line, 0, inserted.replace(/\n$/, ''));
      return [lines.join('\n'), `The file ${path} has been edited.`];
    });

  /** Deletes a file, or a folder with its contents. */
  delete = async ({ path }: Command<'delete'>): Promise<string> => {
    const key = resolved(path);
    if (key === '') throw new Error(`Cannot delete the ${ROOT} directory itself`);
    const entry = await this.#found(key, `The path ${path} does not exist`);
    const held = entry === FOLDER ? await this.#heldBy(key) : [];
    // The folder is deleted last, so that after a failure the rest can be seen and deleted again.
    for (const held1 of held.toReversed()) await this.#remove(held1.key);
    await this.#remove(key);
    return `Successfully deleted ${path}`;
  };

  /** Moves a file, or a folder with its contents. */
  rename = async ({ old_path: oldPath, new_path: newPath }: Command<'rename'>): Promise<string> => {
    const [from, to] = [resolved(oldPath), resolved(newPath)];
    if (from === '') throw new Error(`Cannot rename the ${ROOT} directory itself`);
    for (const key of [from, to]) await this.#refuseBelowFile(parentOf(key));
    if ((await this.#entry(to)) !== undefined) throw new Error(`The destination ${newPath} already exists`);
    await this.#makeFolder(parentOf(to));
    const entry = await this.#found(from, `The path ${oldPath} does not exist`);
    if (isUnder(to, from)) throw new Error(`The path ${oldPath} cannot be moved into itself`);
    const held = entry === FOLDER ? await this.#heldBy(from) : [];
    // Files are copied first, so that a failure leaves two copies and loses nothing.
    await this.#put(to, entry === FOLDER ? { isFolder: true } : { text: textOf(entry) });
    for (const { key, data } of held) await this.#put(to + key.slice(from.length), data);
    for (const { key } of held.toReversed()) await this.#remove(key);
    await this.#remove(from);
    return `Successfully renamed ${oldPath} to ${newPath}`;
  };

  async #edit(path: string, change: (text: string) => readonly [edited: string, said: string]): Promise<string> {
    const key = resolved(path);
    for (;;) {
      const file = await this.#found(key, absent(path));
      if (file === FOLDER) throw new Error(`The path ${path} is not a file.`);
      const [text, said] = change(textOf(file));
      try {
        // The write carries the etag of the read: if another program wrote in the meantime, the file is read again.
        await this.#documents.patch(file, { text });
        return said;
      } catch (error) {
        if (!(error instanceof RecordaError) || error.reason !== 'ETAG_MISMATCH') throw error;
      }
    }
  }

  async #listing(path: string): Promise<string> {
    const folder = resolved(path);
    const lines = (await this.#heldBy(folder)).flatMap(({ key, data }) => {
      const names = (folder === '' ? key : key.slice(folder.length + 1)).split('/');
      if (names.length > LEVELS_SHOWN || names.some((name) => name.startsWith('.') || name === 'node_modules'))
        return [];
      const bytes = data.text === undefined ? FOLDER_BYTES : new TextEncoder().encode(data.text).length;
      return [{ names, line: `${sizeText(bytes)}\t${path}/${names.join('/')}${data.text === undefined ? '/' : ''}` }];
    });
    const ordered = lines.toSorted((one, other) => byNames(one.names, other.names)).map(({ line }) => line);
    const header = `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`;
    return [header, `${sizeText(FOLDER_BYTES)}\t${path}`, ...ordered].join('\n');
  }

  async #entry(key: string): Promise<StructuredMemory | typeof FOLDER | undefined> {
    if (key === '') return FOLDER;
    const document = await this.#documents.get({ collection: COLLECTION, key });
    return document !== undefined && document.data['isFolder'] === true ? FOLDER : document;
  }

  async #found(key: string, otherwise: string): Promise<StructuredMemory | typeof FOLDER> {
    const entry = await this.#entry(key);
    if (entry === undefined) throw new Error(otherwise);
    return entry;
  }

  /** Throws if the folder, or one that it is in, is a file. */
  async #refuseBelowFile(key: string): Promise<void> {
    const entry = await this.#entry(key);
    if (entry === undefined) return this.#refuseBelowFile(parentOf(key));
    if (entry !== FOLDER) throw new Error(`The path ${ROOT}/${key} is a file, not a directory.`);
  }

  /** Creates a folder, and those that it is in. */
  async #makeFolder(key: string): Promise<void> {
    const entry = await this.#entry(key);
    if (entry === FOLDER) return;
    if (entry !== undefined) await this.#refuseBelowFile(key);
    await this.#makeFolder(parentOf(key));
    await this.#put(key, { isFolder: true });
  }

  async #put(key: string, data: Held['data']): Promise<void> {
    await this.#documents.put({ collection: COLLECTION, key }, { path: key, ...data });
  }

  async #remove(key: string): Promise<void> {
    try {
      await this.#documents.delete({ collection: COLLECTION, key });
    } catch (error) {
      if (!(error instanceof RecordaError) || error.reason !== 'MEMORY_NOT_FOUND') throw error;
    }
  }

  /** Lists everything below a folder, each folder before its contents. */
  async #heldBy(folder: string): Promise<readonly Held[]> {
    const held: Held[] = [];
    const filter = folder === '' ? {} : { filter: `data.path.startsWith(${JSON.stringify(`${folder}/`)})` };
    for await (const { key, data } of this.#documents.find(COLLECTION, filter)) {
      held.push({ key, data: data['isFolder'] === true ? { isFolder: true } : { text: data['text'] as string } });
    }
    return held.toSorted((one, other) => byNames(one.key.split('/'), other.key.split('/')));
  }
}

const FOLDER = 'FOLDER';

type Held = { readonly key: string; readonly data: { readonly text?: string; readonly isFolder?: boolean } };

const textOf = ({ data }: StructuredMemory): string => data['text'] as string;
const absent = (path: string): string => `The path ${path} does not exist. Please provide a valid path.`;
const parentOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('/')));
const isUnder = (key: string, folder: string): boolean => key.startsWith(`${folder}/`);

/** Returns the path below /memories, '' for /memories itself. Throws if it leads elsewhere. */
function resolved(path: string): string {
  if (!path.startsWith(ROOT)) throw new Error(`Path must start with ${ROOT}, got: ${path}`);
  const names: string[] = [];
  for (const name of path.slice(ROOT.length).split('/')) {
    if (name === '..' && names.pop() === undefined) throw new Error(`Path ${path} would escape ${ROOT} directory`);
    if (name !== '' && name !== '.' && name !== '..') names.push(name);
  }
  return names.join('/');
}

function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${String(index + first).padStart(NUMBER_WIDTH, ' ')}\t${line}`).join('\n');
}

/** Compares paths name by name, in the order in which a folder is walked. */
function byNames(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((name, index) => name !== other[index]);
  if (at < 0) return one.length - other.length;
  return other[at] === undefined || one[at]! > other[at] ? 1 : -1;
}

function sizeText(bytes: number): string {
  if (bytes === 0) return '0B';
  const units = ['B', 'K', 'M', 'G'];
  const unit = Math.floor(Math.log(bytes) / Math.log(1024));
  const size = bytes / 1024 ** unit;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[unit]}`;
}
