/**
 * What every command says of itself, as it was last agreed on. After a change: `RECORDA_TEST_WRITE_HELP=on npx mocha` this file, and
 * read the difference.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from 'commander';
import { program } from '../../../server/commands/program.ts';
import { ROOT } from '../../root.ts';

const FILE = join(ROOT, 'test/commands/client/help.golden.txt');
const WIDTH = 80;
const PROGRAM = await program();
/** Of a command that calls Recorda and serves nobody. */
const MOST_LINES = 40;

/** Each shows all settings, whose sentences have tests of their own. */
const OF_SERVER = ['serve', 'mcp', 'doctor', 'health', 'config', 'reembed', 'demo'];
const isOfServer = (path: string): boolean => OF_SERVER.includes(path.replace('recorda ', ''));

function everyCommand(command: Command, path: readonly string[] = []): readonly { path: string; command: Command }[] {
  const here = [...path, command.name()];
  const under = command.commands.flatMap((one) => everyCommand(one, here));
  return [{ path: here.join(' '), command }, ...under];
}

describe('the help of the executable', () => {
  const commands = everyCommand(PROGRAM);
  const helpOf = (command: Command): string => {
    let text = '';
    command
      .configureHelp({ ...command.configureHelp(), helpWidth: WIDTH })
      .configureOutput({ writeOut: (part) => (text += part), getOutHasColors: () => false });
    command.outputHelp();
    return text;
  };

  it('is as agreed for every command', async () => {
    const shown = commands.filter(({ path }) => !isOfServer(path));
    const text = shown.map(({ path, command }) => `== ${path}\n\n${helpOf(command)}`).join('\n');
    if (process.env['RECORDA_TEST_WRITE_HELP'] === 'on') await writeFile(FILE, text);
    expect(text).to.equal(await readFile(FILE, 'utf8'));
  });

  for (const { path, command } of commands) {
    if (path === 'recorda' || isOfServer(path)) continue;
    it(`of ${path} has at most ${MOST_LINES} lines`, () => {
      expect(helpOf(command).trimEnd().split('\n')).to.have.length.at.most(MOST_LINES);
    });
  }
});
