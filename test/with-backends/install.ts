/** Checks that the programs that these tests start are installed, and installs missing ones if it may. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresPrograms } from '../backends/postgres/postgres-process.ts';
import { ROOT } from '../root.ts';

/** The file on which completions in bash depend: interactive shells of most systems read it. */
export const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

/** The Debian package of each program, or path of a file. */
const NEEDED: Readonly<Record<string, string>> = {
  'redis-server': 'redis-server',
  'redis-cli': 'redis-tools',
  openssl: 'openssl',
  mvn: 'maven',
  javac: 'default-jdk-headless',
  prometheus: 'prometheus',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  bash: 'bash',
  [BASH_COMPLETION]: 'bash-completion',
  initdb: 'postgresql',
  pgbouncer: 'pgbouncer',
  zsh: 'zsh',
  fish: 'fish',
  tmux: 'tmux',
};

/** Debian keeps the programs of PostgreSQL apart from others. */
const isThere = (program: string): boolean =>
  program === 'initdb'
    ? postgresPrograms() !== undefined
    : program.startsWith('/')
      ? existsSync(program)
      : spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Microsoft's emulator of Azure Blob Storage: too large to be a dependency. */
const AZURITE = 'azurite@3.35.0';
const AZURITE_FOLDER = join(ROOT, 'node_modules/.cache/azurite');
export const AZURITE_BLOB = join(AZURITE_FOLDER, 'node_modules/azurite/dist/src/blob/main.js');

function installAzurite(): void {
  if (existsSync(AZURITE_BLOB)) return;
  mkdirSync(AZURITE_FOLDER, { recursive: true });
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', ['install', '--prefix', AZURITE_FOLDER, ...quiet, AZURITE], { stdio: 'inherit' });
  if (existsSync(AZURITE_BLOB)) return;
  throw new Error(`Missing: ${AZURITE}. Let npm reach its registry and run this again.`);
}

/** Throws if something is still missing, with what it is and what to do. */
export function installMissing(): void {
  installAzurite();
  const missing = Object.keys(NEEDED).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => NEEDED[program] as string);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] =
      process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
    spawnSync(command, rest, { stdio: 'inherit' });
  }
  const lacking = missing.filter((program) => !isThere(program));
  if (lacking.length === 0) return;
  throw new Error(`Missing: ${lacking.join(', ')}. Install them (Debian: ${packages.join(' ')}) and run this again.`);
}
