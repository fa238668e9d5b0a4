/** Compares Claude's memory tool with the one of the SDK, which keeps files on the disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { expect } from 'chai';
import { RecordaMemory, recordaMemoryTool } from '../../../client/adapters/anthropic.ts';
import { describeBothDoors } from '../../api/doors.ts';
import { seededRandom } from '../../load/sentences.ts';
import { scaled, testSeed } from '../../scale.ts';

const SEED = testSeed();

type Memory = BetaLocalFilesystemMemoryTool | RecordaMemory;
type Command = (memory: Memory) => Promise<unknown>;

/**
 * Matches errors of the disk that contain its own names and this machine's paths, which only mean that the command fails.
 */
const OF_DISK = /^E[A-Z]+:/;

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return withFolderSizes(await call);
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** The size of a folder is that of its file system. */
const withFolderSizes = (said: unknown): unknown =>
  (said as string)
    .replaceAll(/^[\d.]+[BKMG]\t(.*\/)$/gm, 'folder\t$1')
    .replace(/^(Here're the files.*\n)[\d.]+[BKMG]\t/, '$1folder\t');

function driver(seed: number) {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const names = ['a', 'b', 'notes.txt', 'ñandú 🦤.md', '.hidden', 'node_modules', 'B', 'deep'];
  const path = (): string => {
    const chosen = below(40);
    if (chosen === 0) return pick(['/etc/passwd', '/memories/../etc', '/memories/a/../../x', 'memories/a', '']);
    if (chosen === 1)
      return pick(['/memories', '/memories/', '/memories/./a', '/memories/a/', '/memories//b', '/memories/a/../b']);
    return `/memories/${Array.from({ length: 1 + below(3) }, () => pick(names)).join('/')}`;
  };
  const words = ['one', 'two', 'tea', 'té $& $1', ''];
  const text = (): string => Array.from({ length: below(6) }, () => pick(words)).join(pick(['\n', ' ', '\n\n']));
  return (): Command => {
    const [first, other] = [path(), path()];
    const chosen = below(100);
    if (chosen < 25) {
      const view_range = below(3) === 0 ? [below(5) - 1, below(6) - 1] : undefined;
      return (memory) => memory.view({ command: 'view', path: first, ...(view_range && { view_range }) });
    }
    const [one, two, old_str] = [text(), text(), pick(words)];
    if (chosen < 50) return (memory) => memory.create({ command: 'create', path: first, file_text: one });
    if (chosen < 65)
      return (memory) => memory.str_replace({ command: 'str_replace', path: first, old_str, new_str: two });
    if (chosen < 80) {
      const insert_line = below(6) - 1;
      return (memory) => memory.insert({ command: 'insert', path: first, insert_line, insert_text: one });
    }
    if (chosen < 88) return (memory) => memory.delete({ command: 'delete', path: first });
    return (memory) => memory.rename({ command: 'rename', old_path: first, new_path: other });
  };
}

describeBothDoors("Claude's memory tool", (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser() });

  it(`says what the SDK's own says, seed ${SEED} @torture`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-claude-'));
    const files = await BetaLocalFilesystemMemoryTool.init(folder);
    const memory = new RecordaMemory(agent());
    const next = driver(SEED);
    // Three of four random commands are refused, so the test runs until enough are answered.
    const [steps, enough] = [scaled(250, 5000), scaled(100, 1000)];
    let answered = 0;
    for (let step = 0; step < steps || (answered <= enough && step < 4 * steps); step += 1) {
      const command = next();
      const expected = await outcomeOf(command(files));
      const got = await outcomeOf(command(memory));
      const { error } = expected as { readonly error?: string };
      if (error !== undefined && OF_DISK.test(error)) expect(got, `step ${step}: ${error}`).to.have.property('error');
      else expect(got, `step ${step}`).to.deep.equal(expected);
      if (error === undefined) answered += 1;
      if (step % 25 === 0) {
        const all: Command = (each) => each.view({ command: 'view', path: '/memories' });
        expect(await outcomeOf(all(memory)), `all after ${step}`).to.deep.equal(await outcomeOf(all(files)));
      }
    }
    expect(answered).to.be.greaterThan(enough);
    await rm(folder, { recursive: true });
  });

  it('is the tool that the API asks for, and its files are found by a search', async () => {
    const ana = agent();
    const tool = recordaMemoryTool(ana);
    expect(tool).to.deep.include({ type: 'memory_20250818', name: 'memory' });
    const said = await tool.run({ command: 'create', path: '/memories/diet.md', file_text: 'Eats no gluten.' });
    expect(said).to.equal('File created successfully at: /memories/diet.md');
    const [hit] = await ana.retrieve('what can she not eat? gluten', { types: ['structured'] });
    expect(hit?.memory).to.deep.include({ collection: 'claude-memory', key: 'diet.md' });
  });

  it("loses no edit of two programs, and shows nobody another user's files", async () => {
    const ana = agent();
    const [one, two] = [new RecordaMemory(ana), new RecordaMemory(ana)];
    await one.create({ command: 'create', path: '/memories/list', file_text: 'start' });
    const insert = (memory: RecordaMemory, text: string) =>
      memory.insert({ command: 'insert', path: '/memories/list', insert_line: 1, insert_text: text });
    await Promise.all(Array.from({ length: 10 }, (_, index) => insert(index % 2 === 0 ? one : two, `line ${index}`)));
    const seen = await one.view({ command: 'view', path: '/memories/list' });
    for (let index = 0; index < 10; index += 1) expect(seen).to.match(new RegExp(`\tline ${index}$`, 'm'));
    const bob = new RecordaMemory(agent());
    expect(await outcomeOf(bob.view({ command: 'view', path: '/memories/list' }))).to.have.property('error');
  });
});
