import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { type Config, parseConfig } from '../../server/config.ts';
import { keyRing } from '../../server/keys/key-ring.ts';
import { ATTRIBUTES, METRICS } from '../../server/telemetry/names.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { listening, startExecutable } from '../commands/executable.ts';
import { ROOT } from '../root.ts';

const run = promisify(execFile);
const at = (...path: readonly string[]): string => join(ROOT, ...path);
const text = (...path: readonly string[]): string => readFileSync(at(...path), 'utf8');

/** Tells whether a file of `dist` belongs to tests, some of which are written while they run. */
const isOfTests = (path: string): boolean => /\bdist\/(test|documents-)/.test(path);

type Service = {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

/** Words of PromQL, and metrics that Prometheus has by itself. */
const PROMQL = [
  'ignoring',
  'group_left',
  'histogram_quantile',
  'sum',
  'max',
  'by',
  'rate',
  'increase',
  'or',
  'le',
  'instance',
  'up',
  'job',
];

describe('the deployment', () => {
  const compose = parse(text('docker-compose.yml')) as Compose;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-deploy-'));
    await run('sh', [at('server/deploy/make-secrets.sh'), folder]);
  });

  after(() => rm(folder, { recursive: true }));

  const secretsFile = (path: string): string => {
    const { file } = compose.secrets[path.replace('/run/secrets/', '')]!;
    return join(folder, file);
  };

  it('has secrets that are made once, and a key that the server takes', async () => {
    for (const { file } of Object.values(compose.secrets))
      expect((await stat(join(folder, file))).size).to.be.greaterThan(0);
    expect((await stat(join(folder, '.secrets'))).mode & 0o077).to.equal(0);
    const { stdout: again } = await run('sh', [at('server/deploy/make-secrets.sh'), folder]);
    const keys = keyRing(secretsFile('api_keys'), silentLog);
    keys.close();
    expect(keys.callerOf(`Bearer ${again.trim()}`, Date.now())).to.include({ role: 'operator', tenant: 'default' });
    expect(text('.gitignore')).to.include('.secrets');
  });

  it('makes them with the tools of macOS, too, and leaves no empty one where tools are missing', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'recorda-bin-'));
    const made = await mkdtemp(join(tmpdir(), 'recorda-secrets-'));
    const secrets = join(made, '.secrets');
    const pathOf = async (name: string) => (await run('sh', ['-c', `command -v ${name}`])).stdout.trim();
    const toolsOf = async (...names: readonly string[]) => {
      for (const name of names) await symlink(await pathOf(name), join(bin, name));
    };
    const make = () =>
      run('/bin/sh', [at('server/deploy/make-secrets.sh'), made], { env: { PATH: bin } }).then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      );
    try {
      await toolsOf('mkdir', 'chmod', 'cat', 'mv', 'rm', 'head', 'tr', 'cut', 'date', 'base64');
      expect(await make()).to.include('cannot make redis-password');
      expect(await readdir(secrets)).to.deep.equal([]);
      await toolsOf('od');
      expect(await make()).to.include('cannot make api-keys.json');
      expect(await readdir(secrets)).to.not.include.members(['api-keys.json']);
      // That system has `shasum -a 256`.
      await writeFile(join(bin, 'shasum'), `#!/bin/sh\nexec ${await pathOf('sha256sum')}\n`, { mode: 0o755 });
      expect(await make()).to.equal('');
      const keys = keyRing(join(secrets, 'api-keys.json'), silentLog);
      keys.close();
      const key = readFileSync(join(secrets, 'api-key'), 'utf8');
      expect(keys.callerOf(`Bearer ${key}`, Date.now())).to.include({ role: 'operator' });
      expect((await stat(join(secrets, 'api-key'))).mode & 0o777).to.equal(0o600);
    } finally {
      await rm(bin, { recursive: true });
      await rm(made, { recursive: true });
    }
  });

  /** Returns the settings of a service, and checks that its secrets are those that it uses. */
  const configOf = (name: string) => {
    const { environment = {}, secrets = [] } = compose.services[name]!;
    const image = Object.fromEntries(
      [...text('Dockerfile').matchAll(/(RECORDA_\w+)=(\S+)/g)].map(([, ...pair]) => pair as [string, string]),
    );
    const env = Object.fromEntries(
      Object.entries({ ...image, ...environment }).filter(([name]) => name.startsWith('RECORDA_')),
    );
    const { config } = parseConfig(env, {}, {}, (path) => readFileSync(secretsFile(path), 'utf8'));
    expect(config.host).to.equal('0.0.0.0');
    expect(config.apiKeysFile).to.equal('/run/secrets/api_keys');
    const used = Object.values(env).filter((value) => value.startsWith('/run/secrets/'));
    expect([...new Set(used.map((path) => path.replace('/run/secrets/', '')))]).to.have.members([...secrets]);
    return config;
  };

  it('gives the servers over PostgreSQL the same settings, and what they require', () => {
    const [one, two] = ['recorda-one', 'recorda-two'].map(configOf);
    expect(one?.store?.url).to.match(/^postgres:\/\/recorda:[0-9a-f]{48}@postgres:5432\/recorda$/);
    expect(one?.store?.read?.url).to.equal(one?.store?.url.replace('@postgres:', '@postgres-standby:'));
    expect(one?.metricsPort).to.equal(9464);
    // The store tells what its server agrees on with the others through a function, which no other equals.
    const compared = (config: Config | undefined) => ({
      ...config,
      store: { ...config?.store, agreed: config?.store?.agreed?.() },
    });
    expect(compared(one).store.agreed).to.include.keys('RECORDA_WORKING');
    expect(compared(one)).to.deep.equal(compared(two));
    const redisOfOther = configOf('recorda').working?.url;
    expect(one?.working?.url).not.to.equal(redisOfOther);
  });

  it('gives the server settings that hold', () => {
    const config = configOf('recorda');
    const [scrape] = (
      parse(text('server/deploy/prometheus.yml')) as { scrape_configs: { static_configs: { targets: string[] }[] }[] }
    ).scrape_configs;
    expect(scrape?.static_configs[0]?.targets).to.deep.equal([`recorda:${String(config.metricsPort)}`]);
  });

  it('has a standby of PostgreSQL from its own image, which knows the password and follows the same rules', () => {
    const { postgres, 'postgres-standby': standby } = compose.services;
    expect(standby?.image).to.equal(postgres?.image);
    expect(standby?.secrets).to.deep.equal(postgres?.secrets);
    const rules = './server/deploy/pg_hba.conf:/etc/postgresql/pg_hba.conf:ro';
    for (const service of [postgres, standby]) {
      expect(service?.volumes).to.include(rules);
      expect([...(service?.command ?? []), ...(service?.entrypoint ?? [])]).to.include(
        'hba_file=/etc/postgresql/pg_hba.conf',
      );
    }
    const jobs = parse(text('server/deploy/prometheus.yml')) as {
      readonly scrape_configs: readonly { readonly dns_sd_configs?: readonly object[] }[];
    };
    expect(jobs.scrape_configs[0]?.dns_sd_configs).to.deep.equal([
      { names: ['recorda-one', 'recorda-two'], type: 'A', port: 9464 },
    ]);
  });

  it('publishes ports on this machine only', () => {
    for (const [name, { ports = [] }] of Object.entries(compose.services))
      for (const port of ports) expect(port, name).to.match(/^127\.0\.0\.1:/);
  });

  it('pins each image by its version and its digest', () => {
    const images = [...`${text('Dockerfile')}${text('docker-compose.yml')}`.matchAll(/^ *(?:FROM|image:) (\S+)/gm)];
    expect(images).to.have.lengthOf(12);
    // A version of PostgreSQL has two numbers.
    for (const [, image] of images)
      expect(image).to.match(/^(postgres:\d+\.\d+|[\w./-]+:v?\d+\.\d+\.\d+)[\w.-]*@sha256:[0-9a-f]{64}$/);
  });

  it('mounts files that are there', async () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.filter((it) => it.startsWith('./')),
    );
    expect(mounted.length).to.be.greaterThan(3);
    for (const volume of mounted) await stat(at(volume.split(':')[0]!));
  });

  it('draws and watches what the server tells', async () => {
    const known = new Set(
      [...Object.values(METRICS), ...Object.values(ATTRIBUTES)].map((name) => name.replaceAll('.', '_')),
    );
    type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };
    const folderOfDashboards = 'server/deploy/grafana/dashboards';
    const drawn = (await readdir(at(folderOfDashboards))).flatMap((name) => {
      const { panels } = JSON.parse(text(folderOfDashboards, name)) as Dashboard;
      return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    });
    type Rules = { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] };
    const watched = (parse(text('server/deploy/alerts.yml')) as Rules).groups.flatMap(({ rules }) =>
      rules.map(({ expr }) => expr),
    );
    expect(drawn.length).to.be.greaterThan(15);
    expect(watched.length).to.be.greaterThan(9);
    for (const expr of [...drawn, ...watched]) {
      const bare = expr.replaceAll(/"[^"]*"|\[\w+\]|offset \w+/g, '');
      const names = [...bare.matchAll(/[a-z]\w+/g)].map(([name]) => name).filter((name) => !PROMQL.includes(name));
      for (const name of names)
        expect(
          known.has(name) || known.has(name.replace(/_(bucket|count|sum|total)$/, '')),
          `${name} in ${expr}`,
        ).to.equal(true);
    }
  });

  it('has an image with every file that the server reads, and its health', async () => {
    const app = join(folder, 'app');
    for (const [, from, to] of text('Dockerfile').matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)) {
      const target = join(app, to!.endsWith('/') ? join(to!, from!.split('/').at(-1)!) : to!);
      await mkdir(dirname(target), { recursive: true });
      if (from === 'node_modules') await symlink(at('node_modules'), target);
      else await cp(at(from!), target, { recursive: true, filter: (path) => !isOfTests(path) });
    }
    const main = join(app, 'dist/server/main.js');
    const port = '0';
    const env = {
      RECORDA_DATA_DIR: join(folder, 'data'),
      RECORDA_API_KEYS_FILE: secretsFile('api_keys'),
      RECORDA_PORT: port,
    };
    const server = startExecutable({ args: ['serve'], env, cwd: app, main });
    try {
      const line = await listening(server);
      const health = startExecutable({
        args: ['health'],
        env: { ...env, RECORDA_PORT: String(line['port']) },
        cwd: app,
        main,
      });
      expect([await health.exit, health.stdout()]).to.deep.equal([0, 'SERVING\n']);
    } finally {
      server.process.kill('SIGTERM');
      expect(await server.exit).to.equal(0);
    }
    const gone = startExecutable({ args: ['health', '--port', '1'], cwd: app, main });
    expect(await gone.exit).to.equal(1);
    expect((await readFile(at('Dockerfile'), 'utf8')).match(/^USER (?!0|root)/m)).not.to.equal(null);
  });
});
