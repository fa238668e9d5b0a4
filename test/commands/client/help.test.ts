/**
 * Compares the help of every command with the text that was last agreed on. After a change, run `RECORDA_TEST_WRITE_HELP=on npx
 * mocha` on this file, and read the difference.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from 'commander';
import { ROOT } from '../../root.ts';
import { EVERY_COMMAND } from './every-command.ts';

const FILE = join(ROOT, 'test/commands/client/help.golden.txt');
const WIDTH = 80;
/** The limit for a command that calls Recorda and does not serve. */
const MOST_LINES = 40;

/** Each shows all settings, whose sentences have tests of their own. */
const OF_SERVER = ['serve', 'mcp', 'doctor', 'health', 'config', 'reembed', 'move', 'demo', 'standby restore'];
const isOfServer = (path: string): boolean => OF_SERVER.includes(path.replace('recorda ', ''));

describe('the help of the executable', () => {
  const helpOf = (command: Command): string => {
    let text = '';
    command
      .configureHelp({ ...command.configureHelp(), helpWidth: WIDTH })
      .configureOutput({ writeOut: (part) => (text += part), getOutHasColors: () => false });
    command.outputHelp();
    return text;
  };

  it('is as agreed for every command', async () => {
    const shown = EVERY_COMMAND.filter(({ path }) => !isOfServer(path));
    const text = shown.map(({ path, command }) => `== ${path}\n\n${helpOf(command)}`).join('\n');
    if (process.env['RECORDA_TEST_WRITE_HELP'] === 'on') await writeFile(FILE, text);
    expect(text).to.equal(await readFile(FILE, 'utf8'));
  });

  for (const { path, command } of EVERY_COMMAND) {
    if (path === 'recorda' || isOfServer(path)) continue;
    it(`of ${path} has at most ${MOST_LINES} lines`, () => {
      expect(helpOf(command).trimEnd().split('\n')).to.have.length.at.most(MOST_LINES);
    });
  }
});
