/** Writes what the Go client generates: messages and stubs of the contract, by plugins of client/go/go.mod, and its constants. */
import { execFileSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { findGo } from '../go.ts';
import { ROOT } from '../root.ts';

const go = await findGo();
const PATH = go === 'go' ? process.env['PATH'] : [dirname(go), process.env['PATH']].join(delimiter);
const run = (folder: string, command: string, args: readonly string[]): void => {
  execFileSync(command, args, { cwd: join(ROOT, folder), stdio: 'inherit', env: { ...process.env, PATH } });
};
run('proto', 'npx', ['--no-install', 'buf', 'generate', '--template', 'buf.gen.go.yaml']);
run('client/go', go, ['generate']);
