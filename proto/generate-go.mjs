/**
 * Writes what the Go client has of the contract: messages and stubs, by plugins that are tools of client/go/go.mod, and its constants. Run by
 * `npm run generate`; where there is no Go, neither installed nor in the cache of test/go.ts, it leaves them as they are and says so.
 */
import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CACHED = join(ROOT, 'node_modules/.cache/recorda/go/bin');

const env = { ...process.env, PATH: [process.env.PATH, CACHED].join(delimiter) };
const run = (folder, command, args, stdio = 'inherit') =>
  execFileSync(command, args, { cwd: join(ROOT, folder), stdio, env });

try {
  run('.', 'go', ['version'], 'ignore');
} catch {
  console.error(
    'There is no Go here: what client/go has of the contract was left as it is. Install Go, and generate again.',
  );
  // CI brings one along, and has to see what is not current.
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
run('proto', 'npx', ['--no-install', 'buf', 'generate', '--template', 'buf.gen.go.yaml']);
run('client/go', 'go', ['generate']);
