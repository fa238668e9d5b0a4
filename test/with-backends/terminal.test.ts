/** Tests the executable as people use it: in a terminal, with the completion of their shell. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../root.ts';
import { BASH_COMPLETION } from './install.ts';

/** How each shell starts without its user's files, and loads the completion. */
const SHELLS: Readonly<Record<string, { readonly start: string; readonly take: string }>> = {
  bash: { start: 'bash --noprofile --norc', take: `source ${BASH_COMPLETION}; source <(recorda completion bash)` },
  zsh: { start: 'zsh -f', take: 'autoload -U compinit && compinit -u -D; source <(recorda completion zsh)' },
  fish: { start: 'fish --no-config', take: 'recorda completion fish | source' },
};

const SIZE = ['-x', '120', '-y', '40'];
const PATIENCE_MS = 60_000;

describe('A terminal', () => {
  let folder: string;
  const sessions: string[] = [];
  // A tmux server of its own, so that no other sessions are touched.
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-S', join(folder, 'tmux'), ...args], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' },
    });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-terminal-'));
    const script = `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/server/main.js')}' "$@"\n`;
    await writeFile(join(folder, 'recorda'), script);
    await chmod(join(folder, 'recorda'), 0o755);
  });

  after(async () => {
    if (sessions.length > 0) tmux('kill-server');
    // The shells write their last files a moment later.
    await rm(folder, { recursive: true, maxRetries: 10 });
  });

  function open(name: string, command: string) {
    tmux('new-session', '-d', '-s', name, ...SIZE, '-c', folder, command);
    sessions.push(name);
    const screen = (): string => tmux('capture-pane', '-p', '-t', name);
    return {
      type: (...keys: string[]): void => void tmux('send-keys', '-t', name, ...keys),
      /** Waits until `pattern` is on the screen. */
      async sees(pattern: RegExp): Promise<void> {
        const end = Date.now() + PATIENCE_MS;
        while (!pattern.test(screen())) {
          if (Date.now() > end) expect(screen()).to.match(pattern);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
    };
  }

  for (const [shell, { start, take }] of Object.entries(SHELLS)) {
    it(`completes commands, options and their values in ${shell}`, async () => {
      const terminal = open(shell, start);
      terminal.type(`${take}; echo "rea"dy`, 'Enter');
      await terminal.sees(/ready/);
      terminal.type('clear', 'Enter');
      terminal.type('recorda backup v', 'Tab');
      await terminal.sees(/recorda backup verify/);
      terminal.type('C-c');
      terminal.type('recorda search x --inc', 'Tab');
      await terminal.sees(/--include-archived/);
      terminal.type('C-c');
      terminal.type('recorda tier set ent', 'Tab');
      await terminal.sees(/recorda tier set enterprise/);
    });
  }

  it('serves a newcomer who follows the help', async () => {
    const { type, sees } = open('newcomer', SHELLS['bash']!.start);
    type('recorda serch', 'Enter');
    await sees(/Did you mean search\?/);
    type('clear; recorda search --help', 'Enter');
    await sees(/--top-k/);
    type("clear; recorda add 'Ana is allergic to nuts'", 'Enter');
    await sees(/^lt_\w+ {2}added$/m);
    type("clear; recorda search 'what can she not eat?'", 'Enter');
    await sees(/^0\.\d\d {2}lt_\w+ .*Ana is allergic to nuts$/m);
    type('clear; recorda get nothing; echo "code $?"', 'Enter');
    await sees(/No memory nothing[\s\S]*^code 5$/m);
    type('clear; recorda backup create && recorda backup list', 'Enter');
    await sees(/1 users, 1 lines[\s\S]* until \d{4}-/);
    type('clear; recorda watch', 'Enter');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    type('C-c');
    type('echo "code $?"', 'Enter');
    await sees(/^code 130$/m);
  });
});
