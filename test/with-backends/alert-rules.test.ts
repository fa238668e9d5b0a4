/** Tests the alert rules of the deployment with Prometheus' own tool. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { ROOT } from '../root.ts';

const run = promisify(execFile);
const DEPLOY = join(ROOT, 'server/deploy');

type Rules = { readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[] };
type Tests = {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  }[];
};

describe('the alert rules', () => {
  const read = <T>(name: string): T => parse(readFileSync(join(DEPLOY, name), 'utf8')) as T;

  it('are valid for Prometheus, and are where its settings look for them', async () => {
    // The files are beside each other as in the container.
    const folder = await mkdtemp(join(tmpdir(), 'recorda-rules-'));
    try {
      for (const name of ['prometheus.yml', 'alerts.yml']) await cp(join(DEPLOY, name), join(folder, name));
      const { stdout } = await run('promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
      expect(stdout).to.include('alerts.yml');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are each raised by what they are for', async () => {
    await run('promtool', ['test', 'rules', join(DEPLOY, 'alerts.test.yml')]);
    const raised = read<Tests>('alerts.test.yml').tests.flatMap(({ alert_rule_test: tried }) =>
      tried.filter(({ exp_alerts: expected }) => expected.length > 0).map(({ alertname }) => alertname),
    );
    const all = read<Rules>('alerts.yml').groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect([...new Set(raised)].toSorted()).to.deep.equal(all.toSorted());
  });
});
