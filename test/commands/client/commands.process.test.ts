import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../../client/connect.ts';
import type { Recorda } from '../../../client/recorda.ts';
import { startServer, type ServerProcess } from '../../server-process.ts';
import { startExecutable } from '../executable.ts';
import { jsonOfEveryCommand } from './json-of-every-command.ts';
import { type Ran, runCommand } from './run-command.ts';

describe('the commands that call Recorda', () => {
  let folder: string;
  let server: ServerProcess;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-commands-'));
    server = await startServer({ dataDir: join(folder, 'data') });
  });

  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]): Promise<Ran> => runCommand(...args, '--url', server.address);
  /** Returns its standard output, once it has ended well. */
  async function printed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).to.equal(0);
    return stdout;
  }
  const json = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse(await printed(...args, '--json')) as Record<string, unknown>;
  async function jsonLines(...args: string[]): Promise<readonly Record<string, unknown>[]> {
    const lines = (await printed(...args, '--json')).trimEnd().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  describe('about memories', () => {
    let id: string;

    it('add one, and say its id', async () => {
      const said = await printed('add', 'Ana is allergic to nuts', '--user', 'ana', '--metadata', '{"topic": "food"}');
      [id = ''] = said.split('  ');
      expect(said).to.match(/^lt_\w+ {2}added\n$/);
    });

    it('find it by a question, with its similarity', async () => {
      expect(await printed('search', 'what can Ana not eat?', '--user', 'ana')).to.match(
        /^0\.\d\d {2}lt_\w+ {2}[\d-]+ [\d:]+ {2}Ana is allergic to nuts$/m,
      );
    });

    it('find nothing of another user', async () => {
      const { code, stdout, stderr } = await run('search', 'what can Ana not eat?', '--user', 'ben');
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
      expect(stderr).to.match(/^0 found in [\d.]+ ms\n$/);
    });

    it('print one whole, and as JSON what the HTTP door gives', async () => {
      expect(await printed('get', id, '--user', 'ana'))
        .to.include('type        long_term')
        .and.include('metadata    {"topic":"food"}')
        .and.match(/\n\nAna is allergic to nuts\n$/);
      expect(await json('get', id, '--user', 'ana')).to.deep.include({
        id,
        type: 'MEMORY_TYPE_LONG_TERM',
        text: { content: 'Ana is allergic to nuts', speaker: '' },
        metadata: { topic: 'food' },
      });
    });

    it('list those that a filter matches, up to a limit', async () => {
      await printed('add', 'Ana lives in Lisbon', '--user', 'ana');
      await printed('add', 'Ana runs on Sundays', '--user', 'ana');
      expect(await jsonLines('list', '--user', 'ana')).to.have.length(3);
      expect(await jsonLines('list', '--user', 'ana', '--limit', '2')).to.have.length(2);
      expect(await jsonLines('list', '--user', 'ana', '--filter', 'metadata.topic == "food"')).to.have.length(1);
    });

    it('show characters that would steer a terminal as symbols, and leave them in JSON', async () => {
      const text = 'red \u001b[31m bell \u0007 next \u009b2J';
      await printed('add', text, '--user', 'eve');
      expect(await printed('list', '--user', 'eve')).to.include('red ␛[31m bell ␇ next \ufffd2J');
      const [memory] = await jsonLines('list', '--user', 'eve');
      expect(memory).to.deep.include({ text: { content: text, speaker: '' } });
    });

    it('delete several', async () => {
      const ids = (await jsonLines('list', '--user', 'ana')).map((memory) => String(memory['id']));
      expect((await printed('delete', ...ids, '--user', 'ana')).split('\n')).to.have.length(ids.length + 1);
      expect(await jsonLines('list', '--user', 'ana')).to.deep.equal([]);
    });

    it('add what comes in on the standard input', async () => {
      const adding = startExecutable({ args: ['add', '-', '--user', 'cid', '--url', server.address] });
      adding.process.stdin!.end('Cid plays the oboe');
      expect(await adding.exit).to.equal(0);
      expect(await printed('list', '--user', 'cid')).to.include('Cid plays the oboe');
    });

    it('watch changes until Ctrl+C, and then exit with 130', async () => {
      const watching = startExecutable({ args: ['watch', '--user', 'dan', '--json', '--url', server.address] });
      // It does not report what is written before it listens.
      while (!watching.stdout().includes('\n')) await printed('add', `Dan ${Math.random()}`, '--user', 'dan');
      expect(JSON.parse(watching.stdout().split('\n')[0]!)).to.deep.include({ operation: 'CHANGE_OPERATION_ADD' });
      watching.process.kill('SIGINT');
      expect(await watching.exit).to.equal(130);
    });
  });

  it('say, list, confirm and forget facts', async () => {
    const [id = ''] = (await printed('facts', 'add', 'I am vegetarian', '--user', 'ana')).split('  ');
    expect(await printed('facts', 'list', '--user', 'ana')).to.match(
      /^fa_\w+ {2}[\d-]+ {2}active {2}I am vegetarian$/m,
    );
    expect(await jsonLines('facts', 'list', '--domain', 'work', '--user', 'ana')).to.deep.equal([]);
    expect(await json('facts', 'confirm', id, '--user', 'ana')).to.include({ id, confirmationCount: 1 });
    expect(await printed('facts', 'forget', id, '--user', 'ana')).to.equal(`${id}  forgotten\n`);
    expect(await jsonLines('facts', 'list', '--user', 'ana')).to.deep.equal([]);
  });

  it('show usage, quotas and tiers, and set them', async () => {
    await printed('add', 'Flo sings', '--user', 'flo');
    expect(await printed('usage', '--user', 'flo')).to.match(/^long_term +1 of 10000 +9 bytes of \d+$/m);
    const tried = await json('tier', 'set', 'free', '--user', 'flo', '--dry-run');
    expect(tried['quota']).to.include({ tier: 'TIER_FREE' });
    expect(await printed('quota', 'get', '--user', 'flo')).to.match(/^tier pro$/m);
    expect(await printed('tier', 'set', 'free', '--user', 'flo')).to.equal('tier free\n');
    expect(await printed('quota', 'set', 'long_term', '--max-count', '7', '--user', 'flo')).to.match(/^long_term +7 /m);
    expect(await printed('quota', 'get', '--user', 'flo'))
      .to.match(/^tier free$/m)
      .and.match(/^long_term +7 .* by user$/m);
  });

  it('raise an alert that is listed', async () => {
    await printed('quota', 'set', 'long_term', '--max-count', '1', '--user', 'gus');
    await printed('add', 'Gus paints', '--user', 'gus');
    expect(await printed('alerts', 'list', '--user', 'gus', '--level', 'critical')).to.match(
      /critical {2}long_term {2}gus/,
    );
  });

  it('import what another program kept', async () => {
    const file = join(folder, 'mem0.json');
    await writeFile(file, JSON.stringify({ results: [{ id: '1', memory: 'Lea sails' }] }));
    const from = ['import', '--from', 'mem0', file, '--user', 'lea'];
    expect(await json(...from, '--dry-run')).to.deep.include({ read: 1, made: 1, imported: 0 });
    expect(await printed(...from)).to.match(/^imported for lea +1$/m);
    expect(await json(...from)).to.deep.include({ imported: 0, skipped: { 'there already': 1 } });
    expect(await printed('search', 'who sails?', '--user', 'lea')).to.include('Lea sails');
  });

  it('make, list, verify and restore backups', async () => {
    await printed('add', 'Hal fishes', '--user', 'hal');
    const [id = ''] = (await printed('backup', 'create')).split('  ');
    expect(await printed('backup', 'list')).to.include(id);
    expect(await printed('backup', 'verify', id)).to.match(/ 0 faults$/m);
    const ids = (await jsonLines('list', '--user', 'hal')).map((memory) => String(memory['id']));
    await printed('delete', ...ids, '--user', 'hal');
    expect(await printed('backup', 'restore', id, '--user', 'hal')).to.include('Nothing was changed');
    expect(await jsonLines('list', '--user', 'hal')).to.deep.equal([]);
    await printed('backup', 'restore', id, '--user', 'hal', '--force');
    expect(await printed('list', '--user', 'hal')).to.include('Hal fishes');
  });

  it('look after what is forgotten', async () => {
    expect(await printed('retention', 'list')).to.match(/^long_term {2}365 days {2}by default/m);
    expect(await json('retention', 'set', 'long_term', '400')).to.include({ days: 400, isSet: true });
    expect(await json('retention', 'run', 'long_term')).to.include({ isDone: true });
    expect(await json('sleep', '--user', 'hal')).to.include({ isDone: true });
    expect(await jsonLines('archive', 'list', '--user', 'hal')).to.deep.equal([]);
    expect(await json('archive', 'restore', 'lt_1', '--user', 'hal')).to.be.an('object');
  });

  it('show sessions and their turns, and end them', async () => {
    const chat = ['--user', 'ian', '--session', 'monday'];
    await printed('add', 'Where is the harbour?', '--type', 'short_term', ...chat);
    expect(await jsonLines('list', '--type', 'short_term', ...chat)).to.have.length(1);
    expect(await jsonLines('sessions', 'list', '--user', 'ian')).to.deep.equal([]);
    expect(await jsonLines('sessions', 'turns', 'monday', '--user', 'ian')).to.deep.equal([]);
    expect(await json('sessions', 'end', 'monday', '--user', 'ian')).to.be.an('object');
  });

  it('say who did what, and that the log is whole', async () => {
    const events = await jsonLines('audit', 'list');
    expect(events.map(({ operation }) => operation)).to.include('CreateBackup');
    expect(await printed('audit', 'verify')).to.match(/^\d+ records are intact/);
    expect(await json('audit', 'verify')).to.include({ isAtEnd: true });
  });

  it('tell latencies', async () => {
    expect(await printed('latency')).to.match(/^create_memory +long_term +\S+ +\d+ calls +/m);
    expect(await json('latency')).to.have.property('rows');
  });

  describe('JSON', () => {
    let recorda: Recorda;
    before(() => {
      recorda = connect(server.address);
    });
    after(() => recorda.close());
    jsonOfEveryCommand(() => ({ address: server.address, folder, recorda }));
  });

  describe('exit', () => {
    const FAILING: readonly [code: number, why: string, args: readonly string[], said: string][] = [
      [2, 'an unknown command', ['serch', 'x'], 'Did you mean search?'],
      [2, 'an unknown option', ['list', '--fliter', 'true'], 'Did you mean --filter?'],
      [2, 'an argument that is missing', ['get'], "missing required argument 'id'"],
      [2, 'a value that is none of the choices', ['tier', 'set', 'gold'], 'free, pro, enterprise'],
      [2, 'a number out of its range', ['search', 'x', '--top-k', '0'], 'from 1 to 100'],
      [2, 'what is no JSON object', ['add', 'x', '--metadata', '[1]'], 'JSON object'],
      [2, 'an export of nobody’s', ['import', 'file'], 'it takes a user and a file'],
      [1, 'an export that is not there', ['import', '--from', 'mem0', '/nowhere'], '/nowhere'],
      [2, 'what is no time', ['add', 'x', '--time', 'soon'], '2026-11-26'],
      [2, 'what the server refuses', ['list', '--filter', 'a =='], 'filter'],
      [3, 'a setting that is not valid', ['list', '--log-level', 'loud'], '--log-level'],
      [5, 'a memory that is not there', ['get', 'lt_none'], 'No memory lt_none'],
      [5, 'a backup that is not there', ['backup', 'verify', 'none'], 'no such backup'],
    ];
    for (const [code, why, args, said] of FAILING) {
      it(`with ${code} for ${why}, and say so`, async () => {
        const ran = await run(...args);
        expect({ code: ran.code, stdout: ran.stdout }).to.deep.equal({ code, stdout: '' });
        expect(ran.stderr).to.include(said);
      });
    }

    it('with 4 if no server answers', async () => {
      const { code, stderr } = await runCommand('list', '--url', '127.0.0.1:9');
      expect(code).to.equal(4);
      expect(stderr).to.include('No Recorda server answers');
    });

    it('with 3 for an unknown setting in the environment, and suggest the one that was meant', async () => {
      const wrong = startExecutable({ args: ['list'], env: { RECORDA_DATADIR: folder } });
      expect(await wrong.exit).to.equal(3);
      expect(wrong.stderr()).to.include('Did you mean RECORDA_DATA_DIR?');
    });

    it('with 1 for a folder that cannot be opened', async () => {
      await writeFile(join(folder, 'file'), '');
      expect(await runCommand('list', '--data-dir', join(folder, 'file'))).to.include({ code: 1, stdout: '' });
    });
  });

  it('colour what a terminal shows, unless NO_COLOR is set', async () => {
    const shown = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const list = startExecutable({ args: ['retention', 'list', '--url', server.address], env });
      expect(await list.exit, list.stderr()).to.equal(0);
      return list.stdout();
    };
    const [coloured, plain] = await Promise.all([
      // The output must be as in a terminal.
      shown({ FORCE_COLOR: '1' }),
      shown({ FORCE_COLOR: '1', NO_COLOR: '1' }),
    ]);
    expect(coloured).to.include('\u001b[2m');
    expect(plain).not.to.include('\u001b');
  });

  it('open the data folder if no server has it open', async () => {
    const local = ['--data-dir', join(folder, 'local')];
    expect((await runCommand('add', 'Kim climbs', ...local)).code).to.equal(0);
    expect((await runCommand('search', 'who climbs?', ...local)).stdout).to.include('Kim climbs');
  });
});
