/** Compares short-term memory with Redis, in which people keep sessions. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from '../../../client/index.ts';
import { MemoryType } from '../../../proto/gen/recorda/v1/resources.ts';
import { SHORT_TERM_TTL_MS } from '../../../server/policy/lifecycle.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { startServer } from '../../server-process.ts';
import { loadPeer, peerVersion } from './load-peer.ts';
import type { Operations } from './operations.ts';
import type { Peer } from './peer.ts';

export type SessionPeer = Pick<Peer, 'name' | 'door' | 'survives' | 'pids' | 'close'> & {
  readonly operations: Operations;
};

const SESSIONS = 50;
const KEPT = 100;
const LAST = 10;

export async function recordaSessions(folder: string): Promise<SessionPeer> {
  const server = await startServer({ dataDir: join(folder, 'recorda') });
  const { memory, close } = connect(server.address);
  const random = seededRandom(3);
  const scope = (index: number) => ({ userId: 'bench', sessionId: `s${index % SESSIONS}` });
  return {
    name: 'Recorda',
    door: 'gRPC',
    survives: 'power cut',
    pids: [server.process.pid ?? 0],
    operations: {
      'append a message': (index) =>
        memory.addMemory({
          memory: { scope: scope(index), payload: { $case: 'message', value: { content: sentence(random) } } },
        }),
      'last 10 messages': (index) =>
        memory.listMemories({
          scope: scope(index),
          type: MemoryType.SHORT_TERM,
          pageSize: LAST,
          orderBy: 'create_time desc',
        }),
    },
    async close() {
      await close();
      await server.stop();
    },
  };
}

type Redis = {
  on(event: 'error', listener: () => void): void;
  multi(): Multi;
  lrange(key: string, from: number, to: number): Promise<readonly string[]>;
  info(section: string): Promise<string>;
  ping(): Promise<unknown>;
  quit(): Promise<unknown>;
};
type Multi = {
  rpush(key: string, value: string): Multi;
  ltrim(key: string, from: number, to: number): Multi;
  pexpire(key: string, ms: number): Multi;
  exec(): Promise<unknown>;
};

/**
 * Keeps a list for each session, trimmed and with a time to live; the append-only file is on disk before the answer, as with
 * Recorda.
 */
export async function redisSessions(folder: string): Promise<SessionPeer> {
  const { Redis } = loadPeer<{ readonly Redis: new (options: object) => Redis }>('ioredis');
  const path = join(folder, 'redis.sock');
  const flags = [
    '--port',
    '0',
    '--unixsocket',
    path,
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
  ];
  const server = spawn('redis-server', [...flags, '--save', ''], { stdio: 'ignore' });
  await Promise.race([
    once(server, 'spawn'),
    once(server, 'error').then(() => {
      throw new Error('no redis-server on the path');
    }),
  ]);
  const redis = new Redis({ path, retryStrategy: () => 100 });
  redis.on('error', () => undefined);
  await redis.ping();
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '';
  const random = seededRandom(3);
  const key = (index: number): string => `bench:s${index % SESSIONS}`;
  return {
    name: `Redis ${version}, ioredis ${peerVersion('ioredis')}`,
    door: 'Unix socket',
    survives: 'power cut',
    pids: [server.pid ?? 0],
    operations: {
      'append a message': (index) =>
        redis
          .multi()
          .rpush(key(index), JSON.stringify({ role: 'user', content: sentence(random), timeMs: Date.now() }))
          .ltrim(key(index), -KEPT, -1)
          .pexpire(key(index), SHORT_TERM_TTL_MS)
          .exec(),
      'last 10 messages': (index) => redis.lrange(key(index), -LAST, -1),
    },
    async close() {
      await redis.quit();
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
}
