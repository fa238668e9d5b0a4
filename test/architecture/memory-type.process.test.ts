/** Tests what another memory type takes: memory-type.patch adds one, of procedures, and is never shipped. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../root.ts';

const PATCH = join(ROOT, 'test/architecture/memory-type.patch');
const COPIED = ['server', 'client', 'contract', 'proto', 'package.json', 'tsconfig.json', 'buf.yaml'];

describe('a further memory type', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorda-memory-type-'));
  const bin = join(ROOT, 'node_modules/.bin');
  // buf finds its plugins on the path.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const run = (cwd: string, command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: join(folder, cwd), encoding: 'utf8', stdio: 'pipe', env });
  /** Returns the compiler's errors. */
  const faults = (): string =>
    spawnSync('tsc', ['-p', 'tsconfig.json', '--noEmit'], { cwd: folder, encoding: 'utf8', env }).stdout;
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles with its patch, and not without its spec or how a field is updated', function () {
    this.timeout(300_000);
    // Neither models nor lexicons are copied.
    const filter = (path: string): boolean => statSync(path).isDirectory() || /\.(ts|mjs|json|proto|yaml)$/.test(path);
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const config = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as object;
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...config, include: ['server', 'client', 'contract', 'proto/gen'] }),
    );
    run('', 'git', 'apply', PATCH);
    run('proto', 'buf', 'generate');
    run('proto', process.execPath, 'floor-timestamps.mjs');
    run('proto', process.execPath, 'strict-decoding.mjs');
    expect(faults()).to.equal('');
    const without = (path: string, line: RegExp): string => {
      const text = readFileSync(join(folder, path), 'utf8');
      writeFileSync(join(folder, path), text.replace(line, ''));
      const said = faults();
      writeFileSync(join(folder, path), text);
      return said;
    };
    expect(without('server/domain/types/specs.ts', /^ {2}PROCEDURAL: procedural,\n/m)).to.match(
      /specs\.ts.*PROCEDURAL/,
    );
    const fields = 'server/services/memory/translate-payload.ts';
    expect(without(fields, /^ {2}'procedure\.steps'.*\n/m)).to.match(/translate-payload\.ts.*procedure\.steps/);
  });
});
