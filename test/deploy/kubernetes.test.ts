/**
 * Tests how the server runs without Compose: the manifests for Kubernetes and the unit of systemd. CI also
 * checks the manifests against their schemas.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../server/config.ts';
import { ROOT } from '../root.ts';

const run = promisify(execFile);
const text = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const FOLDER = 'server/deploy/kubernetes';

type Labels = Readonly<Record<string, string>>;
type Port = { readonly name: string; readonly containerPort: number };
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly Port[];
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
} & Readonly<Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>>;
type Pod = {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
};
type StatefulSet = {
  readonly spec: {
    readonly replicas: number;
    readonly serviceName: string;
    readonly selector: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
  };
};
type Service = {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly selector: Labels; readonly ports: readonly { readonly targetPort: string }[] };
};
type Rule = { readonly ports: readonly { readonly port: string | number }[] };
type Policy = {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: Labels };
    readonly policyTypes: readonly string[];
    readonly ingress: readonly Rule[];
    readonly egress: readonly Rule[];
  };
};

const documents = <Kind>(file: string): readonly Kind[] =>
  parseAllDocuments(text(FOLDER, file)).map((document) => document.toJS() as Kind);

describe('The manifests for Kubernetes', () => {
  const [set] = documents<StatefulSet>('stateful-set.yaml');
  const { template, selector, serviceName, replicas, volumeClaimTemplates } = set!.spec;
  const pod = template.spec;
  const [container] = pod.containers;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-kubernetes-'));
    await run('sh', [join(ROOT, 'server/deploy/make-secrets.sh'), folder]);
  });
  after(() => rm(folder, { recursive: true }));

  const config = () => {
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const image = Object.fromEntries(
      [...text('Dockerfile').matchAll(/(RECORDA_\w+)=(\S+)/g)].map(([, ...pair]) => pair as [string, string]),
    );
    const secret = (path: string): string =>
      readFileSync(path.replace(/^\/secrets\//, join(folder, '.secrets/')), 'utf8');
    return parseConfig({ ...image, ...env }, {}, {}, secret).config;
  };

  it('are all applied', async () => {
    const { resources } = parse(text(FOLDER, 'kustomization.yaml')) as { readonly resources: readonly string[] };
    const files = (await readdir(join(ROOT, FOLDER))).filter((file) => file !== 'kustomization.yaml');
    expect(resources).to.have.members(files);
  });

  it('give one server settings that hold, ports and probes that are its own, and time to drain', () => {
    const { host, port, http, metricsPort, shutdownGraceMs } = config();
    expect(replicas).to.equal(1);
    expect(container.args).to.deep.equal(['serve']);
    expect(host).to.equal('0.0.0.0');
    expect(container.ports).to.deep.equal([
      { name: 'grpc', containerPort: port },
      { name: 'http', containerPort: http?.port },
      { name: 'metrics', containerPort: metricsPort },
    ]);
    const routes = text('server/http/routes.ts');
    const { startupProbe, readinessProbe, livenessProbe } = container;
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect(routes).to.include(`app.get('${httpGet.path}'`);
      expect(httpGet.port).to.equal('http');
    }
    // A restart does not free a full disk, so a store that accepts no writes must not end the server.
    expect(livenessProbe.httpGet.path).to.equal('/healthz');
    expect(pod.terminationGracePeriodSeconds * 1000).to.be.greaterThan(shutdownGraceMs);
  });

  it('hold the server to the restricted profile, to a share of its machine, and to what it must write', () => {
    expect(pod.securityContext).to.include({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    expect(pod.securityContext).to.have.deep.property('seccompProfile', { type: 'RuntimeDefault' });
    expect(container.securityContext).to.deep.equal({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).to.equal(false);
    for (const bound of ['cpu', 'memory', 'ephemeral-storage'])
      expect([container.resources.requests[bound], container.resources.limits[bound]], bound).not.to.include(undefined);
    const volumes = [...pod.volumes, ...volumeClaimTemplates.map(({ metadata }) => metadata)].map(({ name }) => name);
    expect(container.volumeMounts.map(({ name }) => name)).to.have.members(volumes);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).to.include(config().dataDir);
  });

  it('let callers reach its doors alone, and it nobody but DNS', () => {
    const names = container.ports.map(({ name }) => name);
    const services = documents<Service>('services.yaml');
    expect(services.map(({ metadata }) => metadata.name)).to.include(serviceName);
    for (const { spec } of services) {
      expect(template.metadata.labels).to.include(spec.selector);
      for (const { targetPort } of spec.ports) expect(names).to.include(targetPort);
    }
    expect(template.metadata.labels).to.include(selector.matchLabels);
    const [policy] = documents<Policy>('network-policies.yaml');
    const { podSelector, policyTypes, ingress, egress } = policy!.spec;
    expect(template.metadata.labels).to.include(podSelector.matchLabels);
    expect(policyTypes).to.have.members(['Ingress', 'Egress']);
    expect(ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).to.deep.equal(names);
    expect(egress.flatMap(({ ports }) => ports.map(({ port }) => port))).to.deep.equal([53, 53]);
  });
});

describe('The unit of systemd', () => {
  const lines = text('server/deploy/systemd/recorda.service')
    .split('\n')
    .filter((line) => /^[A-Z]\w*=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const all = (name: string): readonly string[] => lines.flatMap(([key, value]) => (key === name ? [value] : []));

  it('starts the server with settings that hold, and lets it drain', () => {
    const env = Object.fromEntries(
      all('Environment').map((pair) => pair.replace('%S', '/var/lib').split('=') as [string, string]),
    );
    const { config } = parseConfig(env, {}, {}, () => '');
    expect(config.dataDir).to.equal(`/var/lib/${all('StateDirectory').join()}`);
    expect(config.apiKeysFile).to.equal('/etc/recorda/api-keys.json');
    const { bin } = JSON.parse(text('package.json')) as { readonly bin: object };
    const [command = ''] = all('ExecStart');
    expect(command).to.equal(`/usr/bin/env ${Object.keys(bin).join()} serve`);
    expect(Number(all('TimeoutStopSec').join()) * 1000).to.be.greaterThan(config.shutdownGraceMs);
  });

  it('bounds what it may use, and what it may do', () => {
    for (const bound of ['MemoryMax', 'CPUQuota', 'TasksMax', 'LimitNOFILE'])
      expect(all(bound), bound).to.have.length(1);
    const held = { NoNewPrivileges: 'yes', ProtectSystem: 'strict', CapabilityBoundingSet: '', User: 'recorda' };
    for (const [name, value] of Object.entries(held)) expect(all(name), name).to.deep.equal([value]);
    // The server lowers the priority of the thread that checks its store.
    expect(all('SystemCallFilter')).to.deep.equal(['@system-service', '~@privileged']);
    expect(all('MemoryDenyWriteExecute')).to.deep.equal([]);
  });
});
