import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startExecutable } from './executable.ts';

describe('a file of prices of models', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorda-prices-'));
  const path = join(folder, 'prices.json');
  const write = (content: unknown): void => writeFileSync(path, JSON.stringify(content));
  const stated = { asOf: '2026-11-20', source: 'the contract' };
  const run = async (args: readonly string[]) => {
    const { exit, stdout, stderr } = startExecutable({ args, cwd: folder });
    return { code: await exit, said: stdout() + stderr() };
  };
  after(() => rmSync(folder, { recursive: true }));

  it('is reported by the doctor if invalid, and keeps the server from starting', async () => {
    write({ models: [{ model: 'our-model', input: 4, ...stated }] });
    const args = ['--model-prices-file', path, '--data-dir', join(folder, 'served')];
    expect((await run(['doctor', ...args])).said).to.match(/model prices .*1 of your own, the oldest from 2026-11-20/);
    write({ models: [{ model: 'our-model', input: 'free', ...stated }] });
    const doctor = await run(['doctor', ...args]);
    expect(doctor).to.include({ code: 5 });
    expect(doctor.said).to.include('models[0].input');
    const served = await run(['serve', '--port', '0', ...args]);
    expect(served.code).to.equal(1);
    expect(served.said).to.include('models[0].input');
  });
});
