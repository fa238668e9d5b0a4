/** The client in TypeScript runs the cases of every client against real servers; see client/cases/README.md. */
import { expect } from 'chai';
import { readCases, type Step } from '../client/cases/case-file.ts';
import { runCase } from '../client/cases/run.ts';
import { startCaseServers, type CaseServers } from '../client/cases/servers.ts';

const { cases } = readCases();

describe('the cases of every client, in TypeScript', () => {
  let servers: CaseServers;

  before(async () => {
    servers = await startCaseServers();
  });

  after(() => servers.stop());

  for (const one of cases) it(one.name, () => runCase(one, servers));

  it('fail if an answer or an error differs', async () => {
    const wrong: readonly Step[] = [
      { call: 'agent.add', args: { content: 'x' }, expect: { operation: 'MERGED' } },
      { call: 'agent.add', args: { content: 'x' }, error: { reason: 'FIELD_INVALID' } },
      { call: 'agent.add', args: { content: '' }, expect: {} },
      { call: 'agent.add', args: { content: '' }, error: { reason: 'QUOTA_EXCEEDED' } },
    ];
    for (const step of wrong) {
      const outcome = runCase({ name: 'wrong', steps: [step] }, servers).then(
        () => 'passed',
        () => 'failed',
      );
      expect(await outcome, JSON.stringify(step)).to.equal('failed');
    }
  });
});
