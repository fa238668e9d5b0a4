/** A client in Python, generated from the contract, runs the same scenarios; see test/python/scenarios.py. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { generatePython, hasPython, pythonWithGrpc } from '../python/environment.ts';
import { ROOT } from '../root.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

const SCENARIOS = join(ROOT, 'test/python/scenarios.py');
const SETUP_TIMEOUT_MS = 600_000;

type Result = { readonly name: string; readonly error: string | null };

describe('a client in Python', () => {
  const names = [...readFileSync(SCENARIOS, 'utf8').matchAll(/^def scenario_\w+\(recorda\):\n {4}"""(.*)"""$/gm)];
  const results = new Map<string, Result>();
  let folder = '';
  let server: ServerProcess | undefined;

  before(async function () {
    this.timeout(SETUP_TIMEOUT_MS);
    if (!(await hasPython())) {
      if (process.env['CI'] === 'true') throw new Error('CI needs python3 with venv.');
      process.stdout.write('    skipped: no python3 with venv here\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'recorda-python-'));
    const python = await pythonWithGrpc();
    await generatePython(python, join(folder, 'generated'));
    server = await startServer({ dataDir: join(folder, 'data') });
    const { stdout } = await promisify(execFile)(python, [SCENARIOS, server.address], {
      env: { ...process.env, PYTHONPATH: join(folder, 'generated') },
    });
    for (const line of stdout.trim().split('\n')) {
      const result = JSON.parse(line) as Result;
      results.set(result.name, result);
    }
  });

  after(async () => {
    await server?.stop();
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  it('has scenarios, and ran each', () => {
    expect(names.length).to.be.greaterThan(15);
    expect([...results.keys()]).to.deep.equal(names.map(([, name]) => name));
  });

  for (const [, name = ''] of names)
    it(name, () => {
      const result = results.get(name);
      if (result === undefined) throw new Error('The scenario did not run.');
      if (result.error !== null) throw new Error(result.error);
    });
});
