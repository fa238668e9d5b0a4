import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Option } from 'commander';
import { ConfigError, parseConfig, settingNames } from '../server/config.ts';
import { GLOBAL_LIMITS } from '../server/policy/limits.ts';
import { SETTINGS } from '../server/settings/settings.ts';
import { ROOT } from './root.ts';

describe('the configuration', () => {
  const faultsOf = (...said: Parameters<typeof parseConfig>): readonly string[] => {
    try {
      parseConfig(...said);
    } catch (error) {
      if (error instanceof ConfigError) return error.faults;
      throw error;
    }
    return [];
  };

  it('heeds every flag under the name that the command line gives its value', () => {
    for (const name of settingNames()) {
      const { flag } = SETTINGS[name];
      if (flag === undefined) continue;
      const value = new Option(flag).attributeName();
      const faults = faultsOf({}, { [value]: '\u0000' });
      const { origins } = faults.length > 0 ? { origins: [] } : parseConfig({}, { [value]: '\u0000' });
      const isHeeded = faults.length > 0 || origins.some((origin) => origin.name === name && origin.from !== 'default');
      expect(isHeeded, flag).to.equal(true);
    }
  });

  it('holds by default on loopback, without metrics', () => {
    expect(parseConfig({}).config).to.deep.equal({
      host: '127.0.0.1',
      http: { port: 50_052, isSet: false, origins: [], ui: true, publicUrl: undefined, metrics: false },
      port: 50_051,
      apiKeysFile: undefined,
      lockOut: { failures: 10, forMs: 60_000 },
      tokens: undefined,
      callerAllowances: { key: undefined, tenant: undefined, user: undefined },
      tls: undefined,
      reflection: true,
      warmUp: true,
      apiKey: undefined,
      mcp: { user: 'me', agent: 'mcp', url: undefined },
      load: {
        callsRunning: 512,
        callsWaiting: 2048,
        callsWaitingMs: 250,
        requestBytesInFlight: 134_217_728,
        connectionIdleMs: 1_800_000,
      },
      store: undefined,
      dataDir: '.recorda',
      logLevel: 'info',
      serverName: '',
      metricsPort: undefined,
      shutdownGraceMs: 10_000,
      recallMs: 7_776_000_000,
      sessionIdleMs: 1_800_000,
      modelPricesFile: undefined,
      reserveBytes: 33_554_432,
      windowPolicy: 'CACHED',
      auditHead: undefined,
      auditReads: undefined,
      shortTerm: undefined,
      summarizer: undefined,
      extractor: undefined,
      working: undefined,
      cache: undefined,
      graph: undefined,
      longTerm: undefined,
      embedder: { kind: 'static' },
      secondEmbedder: undefined,
      cold: undefined,
      standby: undefined,
      userKeys: undefined,
      masterKey: undefined,
      masterKeyFile: undefined,
      keyService: undefined,
      keysCachedMs: 300_000,
      mintKey: undefined,
      receiptKey: undefined,
      auditWebhook: undefined,
      auditOtlp: undefined,
      warmTierMaxPerAgent: 0,
      warmTierScope: 'user-agent',
      sleepThreshold: 0,
      sleepThresholdAge: 'retention',
      schedule: {
        zone: 'UTC',
        episodic: '0 2 * * *',
        longTerm: '0 3 * * 0',
        structured: '30 3 * * 0',
        sleepCycle: '0 4 * * *',
        check: '30 0 * * *',
        auditAnchor: '15 0 * * *',
        backup: '0 1 * * *',
        backupPersona: '30 1 * * 0',
      },
      limits: GLOBAL_LIMITS,
      rates: { vectorGbUsd: 0.4, graph1000NodesUsd: 5, redisGbUsd: 0.15, diskGbUsd: 0.08 },
      alertQuotas: [
        'WORKING',
        'PERSONA',
        'STRUCTURED',
        'LONG_TERM',
        'EPISODIC',
        'ENTITY',
        'RELATIONSHIP',
        'FACT',
        'ORDERED_DOCUMENT',
        'PROMPT_COST',
      ],
      alertWebhook: undefined,
    });
  });

  it('takes the quotas that raise alerts by name, and none', () => {
    const alerted = (names: string) => parseConfig({ RECORDA_ALERT_QUOTAS: names }).config.alertQuotas;
    expect(alerted('long_term, Entity')).to.deep.equal(['LONG_TERM', 'ENTITY']);
    expect(alerted('fact,prompt_cost')).to.deep.equal(['FACT', 'PROMPT_COST']);
    expect(alerted('none')).to.deep.equal([]);
    expect(() => parseConfig({ RECORDA_ALERT_QUOTAS: 'memories' })).to.throw(/RECORDA_ALERT_QUOTAS.*long_term/);
  });

  it('takes an index for long-term memory, whose key is neither a flag nor missing', () => {
    const RECORDA_AZURE_SEARCH_KEY = 'admin';
    const cursorOf = (url: string) => parseConfig({ RECORDA_LONG_TERM: url, RECORDA_AZURE_SEARCH_KEY }).config.longTerm;
    const service = { endpoint: 'https://memories.search.windows.net', index: 'recorda-1', key: 'admin' };
    expect(cursorOf('azure-search://memories.search.windows.net/recorda-1')).to.deep.equal({
      ...service,
      vectors: 'hnsw',
      isSole: false,
    });
    expect(cursorOf('azure-search://memories.search.windows.net/recorda-1?vectors=exhaustive&sole=true')).to.deep.equal(
      {
        ...service,
        vectors: 'exhaustive',
        isSole: true,
      },
    );
    // On this machine alone no TLS is needed.
    expect(cursorOf('azure-search://127.0.0.1:8080/recorda')?.endpoint).to.equal('http://127.0.0.1:8080');
    expect(SETTINGS.azureSearchKey).to.include({ flag: undefined, isSecret: true });
    for (const url of [
      'https://memories.search.windows.net/recorda',
      'azure-search://memories.search.windows.net',
      'azure-search://memories.search.windows.net/Recorda_1',
      'azure-search://key@memories.search.windows.net/recorda',
      'azure-search://memories.search.windows.net/recorda?api-key=x',
      'azure-search://memories.search.windows.net/recorda?vectors=few',
      'azure-search://memories.search.windows.net/recorda?sole=yes',
    ]) {
      const faults = faultsOf({ RECORDA_LONG_TERM: url, RECORDA_AZURE_SEARCH_KEY });
      expect(
        faults.map((fault) => fault.split(':')[0]),
        url,
      ).to.deep.equal(['RECORDA_LONG_TERM']);
    }
    const [alone] = faultsOf({ RECORDA_LONG_TERM: 'azure-search://a.search.windows.net/b1' });
    expect(alone).to.match(/^RECORDA_LONG_TERM: needs RECORDA_AZURE_SEARCH_KEY/);
    expect(faultsOf({ RECORDA_AZURE_SEARCH_KEY })[0]).to.match(/^RECORDA_AZURE_SEARCH_KEY: has no effect/);
  });

  it('takes limits of callers, by key, tenant and user', () => {
    const { config } = parseConfig({
      RECORDA_LIMIT_CALLS_PER_SECOND: 'tenant=2000, user=50',
      RECORDA_LIMIT_BYTES_PER_SECOND: 'tenant=1000000',
    });
    expect(JSON.parse(JSON.stringify(config.callerAllowances))).to.deep.equal({
      tenant: { callsPerSecond: 2000, bytesPerSecond: 1_000_000 },
      user: { callsPerSecond: 50 },
    });
    for (const wrong of ['50', 'agent=5', 'user=0', 'user=1.5', 'user=5,user=6', 'user=5,']) {
      expect(faultsOf({ RECORDA_LIMIT_CALLS_AT_ONCE: wrong })[0], wrong).to.match(
        /^RECORDA_LIMIT_CALLS_AT_ONCE: must be/,
      );
    }
  });

  it('takes limits, rates and a webhook, whose secret is neither a flag nor missing', () => {
    const { config } = parseConfig({
      RECORDA_LIMIT_LONG_TERM_BYTES: '1000',
      RECORDA_COST_REDIS_GB_USD: '0.20',
      RECORDA_ALERT_WEBHOOK_URL: 'https://example.org/alerts?team=1',
      RECORDA_ALERT_WEBHOOK_SECRET: 'sixteen-letters-',
    });
    expect(config.limits).to.deep.equal({ ...GLOBAL_LIMITS, longTermBytes: 1000 });
    expect(config.rates).to.include({ vectorGbUsd: 0.4, redisGbUsd: 0.2 });
    expect(config.alertWebhook).to.deep.equal({
      url: 'https://example.org/alerts?team=1',
      secret: 'sixteen-letters-',
    });
    expect(SETTINGS.alertWebhookSecret).to.include({ flag: undefined, isSecret: true });
    for (const [env, name] of [
      [{ RECORDA_ALERT_WEBHOOK_URL: 'https://example.org' }, 'RECORDA_ALERT_WEBHOOK_SECRET'],
      [{ RECORDA_ALERT_WEBHOOK_SECRET: 'sixteen-letters-' }, 'RECORDA_ALERT_WEBHOOK_URL'],
      [
        { RECORDA_ALERT_WEBHOOK_SECRET: 'short', RECORDA_ALERT_WEBHOOK_URL: 'https://x' },
        'RECORDA_ALERT_WEBHOOK_SECRET',
      ],
      [
        { RECORDA_ALERT_WEBHOOK_URL: 'https://a:b@x', RECORDA_ALERT_WEBHOOK_SECRET: 'sixteen-letters-' },
        'RECORDA_ALERT_WEBHOOK_URL',
      ],
      [{ RECORDA_LIMIT_GRAPH_NODES: '-1' }, 'RECORDA_LIMIT_GRAPH_NODES'],
      [{ RECORDA_COST_REDIS_GB_USD: 'cheap' }, 'RECORDA_COST_REDIS_GB_USD'],
    ] as const) {
      expect(faultsOf(env).map((fault) => fault.split(':')[0])).to.deep.equal([name]);
    }
  });

  it('takes receivers of the audit log, with a secret for one and headers for the other', () => {
    const { config } = parseConfig({
      RECORDA_AUDIT_WEBHOOK_URL: 'https://example.org/audit?team=1',
      RECORDA_AUDIT_WEBHOOK_SECRET: 'sixteen-letters-',
      RECORDA_AUDIT_OTLP_URL: 'http://127.0.0.1:4318/v1/logs',
      RECORDA_AUDIT_OTLP_HEADERS: 'Authorization=Bearer%20x, x-team = 1',
    });
    expect(config.auditWebhook).to.deep.equal({
      url: 'https://example.org/audit?team=1',
      secret: 'sixteen-letters-',
    });
    expect(config.auditOtlp).to.deep.equal({
      url: 'http://127.0.0.1:4318/v1/logs',
      headers: { authorization: 'Bearer x', 'x-team': '1' },
    });
    for (const name of ['auditWebhookSecret', 'auditOtlpHeaders'] as const) {
      expect(SETTINGS[name]).to.include({ flag: undefined, isSecret: true });
    }
    const otlp = 'https://example.org/v1/logs';
    for (const [env, name] of [
      [{ RECORDA_AUDIT_WEBHOOK_URL: 'https://example.org' }, 'RECORDA_AUDIT_WEBHOOK_SECRET'],
      [{ RECORDA_AUDIT_WEBHOOK_SECRET: 'sixteen-letters-' }, 'RECORDA_AUDIT_WEBHOOK_URL'],
      [{ RECORDA_AUDIT_OTLP_HEADERS: 'a=b' }, 'RECORDA_AUDIT_OTLP_URL'],
      [
        { RECORDA_AUDIT_OTLP_HEADERS: 'a=b', RECORDA_AUDIT_OTLP_URL: 'http://example.org/v1/logs' },
        'RECORDA_AUDIT_OTLP_URL',
      ],
      [{ RECORDA_AUDIT_OTLP_HEADERS: 'a', RECORDA_AUDIT_OTLP_URL: otlp }, 'RECORDA_AUDIT_OTLP_HEADERS'],
      [{ RECORDA_AUDIT_OTLP_HEADERS: 'a=%', RECORDA_AUDIT_OTLP_URL: otlp }, 'RECORDA_AUDIT_OTLP_HEADERS'],
      [{ RECORDA_AUDIT_OTLP_URL: 'https://a:b@x' }, 'RECORDA_AUDIT_OTLP_URL'],
    ] as const) {
      expect(faultsOf(env).map((fault) => fault.split(':')[0])).to.deep.equal([name]);
    }
  });

  it('takes flags before the environment before .env, and says which', () => {
    const { config, origins } = parseConfig(
      { RECORDA_PORT: '2', RECORDA_LOG_LEVEL: 'debug' },
      { port: '1' },
      { RECORDA_PORT: '3', RECORDA_LOG_LEVEL: 'error', RECORDA_DATA_DIR: '/data' },
    );
    expect(config).to.include({ port: 1, logLevel: 'debug', dataDir: '/data' });
    const others = origins.filter(
      ({ name }) =>
        !/^(embedder|secondEmbedder|limit|cost|alert|audit(Webhook|Otlp)|schedule|tls|token|api|lockOut|http|mcp|url|reflection|warmUp|calls|requestBytes|connection)/.test(
          name,
        ),
    );
    expect(Object.fromEntries(others.map(({ name, from }) => [name, from]))).to.deep.equal({
      host: 'default',
      port: '--port',
      dataDir: '.env',
      logLevel: 'RECORDA_LOG_LEVEL',
      serverName: 'default',
      metricsPort: 'default',
      shutdownGraceMs: 'default',
      auditHead: 'default',
      auditReads: 'default',
      recallDays: 'default',
      receiptKey: 'default',
      diskReserveMb: 'default',
      sessionIdleMs: 'default',
      modelPricesFile: 'default',
      windowPolicy: 'default',
      shortTerm: 'default',
      working: 'default',
      cache: 'default',
      summarizerUrl: 'default',
      summarizerModel: 'default',
      summarizerApiKey: 'default',
      summarizerTimeoutMs: 'default',
      extractorUrl: 'default',
      extractorModel: 'default',
      extractorKey: 'default',
      extractorTokensADay: 'default',
      extractorTimeoutMs: 'default',
      redisCaFile: 'default',
      graph: 'default',
      graphUser: 'default',
      graphPassword: 'default',
      graphDatabase: 'default',
      graphCaFile: 'default',
      cold: 'default',
      coldKey: 'default',
      standby: 'default',
      standbyKey: 'default',
      store: 'default',
      storeCaFile: 'default',
      storeRead: 'default',
      storeRows: 'default',
      standbyIntervalMs: 'default',
      standbyKeptDays: 'default',
      ui: 'default',
      userKeys: 'default',
      userKeysKey: 'default',
      masterKey: 'default',
      keyService: 'default',
      keyServiceToken: 'default',
      keysCachedSeconds: 'default',
      mintKey: 'default',
      warmTierMaxPerAgent: 'default',
      warmTierScope: 'default',
      sleepThreshold: 'default',
      sleepThresholdAge: 'default',
      longTerm: 'default',
      azureSearchKey: 'default',
    });
  });

  it('takes the URL of a Neo4j, who asks and the password, which it shows to nobody', () => {
    const { config, origins } = parseConfig(
      { RECORDA_GRAPH: 'neo4j+s://graph:7687', RECORDA_GRAPH_USER: 'app', RECORDA_GRAPH_PASSWORD_FILE: '/secret' },
      { graphCaFile: '/ca.pem', graphDatabase: 'recorda' },
      {},
      () => 'hush\n',
    );
    const place = {
      url: 'neo4j+s://graph:7687',
      user: 'app',
      password: 'hush',
      database: 'recorda',
      caFile: '/ca.pem',
    };
    expect(config.graph).to.deep.equal(place);
    expect(origins.find(({ name }) => name === 'graphPassword')?.from).to.equal('RECORDA_GRAPH_PASSWORD_FILE');
    expect(SETTINGS.graphPassword.isSecret).to.equal(true);
    expect(faultsOf({ RECORDA_GRAPH: 'bolt://127.0.0.1:7687' })).to.deep.equal([]);
    for (const bad of ['localhost:7687', 'http://graph', 'bolt://', 'bolt://app:hush@graph', 'bolt+ssc://graph']) {
      expect(faultsOf({ RECORDA_GRAPH: bad }).join(), bad).to.match(/^RECORDA_GRAPH: must be like bolt:/);
    }
  });

  it('takes the URL of a Redis, one or a cluster, and shows it to nobody', () => {
    const url = 'rediss://app:secret@cache:6380/2';
    const { config } = parseConfig({ RECORDA_SHORT_TERM: url, RECORDA_REDIS_CA_FILE: '/ca.pem' });
    expect(config.shortTerm).to.deep.equal({ url, caFile: '/ca.pem' });
    expect(SETTINGS.shortTerm.isSecret).to.equal(true);
    expect(faultsOf({ RECORDA_SHORT_TERM: 'redis-cluster://a:1,b:2' })).to.deep.equal([]);
    for (const bad of ['localhost:6379', 'http://cache', 'redis://', 'redis:// x']) {
      const faults = faultsOf({ RECORDA_SHORT_TERM: bad });
      expect(faults.join()).to.match(/^RECORDA_SHORT_TERM: must be like redis:/);
      expect(faults.join()).to.not.include('localhost').and.not.include('cache');
    }
  });

  it('takes a place for cold storage, and one master key, which it shows to nobody', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const { config } = parseConfig({ RECORDA_COLD: 'file:/mnt/cold', RECORDA_MASTER_KEY: key });
    expect(config).to.deep.include({
      cold: { kind: 'files', folder: '/mnt/cold' },
      masterKey: key,
    });
    expect(SETTINGS.masterKey).to.include({ flag: undefined, isSecret: true });
    for (const [env, name] of [
      [{ RECORDA_COLD: '/mnt/cold' }, 'RECORDA_COLD'],
      [{ RECORDA_COLD: 'file:' }, 'RECORDA_COLD'],
      [{ RECORDA_MASTER_KEY: 'password' }, 'RECORDA_MASTER_KEY'],
    ] as const) {
      const faults = faultsOf(env);
      expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([name]);
      expect(faults.join()).not.to.include(key).and.not.to.include('password');
    }
  });

  it('takes older master keys after the current one, and remembers the file that they came from', () => {
    const keys = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')).join('\n');
    const env = { RECORDA_MASTER_KEY_FILE: '/secrets/master', RECORDA_KEYS_CACHED_SECONDS: '60' };
    const { config } = parseConfig(env, {}, {}, () => `${keys}\n`);
    expect(config).to.include({ masterKey: keys, masterKeyFile: '/secrets/master', keysCachedMs: 60_000 });
    expect(parseConfig({}, {}, env, () => keys).config.masterKeyFile).to.equal('/secrets/master');
    expect(faultsOf({ RECORDA_MASTER_KEY: `${keys},password` })).to.have.length(1);
    expect(faultsOf({ RECORDA_KEYS_CACHED_SECONDS: '3601' })).to.have.length(1);
  });

  it('takes a key of a transit engine for the master key, over TLS or on this machine', () => {
    const token = 's.secret';
    const env = (address: string) => ({ RECORDA_KEY_SERVICE: address, RECORDA_KEY_SERVICE_TOKEN: token });
    for (const [address, url, mount] of [
      ['vault:https://vault.example.org:8200/transit/recorda', 'https://vault.example.org:8200', 'transit'],
      ['vault:http://127.0.0.1:8200/team/a/transit/recorda', 'http://127.0.0.1:8200', 'team/a/transit'],
    ] as const) {
      const expected = { url, mount, key: 'recorda', token, tokenFile: undefined };
      expect(parseConfig(env(address)).config.keyService).to.deep.equal(expected);
    }
    for (const address of [
      'https://vault.example.org/transit/recorda',
      'vault:http://vault.example.org:8200/transit/recorda',
      'vault:https://user:password@vault.example.org/transit/recorda',
      'vault:https://vault.example.org/recorda',
    ]) {
      const faults = faultsOf(env(address)).join();
      expect(faults, address)
        .to.match(/^RECORDA_KEY_SERVICE: must be like/)
        .and.not.to.include(token);
    }
    const { RECORDA_KEY_SERVICE, RECORDA_KEY_SERVICE_TOKEN } = env('vault:https://v/transit/recorda');
    expect(faultsOf({ RECORDA_KEY_SERVICE })).to.have.length(1);
    expect(faultsOf({ RECORDA_KEY_SERVICE_TOKEN })).to.have.length(1);
    expect(SETTINGS.keyServiceToken).to.include({ flag: undefined, isSecret: true });
  });

  it('takes a place for a standby that is neither lost with the store nor copied with the keys', () => {
    const env = (standby: string, keys = '/mnt/keys') => ({
      RECORDA_DATA_DIR: '/srv/data',
      RECORDA_STANDBY: `file:${standby}`,
      RECORDA_USER_KEYS: `file:${keys}`,
      RECORDA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    expect(parseConfig(env('/mnt/standby')).config.standby).to.deep.include({
      address: { kind: 'files', folder: '/mnt/standby' },
    });
    for (const [standby, keys, said] of [
      ['/srv/data/standby', '/mnt/keys', 'in the data folder'],
      ['/mnt/standby', '/srv/data/keys', 'RECORDA_USER_KEYS outside the data folder'],
      ['/mnt/keys', '/mnt/keys', 'the place of the users’ keys'],
      ['/mnt/keys/standby', '/mnt/keys', 'the place of the users’ keys'],
      ['/mnt', '/mnt/keys', 'the place of the users’ keys'],
    ] as const)
      expect(faultsOf(env(standby, keys)).join(), `${standby} ${keys}`).to.include(said);
  });

  it('takes a container of Azure Blob Storage for cold storage, and its key', () => {
    const coldOf = (place: string) => parseConfig({ RECORDA_COLD: place, RECORDA_COLD_KEY: 'secret' }).config.cold;
    const azure = { kind: 'azure-blob', key: 'secret' };
    expect(coldOf('azure-blob://acme/memories')).to.deep.equal({
      ...azure,
      url: 'https://acme.blob.core.windows.net/memories',
      account: 'acme',
    });
    expect(coldOf('azure-blob://acme.blob.core.chinacloudapi.cn/memories')).to.deep.include({
      url: 'https://acme.blob.core.chinacloudapi.cn/memories',
      account: 'acme',
    });
    expect(coldOf('azure-blob+http://127.0.0.1:10000/devstoreaccount1/memories')).to.deep.include({
      url: 'http://127.0.0.1:10000/devstoreaccount1/memories',
      account: 'devstoreaccount1',
    });
    expect(SETTINGS.coldKey).to.include({ flag: undefined, isSecret: true });
    for (const [env, name] of [
      [{ RECORDA_COLD: 'azure-blob://acme/memories' }, 'RECORDA_COLD_KEY'],
      [{ RECORDA_COLD: 'file:/mnt/cold', RECORDA_COLD_KEY: 'secret' }, 'RECORDA_COLD_KEY'],
      [{ RECORDA_COLD: 'azure-blob://acme', RECORDA_COLD_KEY: 'secret' }, 'RECORDA_COLD'],
      // The key would be sent in the clear.
      [
        { RECORDA_COLD: 'azure-blob+http://10.0.0.1:10000/a/memories', RECORDA_COLD_KEY: '?sv=1&sig=x' },
        'RECORDA_COLD_KEY',
      ],
    ] as const) {
      const faults = faultsOf(env);
      expect(faults[0]?.split(':')[0]).to.equal(name);
      expect(faults.join()).not.to.include('secret');
    }
  });

  it('takes a place for the keys of users, which is not that of archive and backups', () => {
    const file = { kind: 'files', folder: '/mnt/keys' };
    expect(parseConfig({ RECORDA_USER_KEYS: 'file:/mnt/keys' }).config.userKeys).to.deep.equal(file);
    const blob = { RECORDA_USER_KEYS: 'azure-blob://acme/keys', RECORDA_USER_KEYS_KEY: 'secret' };
    expect(parseConfig(blob).config.userKeys).to.deep.equal({
      kind: 'azure-blob',
      url: 'https://acme.blob.core.windows.net/keys',
      account: 'acme',
      key: 'secret',
    });
    expect(faultsOf({ RECORDA_COLD: 'azure-blob://acme/cold', RECORDA_COLD_KEY: 'k', ...blob })).to.deep.equal([]);
    expect(SETTINGS.userKeysKey).to.include({ flag: undefined, isSecret: true });
    for (const [env, name] of [
      [{ RECORDA_USER_KEYS: '/mnt/keys' }, 'RECORDA_USER_KEYS'],
      [{ RECORDA_USER_KEYS: 'azure-blob://acme/keys' }, 'RECORDA_USER_KEYS_KEY'],
      [{ RECORDA_USER_KEYS_KEY: 'secret' }, 'RECORDA_USER_KEYS_KEY'],
      [{ RECORDA_COLD: 'file:/mnt/cold', RECORDA_USER_KEYS: 'file:/mnt/cold/' }, 'RECORDA_USER_KEYS'],
      [{ RECORDA_COLD: 'file:/mnt/cold', RECORDA_USER_KEYS: 'file:/mnt/cold/keys' }, 'RECORDA_USER_KEYS'],
      [{ RECORDA_DATA_DIR: '/data', RECORDA_USER_KEYS: 'file:/data/cold' }, 'RECORDA_USER_KEYS'],
      [{ ...blob, RECORDA_COLD: 'azure-blob://acme/keys', RECORDA_COLD_KEY: 'secret' }, 'RECORDA_USER_KEYS'],
    ] as const) {
      const faults = faultsOf(env);
      expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([name]);
      expect(faults.join()).not.to.include('secret');
    }
  });

  it('takes the cap of agents by either name, its own first', () => {
    const capOf = (env: Record<string, string>) => parseConfig(env).config.warmTierMaxPerAgent;
    expect(capOf({ WARM_TIER_MAX_PER_AGENT: '500' })).to.equal(500);
    expect(capOf({ RECORDA_WARM_TIER_MAX_PER_AGENT: '400', WARM_TIER_MAX_PER_AGENT: '500' })).to.equal(400);
    expect(capOf({ WARM_TIER_MAX_PER_AGENT: '' })).to.equal(0);
    expect(faultsOf({ WARM_TIER_MAX_PER_AGENT: 'many' })[0]).to.match(/^RECORDA_WARM_TIER_MAX_PER_AGENT/);
  });

  it('takes a threshold for the sleep cycle, and what the cap and the threshold reach', () => {
    const { config } = parseConfig({
      RECORDA_SLEEP_THRESHOLD: '0.15',
      RECORDA_SLEEP_THRESHOLD_AGE: 'any',
      RECORDA_WARM_TIER_SCOPE: 'agent',
    });
    expect(config).to.deep.include({ sleepThreshold: 0.15, sleepThresholdAge: 'any', warmTierScope: 'agent' });
    for (const [name, value] of [
      ['RECORDA_SLEEP_THRESHOLD', '0.51'],
      ['RECORDA_SLEEP_THRESHOLD', '-0.1'],
      ['RECORDA_SLEEP_THRESHOLD', 'low'],
      ['RECORDA_SLEEP_THRESHOLD_AGE', '30'],
      ['RECORDA_WARM_TIER_SCOPE', 'tenant'],
    ] as const) {
      expect(faultsOf({ [name]: value })[0]?.split(':')[0], value).to.equal(name);
    }
  });

  it('takes a schedule, any part of which may be off', () => {
    const { config } = parseConfig({
      RECORDA_SCHEDULE_ZONE: 'Europe/Madrid',
      RECORDA_SCHEDULE_EPISODIC: '15 5 * * 1-5',
      RECORDA_SCHEDULE_SLEEP_CYCLE: 'off',
    });
    expect(config.schedule).to.deep.include({ zone: 'Europe/Madrid', episodic: '15 5 * * 1-5', sleepCycle: undefined });
    for (const [name, value] of [
      ['RECORDA_SCHEDULE_ZONE', 'Europe/Atlantis'],
      ['RECORDA_SCHEDULE_EPISODIC', 'nightly'],
      ['RECORDA_SCHEDULE_EPISODIC', '0 25 * * *'],
      ['RECORDA_SCHEDULE_EPISODIC', '0 0 31 2 *'],
    ] as const) {
      expect(
        faultsOf({ [name]: value }).map((fault) => fault.split(':')[0]),
        value,
      ).to.deep.equal([name]);
    }
  });

  it('takes the empty text as none', () => {
    expect(parseConfig({ RECORDA_METRICS_PORT: '', RECORDA_PORT: '' }).config).to.include({ port: 50_051 });
  });

  it('reports every fault at once', () => {
    const faults = faultsOf(
      { RECORDA_PORT: '65536', RECORDA_HOTS: 'x', RECORDA_LOG_LEVEL: 'loud', OTHER: 'x' },
      { host: '0.0.0.0', shutdownGraceMs: '-1' },
      { RECORDA_METRICS_PORT: 'yes', RECORDA_METRIC_PORT: '1' },
    );
    const about = faults.map((fault) => fault.split(':')[0]);
    expect(about).to.have.members([
      'RECORDA_HOTS',
      'RECORDA_METRIC_PORT',
      '--host',
      'RECORDA_PORT',
      'RECORDA_LOG_LEVEL',
      'RECORDA_METRICS_PORT in .env',
      '--shutdown-grace-ms',
    ]);
  });

  it('leaves alone what test runs set for themselves', () => {
    expect(faultsOf({ RECORDA_TEST_SCALE: 'full' })).to.deep.equal([]);
  });

  for (const host of [
    '127.0.0.1',
    '127.8.9.1',
    '::1',
    '0:0:0:0:0:0:0:1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    'localhost',
  ])
    it(`listens on ${host}`, () => expect(parseConfig({ RECORDA_HOST: host }).config.host).to.equal(host));

  for (const host of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '192.168.1.1',
    'example.org',
    '127.0.0.1.example.org',
    '::ffff:1.2.3.1',
    '1::1',
    '127.1',
  ])
    it(`does not listen on ${host}`, () => expect(faultsOf({ RECORDA_HOST: host })).to.have.length(1));

  it('listens beyond loopback where callers are asked for keys, and then tells its contract to nobody unless told to', () => {
    const keys = { RECORDA_HOST: '0.0.0.0', RECORDA_API_KEYS_FILE: 'keys.json' };
    expect(parseConfig(keys).config).to.include({ host: '0.0.0.0', apiKeysFile: 'keys.json', reflection: false });
    expect(parseConfig({ ...keys, RECORDA_REFLECTION: 'on' }).config.reflection).to.equal(true);
    expect(parseConfig({ RECORDA_REFLECTION: 'off' }).config.reflection).to.equal(false);
  });

  it('takes tokens of a provider whose address is sealed, for an audience, and by claims and roles that it is told', () => {
    const tokens = { RECORDA_TOKEN_ISSUER: 'https://login.example.org/', RECORDA_TOKEN_AUDIENCE: 'memory, other' };
    const { config } = parseConfig({
      ...tokens,
      RECORDA_HOST: '0.0.0.0',
      RECORDA_TOKEN_ROLES: 'a=b=admin,c=all-users',
    });
    expect(config.reflection).to.equal(false);
    expect(config.tokens).to.deep.equal({
      issuer: 'https://login.example.org/',
      audiences: ['memory', 'other'],
      keysUrl: undefined,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      clockSkewSeconds: 30,
      tenantClaim: undefined,
      tenant: 'default',
      userClaim: 'sub',
      agentClaim: undefined,
      namespaceClaim: undefined,
      sessionClaim: undefined,
      roleClaim: undefined,
      roles: new Map([
        ['a=b', 'admin'],
        ['c', 'all-users'],
      ]),
    });
    expect(parseConfig({ ...tokens, RECORDA_TOKEN_ISSUER: 'http://127.0.0.1:8080' }).config.tokens).not.to.equal(
      undefined,
    );
    for (const env of [
      { RECORDA_TOKEN_ISSUER: 'https://login.example.org' },
      { RECORDA_TOKEN_AUDIENCE: 'memory' },
      { ...tokens, RECORDA_TOKEN_ISSUER: 'http://login.example.org' },
      { ...tokens, RECORDA_TOKEN_KEYS_URL: 'http://login.example.org/keys' },
      { ...tokens, RECORDA_TOKEN_ALGORITHMS: 'RS256,HS256' },
      { ...tokens, RECORDA_TOKEN_ALGORITHMS: 'none' },
      { ...tokens, RECORDA_TOKEN_CLOCK_SKEW: '301' },
      { ...tokens, RECORDA_TOKEN_ROLES: 'admin' },
      { ...tokens, RECORDA_TOKEN_ROLES: 'x=root' },
    ]) {
      expect(faultsOf(env), JSON.stringify(env)).to.have.length(1);
    }
  });

  it('warms up unless the setting disables it', () => {
    expect(parseConfig({}).config.warmUp).to.equal(true);
    expect(parseConfig({ RECORDA_WARM_UP: 'off' }).config.warmUp).to.equal(false);
    expect(faultsOf({ RECORDA_WARM_UP: 'sometimes' })).to.deep.equal(['RECORDA_WARM_UP: must be on or off']);
  });

  it('takes TLS whole, or says what is missing', () => {
    const pair = { RECORDA_TLS_CERT_FILE: 'c', RECORDA_TLS_KEY_FILE: 'k' };
    expect(parseConfig(pair).config.tls).to.deep.equal({ certFile: 'c', keyFile: 'k', clientCaFile: undefined });
    for (const env of [
      { RECORDA_TLS_CERT_FILE: 'c' },
      { RECORDA_TLS_KEY_FILE: 'k' },
      { RECORDA_TLS_CLIENT_CA_FILE: 'a' },
    ]) {
      expect(faultsOf(env)).to.have.length(1);
    }
  });

  it('takes any secret from a file of its own, and says where it came from', () => {
    const files: Record<string, string> = { '/run/secrets/redis': 'redis://:s3cret@cache:6379/0\n' };
    const read = (path: string): string => {
      const text = files[path];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    };
    const { config, origins } = parseConfig({ RECORDA_SHORT_TERM_FILE: '/run/secrets/redis' }, {}, {}, read);
    expect(config.shortTerm?.url).to.equal('redis://:s3cret@cache:6379/0');
    expect(origins.find(({ name }) => name === 'shortTerm')?.from).to.equal('RECORDA_SHORT_TERM_FILE');
    const about = (env: Record<string, string>) => faultsOf(env, {}, {}, read).map((fault) => fault.split(':')[0]);
    expect(about({ RECORDA_SHORT_TERM_FILE: '/nowhere' })).to.deep.equal(['RECORDA_SHORT_TERM_FILE']);
    expect(about({ RECORDA_SHORT_TERM_FILE: '/run/secrets/redis', RECORDA_SHORT_TERM: 'redis://x' })).to.deep.equal([
      'RECORDA_SHORT_TERM_FILE',
    ]);
    expect(about({ RECORDA_PORT_FILE: '/run/secrets/redis' })).to.deep.equal(['RECORDA_PORT_FILE']);
  });

  for (const port of ['-1', '1.5', '1e3', ' 80', '0x50', '65536', 'http', '1234567890123'])
    it(`does not take ${port} as a port`, () => expect(faultsOf({ RECORDA_PORT: port })).to.have.length(1));

  describe('of the embedder', () => {
    const embedderOf = (env: Record<string, string>): unknown => parseConfig(env).config.embedder;

    it('is what the kind needs, the rest by policy', () => {
      const onnx = { RECORDA_EMBEDDER: 'onnx', RECORDA_EMBEDDER_FOLDER: '/m', RECORDA_EMBEDDER_FILE: 'a.onnx' };
      expect(embedderOf(onnx)).to.deep.equal({ kind: 'onnx', folder: '/m', modelFile: 'a.onnx' });
      expect(embedderOf({ RECORDA_EMBEDDER: 'openai', RECORDA_EMBEDDER_API_KEY: 'sk-1' })).to.deep.include({
        kind: 'openai',
        baseUrl: 'https://api.openai.com/v1',
        model: 'text-embedding-3-small',
        apiKey: 'sk-1',
      });
      expect(
        embedderOf({
          RECORDA_EMBEDDER: 'azure-openai',
          RECORDA_EMBEDDER_URL: 'https://name.openai.azure.com',
          RECORDA_EMBEDDER_DEPLOYMENT: 'vectors',
          RECORDA_EMBEDDER_API_KEY_FILE: '/run/key',
          RECORDA_EMBEDDER_DIMENSIONS: '256',
        }),
      ).to.deep.include({
        kind: 'azure-openai',
        endpoint: 'https://name.openai.azure.com',
        deployment: 'vectors',
        apiVersion: '2024-10-21',
        apiKeyFile: '/run/key',
        dimensions: 256,
      });
    });

    const faults: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
      ['an unknown kind', { RECORDA_EMBEDDER: 'magic' }, ['RECORDA_EMBEDDER']],
      ['settings that it would not heed', { RECORDA_EMBEDDER_MODEL: 'x' }, ['RECORDA_EMBEDDER_MODEL']],
      ['onnx without a folder', { RECORDA_EMBEDDER: 'onnx' }, ['RECORDA_EMBEDDER_FOLDER']],
      [
        'azure-openai without what it needs',
        { RECORDA_EMBEDDER: 'azure-openai' },
        ['RECORDA_EMBEDDER_URL', 'RECORDA_EMBEDDER_DEPLOYMENT', 'RECORDA_EMBEDDER_API_KEY_FILE'],
      ],
      ['openai of OpenAI without a key', { RECORDA_EMBEDDER: 'openai' }, ['RECORDA_EMBEDDER_API_KEY_FILE']],
      [
        'a model of unknown length',
        { RECORDA_EMBEDDER: 'openai', RECORDA_EMBEDDER_API_KEY: 'a', RECORDA_EMBEDDER_MODEL: 'bge-m3' },
        ['RECORDA_EMBEDDER_DIMENSIONS'],
      ],
      [
        'two keys',
        { RECORDA_EMBEDDER: 'openai', RECORDA_EMBEDDER_API_KEY: 'a', RECORDA_EMBEDDER_API_KEY_FILE: 'b' },
        ['RECORDA_EMBEDDER_API_KEY'],
      ],
      ...['ftp://x', 'x', 'https://user:key@host', 'https://host?key=1'].map(
        (url) =>
          [
            `the address ${url}`,
            { RECORDA_EMBEDDER: 'openai', RECORDA_EMBEDDER_URL: url },
            ['RECORDA_EMBEDDER_URL'],
          ] as const,
      ),
    ];
    for (const [what, env, about] of faults)
      it(`refuses ${what}`, () => expect(faultsOf(env).map((fault) => fault.split(':')[0])).to.deep.equal(about));

    it('takes no key as a flag, where every process would see it', () => {
      expect(SETTINGS.embedderApiKey).to.include({ flag: undefined, isSecret: true });
      const other = { RECORDA_EMBEDDER_URL: 'http://localhost:8080/v1' };
      expect(
        parseConfig({ RECORDA_EMBEDDER: 'openai', ...other }, { embedderApiKey: 'sk-1' }).config.embedder,
      ).to.include({
        apiKey: undefined,
      });
    });
  });

  describe('of the second embedder', () => {
    const secondOf = (env: Record<string, string>): unknown => parseConfig(env).config.secondEmbedder;

    it('is a folder, with the languages that its model knows', () => {
      const env = { RECORDA_SECOND_EMBEDDER: 'onnx:models/x' };
      expect(secondOf(env)).to.deep.equal({ kind: 'onnx', folder: 'models/x', languages: ['en'] });
      expect(secondOf({ ...env, RECORDA_SECOND_EMBEDDER_LANGUAGES: 'en, es' })).to.deep.include({
        languages: ['en', 'es'],
      });
    });

    for (const [env, said] of [
      [{ RECORDA_SECOND_EMBEDDER: 'models/x' }, /must be onnx: and the folder/],
      [{ RECORDA_SECOND_EMBEDDER: 'onnx:' }, /must name a folder after onnx:/],
      [{ RECORDA_SECOND_EMBEDDER: 'onnx:x', RECORDA_SECOND_EMBEDDER_LANGUAGES: 'en,de' }, /one or more of en, es/],
      [{ RECORDA_SECOND_EMBEDDER_LANGUAGES: 'es' }, /RECORDA_SECOND_EMBEDDER is not set/],
    ] as const)
      it(`refuses ${JSON.stringify(env)}`, () => expect(() => parseConfig(env)).to.throw(said));
  });

  describe('of who finds facts', () => {
    it('is of an address and a model, with a key that nobody is shown and a budget', () => {
      const env = { RECORDA_EXTRACTOR_URL: 'http://127.0.0.1:11434/v1', RECORDA_EXTRACTOR_MODEL: 'qwen3' };
      expect(parseConfig({ ...env, RECORDA_EXTRACTOR_TOKENS_A_DAY: '5000' }).config.extractor).to.deep.equal({
        baseUrl: 'http://127.0.0.1:11434/v1',
        model: 'qwen3',
        apiKey: undefined,
        tokensADay: 5000,
        timeoutMs: 30_000,
      });
      expect(SETTINGS.extractorKey).to.include({ flag: undefined, isSecret: true });
    });

    it('refuses a part of it alone', () => {
      for (const env of [
        { RECORDA_EXTRACTOR_URL: 'http://127.0.0.1/v1' },
        { RECORDA_EXTRACTOR_MODEL: 'qwen3' },
        { RECORDA_EXTRACTOR_KEY: 'k' },
      ])
        expect(() => parseConfig(env)).to.throw(/RECORDA_EXTRACTOR_/);
    });
  });

  describe('of who writes summaries', () => {
    it('is of an address and a model, with a key that nobody is shown', () => {
      const env = { RECORDA_SUMMARIZER_URL: 'http://127.0.0.1:11434/v1', RECORDA_SUMMARIZER_MODEL: 'qwen3' };
      expect(parseConfig(env).config.summarizer).to.deep.equal({
        baseUrl: 'http://127.0.0.1:11434/v1',
        model: 'qwen3',
        apiKey: undefined,
        timeoutMs: 3000,
      });
      expect(SETTINGS.summarizerApiKey).to.include({ flag: undefined, isSecret: true });
    });

    it('refuses one without the other, and a key for nobody', () => {
      for (const env of [
        { RECORDA_SUMMARIZER_URL: 'http://127.0.0.1/v1' },
        { RECORDA_SUMMARIZER_MODEL: 'qwen3' },
        { RECORDA_SUMMARIZER_API_KEY: 'k' },
      ])
        expect(() => parseConfig(env)).to.throw(/RECORDA_SUMMARIZER_/);
    });
  });

  it('is listed whole in .env.example, in the table’s order, words and defaults', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const listed = [...example.matchAll(/^# (.*)\n# (RECORDA_[A-Z_]+)=(.*)$/gm)].map(([, ...rest]) => rest);
    expect(listed).to.deep.equal(
      settingNames().map((name) => [SETTINGS[name].meaning, SETTINGS[name].env, SETTINGS[name].byDefault ?? '']),
    );
  });
});
